"""Invitations by link."""

import pytest

from legation.server.store.tables import invitations
from tests.server.kit import Server
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server, powers=(), terms={"is_private": True}, start=False)


def invite(match: Match, **body: object) -> str:
    made = match.post(match.gm, "invitations", body, status=201)
    assert made["url"] == f"http://testserver/invite/{made['token']}"
    token: str = made["token"]
    return token


def test_a_link_opens_a_private_game_to_who_has_it(match: Match) -> None:
    token, guest = invite(match, role="player", power="ITALY"), match.server.sign_up("Italian")
    assert guest.get(match.path()).status_code == 404
    shown = match.server.client().get(f"/api/v1/invitations/{token}").json()
    assert (shown["game"]["title"], shown["role"], shown["power"]) == ("The Long Peace", "player", "ITALY")
    joined = guest.post(f"/api/v1/invitations/{token}")
    assert joined.json()["you"]["power"] == "ITALY"
    assert guest.get(match.path()).status_code == 200


def test_a_link_is_used_so_often_and_no_more(match: Match) -> None:
    token = invite(match, role="spectator", uses=2)
    for name, status in (("One", 200), ("Two", 200), ("Three", 404)):
        assert match.server.sign_up(name).post(f"/api/v1/invitations/{token}").status_code == status


def test_a_use_that_fails_is_not_counted(match: Match) -> None:
    token = invite(match, role="player", power="ITALY", uses=2)
    assert match.server.sign_up("One").post(f"/api/v1/invitations/{token}").status_code == 200
    two = match.server.sign_up("Two")
    assert two.post(f"/api/v1/invitations/{token}").json()["error"]["code"] == "seat_taken"
    assert match.get(match.gm, "gm")["invitations"][0]["uses"] == 1


def test_a_link_runs_out(match: Match) -> None:
    token = invite(match, role="standby", days=2)
    match.server.clock.pass_time(days=2)
    assert match.server.sign_up("Late").post(f"/api/v1/invitations/{token}").status_code == 404
    assert match.server.client().get(f"/api/v1/invitations/{token}").status_code == 404


def test_a_link_is_taken_back(match: Match) -> None:
    token = invite(match, role="standby")
    shown = match.get(match.gm, "gm")["invitations"][0]
    assert token not in str(shown)
    assert match.gm.delete(match.path(f"invitations/{shown['id']}")).status_code == 204
    assert match.server.client().get(f"/api/v1/invitations/{token}").status_code == 404
    assert match.gm.delete(match.path(f"invitations/{shown['id']}")).status_code == 404


def test_only_the_digest_of_a_link_is_kept(match: Match) -> None:
    token = invite(match, role="standby")
    with match.server.services.store.read() as connection:
        row = connection.execute(invitations.select()).one()
    assert token not in str(row)
    assert len(row.digest) == 64
    assert token not in str(match.log())


def test_nobody_else_invites_and_nobody_is_invited_to_run_the_game(match: Match) -> None:
    token = invite(match, role="player")
    player = match.server.sign_up("Player")
    player.post(f"/api/v1/invitations/{token}")
    match.post(player, "invitations", {"role": "player"}, status=403)
    match.post(match.gm, "invitations", {"role": "gm"}, status=422)
    match.post(match.gm, "invitations", {"role": "player", "uses": 0}, status=422)
    assert match.server.client().get("/api/v1/invitations/nonsense").status_code == 404
    assert match.server.client().post(f"/api/v1/invitations/{token}").status_code == 401


def test_somebody_invited_takes_over_an_empty_seat_in_a_running_game(server: Server) -> None:
    match = make_match(server)
    match.post(match.players["FRANCE"], "leave")
    token = invite(match, role="player", power="FRANCE")
    new = server.sign_up("New")
    assert new.post(f"/api/v1/invitations/{token}").json()["you"]["power"] == "FRANCE"
    again = invite(match, role="player", power="ENGLAND")
    assert server.sign_up("Other").post(f"/api/v1/invitations/{again}").json()["error"]["code"] == "seat_taken"
