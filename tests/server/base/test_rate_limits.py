from collections.abc import Callable
from datetime import timedelta

import pytest

from legation.server.base.rate_limits import MOST_BUCKETS, RATES, Rate, Rates, name_network
from legation.server.base.refusals import HttpRefusal
from legation.variants import load_variant
from tests.server.kit import PASSWORD, START, Server
from tests.server.matches import host


def take_all(rates: Rates, kind: str, who: str = "x") -> int:
    """How many requests go through at one moment."""
    for number in range(10_000):
        try:
            rates.take(kind, who, START)
        except HttpRefusal:
            return number
    return 10_000


@pytest.mark.parametrize("kind", RATES)
def test_a_burst_goes_through_and_no_more(kind: str) -> None:
    assert take_all(Rates(), kind) == RATES[kind].burst


def test_one_who_asks_too_often_does_not_stop_another() -> None:
    rates = Rates()
    take_all(rates, "sign_in", "one")
    rates.take("sign_in", "two", START)
    assert take_all(rates, "sign_in", "two") == RATES["sign_in"].burst - 1


def test_the_refusal_says_how_long_to_wait_and_then_it_goes_on() -> None:
    rates = Rates()
    take_all(rates, "sign_in")
    with pytest.raises(HttpRefusal) as refused:
        rates.take("sign_in", "x", START)
    wait = int(refused.value.headers["Retry-After"])
    assert (refused.value.status, wait) == (429, 6)
    with pytest.raises(HttpRefusal):
        rates.take("sign_in", "x", START + timedelta(seconds=wait - 1))
    rates.take("sign_in", "x", START + timedelta(seconds=wait))


def test_a_bucket_never_holds_more_than_a_burst() -> None:
    rates = Rates()
    rates.take("sign_in", "x", START - timedelta(days=30))
    assert take_all(rates, "sign_in") == RATES["sign_in"].burst


def test_a_clock_that_is_set_back_gives_nothing() -> None:
    rates = Rates()
    take_all(rates, "sign_in")
    with pytest.raises(HttpRefusal):
        rates.take("sign_in", "x", START - timedelta(hours=1))


def test_memory_stays_small_however_many_ask() -> None:
    rates = Rates()
    for number in range(MOST_BUCKETS + 500):
        rates.take("read", str(number), START)
    assert len(rates._buckets) == MOST_BUCKETS


def test_limits_can_be_taken_away() -> None:
    assert take_all(Rates(0), "sign_in") == 10_000


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_counted_as_one(address: str, network: str) -> None:
    assert name_network(address) == network


def test_guessing_passwords_is_slowed_down(make_any: Callable[..., Server]) -> None:
    server = make_any(rate_factor=1)
    server.sign_up("Ilse")
    client = server.client()
    statuses = [
        client.post("/api/v1/session", json={"login": "ilse", "password": f"guess {number}"}).status_code
        for number in range(12)
    ]
    assert statuses == [401] * 10 + [429] * 2
    refused = client.post("/api/v1/session", json={"login": "ilse", "password": PASSWORD})
    assert refused.json()["error"]["code"] == "too_many_requests"
    assert int(refused.headers["Retry-After"]) > 0
    server.clock.pass_time(seconds=int(refused.headers["Retry-After"]))
    assert client.post("/api/v1/session", json={"login": "ilse", "password": PASSWORD}).status_code == 200


def test_writes_and_reads_are_counted_for_each_account(make_any: Callable[..., Server]) -> None:
    server = make_any(rate_factor=1)
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    statuses = {ilse.patch("/api/v1/account", json={"name": "Ilse"}).status_code for _ in range(130)}
    assert statuses == {200, 429}
    assert otto.patch("/api/v1/account", json={"name": "Otto"}).status_code == 200


def test_an_export_counts_the_entries_of_its_game(
    make_any: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_any(rate_factor=1)
    bots = {power: "easy" for power in load_variant("standard").powers if power != "FRANCE"}
    match = host(server, ("FRANCE",), terms={"bots": bots})
    short, entries = match.gm.post("/api/v1/games", json={"title": "Short", "variant": "standard"}).json()["id"], 2
    for _ in range(entries):
        match.pass_deadline()
    assert match.game.row.entry == entries
    monkeypatch.setitem(RATES, "export", Rate(2 * entries, 60))
    paths = [match.path("/export"), *[f"/api/v1/games/{short}/export"] * entries, match.path("/export")]
    assert [match.gm.get(path).status_code for path in paths] == [200] * (entries + 1) + [429]
    server.clock.pass_time(seconds=entries)
    assert match.gm.get(match.path("/export")).status_code == 200
