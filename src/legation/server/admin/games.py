"""Games as an admin sees them: their state, never their orders or press; and the actions on a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, func, or_, select

from legation.render.words import ENGLISH
from legation.server.admin.audit import Actor, Done, clean_reason, write_act
from legation.server.base.refusals import HttpRefusal, no_such_game
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game
from legation.server.game.log_storage import add_log
from legation.server.game.membership import Membership, list_roles
from legation.server.game.records import EntryKind, GameHead, GameKind, GameStatus, Role
from legation.server.game.storage import GAME_HEADS, list_masters, lock_game
from legation.server.games.masters import make_master
from legation.server.gm.act import ActContext
from legation.server.gm.clock_acts import PauseGame, ResumeGame
from legation.server.identity import account_storage as account_table
from legation.server.identity.account_storage import StoredAccount
from legation.server.identity.viewers import Account
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import notify_table
from legation.server.store.search import matches
from legation.server.store.tables import accounts, entries, games, members

PAGE = 25
OVERDUE_AFTER = timedelta(minutes=1)
"""A deadline that passed this long ago should have been judged."""
HOST = "the host"
"""The name in the log of a game: its members need not know which admin it was."""


class GameFilter(StrEnum):
    """The games to list."""

    ALL = "all"
    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    ORPHANED = "orphaned"
    """Without a game master."""
    OVERDUE = "overdue"
    """The deadline has passed, and the phase is not judged."""
    SOLO = "solo"
    """One person plays against bots."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the list of all."""

    id: str
    title: str
    variant: str
    kind: GameKind
    status: GameStatus
    phase: str
    deadline: str | None
    is_overdue: bool
    judged_at: str | None
    """When a phase was last judged."""
    gm: str | None
    """The game master's name; null if there is none."""
    is_orphaned: bool
    """True if it needs a game master and has none."""
    players: int
    entries: int
    size: int
    """Bytes of its entries."""
    made_at: str


@dataclass(frozen=True, slots=True)
class GameRows:
    """A page of games, newest first."""

    games: list[GameRow]
    next: str | None
    """The start of the next page; null if there is none."""


def list_games(
    services: Services, words: str = "", which: GameFilter = GameFilter.ALL, after: str = "", limit: int = PAGE
) -> GameRows:
    """Games whose title, variant or id contains some words, newest first, one page at a time."""
    now = services.clock.now()
    wanted = GAME_HEADS.select().where(*_choose(which, now))
    if words.strip():
        text = words.strip()
        wanted = wanted.where(or_(matches(games.c.title, text), matches(games.c.variant, text), games.c.id == text))
    elif which is not GameFilter.SOLO:
        wanted = wanted.where(games.c.kind == GameKind.HOSTED)
    if after:
        wanted = _after(wanted, after)
    with services.store.read() as connection:
        rows = GAME_HEADS.list(connection, wanted.order_by(games.c.made_at.desc(), games.c.id).limit(limit + 1))
        described = _describe(connection, rows[:limit], now)
    return GameRows(described, described[-1].id if len(rows) > limit else None)


def _choose(which: GameFilter, now: datetime) -> list[ColumnElement[bool]]:
    match which:
        case GameFilter.ALL:
            return []
        case GameFilter.SOLO:
            return [games.c.kind == GameKind.SOLO]
        case GameFilter.ORPHANED:
            return [is_orphaned()]
        case GameFilter.OVERDUE:
            return [is_overdue(now)]
        case _:
            return [games.c.status == which.value]


def is_orphaned() -> ColumnElement[bool]:
    """True for a hosted game that has not ended and has no game master with an open account."""
    master = exists().where(
        members.c.game == games.c.id,
        members.c.role == Role.GM,
        members.c.left_at.is_(None),
        accounts.c.id == members.c.account,
        ~accounts.c.is_closed,
    )
    return and_(games.c.kind == GameKind.HOSTED, games.c.status != GameStatus.ENDED, ~master)


def is_overdue(now: datetime) -> ColumnElement[bool]:
    """True for a running game that should have been judged by now."""
    return and_(games.c.status == GameStatus.RUNNING, games.c.deadline <= now - OVERDUE_AFTER)


def _after(wanted: Select[tuple[object, ...]], game: str) -> Select[tuple[object, ...]]:
    moment = select(games.c.made_at).where(games.c.id == game).scalar_subquery()
    return wanted.where(or_(games.c.made_at < moment, and_(games.c.made_at == moment, games.c.id > game)))


def _describe(connection: Connection, rows: Sequence[GameHead], now: datetime) -> list[GameRow]:
    ids = [row.id for row in rows]
    masters, players = list_masters(connection, ids), _count_players(connection, ids)
    judged, sizes = _load_judged_at(connection, ids), _measure(connection, ids)
    return [
        GameRow(
            id=row.id,
            title=row.title,
            variant=row.variant,
            kind=row.kind,
            status=row.status,
            phase=row.phase,
            deadline=format_time(row.deadline),
            is_overdue=row.is_running and row.deadline is not None and row.deadline <= now - OVERDUE_AFTER,
            judged_at=format_time(judged.get(row.id)),
            gm=masters.get(row.id),
            is_orphaned=not row.is_solo and not row.is_over and row.id not in masters,
            players=players.get(row.id, 0),
            entries=row.entry,
            size=sizes.get(row.id, 0),
            made_at=format_time(row.made_at),
        )
        for row in rows
    ]


