"""Functions of the store, on SQLite and on PostgreSQL."""

import threading
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from legation.board import PowerId
from legation.server.game.absence_storage import list_absences
from legation.server.game.member_storage import (
    add_member,
    add_seats,
    change_seat,
    list_own_memberships,
    list_players,
    list_seats,
)
from legation.server.game.plans import change_plan, confirm_plan, drop_bot_plans, find_plan, list_plans, put_plan
from legation.server.game.records import Author, EntryKind, GameHead, GameStatus, Role, StandingOrders
from legation.server.game.storage import (
    GameChoice,
    add_edition,
    add_entry,
    add_game,
    change_game,
    claim_game,
    count_free_seats,
    find_edition,
    find_entry,
    find_game,
    find_last_judged,
    is_cursor,
    list_due_games,
    list_entries,
    list_heads,
    list_masters,
    list_own_games,
    list_public_games,
    list_running,
    lock_game,
    mark_undone,
)
from legation.server.identity.account_storage import add_account
from legation.server.sandbox.storage import add_sandbox, find_sandbox
from legation.server.store import Store
from legation.server.store.tables import absences

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


def put(store: Store, game: str, **values: object) -> None:
    with store.write() as connection:
        add_edition(connection, "e" * 64, "standard", b"zip", NOW)
        row = {
            "id": game, "title": f"Game {game}", "variant": "standard", "edition": "e" * 64, "status": "running",
            "kind": "hosted", "terms": "{}", "setup": "{}", "state": "{}", "phase": "S1901M", "head": "h", "turn": 1,
            "made_at": NOW,
        }  # fmt: skip
        add_game(connection, **{**row, **values})


@pytest.fixture
def filled(store: Store) -> Store:
    put(store, "one")
    with store.write() as connection:
        add_seats(connection, "one", ["FRANCE", "GERMANY", "ITALY"])
        for name in ("ilse", "jan"):
            add_account(connection, made_at=NOW, name=name.title(), folded_name=name, email=f"{name}@example.org")
    return store


def test_a_game_is_found_and_changed(filled: Store) -> None:
    with filled.write() as connection:
        change_game(connection, "one", deadline=NOW, version=7)
    with filled.read() as connection:
        row = find_game(connection, "one")
        assert row is not None
        assert (row.version, row.deadline, row.is_locked) == (7, NOW, False)
        assert find_game(connection, "two") is None


def test_an_edition_is_kept_once(filled: Store) -> None:
    with filled.write() as connection:
        add_edition(connection, "e" * 64, "standard", b"another", NOW)
        assert find_edition(connection, "e" * 64) == b"zip"
        assert find_edition(connection, "f" * 64) is None


def test_due_games_are_those_whose_time_has_come(store: Store) -> None:
    later = NOW + timedelta(hours=1)
    put(store, "waiting", deadline=later, look_at=later)
    put(store, "early", deadline=later, look_at=NOW)
    put(store, "over", deadline=NOW - timedelta(days=1), look_at=NOW - timedelta(days=1))
    put(store, "grace", deadline=NOW, look_at=later)
    put(store, "paused", deadline=NOW, look_at=NOW, status="paused")
    put(store, "wished", deadline=later, look_at=NOW, status="paused", judge_wish="{}")
    put(store, "clockless")
    put(store, "alone", look_at=NOW - timedelta(days=2), kind="solo")
    with store.read() as connection:
        assert [game.id for game in list_due_games(connection, NOW)] == ["over", "early", "wished", "alone"]
        assert [game.id for game in list_due_games(connection, NOW, ["over"], limit=1)] == ["early"]
        assert [row.id for row in list_running(connection, NOW)] == ["over", "grace"]


def test_a_game_in_hand_is_passed_over_by_others(filled: Store) -> None:
    found: list[object] = []
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with filled.write() as connection:
            lock_game(connection, "one")
            held.set()
            done.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(10)
    if not filled.is_sqlite:  # SQLite has one writer: a second would wait for it
        with filled.write() as connection:
            found.append(claim_game(connection, "one"))
        assert found == [None]
    done.set()
    thread.join()
    with filled.write() as connection:
        assert claim_game(connection, "one") is not None


