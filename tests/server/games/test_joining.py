"""Coming and going, and asking for time."""

import pytest

from legation.server.judging.integrity import check_game
from legation.server.store.tables import notices
from tests.server.kit import Server
from tests.server.people import Match, make_match


@pytest.fixture
def open_match(server: Server) -> Match:
    return make_match(server, powers=("FRANCE",), start=False)


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def test_a_player_chooses_a_power_and_chooses_anew(open_match: Match) -> None:
    italy = open_match.join("Italian", "player", power="ITALY")
    assert open_match.get(italy)["you"]["power"] == "ITALY"
    open_match.post(italy, "join", {"role": "player", "power": "TURKEY"})
    assert open_match.get(italy)["you"]["power"] == "TURKEY"
    other = open_match.server.sign_up("Other")
    refused = open_match.post(other, "join", {"role": "player", "power": "FRANCE"}, status=409)
    assert refused["error"]["message"] == "France is taken. Choose another power."


def test_who_chooses_nothing_is_given_a_free_power_at_the_start(open_match: Match) -> None:
    players = [open_match.join(f"Player {number}", "player") for number in range(6)]
    late = open_match.server.sign_up("Late")
    assert open_match.post(late, "join", {"role": "player"}, status=409)["error"]["code"] == "full"
    open_match.post(open_match.gm, "start")
    powers = {open_match.get(player)["you"]["power"] for player in players}
    assert len(powers) == 6
    assert "FRANCE" not in powers


def test_wishes_are_heeded_where_seats_go_by_preference(server: Server) -> None:
    match = make_match(server, powers=(), terms={"seating": "preferences"}, start=False)
    one = match.join("One", "player", wishes=["ITALY", "TURKEY"])
    two = match.join("Two", "player", wishes=["TURKEY", "ITALY"])
    match.post(match.gm, "start", {"bots": "easy"})
    assert (match.get(one)["you"]["power"], match.get(two)["you"]["power"]) == ("ITALY", "TURKEY")


def test_several_players_hold_one_power_where_the_terms_say_so(server: Server) -> None:
    match = make_match(server, terms={"players_per_power": 2}, start=False)
    second = match.join("Second", "player", power="FRANCE")
    third = match.server.sign_up("Third")
    match.post(third, "join", {"role": "player", "power": "FRANCE"}, status=409)
    match.post(match.gm, "start", {"bots": "easy"})
    sent = match.post(match.players["FRANCE"], "press", {"to": ["ENGLAND"], "text": "We"}, status=201)
    assert match.get(second, f"press/{sent['room']}")["messages"][0]["is_yours"] is True
    match.post(second, "leave")
    assert match.get(match.players["FRANCE"])["you"]["power"] == "FRANCE"
    assert "offered" not in match.log()[0]["text"]


def test_guests_and_the_game_master_do_not_join_as_players(open_match: Match) -> None:
    guest = open_match.server.client()
    guest.post("/api/v1/solo", json={"variant": "standard", "level": "easy"})
    guest.get("/api/v1/session")
    assert open_match.post(guest, "join", {"role": "player"}, status=403)["error"]["code"] == "claim_first"
    refused = open_match.post(open_match.gm, "join", {"role": "player", "power": "ITALY"}, status=409)
    assert refused["error"]["code"] == "gm_plays_not"
    assert open_match.post(open_match.server.client(), "join", {}, status=401)["error"]["code"] == "sign_in_first"


def test_onlookers_come_only_where_the_terms_let_them(server: Server) -> None:
    match = make_match(server, terms={"spectators": {"allowed": False}}, start=False)
    who = server.sign_up("Odd")
    assert match.post(who, "join", {"role": "spectator"}, status=403)["error"]["code"] == "forbidden"


def test_a_member_has_one_part(match: Match) -> None:
    assert match.post(match.players["FRANCE"], "join", {"role": "standby"}, status=409)["error"]["code"] == "has_part"
    assert match.post(match.gm, "join", {"role": "spectator"}, status=409)["error"]["code"] == "has_part"
    who = match.join("Odd", "spectator")
    match.post(who, "join", {"role": "standby"})
    assert match.get(who)["you"]["roles"] == ["candidate"]
    assert who.account is not None
    match.act("admit", {"account": who.account["id"]})
    assert match.get(who)["you"]["roles"] == ["standby"]


def test_a_stranger_takes_no_seat_in_a_game_that_has_begun(match: Match) -> None:
    match.post(match.players["FRANCE"], "leave")
    stranger = match.server.sign_up("Odd")
    refused = match.post(stranger, "join", {"role": "player", "power": "FRANCE"}, status=403)
    assert "standby" in refused["error"]["message"]
    assert match.post(stranger, "join", {"role": "player"}, status=409)["error"]["code"] == "begun"


def test_who_leaves_leaves_the_power_to_the_standbys(match: Match) -> None:
    standby = match.join("Standby", "standby")
    match.put(match.players["FRANCE"], "notes", {"text": "Do not trust Italy."})
    match.order("FRANCE", ["A PAR - PIC"])
    match.post(match.players["FRANCE"], "leave")
    assert match.log()[0]["text"] == "France player left the game. France is offered to standbys."
    with match.server.services.store.read() as connection:
        told = connection.execute(notices.select().where(notices.c.kind == "offer")).all()
    assert standby.account is not None
    assert standby.account["id"] in {notice.account for notice in told}
    assert not any("Do not trust" in notice.body for notice in told)
    match.post(standby, "join", {"role": "player", "power": "FRANCE"})
    briefing = match.get(standby, "briefing")
    assert briefing["left"]["notes"] == "Do not trust Italy."
    assert [line["order"] for line in briefing["left"]["plans"]["A"]] == ["A PAR - PIC"]
    assert match.players["FRANCE"].get(match.path("briefing")).status_code == 403


def test_a_new_player_takes_a_power_out_of_civil_disorder(match: Match) -> None:
    standby = match.join("Standby", "standby")
    match.act("disorder", {"power": "FRANCE", "on": True})
    match.act("offer", {"power": "FRANCE"})
    match.post(standby, "join", {"role": "player", "power": "FRANCE"})
    assert not next(seat for seat in match.get(standby)["seats"] if seat["power"] == "FRANCE")["in_disorder"]
    with match.server.services.store.read() as connection:
        assert check_game(connection, match.server.services, match.id) == ""


def test_the_game_master_leaves_only_after_handing_over(match: Match) -> None:
    assert match.post(match.gm, "leave", status=409)["error"]["code"] == "hand_over_first"
    assert match.post(match.server.sign_up("Odd"), "leave", status=409)["error"]["code"] == "no_part"
