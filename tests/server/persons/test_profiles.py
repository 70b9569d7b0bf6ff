"""Profiles: people show what they choose, and no profile tells of games that are closed to the reader."""

from legation.server.people.placing import place_ended_games
from tests.server.accounts.test_guests import make_guest_client
from tests.server.admin.helpers import id_of, make_admin, post
from tests.server.kit import Server
from tests.server.people import make_match
from tests.server.persons.helpers import call, end_in_draw, play_and_draw, show_all

FRANCE = "people/France player"


def test_nothing_is_shown_until_the_person_says_so(server: Server) -> None:
    match = make_match(server)
    for viewer in (server.client(), match.gm, match.players["FRANCE"]):
        assert call(viewer, "GET", FRANCE, status=404)["error"]["code"] == "not_found"
    own = call(match.players["FRANCE"], "GET", "account/profile")
    assert not any(own[name] for name in ("is_shown", "shows_games", "shows_placings", "shows_rating"))


def test_each_part_is_shown_only_if_chosen(server: Server) -> None:
    match = play_and_draw(server)
    place_ended_games(server.services)
    france, stranger = match.players["FRANCE"], server.client()
    show_all(france, shows_games=False, shows_rating=False)
    seen = call(stranger, "GET", FRANCE)
    assert (seen["name"], seen["about"], seen["games"], seen["rating"]) == (
        "France player",
        "Plays for fun.",
        None,
        None,
    )
    assert seen["placings"] == {"finished": 1, "won": 0, "shared": 1, "places": {"1": 1}}
    show_all(france)
    seen = call(stranger, "GET", FRANCE)
    assert [(game["id"], game["power_name"], game["place"]) for game in seen["games"]] == [(match.id, "France", 1)]
    assert (seen["rating"]["games"], seen["rating"]["is_provisional"]) == (1, True)
    show_all(france, shows_placings=False)
    assert call(stranger, "GET", FRANCE)["games"][0]["place"] is None


def test_names_are_found_whatever_their_case_and_taken_off_again(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    show_all(ilse)
    assert call(server.client(), "GET", "people/ILSE")["name"] == "Ilse"
    show_all(ilse, is_shown=False)
    call(server.client(), "GET", "people/Ilse", status=404)


def test_private_games_are_shown_to_their_members_only(server: Server) -> None:
    match = play_and_draw(server, terms={"is_private": True})
    place_ended_games(server.services)
    show_all(match.players["FRANCE"])
    for viewer in (server.client(), server.sign_up("Strange person"), make_admin(server)):
        seen = call(viewer, "GET", FRANCE)
        assert (seen["games"], seen["placings"]["finished"], seen["rating"]) == ([], 0, None)
    assert [game["id"] for game in call(match.players["ENGLAND"], "GET", FRANCE)["games"]] == [match.id]


def test_games_without_onlookers_are_shown_to_their_members_only(server: Server) -> None:
    match = make_match(server, terms={"spectators": {"allowed": False}})
    show_all(match.players["FRANCE"])
    assert call(server.client(), "GET", FRANCE)["games"] == []
    assert len(call(match.players["ENGLAND"], "GET", FRANCE)["games"]) == 1


def test_anonymous_games_are_on_no_profile_before_they_are_over(server: Server) -> None:
    match = make_match(server, terms={"is_anonymous": True})
    match.judge()
    show_all(match.players["FRANCE"])
    viewers = [server.client(), match.players["ENGLAND"], match.gm, match.players["FRANCE"]]
    for viewer in viewers:
        assert call(viewer, "GET", FRANCE)["games"] == []
    end_in_draw(match, ["FRANCE"])
    for viewer in viewers:
        assert [game["id"] for game in call(viewer, "GET", FRANCE)["games"]] == [match.id]


def test_banned_accounts_and_guests_have_no_profile(server: Server) -> None:
    admin, ilse = make_admin(server), server.sign_up("Ilse")
    show_all(ilse)
    post(admin, f"accounts/{id_of(ilse)}/ban", {"reason": "spite"})
    call(server.client(), "GET", "people/Ilse", status=404)
    guest = make_guest_client(server)
    assert call(guest, "PUT", "account/profile", {"is_shown": True}, status=409)["error"]["code"] == "claim_first"


def test_a_closed_account_leaves_no_words_behind(server: Server) -> None:
    ilse, other = server.sign_up("Ilse"), server.sign_up("Other")
    show_all(ilse)
    call(ilse, "PUT", "people/Other/block")
    call(ilse, "PUT", "waits/standard/days")
    ilse.post("/api/v1/account/close")
    call(other, "GET", "people/Ilse", status=404)
    assert call(other, "GET", "waits")["lists"] == []