def test_lists_are_paged_and_searched(store: Store) -> None:
    for number in range(60):
        put(store, f"game{number:02}", status="open", made_at=NOW + timedelta(minutes=number))
    put(store, "odd", title="100% Anarchy", status="open")
    put(store, "solo", kind="solo", status="open")
    with store.read() as connection:
        first = list_public_games(connection, [GameStatus.OPEN], None)
        assert first.next is not None
        assert is_cursor(first.next, is_own=False)
        rest = list_public_games(connection, [GameStatus.OPEN], None, after=first.next)
        assert [row.id for row in first.rows[:2]] == ["game59", "game58"]
        assert (len(first.rows), len(rest.rows), rest.next) == (50, 11, None)
        assert not {row.id for row in first.rows} & {row.id for row in rest.rows}
        found = list_public_games(connection, [GameStatus.OPEN], None, GameChoice("100% anarchy"))
        assert [row.id for row in found.rows] == ["odd"]
        assert list_public_games(connection, [GameStatus.OPEN], None, GameChoice("1_0")).rows == []


def test_a_page_goes_on_although_the_game_it_ended_with_is_gone(store: Store) -> None:
    for number in range(60):
        put(store, f"game{number:02}", status="open", made_at=NOW)
    with store.write() as connection:
        first = list_public_games(connection, [GameStatus.OPEN], None)
        assert first.next is not None
        change_game(connection, first.rows[-1].id, status="ended")
        rest = list_public_games(connection, [GameStatus.OPEN], None, after=first.next)
        assert [row.id for row in rest.rows] == [f"game{number}" for number in range(50, 60)]


def test_own_games_are_paged_by_what_is_due_first(store: Store) -> None:
    with store.write() as connection:
        account = add_account(connection, made_at=NOW, name="Ilse", folded_name="ilse", email="ilse@example.org")
        assert account is not None
    for number in range(120):
        due = NOW + timedelta(hours=200 - number) if number % 3 else None
        put(store, f"game{number:03}", status="ended" if number % 5 == 0 else "running", deadline=due)
    with store.write() as connection:
        for number in range(120):
            add_member(connection, f"game{number:03}", account, Role.PLAYER, NOW, power="FRANCE")
    found: list[GameHead] = []
    after: str | None = ""
    with store.read() as connection:
        while after is not None:
            page = list_own_games(connection, account, after=after)
            found, after = found + page.rows, page.next
    assert len({row.id for row in found}) == len(found) == 120
    assert found == sorted(
        found,
        key=lambda row: (row.is_over, row.deadline is None, row.deadline or NOW, row.id),
    )


@pytest.mark.parametrize("text", ["", "x", "1_2_game", "1__game", "1_game'--", "99999999999999999999_game", "1_"])
def test_what_is_no_cursor_is_known(text: str) -> None:
    assert not is_cursor(text, is_own=False)


def test_seats_players_and_masters_are_counted(filled: Store) -> None:
    with filled.write() as connection:
        add_member(connection, "one", 1, Role.GM, NOW)
        add_member(connection, "one", 2, Role.PLAYER, NOW, power="FRANCE")
        change_seat(connection, "one", "ITALY", bot="easy", missed=2)
    with filled.read() as connection:
        assert count_free_seats(connection, ["one"]) == {"one": 1}
        assert count_free_seats(connection, []) == {}
        assert list_masters(connection, ["one"]) == {"one": "Ilse"}
        assert [(row.power, row.bot, row.missed) for row in list_seats(connection, "one")] == [
            ("FRANCE", None, 0), ("GERMANY", None, 0), ("ITALY", "easy", 2)
        ]  # fmt: skip
        assert [(row.name, row.power) for row in list_players(connection, "one")] == [("Jan", "FRANCE")]
        assert [row.id for row in list_own_games(connection, 2).rows] == ["one"]
        assert [row.role for row in list_own_memberships(connection, 1, ["one"])] == ["gm"]


