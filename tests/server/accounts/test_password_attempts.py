"""Guessing passwords: one limit, however many processes serve."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import select

from legation.server.accounts.password_attempts import count_attempt
from legation.server.admin.expiry import tidy
from legation.server.base.rate_limits import RATES
from legation.server.base.refusals import HttpRefusal
from legation.server.store.tables import buckets
from tests.server.kit import PASSWORD, START, Server, make_server

BURST = RATES["sign_in"].burst


@pytest.fixture
def pair(database_url: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two apps on one database, as two processes have them."""
    with ExitStack() as running:
        made = [make_server(tmp_path, database_url=database_url, rate_factor=1) for _ in range(2)]
        for server in made:
            running.enter_context(server.client())
        yield made[0], made[1]


def guess(server: Server, number: int = 0, *, login: str = "ilse") -> int:
    body = {"login": login, "password": f"guess {number}"}
    return server.client().post("/api/v1/session", json=body).status_code


def test_two_processes_have_one_limit_of_guesses_between_them(pair: tuple[Server, Server]) -> None:
    one, other = pair
    one.sign_up("Ilse")
    statuses = [guess(pair[number % 2], number) for number in range(BURST + 4)]
    assert statuses == [401] * BURST + [429] * 4
    refused = other.client().post("/api/v1/session", json={"login": "ilse", "password": PASSWORD})
    assert refused.json()["error"]["code"] == "too_many_requests"
    wait = int(refused.headers["Retry-After"])
    assert 0 < wait <= 60 / RATES["sign_in"].a_minute
    for server in pair:
        server.clock.pass_time(seconds=wait)
    assert other.client().post("/api/v1/session", json={"login": "ilse", "password": PASSWORD}).status_code == 200


def test_a_process_that_starts_anew_still_knows_of_the_guesses(pair: tuple[Server, Server]) -> None:
    one, fresh = pair
    assert [guess(one, number) for number in range(BURST)] == [401] * BURST
    assert guess(fresh) == 429


def test_the_password_that_a_change_asks_for_is_counted_too(pair: tuple[Server, Server]) -> None:
    pair[0].sign_up("Ilse")
    people = [server.client() for server in pair]
    for person in people:
        assert person.post("/api/v1/session", json={"login": "ilse", "password": PASSWORD}).status_code == 200
    wish = {"password": "wrong"}
    statuses = [
        people[number % 2].post("/api/v1/session/confirm", json=wish).status_code for number in range(BURST + 2)
    ]
    assert statuses == [403] * BURST + [429] * 2


def test_guesses_at_the_same_moment_are_all_counted(pair: tuple[Server, Server]) -> None:
    granted: list[int] = []

    def try_often(server: Server) -> None:
        for number in range(BURST):
            try:
                count_attempt(server.services, ("sign_in", "203.0.113.7"))
                granted.append(number)
            except HttpRefusal:
                pass

    threads = [threading.Thread(target=try_often, args=(server,)) for server in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(granted) == BURST


def test_neither_names_nor_addresses_are_kept_and_counts_are_forgotten(make_any: Callable[..., Server]) -> None:
    server = make_any(rate_factor=1)
    guess(server, login="a secret name")
    with server.services.store.read() as connection:
        rows = connection.execute(select(buckets)).all()
    assert len(rows) == 2
    assert all(len(row.key) == 64 and row.since == START for row in rows)
    server.clock.pass_time(hours=2)
    tidy(server.services)
    with server.services.store.read() as connection:
        assert connection.execute(select(buckets)).all() == []


def test_a_clock_that_lags_behind_another_machines_gives_nothing(pair: tuple[Server, Server]) -> None:
    ahead, behind = pair
    ahead.clock.pass_time(seconds=50)
    assert [guess(ahead, number) for number in range(BURST)] == [401] * BURST
    assert guess(behind) == 429
    assert guess(ahead) == 429


@pytest.mark.parametrize("jump", [{"days": 365}, {"hours": 2}, {"minutes": 5}])
def test_a_clock_that_was_wrong_for_a_moment_keeps_nobody_out(
    pair: tuple[Server, Server], jump: dict[str, float]
) -> None:
    server, restarted = pair
    server.sign_up("Ilse")
    server.clock.pass_time(**jump)
    assert guess(server) == 401
    for each in pair:
        each.clock.turn_to(START)
    # The process that saw the wrong time has counts of its own, which must not keep it either.
    for each in pair:
        for number in range(3 * BURST):
            each.clock.pass_time(seconds=60 / RATES["sign_in"].a_minute)
            assert guess(each, number) == 401
        each.clock.turn_to(START)
    assert restarted.client().post("/api/v1/session", json={"login": "ilse", "password": PASSWORD}).status_code in (
        200,
        429,
    )


def test_without_limits_nothing_is_counted(server: Server) -> None:
    for number in range(3):
        guess(server, number)
    with server.services.store.read() as connection:
        assert connection.execute(select(buckets)).all() == []
