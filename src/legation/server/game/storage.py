"""Games, the editions of their variants, and the chain of entries of each game.

No entry is ever deleted: an undone one is marked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from legation.server.game.records import (
    EntryHead,
    EntryKind,
    GameHead,
    GameKind,
    GameStatus,
    Role,
    StoredEntry,
    StoredGame,
)
from legation.server.game.speeds import PressKind, Speed, press_of, speed_of
from legation.server.game.terms import load_terms
from legation.server.store.search import matches
from legation.server.store.tables import accounts, editions, entries, games, members, seats
from legation.server.store.values import Prepared, values_of

GAME_HEADS = values_of(GameHead, games, conversions={"terms": load_terms})
GAMES = values_of(StoredGame, games, conversions={"terms": load_terms})
_WITH_ID = GAMES.select().where(games.c.id == bindparam("game"))
_ONE_GAME = Prepared(_WITH_ID, GAMES)
_ONE_LOCKED_GAME = Prepared(_WITH_ID.with_for_update(), GAMES)
HEADS = values_of(EntryHead, entries)
_LAST_JUDGED = Prepared(
    HEADS.select()
    .where(entries.c.game == bindparam("game"), ~entries.c.is_undone, entries.c.kind == EntryKind.JUDGED)
    .where(entries.c.phase.like(bindparam("phase")))
    .order_by(entries.c.number.desc())
    .limit(1),
    HEADS,
)
_ALL_HEADS = Prepared(
    HEADS.select()
    .where(entries.c.game == bindparam("game"), ~entries.c.is_undone, entries.c.kind != EntryKind.UNDONE)
    .order_by(entries.c.number),
    HEADS,
)
ENTRIES = values_of(StoredEntry, entries)
PAGE = 50
CURSOR_MARK = "_"
NEVER = 2**60
"""Later than any deadline."""
FEW = 20
"""Entries that are read at once if all of them are wanted in turn."""
IS_CLOCKED = or_(
    games.c.status == GameStatus.RUNNING,
    and_(games.c.status == GameStatus.PAUSED, games.c.judge_wish.is_not(None)),
)
"""The worker checks games that run, and paused ones for which a judgement was requested."""


def add_game(connection: Connection, **values: object) -> None:
    """Store a new game."""
    connection.execute(insert(games).values(**_with_listing(values)))


def find_game(connection: Connection, game: str) -> StoredGame | None:
    """The game with an id."""
    return _ONE_GAME.find(connection, game=game)


def lock_game(connection: Connection, game: str) -> StoredGame | None:
    """A game that no other transaction can change until this one ends (SQLite has one writer anyway)."""
    return _ONE_LOCKED_GAME.find(connection, game=game)


def change_game(connection: Connection, game: str, **values: object) -> None:
    """Change a game."""
    connection.execute(update(games).where(games.c.id == game).values(**_with_listing(values)))


def _with_listing(values: dict[str, object]) -> dict[str, object]:
    """The columns to write for a game; with its terms also those by which lists are filtered."""
    if "terms" not in values:
        return values
    terms = load_terms(str(values["terms"]))
    return values | {
        "is_private": terms.is_private,
        "allows_spectators": terms.spectators.allowed,
        "speed": speed_of(terms.clock),
        "press": press_of(terms.press),
    }


def list_changes(before: StoredGame, after: StoredGame) -> dict[str, object]:
    """The columns in which two versions of a game differ, with the values of the second."""
    return {
        field.name: getattr(after, field.name)
        for field in fields(StoredGame)
        if getattr(after, field.name) != getattr(before, field.name)
    }


def claim_game(connection: Connection, game: str) -> StoredGame | None:
    """A game, locked; None if another process is working on it (SQLite has one writer anyway)."""
    return GAMES.find(connection, GAMES.select().where(games.c.id == game).with_for_update(skip_locked=True))


def list_game_ids(connection: Connection) -> list[str]:
    """The ids of all games, in a fixed order."""
    return list(connection.execute(select(games.c.id).order_by(games.c.id)).scalars())


class DueGame(NamedTuple):
    """A game that the clock must check."""

    id: str
    kind: GameKind


def list_due_games(
    connection: Connection, now: datetime, besides: Iterable[str] = (), *, limit: int = 100
) -> list[DueGame]:
    """Games that the clock must check, except some: hosted ones first, and of each kind the longest waiting first."""
    wanted = select(games.c.id, games.c.kind).where(
        IS_CLOCKED, games.c.look_at <= now, games.c.id.not_in(tuple(besides))
    )
    rows = connection.execute(wanted.order_by(games.c.kind, games.c.look_at, games.c.id).limit(limit))
    return [DueGame(row.id, GameKind(row.kind)) for row in rows]


@dataclass(frozen=True, slots=True)
class BotWait:
    """A game that waits for its bots."""

    id: str
    bots_at: datetime
    """From when they may be asked: later than now while another process asks them."""
    deadline: datetime | None
    judge_wish: str | None
    phase_since: datetime | None
    account: int | None
    """The account of the game master, or of the single player."""


def list_bot_waits(connection: Connection, kind: GameKind, *, limit: int = 2000) -> list[BotWait]:
    """Games of a kind that wait for their bots, longest waiting first."""
    owner = Role.PLAYER if kind is GameKind.SOLO else Role.GM
    owned = (members.c.game == games.c.id) & (members.c.role == owner) & members.c.left_at.is_(None)
    wanted = (
        select(
            games.c.id,
            games.c.bots_at,
            games.c.deadline,
            games.c.judge_wish,
            games.c.phase_since,
            func.min(members.c.account),
        )
        .select_from(games.outerjoin(members, owned))
        .where(IS_CLOCKED, games.c.kind == kind, games.c.bots_at.is_not(None))
        .group_by(games.c.id)
        .order_by(games.c.bots_at, games.c.id)
        .limit(limit)
    )
    return [BotWait(*row) for row in connection.execute(wanted)]


def claim_bots(connection: Connection, wait: BotWait, until: datetime) -> bool:
    """Keep other processes from asking the same bots for a while; True if no other process was first."""
    mine = (games.c.id == wait.id, games.c.bots_at == wait.bots_at)
    return connection.execute(update(games).where(*mine).values(bots_at=until)).rowcount == 1


def count_late_games(connection: Connection, before: datetime) -> int:
    """The number of running games that the worker should have checked before a moment."""
    wanted = select(func.count()).select_from(games)
    return connection.execute(
        wanted.where(games.c.status == GameStatus.RUNNING, games.c.look_at <= before)
    ).scalar_one()


def list_running(connection: Connection, before: datetime) -> list[GameHead]:
    """Running games with a deadline before a moment: those that may need a reminder."""
    wanted = GAME_HEADS.select().where(games.c.status == GameStatus.RUNNING, games.c.deadline <= before)
    return GAME_HEADS.list(connection, wanted.order_by(games.c.deadline))


def list_pauses_over(connection: Connection, now: datetime) -> list[str]:
    """Paused games whose pause is over."""
    wanted = select(games.c.id).where(games.c.status == GameStatus.PAUSED, games.c.resume_at <= now)
    return list(connection.execute(wanted.order_by(games.c.resume_at, games.c.id).limit(100)).scalars())


@dataclass(frozen=True, slots=True)
class GameHeads:
    """A page of a list of games, and the start of the next page; None if this is the last."""

    rows: list[GameHead]
    next: str | None


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Criteria for a search of games; an omitted one allows anything."""

    words: str = ""
    variant: str | None = None
    speed: Speed | None = None
    press: PressKind | None = None
    has_free_seat: bool = False

    def narrow(self, wanted: Select[Any]) -> Select[Any]:
        """Narrow a query to the wanted games."""
        wanted = _with_words(wanted, self.words)
        for column, value in (
            (games.c.variant, self.variant),
            (games.c.speed, self.speed),
            (games.c.press, self.press),
        ):
            if value is not None:
                wanted = wanted.where(column == value)
        return wanted.where(_count_free(games.c.id) > 0) if self.has_free_seat else wanted


