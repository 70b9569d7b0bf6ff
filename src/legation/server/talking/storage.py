"""Games whose bots have something to read or to say, and the letters that bots have read or written."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from legation.board import Names, PowerId
from legation.bots.talking import Letter, Meaning, read_meaning, write_meaning
from legation.game import Phase, parse_phase
from legation.server.game.records import EntryKind, GameKind
from legation.server.game.storage import IS_CLOCKED
from legation.server.press.rooms import GM_MARK, list_members
from legation.server.store.tables import entries, games, messages, rooms


@dataclass(frozen=True, slots=True)
class DueTalk:
    """A game whose bots may talk now."""

    game: str
    talks_at: datetime


@dataclass(frozen=True, slots=True)
class UnreadLetter:
    """A person's letter to a bot that has not read it yet."""

    id: int
    sender: PowerId
    to: PowerId
    text: str
    sketch: str | None
    is_shared: bool = False
    """True if others read it as well."""


def find_due_talk(connection: Connection, kind: GameKind, now: datetime) -> DueTalk | None:
    """The game of a kind whose bots have waited longest to talk."""
    wanted = select(games.c.id, games.c.talks_at).where(IS_CLOCKED, games.c.kind == kind, games.c.talks_at <= now)
    row = connection.execute(wanted.order_by(games.c.talks_at, games.c.id).limit(1)).first()
    return DueTalk(row[0], row[1]) if row else None


def claim_talk(connection: Connection, due: DueTalk, until: datetime | None) -> bool:
    """Keep other processes from the talks of a game for a while, or end them; True if nothing came in between."""
    mine = (games.c.id == due.game, games.c.talks_at == due.talks_at)
    return connection.execute(update(games).where(*mine).values(talks_at=until)).rowcount == 1


def list_unread(
    connection: Connection, game: str, bots: Collection[PowerId], since: datetime | None
) -> list[UnreadLetter]:
    """People's letters that no bot has read, in order; for a letter to several bots, one entry for each bot."""
    wanted = (
        select(messages.c.id, messages.c.sender, rooms.c.key, messages.c.text, messages.c.sketch)
        .join(rooms, rooms.c.id == messages.c.room)
        .where(messages.c.game == game, messages.c.meaning.is_(None), messages.c.account.is_not(None))
        .where(messages.c.is_grey.is_(False))
    )
    if since is not None:
        wanted = wanted.where(messages.c.sent_at >= since)
    found = []
    for id_, sender, key, text, sketch in connection.execute(wanted.order_by(messages.c.id)):
        members = () if key.startswith(GM_MARK) else list_members(key)
        if sender not in members or sender in bots:
            continue
        readers = [power for power in members if power in bots]
        found += [UnreadLetter(id_, PowerId(sender), to, text, sketch, len(members) > 2) for to in readers]
    return found


def list_said(connection: Connection, game: str, names: Names, since: int) -> list[Letter]:
    """The letters that bots have read and written from a year on, in order, without those of undone phases."""
    undone = select(entries.c.made_at, entries.c.phase).where(
        entries.c.game == game, entries.c.kind == EntryKind.UNDONE
    )
    void = [(made_at, parse_phase(phase)) for made_at, phase in connection.execute(undone)]
    wanted = (
        select(messages.c.sender, rooms.c.key, messages.c.meaning, messages.c.sent_at)
        .join(rooms, rooms.c.id == messages.c.room)
        .where(messages.c.game == game, messages.c.meaning.is_not(None))
        .order_by(messages.c.id)
    )
    found: list[Letter] = []
    for sender, key, meaning, sent_at in connection.execute(wanted):
        data = json.loads(meaning)
        phase = parse_phase(data["phase"])
        if phase.year < since or any(sent_at <= at and phase.rank >= back.rank for at, back in void):
            continue
        other = next(power for power in list_members(key) if power != sender)
        for one in data["means"]:
            to = PowerId(one.pop("to", other))
            found.append(Letter(phase, PowerId(sender), to, read_meaning(json.dumps(one), names)))
    return found


def mark_meant(connection: Connection, phase: Phase, meant: Sequence[tuple[UnreadLetter, Sequence[Meaning]]]) -> None:
    """Store what letters mean to the bots that read them."""
    means: dict[int, list[dict[str, Any]]] = {}
    for letter, meanings in meant:
        shared = {"to": letter.to} if letter.is_shared else {}
        means.setdefault(letter.id, []).extend(json.loads(write_meaning(one)) | shared for one in meanings)
    for id_, found in means.items():
        connection.execute(update(messages).where(messages.c.id == id_).values(meaning=_write(phase, found)))


def mark_written(connection: Connection, phase: Phase, room: int, number: int, meaning: Meaning) -> None:
    """Store what a bot meant by a letter that it has just written."""
    written = (messages.c.room == room, messages.c.number == number)
    connection.execute(
        update(messages).where(*written).values(meaning=_write(phase, [json.loads(write_meaning(meaning))]))
    )


def _write(phase: Phase, means: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps({"phase": str(phase), "means": means}, separators=(",", ":"))
