"""E-mails and webhooks that wait, fail or were given up, for an admin to retry or drop. Their text is not shown."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, and_, delete, func, select, update

from legation.render.words import ENGLISH
from legation.server.admin.audit import Actor, Done, write_act
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.mail.notice_storage import Channel
from legation.server.store.tables import accounts, games, notices
from legation.server.store.values import values_of

PAGE = 50


class NoticeState(StrEnum):
    """The state of an e-mail or webhook."""

    WAITING = "waiting"
    """Its time has come, or will come."""
    FAILING = "failing"
    """A try failed, and it will be tried again."""
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class StoredNotice:
    """A notice without its text, with its recipient."""

    id: int
    channel: Channel
    kind: str
    subject: str
    made_at: datetime
    due_at: datetime
    sent_at: datetime | None
    tries: int
    problem: str | None
    account_name: str | None
    game: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """An e-mail or webhook that has not been delivered."""

    id: int
    channel: Channel
    kind: str
    """Its topic; its text may be secret and is not shown."""
    state: NoticeState
    to: str
    """The name of an account, or the title of the webhook's game."""
    game: str | None
    made_at: str
    due_at: str
    tries: int
    problem: str | None


@dataclass(frozen=True, slots=True)
class NoticeRows:
    """A page of e-mails and webhooks, newest first."""

    letters: list[NoticeRow]
    next: int | None
    """The start of the next page; null if there is none."""


NOTICES = values_of(StoredNotice, notices, {"account_name": accounts.c.name, "title": games.c.title})


def in_state(state: NoticeState) -> ColumnElement[bool]:
    """True if a notice is in a state. A delivered one is in none."""
    match state:
        case NoticeState.WAITING:
            return and_(notices.c.sent_at.is_(None), notices.c.tries == 0)
        case NoticeState.FAILING:
            return and_(notices.c.sent_at.is_(None), notices.c.tries > 0)
        case NoticeState.GIVEN_UP:
            return and_(notices.c.sent_at.is_not(None), notices.c.problem.is_not(None))


def count_notices(connection: Connection, channel: Channel, state: NoticeState) -> int:
    """The number of notices of a channel in a state."""
    wanted = select(func.count()).select_from(notices).where(notices.c.channel == channel.value, in_state(state))
    return connection.execute(wanted).scalar_one()


def list_letters(services: Services, state: NoticeState, before: int | None = None, limit: int = PAGE) -> NoticeRows:
    """E-mails and webhooks in a state, newest first, one page at a time."""
    joined = notices.outerjoin(accounts, accounts.c.id == notices.c.account).outerjoin(
        games, games.c.id == notices.c.game
    )
    wanted = NOTICES.select().select_from(joined).where(in_state(state)).order_by(notices.c.id.desc())
    if before is not None:
        wanted = wanted.where(notices.c.id < before)
    with services.store.read() as connection:
        rows = NOTICES.list(connection, wanted.limit(limit + 1))
    described = [_describe(row, state) for row in rows[:limit]]
    return NoticeRows(described, described[-1].id if len(rows) > limit else None)


def _describe(row: StoredNotice, state: NoticeState) -> NoticeRow:
    return NoticeRow(
        id=row.id,
        channel=row.channel,
        kind=row.kind,
        state=state,
        to=(row.account_name if row.channel is Channel.MAIL else row.title) or "",
        game=row.game,
        made_at=format_time(row.made_at),
        due_at=format_time(row.due_at),
        tries=row.tries,
        problem=row.problem,
    )


def retry_letter(services: Services, actor: Actor, notice: int) -> Done:
    """Retry a failing e-mail at once. One that was given up cannot be retried: its text is gone."""
    with services.store.write() as connection:
        chosen = and_(notices.c.id == notice, in_state(NoticeState.FAILING))
        values = {"due_at": services.clock.now(), "tries": 1}
        if connection.execute(update(notices).where(chosen).values(**values)).rowcount == 0:
            raise HttpRefusal(409, "nothing_to_retry")
        text = ENGLISH.fill("admin.retried", number=notice)
        return write_act(connection, services, actor, "retry", target=f"letter {notice}", text=text, reason="")


def retry_all(services: Services, actor: Actor) -> Done:
    """Send all failed e-mails and webhooks again at once."""
    with services.store.write() as connection:
        values = {"due_at": services.clock.now(), "tries": 1}
        number = connection.execute(update(notices).where(in_state(NoticeState.FAILING)).values(**values)).rowcount
        text = ENGLISH.fill("admin.retried_all", number=number)
        return write_act(connection, services, actor, "retry", target="all failing e-mails", text=text, reason="")


def drop_letter(services: Services, actor: Actor, notice: int) -> Done:
    """Delete an undelivered e-mail."""
    with services.store.write() as connection:
        has_arrived = and_(notices.c.sent_at.is_not(None), notices.c.problem.is_(None))
        gone = delete(notices).where(notices.c.id == notice, ~has_arrived)
        if connection.execute(gone).rowcount == 0:
            raise HttpRefusal(409, "nothing_to_drop")
        text = ENGLISH.fill("admin.dropped", number=notice)
        return write_act(connection, services, actor, "drop", target=f"letter {notice}", text=text, reason="")
