"""Press: who reads what, when it is open, and that nothing is sent twice."""

from datetime import timedelta
from typing import Any

import pytest

from legation.server.store.tables import messages, notices
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def send(match: Match, who: Client, to: Any, text: str, *, status: int = 201, **more: Any) -> Any:
    return match.post(who, "press", {"to": to, "text": text, **more}, status=status)


def room_of(match: Match, who: Client, key: str) -> dict[str, Any]:
    rooms: list[dict[str, Any]] = match.get(who, "press")["rooms"]
    return next(room for room in rooms if room["key"] == key)


def test_a_letter_reaches_its_power_and_nobody_else(match: Match) -> None:
    france, england, germany = (match.players[power] for power in ("FRANCE", "ENGLAND", "GERMANY"))
    sent = send(match, france, ["ENGLAND"], "Shall we share Belgium?")
    found = room_of(match, england, "ENGLAND+FRANCE")
    assert (found["title"], found["unread"], found["last"]["sender"]) == ("France and you", 1, "FRANCE")
    assert match.get(england, f"press/{sent['room']}")["messages"][0]["text"] == "Shall we share Belgium?"
    assert "ENGLAND+FRANCE" not in [room["key"] for room in match.get(germany, "press")["rooms"]]
    assert germany.get(match.path(f"press/{sent['room']}")).status_code == 404
    assert match.gm.get(match.path(f"press/{sent['room']}")).status_code == 404


def test_the_same_request_is_taken_once(match: Match) -> None:
    france = match.players["FRANCE"]
    first = send(match, france, ["ENGLAND"], "Once.", request="a-1")
    again = send(match, france, ["ENGLAND"], "Once.", request="a-1")
    other = send(match, france, ["ENGLAND"], "Twice.", request="a-2")
    assert again == first
    assert other["id"] == first["id"] + 1
    with match.server.services.store.read() as connection:
        assert len(connection.execute(messages.select()).all()) == 2


