"""The log of the host's admins: who did what to whom, when and why. Nothing is ever removed from it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert

from legation.server.base.refusals import forbidden
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.base.times import format_time
from legation.server.identity.viewers import Viewer
from legation.server.store.tables import admin_log
from legation.server.store.values import values_of

PAGE = 50
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who acts for the host."""

    name: str
    account: int | None = None
    """None for the command line."""


COMMAND_LINE = Actor("command line")


@dataclass(frozen=True, slots=True)
class StoredAct:
    """A line of the log."""

    id: int
    at: datetime
    actor: str
    act: str
    target: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class AdminAct:
    """An action of an admin."""

    id: int
    at: str
    actor: str
    """A name, or ``command line``."""
    act: str
    target: str
    """The account, game, network or e-mail that the action affected."""
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class AdminLog:
    """The actions of admins, newest first."""

    acts: list[AdminAct]
    next: int | None
    """The start of the next page; null if there is none."""


@dataclass(frozen=True, slots=True)
class Done:
    """An action was done: its line in the log."""

    text: str


ACTS = values_of(StoredAct, admin_log)


def need_admin(viewer: Viewer) -> Actor:
    """Refuse everyone except admins of the host. A token is not enough: it may be stored in a script."""
    account = viewer.need_account()
    if not account.is_admin:
        raise forbidden("admin")
    if viewer.token is not None:
        raise forbidden("admin_token")
    return Actor(account.name, account.id)


def write_act(
    connection: Connection, services: Services, actor: Actor, act: str, *, target: str, text: str, reason: str
) -> Done:
    """Log an action, in the transaction of the action itself."""
    now = services.clock.now()
    values = {"at": now, "actor": actor.name, "act": act, "target": target[:200], "text": text, "reason": reason}
    connection.execute(insert(admin_log).values(**values))
    return Done(text)


def clean_reason(reason: str, *, may_be_empty: bool = True) -> str:
    """The reason for an action, as a sentence."""
    text = clean_text(reason, "reason", longest=LONGEST_REASON, may_be_empty=may_be_empty)
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def list_acts(services: Services, before: int | None = None, limit: int = PAGE) -> AdminLog:
    """A page of the log, newest first."""
    wanted = ACTS.select().order_by(admin_log.c.id.desc()).limit(limit + 1)
    with services.store.read() as connection:
        rows = ACTS.list(connection, wanted if before is None else wanted.where(admin_log.c.id < before))
    acts = [
        AdminAct(row.id, format_time(row.at), row.actor, row.act, row.target, row.text, row.reason)
        for row in rows[:limit]
    ]
    return AdminLog(acts, acts[-1].id if len(rows) > limit else None)