ALL_GAMES = GameChoice()


def _count_free(game: ColumnElement[str]) -> ColumnElement[int]:
    """The number of a game's seats without a bot and without a player; players who wait for the draw need one too."""
    seats_open = select(func.count()).where(seats.c.game == game, seats.c.bot.is_(None))
    own = and_(members.c.game == game, members.c.role == Role.PLAYER, members.c.left_at.is_(None))
    is_held = exists().where(seats.c.game == members.c.game, seats.c.power == members.c.power, seats.c.bot.is_(None))
    held = select(func.count(members.c.power.distinct())).where(own, is_held)
    unseated = select(func.count()).where(own, members.c.power.is_(None))
    return (
        seats_open.correlate(games).scalar_subquery()
        - held.correlate(games).scalar_subquery()
        - unseated.correlate(games).scalar_subquery()
    )


def list_own_games(connection: Connection, account: int, choice: GameChoice = ALL_GAMES, after: str = "") -> GameHeads:
    """The games in which an account has a part, running ones first, one page at a time."""
    ended = case((games.c.status == GameStatus.ENDED, 1), else_=0)
    due = func.coalesce(games.c.deadline.cast(BigInteger), NEVER)
    # Every part of the rank is ascending, so that one comparison finds the games after a given one.
    rank = (ended, due, -games.c.made_at.cast(BigInteger))
    wanted = GAME_HEADS.select().where(games.c.id.in_(_select_own(account)))
    return _read_page(connection, choice.narrow(wanted), rank, after)