def test_what_was_read_is_no_longer_unread_on_any_page(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    for number in range(3):
        sent = send(match, france, ["ENGLAND"], f"Letter {number}")
    assert match.get(england)["unread"] == 3
    assert match.post(england, f"press/{sent['room']}/read", {"message": 2})["unread"] == 1
    assert match.post(england, f"press/{sent['room']}/read", {"message": 1})["unread"] == 1
    assert match.post(england, f"press/{sent['room']}/read", {"message": 999})["unread"] == 0
    send(match, france, ["ENGLAND"], "One more")
    assert room_of(match, england, "ENGLAND+FRANCE")["unread"] == 1
    assert room_of(match, france, "ENGLAND+FRANCE")["unread"] == 0


def test_numbers_of_messages_tell_nothing_of_other_rooms(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    first = send(match, france, ["GERMANY"], "To Germany")
    for _ in range(5):
        send(match, england, ["GERMANY"], "Between others")
    second = send(match, france, ["GERMANY"], "To Germany again")
    assert (first["id"], second["id"]) == (1, 2)


def test_a_room_of_three_is_one_room_whoever_writes(match: Match) -> None:
    france, germany = match.players["FRANCE"], match.players["GERMANY"]
    one = send(match, france, ["ENGLAND", "GERMANY"], "The three of us")
    other = send(match, germany, ["FRANCE", "ENGLAND", "FRANCE"], "Agreed")
    assert one["room"] == other["room"]
    assert room_of(match, germany, "ENGLAND+FRANCE+GERMANY")["title"] == "England, France and you"


def test_older_messages_come_a_page_at_a_time(match: Match) -> None:
    france = match.players["FRANCE"]
    for number in range(7):
        sent = send(match, france, "all", f"Number {number}")
    page = match.get(france, f"press/{sent['room']}", limit=3)
    assert [message["id"] for message in page["messages"]] == [5, 6, 7]
    assert page["more"] is True
    rest = match.get(france, f"press/{sent['room']}", limit=5, before=5)
    assert [message["id"] for message in rest["messages"]] == [1, 2, 3, 4]
    assert rest["more"] is False


def test_search_finds_words_of_any_case_in_ones_own_rooms_only(match: Match) -> None:
    france, germany = match.players["FRANCE"], match.players["GERMANY"]
    send(match, france, ["ENGLAND"], "Straße 100% frei, a_b")
    send(match, france, "all", "STRASSE for all")
    own = match.get(france, "press/search", q="strasse")["messages"]
    assert [message["text"] for message in own] == ["STRASSE for all", "Straße 100% frei, a_b"]
    assert [found["text"] for found in match.get(germany, "press/search", q="Strasse")["messages"]] == [
        "STRASSE for all"
    ]
    assert len(match.get(france, "press/search", q="100%")["messages"]) == 1
    assert match.get(france, "press/search", q="a%b")["messages"] == []
    assert match.get(france, "press/search", q="a_b")["messages"] != []


def test_search_comes_in_pages_and_shows_the_words_where_they_stand(match: Match) -> None:
    france = match.players["FRANCE"]
    send(match, france, ["ENGLAND"], "x" * 400 + " Burgundy is mine " + "y" * 400)
    send(match, france, "all", "burgundy and BURGUNDY")
    first = match.get(france, "press/search", q="burgundy", limit=1)
    assert first["more"] is True
    [newest] = first["messages"]
    assert [(piece["text"], piece["is_hit"]) for piece in newest["excerpt"]] == [
        ("burgundy", True), (" and ", False), ("BURGUNDY", True),
    ]  # fmt: skip
    rest = match.get(france, "press/search", q="burgundy", limit=1, before_room=newest["room"], before=newest["id"])
    [older] = rest["messages"]
    assert rest["more"] is False
    told = "".join(piece["text"] for piece in older["excerpt"])
    assert told.startswith("\u2026")
    assert len(told) < 260
    assert [piece["text"] for piece in older["excerpt"] if piece["is_hit"]] == ["Burgundy"]


def test_a_room_of_several_has_a_name_that_its_members_give_it(match: Match) -> None:
    france, england, germany = (match.players[power] for power in ("FRANCE", "ENGLAND", "GERMANY"))
    made = match.post(france, "press/rooms", {"to": ["ENGLAND", "GERMANY"], "name": "  The  Channel "}, status=201)
    assert (made["key"], made["name"], made["why_not"]) == ("ENGLAND+FRANCE+GERMANY", "The Channel", None)
    assert room_of(match, germany, "ENGLAND+FRANCE+GERMANY")["name"] == "The Channel"
    again = match.post(germany, "press/rooms", {"to": ["FRANCE", "ENGLAND"]}, status=201)
    assert (again["id"], again["name"]) == (made["id"], "The Channel")
    match.patch(england, f"press/{made['id']}", {"name": "North Sea"})
    assert room_of(match, france, "ENGLAND+FRANCE+GERMANY")["name"] == "North Sea"
    match.patch(england, f"press/{made['id']}", {"name": ""})
    assert room_of(match, france, "ENGLAND+FRANCE+GERMANY")["name"] is None
    outsider = match.join("Spectator", "spectator")
    assert outsider.patch(match.path(f"press/{made['id']}"), json={"name": "Mine"}).status_code == 404
    pair = send(match, france, ["ENGLAND"], "Us two")
    refused = match.patch(france, f"press/{pair['room']}", {"name": "Two"}, status=422)
    assert refused["error"]["message"] == "Only a room of several powers has a name."
    assert match.patch(france, f"press/{made['id']}", {"name": "x" * 41}, status=422)["error"]["code"] == "too_long"


def test_while_press_is_closed_a_room_can_be_neither_opened_nor_named(server: Server) -> None:
    match = make_match(server, terms={"press": {"closes_minutes": 90}})
    france = match.players["FRANCE"]
    made = match.post(france, "press/rooms", {"to": ["ENGLAND", "GERMANY"], "name": "Open"}, status=201)
    server.clock.pass_time(hours=70, minutes=31)
    assert (
        match.patch(france, f"press/{made['id']}", {"name": "I attack"}, status=403)["error"]["code"] == "press_closed"
    )
    assert (
        match.post(france, "press/rooms", {"to": ["ENGLAND", "ITALY"]}, status=403)["error"]["code"] == "press_closed"
    )
    assert match.patch(france, f"press/{made['id']}", {"muted": True})["is_muted"] is True


def test_a_muted_room_is_silent_except_for_the_game_master(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    sent = send(match, france, ["ENGLAND"], "One")
    match.post(england, f"press/{sent['room']}/read", {"message": 1})
    assert match.patch(england, f"press/{sent['room']}", {"muted": True})["is_muted"] is True
    send(match, france, ["ENGLAND"], "Two")
    found = room_of(match, england, "ENGLAND+FRANCE")
    assert (found["unread"], found["is_muted"]) == (1, True)
    assert match.get(england)["unread"] == 0
    with match.server.services.store.read() as connection:
        waiting = connection.execute(notices.select().where(notices.c.kind == "press")).all()
    assert (england.account or {})["id"] not in [notice.account for notice in waiting]
    public = room_of(match, england, "all")
    match.patch(england, f"press/{public['id']}", {"muted": True})
    send(match, match.gm, "all", "The deadline has moved.")
    assert match.get(england)["unread"] == 1
    match.patch(england, f"press/{sent['room']}", {"muted": False})
    assert match.get(england)["unread"] == 2
    gm_room = room_of(match, england, "gm:ENGLAND")
    assert match.patch(england, f"press/{gm_room['id']}", {"muted": True}, status=422)["error"]["field"] == "muted"


@pytest.mark.parametrize(
    ("press", "public", "one", "several"),
    [
        ({}, None, None, None),
        ({"public": False}, "This game has no public press.", None, None),
        ({"private": False}, None, "This game has no private press.", None),
        ({"rooms": False}, None, None, "In this game letters go to one power, not to several."),
    ],
)
def test_what_the_terms_forbid_is_told_before_anything_is_written(
    server: Server, press: dict[str, Any], public: str | None, one: str | None, several: str | None
) -> None:
    match = make_match(server, terms={"press": press})
    france = match.players["FRANCE"]
    page = match.get(france, "press")
    assert room_of(match, france, "all")["why_not"] == public
    assert room_of(match, france, "gm:FRANCE")["why_not"] is None
    assert {other["why_not"] for other in page["others"]} == {one}
    assert page["why_not_several"] == several
    onlooker = match.join("Spectator", "spectator")
    assert room_of(match, onlooker, "all")["why_not"] == "Only players and the game master can write here."


def test_the_game_master_is_told_that_letters_go_to_one_power_or_to_all(match: Match) -> None:
    page = match.get(match.gm, "press")
    assert {other["why_not"] for other in page["others"]} == {None}
    assert page["why_not_several"] == "The game master writes to one power, or to all."


def test_grey_press_has_no_sender_for_anybody_but_its_writer(server: Server) -> None:
    match = make_match(server, terms={"press": {"grey": True}})
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    sent = send(match, france, "all", "The Tsar is mad", grey=True)
    assert (sent["sender"], sent["is_yours"]) == (None, True)
    seen = match.get(england, f"press/{sent['room']}")["messages"][0]
    assert (seen["sender"], seen["is_yours"]) == (None, False)
    assert "FRANCE" not in str(seen)
    assert match.get(match.gm, f"press/{sent['room']}")["messages"][0]["sender"] is None
    refused = send(match, france, ["ENGLAND"], "psst", grey=True, status=403)
    assert refused["error"]["code"] == "press_closed"


def test_a_game_without_grey_press_takes_none(match: Match) -> None:
    refused = send(match, match.players["FRANCE"], "all", "?", grey=True, status=403)
    assert refused["error"]["message"] == "This game has no grey press."


@pytest.mark.parametrize(
    ("press", "to", "sentence"),
    [
        ({"private": False}, ["ENGLAND"], "This game has no private press."),
        ({"rooms": False}, ["ENGLAND", "GERMANY"], "In this game letters go to one power, not to several."),
        ({"public": False}, "all", "This game has no public press."),
    ],
)
def test_press_that_the_terms_leave_out_is_refused(
    server: Server, press: dict[str, Any], to: Any, sentence: str
) -> None:
    match = make_match(server, terms={"press": press})
    refused = send(match, match.players["FRANCE"], to, "Hello", status=403)
    assert refused["error"]["message"] == sentence


def test_press_closes_before_the_deadline_but_not_for_the_game_master(server: Server) -> None:
    match = make_match(server, terms={"press": {"closes_minutes": 90}})
    france = match.players["FRANCE"]
    listed = match.get(france, "press")
    assert (listed["may_write"], listed["closes_at"]) == (True, "2026-11-18T10:30:00Z")
    server.clock.pass_time(hours=70, minutes=31)
    refused = send(match, france, ["ENGLAND"], "Too late", status=403)
    assert refused["error"]["message"].startswith("Press closed 1 hour and 30 minutes before the deadline.")
    assert match.get(france, "press")["may_write"] is False
    send(match, france, "gm", "I have a question.")
    send(match, match.gm, "all", "Half an hour left.")
    match.act("pause")
    send(match, france, ["ENGLAND"], "While the clock stands")


def test_press_may_rest_during_retreats_and_builds(server: Server) -> None:
    match = make_match(server, terms={"press": {"in_retreats": False}})
    while match.get(match.gm)["phase"][-1] == "M":
        match.judge()
    refused = send(match, match.players["FRANCE"], ["ENGLAND"], "Now?", status=403)
    assert "closed during retreats and builds" in refused["error"]["message"]


def test_letters_to_the_game_master_stay_between_the_two(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    sent = send(match, france, "gm", "I am in hospital.")
    assert room_of(match, match.gm, "gm:FRANCE")["title"] == "France and you"
    assert room_of(match, france, "gm:FRANCE")["title"] == "The game master and you"
    answer = send(match, match.gm, ["FRANCE"], "Get well.")
    assert (answer["room"], answer["sender"]) == (sent["room"], "GM")
    assert england.get(match.path(f"press/{sent['room']}")).status_code == 404


def test_the_game_master_writes_to_one_power_or_to_all(match: Match) -> None:
    refused = send(match, match.gm, ["FRANCE", "ENGLAND"], "You two", status=422)
    assert refused["error"]["field"] == "to"
    broadcast = send(match, match.gm, "all", "Welcome.")
    assert broadcast["sender"] == "GM"


def test_onlookers_and_strangers_write_nothing(match: Match) -> None:
    for who in (match.join("Spectator", "spectator"), match.join("Standby", "standby"), match.server.sign_up("Odd")):
        assert send(match, who, "all", "Hello", status=403)["error"]["code"] == "forbidden"


def test_onlookers_read_public_press_as_late_as_the_results(server: Server) -> None:
    match = make_match(server, terms={"spectators": {"allowed": True, "delay_phases": 1}})
    onlooker = match.join("Spectator", "spectator")
    sent = send(match, match.players["FRANCE"], "all", "First turn")
    assert match.get(onlooker, f"press/{sent['room']}")["messages"] == []
    assert match.get(onlooker, "press")["rooms"][0]["last"] is None
    match.judge()
    assert match.get(onlooker, f"press/{sent['room']}")["messages"] == []
    match.judge()
    assert [found["text"] for found in match.get(onlooker, f"press/{sent['room']}")["messages"]] == ["First turn"]
    assert match.get(onlooker, "press/search", q="first")["messages"] != []


def test_who_leaves_a_seat_reads_its_press_no_more_and_who_takes_it_does(match: Match) -> None:
    france, standby = match.players["FRANCE"], match.join("Standby", "standby")
    sent = send(match, france, ["ENGLAND"], "Between us")
    match.post(france, "leave")
    assert france.get(match.path(f"press/{sent['room']}")).status_code == 404
    assert standby.get(match.path(f"press/{sent['room']}")).status_code == 404
    match.post(standby, "join", {"role": "player", "power": "FRANCE"})
    assert match.get(standby, f"press/{sent['room']}")["messages"][0]["is_yours"] is True


def test_the_transcript_opens_to_all_when_the_game_is_over(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    send(match, france, ["ENGLAND"], "A secret\nin two lines")
    send(match, france, "gm", "My illness")
    send(match, england, "all", "Peace")
    assert england.get(match.path("transcript")).status_code == 403
    end_game(match)
    stranger = match.server.client()
    told = match.get(stranger, "transcript")["messages"]
    assert [(line["sender"], line["to"]) for line in told] == [("FRANCE", ["ENGLAND", "FRANCE"]), ("ENGLAND", "all")]
    text = stranger.get(match.path("transcript"), params={"form": "text"}).text
    assert "Spring 1901, orders" in text
    assert "  in two lines" in text
    assert "illness" not in text
    send(match, france, "all", "Good game")
    assert send(match, france, ["ENGLAND"], "Privately", status=403)["error"]["code"] == "press_closed"


def end_game(match: Match) -> None:
    """All powers with players agree on a draw, and the others are given to nobody's vote: in civil disorder."""
    for seat in match.get(match.gm)["seats"]:
        if seat["power"] not in match.players:
            match.act("disorder", {"power": seat["power"], "on": True})
    proposed = match.post(match.players["FRANCE"], "votes", {"places": []}, status=201)
    for who in match.players.values():
        match.put(who, f"votes/{proposed['proposals'][0]['id']}", {"vote": True})
    match.judge()
    assert match.get(match.gm)["status"] == "ended"


def test_letters_that_are_empty_or_too_long_are_refused(match: Match) -> None:
    france = match.players["FRANCE"]
    for text, code in (("", "empty"), ("  \n ", "empty"), ("\x7f\x85", "empty"), ("x" * 10_001, "too_long")):
        refused = send(match, france, "all", text, status=422)["error"]
        assert (refused["field"], refused["code"]) == ("text", code)


def test_a_letter_to_nobody_is_refused(match: Match) -> None:
    for to in ([], ["FRANCE"], ["NOWHERE"], "everyone", 7):
        assert send(match, match.players["FRANCE"], to, "Hello", status=422)["error"]["message"]


def test_one_letter_tells_of_press_until_some_of_it_is_read(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]

    def waiting() -> list[Any]:
        with match.server.services.store.read() as connection:
            return list(connection.execute(notices.select().where(notices.c.kind == "press")))

    send(match, france, ["ENGLAND"], "Secret one")
    sent = send(match, france, ["ENGLAND"], "Secret two")
    assert [notice.account for notice in waiting()] == [(england.account or {})["id"]]
    assert waiting()[0].due_at == match.server.clock.now() + timedelta(minutes=30)
    assert "Secret" not in waiting()[0].body
    match.post(england, f"press/{sent['room']}/read", {"message": sent["id"]})
    assert waiting() == []
    send(match, france, ["ENGLAND"], "Secret three")
    assert len(waiting()) == 1


def test_in_a_game_against_bots_nobody_reads_and_the_page_says_so(server: Server) -> None:
    client = server.client()
    game = client.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE"}).json()["game"]
    client.get("/api/v1/session")
    assert {seat["power"]: seat["reads_press"] for seat in game["seats"]}["ENGLAND"] is False
    press = client.get(f"/api/v1/games/{game['id']}/press").json()
    assert (press["nobody_reads"], press["rooms"], press["may_write"], press["others"]) == (True, [], False, [])
    for to in ("all", "gm", ["ENGLAND"]):
        answer = client.post(f"/api/v1/games/{game['id']}/press", json={"to": to, "text": "Hello?"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "press_closed")
        assert "do not talk" in answer.json()["error"]["message"]


def test_a_game_with_people_has_readers(match: Match) -> None:
    france = match.players["FRANCE"]
    assert match.get(france, "press")["nobody_reads"] is False
    assert all(seat["reads_press"] == (seat["kind"] != "bot") for seat in match.get(france)["seats"])