def test_absences_are_those_of_players_and_not_yet_over(filled: Store) -> None:
    with filled.write() as connection:
        add_member(connection, "one", 2, Role.PLAYER, NOW, power="FRANCE")
        for account, game, days in ((2, None, 2), (2, "one", 3), (2, None, -1), (1, None, 5)):
            span = {"begins_at": NOW - timedelta(days=2), "ends_at": NOW + timedelta(days=days)}
            connection.execute(absences.insert().values(account=account, game=game, **span))
    with filled.read() as connection:
        found = list_absences(connection, "one", NOW)
    assert [(row.power, (row.ends_at - NOW).days) for row in found] == [("FRANCE", 2), ("FRANCE", 3)]


def test_plans_are_written_changed_and_taken_away(filled: Store) -> None:
    with filled.write() as connection:
        save = partial(put_plan, connection, "one", 1, PowerId("FRANCE"), by=Author.PLAYER, now=NOW)
        standing = StandingOrders(("A PAR R GAS",), ("A PAR B",))
        first = save("A", texts=["A PAR H"], standing=standing)
        assert first == find_plan(connection, "one", 1, "FRANCE")
        confirmed = confirm_plan(connection, "one", 1, "FRANCE", "A", receipt="1234", now=NOW)
        second = save("A", before=confirmed, texts=["A PAR - BUR"])
        assert second == find_plan(connection, "one", 1, "FRANCE")
        assert (second.standing, second.receipt, second.confirmed) == (standing, "1234", ("A PAR H",))
        save("B", texts=[])
        change_plan(connection, "one", 1, "FRANCE", "A", is_ready=True)
    with filled.read() as connection:
        row = find_plan(connection, "one", 1, "FRANCE")
        assert row is not None
        assert (row.version, row.texts, row.is_ready) == (2, ("A PAR - BUR",), True)
        assert list(list_plans(connection, "one", 1)) == ["FRANCE"]
        assert find_plan(connection, "one", 2, "FRANCE") is None
    with filled.write() as connection:
        drop_bot_plans(connection, "one", 1, "FRANCE")
        assert list(list_plans(connection, "one", 1)) == ["FRANCE"]
        change_plan(connection, "one", 1, "FRANCE", "A", by=Author.BOT)
        drop_bot_plans(connection, "one", 1, "FRANCE")
        assert list_plans(connection, "one", 1) == {}


def test_entries_are_appended_and_marked_never_removed(filled: Store) -> None:
    phases = ("S1901M", "F1901M", "F1901R", "W1901A")
    with filled.write() as connection:
        for number, phase in enumerate(phases, start=1):
            add_entry(
                connection,
                "one",
                number=number,
                digest=f"{number}" * 64,
                kind=EntryKind.JUDGED,
                phase=phase,
                text="{}",
                now=NOW,
            )
        last = find_last_judged(connection, "one")
        assert last is not None
        assert last.phase == "F1901M"
        mark_undone(connection, "one", 2)
        add_entry(
            connection, "one", number=5, digest="5" * 64, kind=EntryKind.UNDONE, phase="F1901M", text="{}", now=NOW
        )
    with filled.read() as connection:
        assert [row.number for row in list_heads(connection, "one")] == [1]
        assert [row.number for row in list_entries(connection, "one", 1)] == [2, 3, 4, 5]
        assert find_entry(connection, "one", 9) is None
        last = find_last_judged(connection, "one")
        assert last is not None
        assert last.phase == "S1901M"


def test_sandboxes_are_kept(filled: Store) -> None:
    with filled.write() as connection:
        add_sandbox(connection, key="box", account=None, network=None, variant="standard", text="{}", now=NOW)
        row = find_sandbox(connection, "box")
        assert row is not None
        assert row.variant == "standard"
        assert find_sandbox(connection, "none") is None