def _count_players(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    wanted = select(members.c.game, func.count()).where(
        members.c.game.in_(ids), members.c.role == Role.PLAYER, members.c.left_at.is_(None)
    )
    return {row[0]: row[1] for row in connection.execute(wanted.group_by(members.c.game))}


def _load_judged_at(connection: Connection, ids: Sequence[str]) -> dict[str, datetime]:
    wanted = select(entries.c.game, func.max(entries.c.made_at, type_=entries.c.made_at.type)).where(
        entries.c.game.in_(ids), entries.c.kind == EntryKind.JUDGED
    )
    return {row[0]: row[1] for row in connection.execute(wanted.group_by(entries.c.game))}


def _measure(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    wanted = select(entries.c.game, func.sum(func.length(entries.c.text))).where(entries.c.game.in_(ids))
    return {row[0]: int(row[1]) for row in connection.execute(wanted.group_by(entries.c.game))}


def pause_game(services: Services, actor: Actor, game_id: str, *, reason: str = "") -> Done:
    """Stop the clock of a game."""
    return _run(services, actor, game_id, PauseGame(act="pause"), reason)


def resume_game(services: Services, actor: Actor, game_id: str, *, reason: str = "") -> Done:
    """Restart the clock of a game."""
    return _run(services, actor, game_id, ResumeGame(act="resume"), reason)


def _run(services: Services, actor: Actor, game_id: str, act: PauseGame | ResumeGame, reason: str) -> Done:
    """Run an action of the game master for the host; members read in the log that the host did it, and why."""
    why = clean_reason(reason)
    with services.store.write() as connection:
        game = _lock(connection, services, game_id)
        # No membership: the admin has no part in the game, and sees nothing of it.
        nobody = Account(actor.account or 0, HOST, None, is_guest=False, is_admin=True, settings="{}")
        context = ActContext(connection, services, game, Membership(()), nobody, why)
        planned = act.plan(context)
        planned.apply()
        now = services.clock.now()
        line = add_log(connection, game.id, now, actor=HOST, act=act.act, text=planned.text, note=why)
        if planned.tells is not None:
            again = load_game(connection, services, game.id)
            notify_table(connection, services, again, planned.tells, planned.text, occasion=line, note=why)
        add_event(connection, game.id, "all", planned.event, now)
        return write_act(connection, services, actor, act.act, target=_name(game), text=planned.text, reason=why)


def appoint_master(services: Services, actor: Actor, game_id: str, account: int, *, reason: str = "") -> Done:
    """Let an account run a game whose master is gone or inactive. All members are told, by e-mail and log."""
    why = clean_reason(reason)
    with services.store.write() as connection:
        game = _lock(connection, services, game_id)
        person = _get_person(connection, services, account)
        _check_may_run(connection, game, person)
        make_master(connection, services, game, person.id)
        now = services.clock.now()
        text = ENGLISH.fill("log.master.appointed", name=person.name)
        line = add_log(connection, game.id, now, actor=HOST, act="master", text=text, note=why)
        add_event(connection, game.id, "all", "members", now)
        notify_table(connection, services, game, NoticeKind.MASTER, text, occasion=line, note=why)
        text = ENGLISH.fill("admin.appointed", name=person.name, title=game.row.title)
        return write_act(connection, services, actor, "appoint", target=_name(game), text=text, reason=why)


def _lock(connection: Connection, services: Services, game_id: str) -> LoadedGame:
    row = lock_game(connection, game_id[:24])
    if row is None:
        raise no_such_game()
    if row.is_solo:
        raise HttpRefusal(409, "is_solo")
    return decode_game(connection, services, row)


def _get_person(connection: Connection, services: Services, account: int) -> StoredAccount:
    row = account_table.find_account(connection, account)
    if row is None or row.is_closed or row.is_guest or row.is_banned(services.clock.now()):
        raise HttpRefusal(409, "cannot_run", field="account")
    return row


def _check_may_run(connection: Connection, game: LoadedGame, person: StoredAccount) -> None:
    if game.row.is_over:
        raise HttpRefusal(409, "not_running", case="at_this_stage")
    roles = list_roles(connection, game.id, person.id)
    if any(part.role is Role.GM for part in roles):
        raise HttpRefusal(409, "no_change", case="runs_already", name=person.name)
    if any(part.role is Role.PLAYER for part in roles) and not game.terms.gm_plays:
        raise HttpRefusal(409, "plays", field="account")


def _name(game: LoadedGame) -> str:
    return f"game {game.id} ({game.row.title})"
