"""Orders are secret until they are judged: from other powers, onlookers and, unless the terms say so, the master."""

import json

import pytest

from legation.server.game.event_storage import list_events
from legation.server.judging.service import Line, judge_now
from tests.server.kit import Client, Server
from tests.server.matches import Match, host

SECRETS = ("GAS", "PIC", "whisper")
READS = (
    "", "/phases", "/scene", "/results", "/centres", "/text-board", "/log", "/options", "/orders", "/sandbox",
    "/export", "/votes", "/press", "/gm",
)  # fmt: skip


def plant(match: Match) -> None:
    """Something of France's in every place where orders are kept."""
    match.save("FRANCE", ["A PAR - GAS"], standing={"retreats": ["A PAR R PIC"], "builds": []})
    match.save("FRANCE", ["A PAR - PIC"], plan="B")
    match.players["FRANCE"].put(match.path("/notes"), json={"text": "whisper"})
    match.players["FRANCE"].post(match.path("/orders/confirm"), json={"turn": match.turn})


def collect(match: Match, client: Client) -> str:
    """All that one can read of a game, but for what names the spaces of the board."""
    texts = []
    for rest in READS:
        for power in (None, "FRANCE"):
            answer = client.get(match.path(rest), params={"power": power} if power else {})
            if answer.status_code == 200 and rest not in ("/text-board", "/options"):
                texts.append(answer.text)
    board = client.get(match.path("/text-board"))
    if board.status_code == 200:
        rows = [row for theatre in board.json()["theatres"] for row in theatre["rows"]]
        texts += [json.dumps(row["order"]) for row in rows]
    return "\n".join(texts)


@pytest.mark.parametrize("who", ["GERMANY", "gm", "stranger", "nobody"])
def test_nobody_else_reads_what_is_planned(server: Server, who: str) -> None:
    match = host(server)
    others = {"GERMANY": match.players["GERMANY"], "gm": match.gm, "stranger": server.sign_up("Stranger")}
    client = others.get(who) or server.client()
    before = match.read(client) if who != "gm" else {}
    plant(match)
    told = collect(match, client)
    assert not [secret for secret in SECRETS if secret in told]
    if who != "gm":
        assert match.read(client) == before


def test_the_own_power_reads_all_of_it(server: Server) -> None:
    match = host(server)
    plant(match)
    told = collect(match, match.players["FRANCE"])
    assert all(secret in told for secret in SECRETS)


def test_a_master_who_enters_orders_learns_nothing_of_what_was_there(server: Server) -> None:
    match = host(server)
    plant(match)
    body = {"turn": match.turn, "plan": "A", "version": 0, "orders": ["A PAR - BUR"]}
    entered = match.gm.put(match.path("/orders"), params={"power": "FRANCE"}, json=body)
    assert [line["order"] for line in entered.json()["plan_a"]["orders"]] == ["A PAR - BUR"]
    answers = [entered.text]
    turn = {"turn": match.turn}
    bodies = {"confirm": turn, "ready": {**turn, "ready": True}, "check": {"text": "par-gas"}, "repeat": turn}
    for act, sent in bodies.items():
        answer = match.gm.post(match.path(f"/orders/{act}"), params={"power": "FRANCE"}, json=sent)
        assert answer.status_code == 200, answer.text
        if act != "check":
            answers.append(answer.text)
        else:
            assert answer.json()["lines"][0]["replaces"] is None
    assert not [secret for secret in SECRETS if secret in "".join(answers)]


def test_a_plan_b_and_notes_stay_secret_when_plan_a_is_judged(server: Server) -> None:
    match = host(server)
    plant(match)
    judge_now(server.services, match.id, Line())
    told = collect(match, match.players["GERMANY"])
    assert "GAS" in told
    assert "PIC" not in told.replace("A GAS - PIC", "")
    assert "whisper" not in told


def test_events_of_others_orders_are_not_for_everybody(server: Server) -> None:
    match = host(server)
    with server.services.store.read() as connection:
        last = max(event.id for event in list_events(connection, 0))
    plant(match)
    match.ready("FRANCE")
    with server.services.store.read() as connection:
        audiences = {event.audience for event in list_events(connection, last)}
    assert audiences == {"power:FRANCE", "gm"}
