"""Bots that talk in games on the server."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from legation.board import PowerId
from legation.bots.talking import CHARACTERS, Ask, Letter, TalkingSeat, TalkResult
from legation.game import parse_phase
from legation.orders import parse_order
from legation.server.base.bot_process import TalkQuestion, ThinkerHere, talk_here
from legation.server.game.loaded_game import load_game, load_record
from legation.server.game.plans import list_plans
from legation.server.game.storage import list_heads
from legation.server.store.tables import games, messages, rooms
from legation.server.talking.storage import list_said
from legation.server.worker import judge_due_games, work_through
from legation.variants import load_variant
from tests.server.kit import Server
from tests.server.matches import Match, host


class Solo:
    """A solo game as France on the regular board."""

    def __init__(self, server: Server, **body: Any) -> None:
        self.server, self.client = server, server.client()
        wish = {"variant": "standard", "power": "FRANCE", "level": "easy", **body}
        self.game = self.client.post("/api/v1/solo", json=wish).json()["game"]
        self.client.get("/api/v1/session")
        work_through(server.services)

    def path(self, rest: str = "") -> str:
        return f"/api/v1/games/{self.game['id']}{rest}"

    def write(self, to: str, text: str, **more: Any) -> None:
        answer = self.client.post(self.path("/press"), json={"to": [to], "text": text, **more})
        assert answer.status_code == 201, answer.json()
        work_through(self.server.services)

    def read(self, other: str) -> list[dict[str, Any]]:
        """The letters of the room with another power, as France reads them."""
        for room in self.client.get(self.path("/press")).json()["rooms"]:
            if set(room["members"]) == {"FRANCE", other}:
                found: list[dict[str, Any]] = self.client.get(self.path(f"/press/{room['id']}")).json()["messages"]
                return found
        return []

    def list_all(self) -> list[Any]:
        with self.server.services.store.read() as connection:
            wanted = select(messages, rooms.c.key).join(rooms, rooms.c.id == messages.c.room).order_by(messages.c.id)
            return list(connection.execute(wanted))

    def plan_of(self, power: str) -> tuple[str, ...]:
        with self.server.services.store.read() as connection:
            game = load_game(connection, self.server.services, self.game["id"])
            return list_plans(connection, game.id, game.row.turn)[PowerId(power)].texts


@pytest.fixture
def solo(server: Server) -> Solo:
    return Solo(server, bots_talk=True)


def test_bots_write_when_they_have_ordered_and_the_page_says_who_they_are(solo: Solo) -> None:
    written = solo.list_all()
    assert written
    assert all(json.loads(row.meaning)["phase"] == "S1901M" and row.account is None for row in written)
    seats = {seat["power"]: seat for seat in solo.client.get(solo.path()).json()["seats"]}
    assert seats["FRANCE"]["character"] is None
    assert seats["ENGLAND"]["reads_press"]
    assert seats["ENGLAND"]["character"]["name"] in {character.name for character in CHARACTERS}
    press = solo.client.get(solo.path("/press")).json()
    assert (press["nobody_reads"], press["may_write"], len(press["others"])) == (False, True, 6)


def test_letters_are_read_once_and_answered_within_bounds(solo: Solo) -> None:
    shown = {room["key"] for room in solo.client.get(solo.path("/press")).json()["rooms"]}
    between = {row.key for row in solo.list_all()} - shown
    assert all("FRANCE" in key.split("+") for key in shown)
    assert all("FRANCE" not in key.split("+") for key in between)  # what bots write to each other is for them alone
    solo.write("GERMANY", "Peace?")
    letters = solo.read("GERMANY")
    assert [letter["is_yours"] for letter in letters[-2:]] == [True, False]
    meant = [json.loads(row.meaning)["means"][0] for row in solo.list_all() if row.key == "FRANCE+GERMANY"]
    assert meant[-2] in ({"kind": "peace"}, {**meant[-1], "is_yes": True})
    assert (meant[-1]["kind"], meant[-1]["topic"]) == ("answer", "peace")
    work_through(solo.server.services)
    assert solo.read("GERMANY") == letters
    before = len(solo.read("ENGLAND"))
    for _ in range(2):
        solo.write("ENGLAND", "The weather in London is dreadful")
    assert [letter["is_yours"] for letter in solo.read("ENGLAND")[before:]] == [True, False, True]
    for _ in range(9):
        solo.client.post(solo.path("/press"), json={"to": ["ENGLAND"], "text": "Draw?"})
    work_through(solo.server.services)
    assert sum(not letter["is_yours"] for letter in solo.read("ENGLAND")) == 8


def test_a_promised_support_is_shown_as_a_sketch_and_ordered(solo: Solo) -> None:
    for other, support in (("GERMANY", "A MUN S A PAR - BUR"), ("ITALY", "A VEN S A MAR - PIE")):
        solo.write(other, "", sketch={"phase": "S1901M", "orders": {other: [support]}})
        answer = solo.read(other)[-1]
        meant = json.loads(next(row.meaning for row in reversed(solo.list_all()) if row.sender == other))["means"][0]
        assert meant["topic"] == "order"
        assert (support in solo.plan_of(other)) == meant["is_yes"]
        assert (answer["sketch"] is not None) == meant["is_yes"]


def test_a_phase_is_judged_after_the_letters_were_read_and_the_promise_was_kept(solo: Solo) -> None:
    support = "A MUN S A PAR - BUR"
    sketch = {"phase": "S1901M", "orders": {"GERMANY": [support]}}
    solo.client.post(solo.path("/press"), json={"to": ["GERMANY"], "text": "", "sketch": sketch})
    body = {"turn": 1, "plan": "A", "version": 0, "orders": ["A PAR - BUR"]}
    solo.client.put(solo.path("/orders"), json=body)
    solo.client.post(solo.path("/orders/ready"), json={"turn": 1, "ready": True})
    judge_due_games(solo.server.services)
    assert solo.client.get(solo.path()).json()["phase"] == "S1901M"  # Germany has a letter to read
    work_through(solo.server.services)
    assert solo.client.get(solo.path()).json()["phase"] != "S1901M"
    with solo.server.services.store.read() as connection:
        game = load_game(connection, solo.server.services, solo.game["id"])
        head = list_heads(connection, game.id)[0]
        record = load_record(connection, game.id, head.number, head.hash)
    row = [row for row in solo.list_all() if row.sender == "GERMANY" and row.key == "FRANCE+GERMANY"]
    meant = [one for found in row for one in json.loads(found.meaning)["means"] if one["kind"] == "answer"]
    assert (support in record.texts[PowerId("GERMANY")]) == meant[0]["is_yes"]


def test_a_bot_is_asked_about_what_its_seat_may_see(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[TalkQuestion] = []

    def talk(_: ThinkerHere, question: TalkQuestion) -> TalkResult:
        asked.append(question)
        return talk_here(question)

    monkeypatch.setattr(ThinkerHere, "talk", talk)
    solo = Solo(server, bots_talk=True)
    solo.write("GERMANY", "Peace? I tell nobody else that A PAR - BUR")
    question = asked[-1]
    assert [seat.power for seat in question.seats] == ["GERMANY"]
    assert {letter.to for letter in question.incoming} == {"GERMANY"}
    own = question.seats[0]
    assert isinstance(own, TalkingSeat)
    units = {"BER", "MUN", "KIE"}
    assert all(text.split()[1] in units for text in own.orders)
    assert all("GERMANY" in (promise.by, promise.to) for promise in own.memory.promises)
    assert not any(proposal.votes for proposal in question.state.proposals)


def test_a_failure_of_talks_does_not_hold_up_the_game(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.base.bot_process.hold_talks", None)
    solo = Solo(server, bots_talk=True)
    solo.write("GERMANY", "Peace?")
    assert [letter["is_yours"] for letter in solo.read("GERMANY")] == [True]
    with server.services.store.read() as connection:
        assert connection.execute(select(games.c.talks_at)).scalar_one() is None


def test_what_was_said_in_a_phase_that_was_taken_back_does_not_count(solo: Solo) -> None:
    solo.write("GERMANY", "Peace?")
    solo.server.clock.pass_time(minutes=1)
    solo.client.post(solo.path("/orders/ready"), json={"turn": 1, "ready": True})
    work_through(solo.server.services)
    solo.server.clock.pass_time(minutes=1)
    head = solo.client.get(solo.path("/solo/back")).json()["head"]
    assert solo.client.post(solo.path("/solo/back"), json={"head": head}).json()["phase"] == "S1901M"
    names = load_variant("standard").board.names
    with solo.server.services.store.read() as connection:
        assert list_said(connection, solo.game["id"], names, 1901) == []
    solo.server.clock.pass_time(minutes=1)
    work_through(solo.server.services)
    with solo.server.services.store.read() as connection:
        assert list_said(connection, solo.game["id"], names, 1901)


def list_letters(match: Match, sender: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """The rooms in which a power has written, and what it meant there."""
    with match.server.services.store.read() as connection:
        wanted = select(messages, rooms.c.key).join(rooms, rooms.c.id == messages.c.room).order_by(messages.c.id)
        rows = [row for row in connection.execute(wanted) if row.sender == sender]
    return [(row.key, json.loads(row.meaning)["means"]) for row in rows]


def test_bots_of_a_hosted_game_talk_answer_and_keep_their_word(server: Server) -> None:
    match = host(server, ("FRANCE", "ENGLAND"), terms={"bots_talk": True})
    work_through(server.services)
    assert list_letters(match, "GERMANY") or list_letters(match, "ITALY")
    france = match.players["FRANCE"]
    support = "A MUN S A PAR - BUR"
    sketch = {"phase": "S1901M", "orders": {"GERMANY": [support]}}
    sent = france.post(match.path("/press"), json={"to": ["GERMANY"], "text": "", "sketch": sketch})
    assert sent.status_code == 201, sent.text
    work_through(server.services)
    key, means = list_letters(match, "GERMANY")[-1]
    assert (key, means[0]["kind"], means[0]["topic"]) == ("FRANCE+GERMANY", "answer", "order")
    match.pass_deadline()
    assert match.game.state.phase != parse_phase("S1901M")
    with server.services.store.read() as connection:
        head = list_heads(connection, match.id)[0]
        record = load_record(connection, match.id, head.number, head.hash)
    assert (support in record.texts[PowerId("GERMANY")]) == means[0]["is_yes"]
    # England's seat is a person's: nobody answers for it, and it reads no letter of France's.
    assert not list_letters(match, "ENGLAND")
    assert not any(
        {"FRANCE", "GERMANY"} == set(room["members"])
        for room in match.read(match.players["ENGLAND"], "/press")["rooms"]
    )


def test_bots_read_in_a_room_of_several_what_is_asked_of_them_and_answer_in_a_letter(server: Server) -> None:
    match = host(server, ("FRANCE", "ENGLAND"), terms={"bots_talk": True})
    work_through(server.services)
    before = {power: len(list_letters(match, power)) for power in ("GERMANY", "ITALY", "AUSTRIA")}
    france = match.players["FRANCE"]
    body = {"to": ["ENGLAND", "GERMANY", "ITALY"], "text": "Hello all. Could you support my A PAR - BUR? Fine weather."}
    assert france.post(match.path("/press"), json=body).status_code == 201
    work_through(server.services)
    answers = list_letters(match, "GERMANY")[before["GERMANY"] :]
    assert [(key, [one["kind"] for one in means]) for key, means in answers] == [("FRANCE+GERMANY", ["answer"])]
    for other in ("ITALY", "AUSTRIA"):  # no unit of theirs could: they say nothing
        assert len(list_letters(match, other)) == before[other]
    meant = list_letters(match, "FRANCE")
    assert [one["to"] for one in meant[0][1]] == ["GERMANY"]
    said = [letter for letter in read_said(match) if letter.sender == "FRANCE"]
    assert [(letter.to, letter.meaning) for letter in said] == [
        ("GERMANY", Ask((parse_order("A MUN S A PAR - BUR", match.game.variant.board.names),)))
    ]
    work_through(server.services)
    assert list_letters(match, "GERMANY")[before["GERMANY"] :] == answers


def read_said(match: Match) -> list[Letter]:
    with match.server.services.store.read() as connection:
        return list_said(connection, match.id, match.game.variant.board.names, 1901)