def list_unended_games(connection: Connection, account: int) -> list[GameHead]:
    """The games that have not ended in which an account has a part."""
    wanted = GAME_HEADS.select().where(games.c.id.in_(_select_own(account)), games.c.status != GameStatus.ENDED)
    return GAME_HEADS.list(connection, wanted.order_by(games.c.id))


def list_public_games(
    connection: Connection,
    statuses: Iterable[GameStatus],
    account: int | None,
    choice: GameChoice = ALL_GAMES,
    after: str = "",
) -> GameHeads:
    """Hosted games with certain statuses that an account may see, newest first, one page at a time."""
    is_open = ~games.c.is_private & (games.c.allows_spectators | (games.c.status == GameStatus.OPEN))
    may_see = is_open if account is None else or_(is_open, games.c.id.in_(_select_own(account)))
    wanted = GAME_HEADS.select().where(games.c.status.in_(tuple(statuses)), games.c.kind == GameKind.HOSTED, may_see)
    return _read_page(connection, choice.narrow(wanted), (-games.c.made_at.cast(BigInteger),), after)


def _select_own(account: int) -> Select[Any]:
    return select(members.c.game).where(members.c.account == account, members.c.left_at.is_(None))


def _with_words(wanted: Select[Any], words: str) -> Select[Any]:
    if not words:
        return wanted
    return wanted.where(or_(matches(games.c.title, words), matches(games.c.variant, words)))


def _read_page(
    connection: Connection, wanted: Select[Any], rank: Sequence[ColumnElement[int]], after: str
) -> GameHeads:
    """A page of games ordered by some numbers, then by their ids.

    The cursor is the rank of the last game, so that the next page is right even if games are added, removed or changed.
    """
    if after:
        *numbers, game = after.split(CURSOR_MARK)
        wanted = wanted.where(_comes_after([*rank, games.c.id], [*map(int, numbers), game]))
    ranked = wanted.add_columns(*(part.label(f"rank_{place}") for place, part in enumerate(rank)))
    found = connection.execute(ranked.order_by(*rank, games.c.id).limit(PAGE + 1)).all()
    width = len(GAME_HEADS.columns)
    rows = [GAME_HEADS.read(row[:width]) for row in found[:PAGE]]
    last = found[PAGE - 1] if len(found) > PAGE else None
    return GameHeads(rows, CURSOR_MARK.join([*map(str, last[width:]), rows[-1].id]) if last is not None else None)


def _comes_after(columns: Sequence[ColumnElement[Any]], values: Sequence[Any]) -> ColumnElement[bool]:
    """True if a row comes after one with some values, compared from the first column on."""
    column, value = columns[0], values[0]
    is_later: ColumnElement[bool] = column > value
    if len(columns) == 1:
        return is_later
    return or_(is_later, and_(column == value, _comes_after(columns[1:], values[1:])))


def is_cursor(text: str, *, is_own: bool) -> bool:
    """True if a text could be the start of a page of a list."""
    number = r"-?[0-9]{1,18}"
    count = 3 if is_own else 1
    return re.fullmatch(rf"({number}{CURSOR_MARK}){{{count}}}[a-z0-9]{{1,24}}", text) is not None


def count_free_seats(connection: Connection, chosen: Iterable[str]) -> dict[str, int]:
    """For some games: the number of seats without player or bot; players who wait for the draw need one too."""
    ids = tuple(chosen)
    if not ids:
        return {}
    return {row[0]: max(0, row[1]) for row in connection.execute(_select_free(), {"chosen": ids})}


def count_free_seats_of(connection: Connection, game: str) -> int:
    """The number of seats of one game without player or bot."""
    found = _prepare_free().fetch(connection, game=game)
    return max(0, found[0][0]) if found else 0


@cache
def _select_free() -> Select[Any]:
    return select(games.c.id, _count_free(games.c.id)).where(games.c.id.in_(bindparam("chosen", expanding=True)))


@cache
def _prepare_free() -> Prepared[Any]:
    return Prepared(select(_count_free(games.c.id)).where(games.c.id == bindparam("game")))


def list_masters(connection: Connection, chosen: Iterable[str]) -> dict[str, str]:
    """For some games: the name of the game master. A game that has not ended needs one whose account is open."""
    return {row[0]: row[1] for row in connection.execute(_select_masters(), {"chosen": tuple(chosen)})}


