"""Questions to bots in the database. Each is answered once and stored for a while."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from legation.board import PowerId
from legation.server.store.tables import bot_questions
from legation.server.store.values import values_of

KEPT = timedelta(days=2)
"""How long questions are stored: after that the viewer must ask again."""


class Subject(StrEnum):
    """The topic of a question."""

    HINT = "hint"
    MOTIVE = "motive"


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A person's question to a bot."""

    id: int
    game: str
    subject: Subject
    hash: str
    """Of an entry of the game: the last one for a hint; for a motive, the one that judged the phase."""
    power: PowerId
    asked_at: datetime
    waits_at: datetime | None
    """From when a bot may be asked: later than now while another process asks it. None: there is an answer."""
    tries: int
    answer: str | None
    """JSON."""


class About(NamedTuple):
    """The subject of a question."""

    subject: Subject
    entry: str
    """The hash of an entry of the game."""
    power: PowerId


QUESTIONS = values_of(StoredQuestion, bot_questions)


def find_question(connection: Connection, game: str, about: About) -> StoredQuestion | None:
    """A question, answered or not."""
    named = (
        bot_questions.c.game == game,
        bot_questions.c.subject == about.subject,
        bot_questions.c.hash == about.entry,
        bot_questions.c.power == about.power,
    )
    return QUESTIONS.find(connection, QUESTIONS.select().where(*named))


def put_question(connection: Connection, game: str, about: About, *, now: datetime) -> None:
    """Store a question. Hints for earlier positions of the game are no longer useful."""
    if about.subject is Subject.HINT:
        old = (bot_questions.c.game == game, bot_questions.c.subject == about.subject)
        connection.execute(delete(bot_questions).where(*old))
    values = {"game": game, "subject": about.subject, "hash": about.entry, "power": about.power, "tries": 0}
    connection.execute(insert(bot_questions).values(**values, asked_at=now, waits_at=now))


def drop_question(connection: Connection, question: StoredQuestion) -> None:
    """Remove a question."""
    connection.execute(delete(bot_questions).where(bot_questions.c.id == question.id))


def list_waiting(connection: Connection, now: datetime, *, limit: int = 500) -> list[StoredQuestion]:
    """Questions that can be answered now, longest waiting first."""
    wanted = QUESTIONS.select().where(bot_questions.c.waits_at <= now).order_by(bot_questions.c.id)
    return QUESTIONS.list(connection, wanted.limit(limit))


def count_waiting(connection: Connection, game: str) -> int:
    """The number of questions of a game without an answer."""
    wanted = select(bot_questions.c.id).where(bot_questions.c.game == game, bot_questions.c.waits_at.is_not(None))
    return len(connection.execute(wanted).all())


def claim_question(connection: Connection, question: StoredQuestion, until: datetime) -> bool:
    """Keep other processes from asking the same question for a while; True if no other process was first."""
    mine = (bot_questions.c.id == question.id, bot_questions.c.waits_at == question.waits_at)
    values = {"waits_at": until, "tries": question.tries + 1}
    return connection.execute(update(bot_questions).where(*mine).values(**values)).rowcount == 1


def put_answer(connection: Connection, question: StoredQuestion, answer: str) -> None:
    """Store a bot's answer."""
    named = bot_questions.c.id == question.id
    connection.execute(update(bot_questions).where(named).values(answer=answer, waits_at=None))
