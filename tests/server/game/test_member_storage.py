"""Members, invitations and events in the database, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert

from legation.server.game import member_storage as table
from legation.server.game.event_storage import (
    add_event,
    count_events,
    list_events,
    list_events_since,
    load_last_times,
    read_last_event,
)
from legation.server.game.log_storage import add_log, list_log
from legation.server.game.membership import list_roles
from legation.server.game.records import Role
from legation.server.games import invitation_storage as invitations
from legation.server.store import Store
from legation.server.store.tables import accounts, editions, games

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture
def game(store: Store) -> str:
    with store.write() as connection:
        connection.execute(insert(editions).values(digest="d", variant="standard", files=b"", made_at=NOW))
        connection.execute(
            insert(games).values(
                id="g1", title="t", variant="standard", edition="d", status="running", terms="{}", setup="{}",
                state="{}", phase="S1901M", head="h", version=7, made_at=NOW,
            )
        )  # fmt: skip
        for number in (1, 2):
            connection.execute(insert(accounts).values(name=f"n{number}", folded_name=f"n{number}", made_at=NOW))
    return "g1"


def test_members_come_change_and_go(store: Store, game: str) -> None:
    with store.write() as connection:
        first = table.add_member(connection, game, 1, Role.PLAYER, NOW, power="FRANCE")
        table.add_member(connection, game, 2, Role.STANDBY, NOW)
        assert [(row.name, row.role) for row in table.list_members(connection, game)] == [
            ("n1", "player"),
            ("n2", "standby"),
        ]
        table.change_member(connection, first, power="ITALY")
        found = table.find_member(connection, game, 1, Role.PLAYER)
        assert found is not None
        assert found.power == "ITALY"
        table.vacate_power(connection, game, "ITALY", NOW)
        assert list_roles(connection, game, 1) == []
        table.leave_roles(connection, game, 2, NOW, (Role.SPECTATOR,))
        assert table.count_members(connection, game, Role.STANDBY) == 1
        table.leave_roles(connection, game, 2, NOW)
        assert table.list_members(connection, game) == []


def test_invitations_are_used_up_run_out_and_are_taken_back(store: Store, game: str) -> None:
    with store.write() as connection:
        values = {"game": game, "role": "player", "power": None, "made_at": NOW, "ends_at": NOW + timedelta(days=1)}
        invitations.add_invitation(connection, digest="a" * 64, uses=1, **values)
        invitations.add_invitation(connection, digest="b" * 64, uses=5, **values)
        assert invitations.find_invitation(connection, "a" * 64, NOW) is not None
        assert invitations.find_invitation(connection, "a" * 64, NOW + timedelta(days=1)) is None
        assert invitations.use_invitation(connection, "a" * 64) is True
        assert invitations.use_invitation(connection, "a" * 64) is False
        assert [row.digest[0] for row in invitations.list_invitations(connection, game, NOW)] == ["b"]
        assert invitations.drop_invitation(connection, "other", "b" * 12) is False
        assert invitations.drop_invitation(connection, game, "%") is False
        assert invitations.drop_invitation(connection, game, "b" * 12) is True


def test_events_come_in_turn_with_the_version_of_their_game(store: Store, game: str) -> None:
    with store.write() as connection:
        before = read_last_event(connection)
        add_event(connection, game, "all", "judged", NOW)
        add_event(connection, game, "all", "press", NOW + timedelta(minutes=1))
        assert [(row.kind, row.version) for row in list_events(connection, before)] == [("judged", 7), ("press", 7)]
        assert list_events(connection, read_last_event(connection)) == []
        assert [row.kind for row in list_events_since(connection, game, ["all"], NOW)] == ["press", "judged"]
        assert list_events_since(connection, game, ["gm"], NOW) == []
        assert load_last_times(connection, game) == {"all": NOW + timedelta(minutes=1)}
        assert count_events(connection, game, ["all"], NOW, NOW) == 1


def test_the_log_is_read_from_its_end(store: Store, game: str) -> None:
    with store.write() as connection:
        for number in range(3):
            add_log(connection, game, NOW, actor="clock", act="judged", text=f"line {number}")
        assert [row.text for row in list_log(connection, game, limit=2)] == ["line 2", "line 1"]
