"""Games, the editions of variants that they are played with, and the chain of entries of each game.

No entry is ever deleted: one that was undone is marked.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, or_, select, update

from legation.server.store.tables import accounts, editions, entries, games, members, seats

CARD = [column for column in games.c if column.name not in ("state", "setup")]
"""What lists need of a game; the rest is long."""
PAGE = 50


def add_game(connection: Connection, **values: object) -> None:
    """A new game."""
    connection.execute(insert(games).values(**values))


def find_game(connection: Connection, game: str) -> Row[Any] | None:
    """The row of a game."""
    return connection.execute(select(games).where(games.c.id == game)).one_or_none()


def change_game(connection: Connection, game: str, **values: object) -> None:
    """Change a game."""
    connection.execute(update(games).where(games.c.id == game).values(**values))


def claim_game(connection: Connection, game: str) -> Row[Any] | None:
    """The row of a game, locked; none where another process has it in hand (SQLite has one writer anyway)."""
    wanted = select(games).where(games.c.id == game).with_for_update(skip_locked=True)
    return connection.execute(wanted).one_or_none()


def list_due_games(
    connection: Connection, now: datetime, besides: Iterable[str] = (), *, limit: int = 100
) -> list[str]:
    """Games that the worker must look at, besides some, the longest waiting first."""
    is_due = or_(games.c.look_at <= now, games.c.deadline <= now)
    wanted = select(games.c.id).where(games.c.status == "running", is_due, games.c.id.not_in(tuple(besides)))
    rank = func.coalesce(games.c.look_at, games.c.deadline)
    return list(connection.execute(wanted.order_by(rank, games.c.id).limit(limit)).scalars())


def list_running(connection: Connection, before: datetime) -> list[Row[Any]]:
    """Running games with a deadline before a moment: those that a reminder may be due in."""
    wanted = select(*CARD).where(games.c.status == "running", games.c.deadline <= before)
    return list(connection.execute(wanted.order_by(games.c.deadline)))


def list_own_games(connection: Connection, account: int) -> list[Row[Any]]:
    """The games that an account has a part in, those that run first."""
    mine = select(members.c.game).where(members.c.account == account, members.c.left_at.is_(None))
    wanted = select(*CARD).where(games.c.id.in_(mine)).order_by(games.c.status == "ended", games.c.deadline.is_(None))
    return list(connection.execute(wanted.order_by(games.c.deadline, games.c.made_at.desc()).limit(200)))


def list_public_games(connection: Connection, statuses: Iterable[str], words: str, after: str) -> list[Row[Any]]:
    """Hosted games with one of some statuses, the newest first, a page at a time."""
    wanted = select(*CARD).where(games.c.status.in_(tuple(statuses)), games.c.kind == "hosted")
    if words:
        pattern = "%" + _escape(words) + "%"
        wanted = wanted.where(
            or_(games.c.title.ilike(pattern, escape="\\"), games.c.variant.ilike(pattern, escape="\\"))
        )
    if after:
        wanted = _after(wanted, after)
    return list(connection.execute(wanted.order_by(games.c.made_at.desc(), games.c.id).limit(PAGE)))


def _escape(words: str) -> str:
    return words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _after(wanted: Select[Any], game: str) -> Select[Any]:
    moment = select(games.c.made_at).where(games.c.id == game).scalar_subquery()
    return wanted.where(or_(games.c.made_at < moment, (games.c.made_at == moment) & (games.c.id > game)))


def count_free_seats(connection: Connection, chosen: Iterable[str]) -> dict[str, int]:
    """Of some games: how many seats have neither a player nor a bot."""
    ids = tuple(chosen)
    if not ids:
        return {}
    held = (
        select(members.c.game, members.c.power)
        .where(members.c.game.in_(ids), members.c.role == "player", members.c.left_at.is_(None))
        .subquery()
    )
    wanted = (
        select(seats.c.game, func.count())
        .select_from(seats.outerjoin(held, (held.c.game == seats.c.game) & (held.c.power == seats.c.power)))
        .where(seats.c.game.in_(ids), seats.c.bot.is_(None), held.c.power.is_(None))
        .group_by(seats.c.game)
    )
    return {row[0]: row[1] for row in connection.execute(wanted)}


def list_masters(connection: Connection, chosen: Iterable[str]) -> dict[str, str]:
    """Of some games: the name of the game master."""
    wanted = (
        select(members.c.game, accounts.c.name)
        .join(accounts, accounts.c.id == members.c.account)
        .where(members.c.game.in_(tuple(chosen)), members.c.role == "gm", members.c.left_at.is_(None))
    )
    return {row[0]: row[1] for row in connection.execute(wanted)}


def add_edition(connection: Connection, digest: str, variant: str, files: bytes, now: datetime) -> None:
    """Keep the files of a variant, unless they are kept already."""
    if not has_edition(connection, digest):
        connection.execute(insert(editions).values(digest=digest, variant=variant, files=files, made_at=now))


def has_edition(connection: Connection, digest: str) -> bool:
    """Whether the files of an edition are kept already."""
    return connection.execute(select(editions.c.digest).where(editions.c.digest == digest)).first() is not None


def find_edition(connection: Connection, digest: str) -> Row[Any] | None:
    """The files of an edition."""
    return connection.execute(select(editions).where(editions.c.digest == digest)).one_or_none()


HEADS = [column for column in entries.c if column.name != "text"]


def add_entry(
    connection: Connection, game: str, *, number: int, digest: str, kind: str, phase: str, text: str, now: datetime
) -> None:
    """Append an entry."""
    connection.execute(
        insert(entries).values(game=game, number=number, hash=digest, kind=kind, phase=phase, text=text, made_at=now)
    )


def list_heads(connection: Connection, game: str) -> list[Row[Any]]:
    """The entries that led to the state now, without their texts and without what was undone."""
    wanted = select(*HEADS).where(entries.c.game == game, ~entries.c.is_undone, entries.c.kind != "undone")
    return list(connection.execute(wanted.order_by(entries.c.number)))


def find_last_judged(connection: Connection, game: str, kind: str = "M") -> Row[Any] | None:
    """The last entry that judged a phase of a kind (``M``, ``R`` or ``A``), without its text."""
    wanted = select(*HEADS).where(entries.c.game == game, ~entries.c.is_undone, entries.c.kind == "judged")
    wanted = wanted.where(entries.c.phase.like(f"%{kind}")).order_by(entries.c.number.desc()).limit(1)
    return connection.execute(wanted).one_or_none()


def find_entry(connection: Connection, game: str, number: int) -> Row[Any] | None:
    """One entry with its text."""
    wanted = select(entries).where(entries.c.game == game, entries.c.number == number)
    return connection.execute(wanted).one_or_none()


def list_entries(connection: Connection, game: str, after: int = 0) -> list[Row[Any]]:
    """All entries after a number, with their texts, undone ones too."""
    wanted = select(entries).where(entries.c.game == game, entries.c.number > after)
    return list(connection.execute(wanted.order_by(entries.c.number)))


def mark_undone(connection: Connection, game: str, first: int) -> None:
    """From an entry on, nothing counts any more."""
    wanted = (entries.c.game == game, entries.c.number >= first)
    connection.execute(update(entries).where(*wanted).values(is_undone=True))
