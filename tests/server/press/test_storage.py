"""Press in the database, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from legation.server.press import storage as table
from legation.server.store import Store
from legation.server.store.tables import accounts, editions, games

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture
def game(store: Store) -> str:
    with store.write() as connection:
        values = {"digest": "d", "variant": "standard", "files": b"", "made_at": NOW}
        connection.execute(insert(editions).values(**values))
        connection.execute(
            insert(games).values(
                id="g1", title="t", variant="standard", edition="d", status="running", terms="{}", setup="{}",
                state="{}", phase="S1901M", head="h", made_at=NOW,
            )
        )  # fmt: skip
        for number in (1, 2):
            connection.execute(insert(accounts).values(name=f"n{number}", folded_name=f"n{number}", made_at=NOW))
    return "g1"


def add(connection: Connection, room: int, account: int, text: str, *, request: str | None = None) -> Any:
    return table.add_message(
        connection, game="g1", room=room, sender="FRANCE", account=account, is_grey=False, phase="S1901M", text=text,
        sent_at=NOW, request=request, searched=text,
    )  # fmt: skip


def test_rooms_are_found_again_and_messages_are_numbered_in_them(store: Store, game: str) -> None:
    with store.write() as connection:
        one, other = table.open_room(connection, game, "all"), table.open_room(connection, game, "A+B")
        assert table.open_room(connection, game, "all") == one
        assert one < 2**53
        numbers = [add(connection, room, 1, "x").number for room in (one, other, one)]
        assert numbers == [1, 1, 2]
        assert [row.key for row in table.list_rooms(connection, game)] == ["A+B", "all"]
        assert table.find_room_key(connection, other) == "A+B"
        assert table.find_room(connection, "another", one) is None


def test_unread_counts_what_others_wrote_after_the_last_read(store: Store, game: str) -> None:
    with store.write() as connection:
        room = table.open_room(connection, game, "all")
        for account in (1, 2, 2):
            add(connection, room, account, "x")
        assert table.count_unread(connection, 1, [room]) == {room: 2}
        table.mark_read(connection, room, 1, 2)
        assert table.count_unread(connection, 1, [room]) == {room: 1}
        mark = table.read_read_mark(connection, game, 1)
        table.mark_read(connection, room, 1, 1)
        assert table.read_read_mark(connection, game, 1) == mark
        table.mark_read(connection, room, 1, 99)
        assert table.count_unread(connection, 1, [room]) == {}
        assert table.count_unread(connection, 2, [room]) == {room: 1}


def test_a_request_is_kept_once(store: Store, game: str) -> None:
    with store.write() as connection:
        room = table.open_room(connection, game, "all")
        first = add(connection, room, 1, "x", request="r")
        found = table.find_request(connection, game, 1, "r")
        assert found is not None
        assert found == first
        assert table.find_request(connection, game, 2, "r") is None
    with pytest.raises(IntegrityError), store.write() as connection:
        add(connection, room, 1, "again", request="r")


def test_search_takes_signs_as_they_are(store: Store, game: str) -> None:
    with store.write() as connection:
        room = table.open_room(connection, game, "all")
        for text in ("100% SURE", "a_b", "a\\b", "ÄÖÜ"):
            add(connection, room, 1, text)
        for words, expected in (("100%", 1), ("%", 1), ("_", 1), ("\\", 1), ("äöü", 1), ("sure", 1), ("zz", 0)):
            assert len(table.search_messages(connection, [room], words, limit=9)) == expected, words
        assert table.search_messages(connection, [room], "a", limit=9, phases=["F1901M"]) == []


def test_search_goes_on_before_a_message_of_a_room_that_is_searched(store: Store, game: str) -> None:
    with store.write() as connection:
        one, other = table.open_room(connection, game, "all"), table.open_room(connection, game, "A+B")
        for room in (one, other, one):
            add(connection, room, 1, "x")
        found = table.search_messages(connection, [one, other], "x", limit=2)
        assert [(row.room, row.number) for row in found] == [(one, 2), (other, 1)]
        rest = table.search_messages(connection, [one, other], "x", limit=2, before=(other, 1))
        assert [(row.room, row.number) for row in rest] == [(one, 1)]
        assert table.search_messages(connection, [one], "x", limit=2, before=(other, 1)) == []


def test_muted_rooms_are_counted_apart_and_what_the_game_master_writes_is_not(store: Store, game: str) -> None:
    with store.write() as connection:
        room = table.open_room(connection, game, "all")
        table.mute(connection, room, 1, is_muted=True)
        add(connection, room, 2, "x")
        assert table.count_unread(connection, 1, [room]) == {room: 1}
        assert table.count_unread(connection, 1, [room], but_muted=True) == {}
        assert table.list_muted_rooms(connection, 1, [room]) == {room}
        assert table.list_muted_by(connection, room) == {1}
        table.add_message(
            connection, game="g1", room=room, sender="GM", account=2, is_grey=False, phase="S1901M", text="y",
            sent_at=NOW, request=None, searched="y",
        )  # fmt: skip
        assert table.count_unread(connection, 1, [room], but_muted=True) == {room: 1}
        table.mute(connection, room, 1, is_muted=False)
        assert table.count_unread(connection, 1, [room], but_muted=True) == {room: 2}


def test_pages_and_last_messages(store: Store, game: str) -> None:
    with store.write() as connection:
        room = table.open_room(connection, game, "all")
        for number in range(5):
            add(connection, room, 1, f"m{number}")
        page = table.list_messages(connection, room, before=4, limit=2)
        assert [row.text for row in page] == ["m1", "m2"]
        assert table.list_last(connection, [room])[room].text == "m4"
        assert [row.key for row in table.list_transcript(connection, game)] == ["all"] * 5
