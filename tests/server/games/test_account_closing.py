"""Closing an account while something of it is under way."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from webauthn import verify_registration_response

from legation.server.base.refusals import HttpRefusal
from legation.server.game.records import Role
from legation.server.games import account_closing
from legation.server.games.creating import GameRequest, create_game
from legation.server.games.joining import Part, join
from legation.server.gm.schedule import run_scheduled
from legation.server.identity.account_storage import find_account
from legation.server.identity.viewers import Viewer, make_account
from legation.server.store.tables import members
from legation.server.store.tables import passkeys as passkey_table
from legation.server.worker import work_through
from tests.server.authenticator import Device
from tests.server.kit import Client, Server
from tests.server.matches import Match, host


def close(client: Client) -> None:
    assert client.post("/api/v1/account/close").status_code == 204


def admit(server: Server, client: Client) -> Viewer:
    """The sender of a request that is on its way while the account is open."""
    with server.services.store.read() as connection:
        row = find_account(connection, (client.account or {})["id"])
    assert row is not None
    return Viewer(make_account(row))


def count_parts(server: Server, viewer: Viewer) -> int:
    """In how many games an account has a part now."""
    wanted = select(func.count()).where(members.c.account == viewer.account_id, members.c.left_at.is_(None))
    with server.services.store.read() as connection:
        return connection.execute(wanted.select_from(members)).scalar_one()


def open_game(server: Server) -> Match:
    gm = server.sign_up("Master")
    made = gm.post("/api/v1/games", json={"title": "A match", "variant": "standard"}).json()
    return Match(server, made["id"], gm)


def test_a_request_that_was_on_its_way_gives_a_closed_account_no_part(server_on_each: Server) -> None:
    server = server_on_each
    match, otto = open_game(server), server.sign_up("Otto")
    viewer = admit(server, otto)
    close(otto)
    acts: list[Callable[[], object]] = [
        lambda: join(server.services, viewer, match.id, Part(Role.PLAYER, "FRANCE")),
        lambda: join(server.services, viewer, match.id, Part(Role.SPECTATOR)),
        lambda: create_game(server.services, viewer, GameRequest("Mine", "standard")),
    ]
    for act in acts:
        with pytest.raises(HttpRefusal) as refused:
            act()
        assert (refused.value.status, refused.value.code) == (401, "session_ended")
    assert count_parts(server, viewer) == 0


def test_a_game_that_was_joined_while_the_others_were_left_is_left_too(
    server_on_each: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = server_on_each
    match, otto = open_game(server), server.sign_up("Otto")
    viewer = admit(server, otto)
    leave_games = account_closing._leave_games

    def leave_and_join(*given: Any) -> None:
        monkeypatch.setattr(account_closing, "_leave_games", leave_games)
        leave_games(*given)
        join(server.services, viewer, match.id, Part(Role.PLAYER, "FRANCE"))
        assert count_parts(server, viewer) == 1

    monkeypatch.setattr(account_closing, "_leave_games", leave_and_join)
    close(otto)
    assert count_parts(server, viewer) == 0


def test_a_passkey_that_is_being_made_is_not_kept(
    make_any: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_any(public_url="https://games.example.org")
    otto = server.sign_up("Otto")
    waiting = otto.post("/api/v1/passkeys/challenge").json()

    def close_and_verify(**given: Any) -> Any:
        account = admit(server, otto).account
        assert account is not None
        account_closing.close_account(server.services, account)
        return verify_registration_response(**given)

    monkeypatch.setattr("legation.server.accounts.passkeys.verify_registration_response", close_and_verify)
    assert otto.post("/api/v1/passkeys", json=Device().make(waiting)).status_code == 401
    with server.services.store.read() as connection:
        assert connection.execute(select(passkey_table.c.id)).all() == []


def test_what_a_master_had_planned_is_not_done(server: Server) -> None:
    match = host(server)
    moment = "2026-11-15T18:00:00Z"
    planned = match.gm.post(match.path("/gm/schedule"), json={"act": {"act": "pause"}, "at": moment})
    assert planned.status_code == 201, planned.text
    close(match.gm)
    server.clock.pass_time(hours=6)
    assert run_scheduled(server.services) == 0
    player = match.players["FRANCE"]
    assert match.read(player)["status"] == "running"
    assert "no longer runs the game" in match.read(player, "/log")["log"][0]["text"]


def test_bots_that_think_and_a_sandbox_that_was_shared_break_nothing(server: Server) -> None:
    otto = server.sign_up("Otto")
    solo = otto.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE", "level": "easy"}).json()["game"]
    otto.post(f"/api/v1/games/{solo['id']}/orders/ready", json={"turn": solo["turn"], "ready": True})
    request = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
    link = otto.post("/api/v1/sandboxes", json={"request": request}).json()["id"]
    close(otto)
    assert work_through(server.services) == 1
    stranger = server.client()
    assert stranger.get(f"/api/v1/games/{solo['id']}").status_code == 404
    assert stranger.get(f"/api/v1/sandboxes/{link}").status_code == 200
