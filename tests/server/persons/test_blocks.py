"""Blocks: what becomes of letters, invitations and waiting lists, and that no block tells who plays what."""

from typing import Any

import pytest

from tests.server.admin.helpers import list_told
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match
from tests.server.persons.helpers import call


def send(match: Match, power: str, to: Any, text: str, **more: Any) -> Any:
    return match.post(match.players[power], "press", {"to": to, "text": text, **more}, status=201)


def read_letters(match: Match, who: Client, room: int) -> list[tuple[str, bool]]:
    page = match.get(who, f"press/{room}")
    return [(letter["text"], letter["is_blocked"]) for letter in page["messages"]]


def find_last(match: Match, who: Client, room: int) -> Any:
    return next(found for found in match.get(who, "press")["rooms"] if found["id"] == room)


def test_letters_of_a_blocked_person_are_folded_and_neither_counted_nor_mailed(server: Server) -> None:
    match = make_match(server)
    england = match.players["ENGLAND"]
    call(england, "PUT", "people/France player/block")
    room = send(match, "FRANCE", ["ENGLAND"], "Read me!")["room"]
    assert read_letters(match, england, room) == [("Read me!", True)]
    shown = find_last(match, england, room)
    assert (shown["unread"], shown["last"]["text"], shown["last"]["is_blocked"]) == (0, "", True)
    assert match.get(england)["unread"] == 0
    assert call(england, "GET", "games?scope=mine")["games"][0]["you"]["unread"] == 0
    assert "England player" not in list_told(server, "press")
    found = match.get(england, "press/search", q="read")["messages"]
    assert [letter["is_blocked"] for letter in found] == [True]
    assert read_letters(match, match.players["FRANCE"], room) == [("Read me!", False)]


def test_a_block_holds_for_earlier_letters_and_ends(server: Server) -> None:
    match = make_match(server)
    england = match.players["ENGLAND"]
    room = send(match, "FRANCE", ["ENGLAND"], "Hello")["room"]
    assert match.get(england)["unread"] == 1
    (block,) = call(england, "PUT", "people/france PLAYER/block")["blocks"]
    assert (block["name"], block["is_everywhere"], match.get(england)["unread"]) == ("France player", True, 0)
    call(england, "PUT", "people/France player/block")
    assert call(england, "DELETE", f"account/blocks/{block['id']}")["blocks"] == []
    assert read_letters(match, england, room) == [("Hello", False)]
    call(england, "DELETE", f"account/blocks/{block['id']}", status=404)


def test_letters_of_the_game_master_and_to_the_game_master_are_never_folded(server: Server) -> None:
    match = make_match(server)
    england = match.players["ENGLAND"]
    call(england, "PUT", "people/Master/block")
    call(match.gm, "PUT", "people/England player/block")
    match.post(match.gm, "press", {"to": ["ENGLAND"], "text": "From the master"}, status=201)
    room = match.post(england, "press", {"to": "gm", "text": "To the master"}, status=201)["room"]
    for who in (england, match.gm):
        assert read_letters(match, who, room) == [("From the master", False), ("To the master", False)]
    assert find_last(match, match.gm, room)["unread"] == 1
    assert {"Master", "England player"} <= set(list_told(server, "press"))


def test_grey_press_of_a_blocked_person_looks_like_any_other(server: Server) -> None:
    match = make_match(server, terms={"press": {"grey": True}})
    england = match.players["ENGLAND"]
    call(england, "PUT", "people/France player/block")
    room = send(match, "FRANCE", "all", "Grey", grey=True)["room"]
    send(match, "GERMANY", "all", "Grey too", grey=True)
    assert read_letters(match, england, room) == [("Grey", False), ("Grey too", False)]
    assert find_last(match, england, room)["unread"] == 2


def test_in_an_anonymous_game_a_block_by_name_does_nothing_until_it_is_over(server: Server) -> None:
    match = make_match(server, terms={"is_anonymous": True})
    england = match.players["ENGLAND"]
    call(england, "PUT", "people/France player/block")
    room = send(match, "FRANCE", ["ENGLAND"], "Who am I?")["room"]
    assert read_letters(match, england, room) == [("Who am I?", False)]
    assert match.get(england)["blocked"] == []


def test_in_an_anonymous_game_a_power_is_blocked_there_alone_and_without_a_name(server: Server) -> None:
    match = make_match(server, terms={"is_anonymous": True})
    other = make_match(server, prefix="Other ")
    england = match.players["ENGLAND"]
    room = send(match, "FRANCE", ["ENGLAND"], "Hello")["room"]
    found = match.put(england, "blocks/france", None)
    assert [(block["name"], block["is_everywhere"]) for block in found["blocks"]] == [
        ("France in The Long Peace", False)
    ]
    assert read_letters(match, england, room) == [("Hello", True)]
    assert other.get(england)["blocked"] == []


def test_a_power_of_a_game_with_names_is_blocked_as_a_person(server: Server) -> None:
    match = make_match(server)
    found = match.put(match.players["ENGLAND"], "blocks/FRANCE", None)
    assert [(block["name"], block["is_everywhere"]) for block in found["blocks"]] == [("France player", True)]


def test_bots_oneself_and_nobody_cannot_be_blocked(server: Server) -> None:
    match = make_match(server)
    england = match.players["ENGLAND"]
    match.put(england, "blocks/TURKEY", None, status=404)
    match.put(england, "blocks/ENGLAND", None, status=404)
    match.put(server.sign_up("Strange person"), "blocks/FRANCE", None, status=409)
    assert call(england, "PUT", "people/England player/block", status=409)["error"]["code"] == "yourself"
    call(england, "PUT", "people/Nobody at all/block", status=404)


def test_who_looks_at_a_game_with_a_blocked_person_in_it_is_warned(server: Server) -> None:
    match = make_match(server, start=False)
    stranger = server.sign_up("Strange person")
    assert match.get(stranger)["blocked"] == []
    call(stranger, "PUT", "people/France player/block")
    assert match.get(stranger)["blocked"] == ["France player"]
    assert match.get(match.players["FRANCE"])["blocked"] == []


def test_nobody_blocks_without_end(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.people.blocks.MOST_BLOCKS", 1)
    ilse = server.sign_up("Ilse")
    for name in ("One", "Two"):
        server.sign_up(name)
    call(ilse, "PUT", "people/One/block")
    assert call(ilse, "PUT", "people/Two/block", status=409)["error"]["code"] == "too_many"
