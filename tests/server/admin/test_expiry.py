"""What nobody uses goes, with all that hangs on it and nothing else, on both databases."""

from typing import Any

import pytest
from sqlalchemy import func, select

from legation.server.admin import expiry
from legation.server.admin.expiry import tidy
from legation.server.game.event_storage import add_event, list_events
from legation.server.judging.service import Line, judge_now
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice
from legation.server.mail.outbox_storage import mark_sent
from legation.server.store.tables import accounts, games, metadata, notices, sandboxes, sessions
from tests.server.admin.helpers import id_of
from tests.server.kit import Client, Server
from tests.server.people import make_match

OF_A_GAME = ("entries", "members", "seats", "orders", "rooms", "messages", "log", "events", "games")


def play(server: Server) -> tuple[Client, str]:
    """A guest with a game of one judged phase and orders for the next."""
    guest = server.client()
    game = guest.post("/api/v1/solo", json={"variant": "standard", "power": "FRANCE", "level": "easy"}).json()["game"]
    guest.get("/api/v1/session")
    for orders in (["A PAR - BUR"], ["A BUR H"]):
        turn = guest.get(f"/api/v1/games/{game['id']}").json()["turn"]
        plan = {"turn": turn, "plan": "A", "version": None, "orders": orders}
        assert guest.put(f"/api/v1/games/{game['id']}/orders", json=plan).status_code == 200
        if orders == ["A PAR - BUR"]:
            judge_now(server.services, game["id"], Line())
    return guest, str(game["id"])


def count_rows(server: Server) -> dict[str, int]:
    with server.services.store.read() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }


def list_ids(server: Server, column: Any) -> set[Any]:
    with server.services.store.read() as connection:
        return set(connection.execute(select(column)).scalars())


def test_a_guest_who_stays_away_goes_with_the_game_and_nothing_else_goes(server_on_each: Server) -> None:
    server = server_on_each
    match = make_match(server)
    match.order("FRANCE", ["A PAR - BUR"], confirm=True)
    match.post(match.players["FRANCE"], "press", {"to": ["ENGLAND"], "text": "Hello"}, status=201)
    match.judge()
    server.clock.pass_time(days=3)
    tidy(server.services)
    before = count_rows(server)
    guest, game = play(server)
    kept = guest.post("/api/v1/sandboxes", json={"request": {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}})
    assert kept.status_code == 201
    server.clock.pass_time(days=29)
    done = tidy(server.services)
    assert (done.games, done.guests) == (0, 0)
    server.clock.pass_time(days=2)
    done = tidy(server.services)
    assert (done.games, done.guests) == (1, 1)
    assert list_ids(server, games.c.id) == {match.id}
    assert id_of(guest) not in list_ids(server, accounts.c.id)
    after = count_rows(server)
    assert {name: after[name] for name in OF_A_GAME if name != "events"} == {
        name: before[name] for name in OF_A_GAME if name != "events"
    }
    assert guest.get(f"/api/v1/games/{game}").json()["error"]["code"] == "session_ended"
    assert list_ids(server, games.c.entry) == {1}


def test_a_guest_who_comes_back_keeps_everything(server: Server) -> None:
    _, game = play(server)
    for _ in range(3):
        server.clock.pass_time(days=20)
        with server.services.store.write() as connection:
            connection.execute(accounts.update().values(seen_at=server.clock.now()))
        tidy(server.services)
    assert list_ids(server, games.c.id) == {game}


def test_a_game_against_bots_stays_while_its_account_does_and_goes_with_it(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    ilse.post("/api/v1/solo", json={"variant": "standard", "level": "easy"})
    server.clock.pass_time(days=400)
    assert tidy(server.services).games == 0
    with server.services.store.write() as connection:
        connection.execute(accounts.update().values(is_closed=True))
    assert tidy(server.services).games == 1
    assert list_ids(server, accounts.c.name) == {"Ilse"}


def test_a_guest_who_claimed_an_account_is_no_guest(server: Server) -> None:
    guest, game = play(server)
    body = {"name": "Ilse", "email": "ilse@example.org", "password": "correct horse battery"}
    assert guest.post("/api/v1/account/claim", json=body).status_code == 200
    server.clock.pass_time(days=400)
    assert tidy(server.services).guests == 0
    assert list_ids(server, games.c.id) == {game}


def test_sandboxes_of_strangers_go_earlier_than_those_of_accounts(server_on_each: Server) -> None:
    server = server_on_each
    request = {"request": {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}}
    stranger, ilse = server.client(), server.sign_up("Ilse")
    opened = stranger.post("/api/v1/sandboxes", json=request).json()["id"]
    stranger.post("/api/v1/sandboxes", json=request)
    owned = ilse.post("/api/v1/sandboxes", json=request).json()["id"]
    server.clock.pass_time(days=20)
    server.client().get(f"/api/v1/sandboxes/{opened}")
    server.clock.pass_time(days=11)
    assert tidy(server.services).sandboxes == 1
    assert list_ids(server, sandboxes.c.id) == {opened, owned}
    server.clock.pass_time(days=20)
    assert tidy(server.services).sandboxes == 1
    server.clock.pass_time(days=314)
    assert tidy(server.services).sandboxes == 0
    server.clock.pass_time(days=2)
    assert tidy(server.services).sandboxes == 1


def test_ended_sessions_old_events_and_old_letters_go(server_on_each: Server) -> None:
    server = server_on_each
    match = make_match(server, ("FRANCE",))
    with server.services.store.write() as connection:
        for _ in range(2):
            add_notice(
                connection, channel=Channel.MAIL, kind=NoticeKind.RESET, subject="x", body="x", now=server.clock.now()
            )
        first = connection.execute(select(func.max(notices.c.id))).scalar_one()
        mark_sent(connection, first, server.clock.now())
    server.clock.pass_time(days=91)
    with server.services.store.write() as connection:
        add_event(connection, match.id, "all", "gm", server.clock.now())
    server.sign_up("Ilse")
    assert tidy(server.services).rows > 3
    with server.services.store.read() as connection:
        assert [event.kind for event in list_events(connection, 0)] == ["gm"]
        assert connection.execute(select(func.count()).select_from(sessions)).scalar_one() == 1
    left = list_ids(server, notices.c.id)
    assert first not in left
    assert first - 1 in left


def test_what_is_old_goes_in_small_batches(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    match = make_match(server, ("FRANCE",))
    with server.services.store.write() as connection:
        for _ in range(25):
            add_event(connection, match.id, "all", "gm", server.clock.now())
    server.clock.pass_time(days=3)
    before = count_rows(server)["events"]
    monkeypatch.setattr(expiry, "BATCH", 10)
    monkeypatch.setattr(expiry, "MOST_BATCHES", 2)
    tidy(server.services)
    assert count_rows(server)["events"] == before - 20
    tidy(server.services)
    tidy(server.services)
    assert count_rows(server)["events"] == 0
