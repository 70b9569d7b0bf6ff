"""What waits, who asks too often, and how much room everything takes."""

from collections.abc import Callable

from sqlalchemy import func, select

from legation.server.admin.sizes import read_sizes
from legation.server.store.tables import accounts, metadata
from tests.server.admin.helpers import get, make_admin
from tests.server.kit import Server


def test_limits_are_shown_with_who_hit_them(make_any: Callable[..., Server]) -> None:
    server = make_any(rate_factor=1)
    admin, otto = make_admin(server), server.sign_up("Otto")
    for _ in range(11):
        otto.post("/api/v1/solo", json={"variant": "none"})
    found = get(admin, "host")
    assert {"name": "solo", "burst": 10, "a_minute": 6.0} in found["limits"]
    assert [(row["limit"], row["who"], row["times"]) for row in found["refused"]] == [("solo", "Otto", 1)]


def test_sizes_tell_rows_bytes_and_the_oldest(server_on_each: Server) -> None:
    server = server_on_each
    admin = make_admin(server)
    server.client().post("/api/v1/solo", json={"variant": "standard", "level": "easy"})
    found = get(admin, "sizes")
    tables = {size["name"]: size for size in found["tables"]}
    assert set(tables) == set(metadata.tables)
    with server.services.store.read() as connection:
        assert tables["accounts"]["rows"] == connection.execute(select(func.count()).select_from(accounts)).scalar_one()
    assert tables["accounts"]["oldest"] == "2026-11-15T12:00:00Z"
    assert tables["editions"]["bytes"] > 1000
    kinds = {size["name"]: size["rows"] for size in found["kinds"]}
    assert kinds == {
        "guests": 1,
        "games of guests": 1,
        "sandboxes without an account": 0,
        "sandboxes of accounts": 0,
    }
    assert found["bytes"] > tables["editions"]["bytes"]
    assert read_sizes(server.services).bytes == found["bytes"]
