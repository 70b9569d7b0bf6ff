"""Before an act of the game master sends letters, it can be read to whom they would go and what they would say."""

from typing import Any

import pytest
from sqlalchemy import select

from legation.server.store.tables import notices
from tests.server.kit import Server
from tests.server.people import Match, make_match

ACTS: list[tuple[str, dict[str, Any]]] = [
    ("extend", {"hours": 24}),
    ("pause", {}),
    ("correct", {"changes": [{"put": "FRANCE A GAS"}]}),
    ("disorder", {"power": "GERMANY", "on": True}),
    ("broadcast", {"text": "Spring is late."}),
    ("back", {"phase": "S1901M", "orders": {"FRANCE": ["A PAR H"]}, "replay": True}),
    ("back", {"phase": "S1901M"}),
    ("remind", {}),
]


@pytest.fixture
def match(server: Server) -> Match:
    match = make_match(server)
    match.judge()
    return match


def list_made(match: Match, after: int = 0) -> list[tuple[str, str]]:
    """The letters in the outbox: subject and text."""
    with match.server.services.store.read() as connection:
        rows = connection.execute(select(notices).where(notices.c.id > after).order_by(notices.c.id)).all()
    return [(row.subject, row.body) for row in rows]


def preview(match: Match, act: str, body: dict[str, Any]) -> Any:
    answer = match.gm.post(match.path("gm/acts"), params={"letters": True}, json={"act": act, "note": "Why", **body})
    assert answer.status_code == 200, answer.text
    return answer.json()["letters"]


@pytest.mark.parametrize(("act", "body"), ACTS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_shown_is_what_is_sent(match: Match, act: str, body: dict[str, Any]) -> None:
    before, log, page = list_made(match), match.log(), match.get(match.gm)
    shown = preview(match, act, body)
    assert list_made(match) == before
    assert match.log() == log
    assert match.get(match.gm) == page
    match.act(act, {"note": "Why", **body})
    sent = list_made(match)[len(before) :]
    assert [(letter["subject"], letter["body"]) for letter in shown] == sent


def test_letters_name_their_readers(match: Match) -> None:
    shown = preview(match, "back", {"phase": "S1901M"})
    assert {(letter["name"], letter["power"]) for letter in shown} == {
        ("France player", "FRANCE"),
        ("England player", "ENGLAND"),
        ("Germany player", "GERMANY"),
    }


def test_letters_with_results_are_shown_by_a_dry_run_alone_where_orders_are_secret(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    assert preview(match, "advance", {}) is None
    assert match.log()[0]["act"] != "dry-run"


def test_a_game_master_who_sees_orders_reads_the_letters_of_results(server: Server) -> None:
    powers = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    match = make_match(server, powers, terms={"gm_sees_orders": True})
    match.order("FRANCE", ["A PAR - PIC"])
    shown = preview(match, "advance", {})
    assert match.get(match.gm)["phase"] == "S1901M"
    france = next(letter for letter in shown if letter["power"] == "FRANCE")
    assert "Picardy" in france["body"]
    dry = match.act("dry-run")
    assert [letter["body"] for letter in dry["letters"]] == [letter["body"] for letter in shown]
