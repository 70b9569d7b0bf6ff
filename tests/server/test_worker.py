import threading
import time

import pytest
from sqlalchemy import select

from legation.server.base.services import make_services
from legation.server.base.times import SteadyClock
from legation.server.game.storage import change_game
from legation.server.judging.service import judge_if_due
from legation.server.store.tables import notices
from legation.server.worker import Worker, judge_due_games, send_reminders
from tests.server.kit import Server
from tests.server.matches import host


def test_who_has_no_orders_in_is_reminded_once_for_each_hour_of_the_terms(server: Server) -> None:
    match = host(server, terms={"reminders_hours": [6, 2]})
    match.save("GERMANY", ["A MUN H"])
    server.clock.pass_time(hours=17)
    assert send_reminders(server.services) == 0
    server.clock.pass_time(hours=1, minutes=1)
    assert send_reminders(server.services) == 1
    assert send_reminders(server.services) == 0
    server.clock.pass_time(hours=4)
    assert send_reminders(server.services) == 1
    with server.services.store.read() as connection:
        told = connection.execute(select(notices.c.account).where(notices.c.kind == "reminder")).scalars().all()
    account = match.players["FRANCE"].account
    assert account is not None
    assert set(told) == {account["id"]}


def test_one_broken_game_keeps_no_other_waiting(server: Server) -> None:
    broken, sound = host(server, ("FRANCE",)), host(server, ("FRANCE",))
    with server.services.store.write() as connection:
        change_game(connection, broken.id, state="{}")
    server.clock.pass_time(hours=25)
    assert judge_due_games(server.services) == 1
    assert sound.turn == 2


def test_a_worker_judges_by_itself_and_stops_when_told(server: Server) -> None:
    match = host(server, ("FRANCE",))
    services = make_services(server.services.settings, clock=SteadyClock())
    with services.store.write() as connection:
        change_game(connection, match.id, deadline=services.clock.now(), look_at=services.clock.now())
    worker = Worker(services)
    worker.start()
    end = time.monotonic() + 20
    while match.turn == 1 and time.monotonic() < end:
        time.sleep(0.05)
    worker.stop()
    services.store.close()
    assert match.turn >= 2


def test_nothing_is_removed_as_soon_as_a_process_starts(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    tidied: list[object] = []
    reminded = threading.Event()
    monkeypatch.setattr("legation.server.worker.tidy", tidied.append)
    monkeypatch.setattr("legation.server.worker.send_reminders", lambda _services: reminded.set())
    worker = Worker(server.services)
    worker.start()
    assert reminded.wait(20)
    worker.stop()
    assert tidied == []


def test_a_game_that_is_gone_is_no_trouble(server: Server) -> None:
    assert not judge_if_due(server.services, "nosuchgame")