def find_master(connection: Connection, game: str) -> str:
    """The name of one game's master; empty if it has none."""
    found = _prepare_master().fetch(connection, game=game)
    return found[-1][1] if found else ""


@cache
def _prepare_master() -> Prepared[Any]:
    return Prepared(_select_all_masters().where(members.c.game == bindparam("game")))


@cache
def _select_masters() -> Select[Any]:
    return _select_all_masters().where(members.c.game.in_(bindparam("chosen", expanding=True)))


def _select_all_masters() -> Select[Any]:
    return (
        select(members.c.game, accounts.c.name)
        .join(accounts, accounts.c.id == members.c.account)
        .join(games, games.c.id == members.c.game)
        .where(members.c.role == Role.GM, members.c.left_at.is_(None))
        .where(or_(~accounts.c.is_closed, games.c.status == GameStatus.ENDED))
    )


def find_rematch(connection: Connection, game: str) -> str | None:
    """The game in which the players of another play again."""
    wanted = select(games.c.id).where(games.c.rematch_of == game).order_by(games.c.made_at.desc()).limit(1)
    return connection.execute(wanted).scalar_one_or_none()


def add_edition(connection: Connection, digest: str, variant: str, files: bytes, now: datetime) -> None:
    """Store the files of a variant, unless they are already stored."""
    if not has_edition(connection, digest):
        connection.execute(insert(editions).values(digest=digest, variant=variant, files=files, made_at=now))


def has_edition(connection: Connection, digest: str) -> bool:
    """True if the files of an edition are already stored."""
    return connection.execute(select(editions.c.digest).where(editions.c.digest == digest)).first() is not None


def find_edition(connection: Connection, digest: str) -> bytes | None:
    """The files of an edition, as a zip."""
    return connection.execute(select(editions.c.files).where(editions.c.digest == digest)).scalar_one_or_none()


def add_entry(
    connection: Connection,
    game: str,
    *,
    number: int,
    digest: str,
    kind: EntryKind,
    phase: str,
    text: str,
    now: datetime,
) -> None:
    """Append an entry."""
    connection.execute(
        insert(entries).values(game=game, number=number, hash=digest, kind=kind, phase=phase, text=text, made_at=now)
    )


def add_entries(connection: Connection, rows: Sequence[Mapping[str, object]]) -> None:
    """Append the entries of an imported game."""
    if rows:
        connection.execute(insert(entries), rows)


def list_heads(connection: Connection, game: str) -> list[EntryHead]:
    """The entries that led to the current state, without their texts and without undone ones."""
    return _ALL_HEADS.fetch(connection, game=game)


def find_last_judged(connection: Connection, game: str, kind: str = "M") -> EntryHead | None:
    """The last entry that judged a phase of a kind (``M``, ``R`` or ``A``), without its text."""
    return _LAST_JUDGED.find(connection, game=game, phase=f"%{kind}")


def find_entry(connection: Connection, game: str, number: int) -> StoredEntry | None:
    """One entry with its text."""
    return ENTRIES.find(connection, ENTRIES.select().where(entries.c.game == game, entries.c.number == number))


def list_entries(connection: Connection, game: str, after: int = 0) -> list[StoredEntry]:
    """All entries after a number, with their texts, including undone ones."""
    wanted = ENTRIES.select().where(entries.c.game == game, entries.c.number > after)
    return ENTRIES.list(connection, wanted.order_by(entries.c.number))


def find_undone(connection: Connection, game: str, phase: str) -> StoredEntry | None:
    """The entry that judged a phase and was undone, with its text; the latest if there are several."""
    of_phase = (entries.c.game == game, entries.c.phase == phase, entries.c.kind == EntryKind.JUDGED)
    wanted = ENTRIES.select().where(*of_phase, entries.c.is_undone).order_by(entries.c.number.desc()).limit(1)
    return ENTRIES.find(connection, wanted)


def stream_entries(connection: Connection, game: str) -> Iterator[StoredEntry]:
    """All entries with their texts, a few at a time: a game of many years need not fit into memory."""
    last = -1
    while True:
        wanted = ENTRIES.select().where(entries.c.game == game, entries.c.number > last)
        rows = ENTRIES.list(connection, wanted.order_by(entries.c.number).limit(FEW))
        yield from rows
        if len(rows) < FEW:
            return
        last = rows[-1].number


def mark_undone(connection: Connection, game: str, first: int) -> None:
    """Mark an entry and all later ones as undone."""
    wanted = (entries.c.game == game, entries.c.number >= first)
    connection.execute(update(entries).where(*wanted).values(is_undone=True))
