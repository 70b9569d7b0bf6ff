"""Removes unused data: old events and notices, ended sessions, sandboxes, guests and their games.

Everything is removed in small batches, each in a transaction of its own, so that no writer waits for long.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, delete, exists, func, or_, select

from legation.server.accounts.attempt_storage import KEPT as BUCKETS_KEPT
from legation.server.advice.storage import KEPT as QUESTIONS_KEPT
from legation.server.base.services import Services
from legation.server.game.event_storage import KEPT as EVENTS_KEPT
from legation.server.game.records import GameKind
from legation.server.identity.once import KEPT as SENDINGS_KEPT
from legation.server.store.removal import remove_account, remove_game
from legation.server.store.tables import (
    accounts,
    bot_questions,
    buckets,
    challenges,
    events,
    games,
    invitations,
    members,
    network_bans,
    notices,
    sandboxes,
    sendings,
    sessions,
    tokens,
)

BATCH = 200
"""Rows removed in one transaction."""
MOST_BATCHES = 50
"""Batches of one kind in one run; the rest is removed an hour later."""
MOST_GUESTS = 200
"""Guests and games removed in one run, each in a transaction of its own."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """How much was removed."""

    rows: int
    sandboxes: int
    games: int
    guests: int


def tidy(services: Services) -> Tidied:
    """Remove what has been unused for as long as the settings say."""
    now, keeping = services.clock.now(), services.settings.keeping
    long_ago = now - timedelta(days=keeping.notice_days)
    old: tuple[tuple[Table, ColumnElement[bool]], ...] = (
        (buckets, buckets.c.since < now - BUCKETS_KEPT),
        (events, events.c.at < now - EVENTS_KEPT),
        (sessions, sessions.c.ends_at <= now),
        (tokens, tokens.c.ends_at <= now),
        (challenges, challenges.c.ends_at <= now),
        (sendings, sendings.c.at < now - SENDINGS_KEPT),
        (bot_questions, bot_questions.c.asked_at < now - QUESTIONS_KEPT),
        (invitations, invitations.c.ends_at <= long_ago),
        (notices, notices.c.sent_at <= long_ago),
        (network_bans, network_bans.c.ends_at <= now),
    )
    rows = sum(_remove_rows(services, table, chosen) for table, chosen in old)
    removed = _remove_rows(services, sandboxes, _list_old_sandboxes(services, now))
    return Tidied(rows, removed, _remove_games(services, now), _remove_guests(services, now))


def _remove_rows(services: Services, table: Table, chosen: ColumnElement[bool]) -> int:
    key = next(iter(table.primary_key.columns))
    total = 0
    for _ in range(MOST_BATCHES):
        with services.store.read() as connection:  # so that nothing is locked if there is nothing to do
            batch = connection.execute(select(key).where(chosen).limit(BATCH)).scalars().all()
        if not batch:
            break
        with services.store.write() as connection:
            total += connection.execute(delete(table).where(key.in_(batch), chosen)).rowcount
        if len(batch) < BATCH:
            break
    return total


def _list_old_sandboxes(services: Services, now: datetime) -> ColumnElement[bool]:
    """Those of strangers and guests expire earlier than those of accounts."""
    keeping = services.settings.keeping
    is_owned = and_(sandboxes.c.account.is_not(None), sandboxes.c.network.is_(None))
    return or_(
        and_(~is_owned, sandboxes.c.opened_at < now - timedelta(days=keeping.sandbox_days)),
        and_(is_owned, sandboxes.c.opened_at < now - timedelta(days=keeping.owned_sandbox_days)),
    )


def _is_stale_guest(services: Services, now: datetime) -> ColumnElement[bool]:
    since = now - timedelta(days=services.settings.keeping.guest_days)
    return and_(accounts.c.is_guest, func.coalesce(accounts.c.seen_at, accounts.c.made_at) < since)


def _remove_games(services: Services, now: datetime) -> int:
    """Games against bots are removed with the guest who played them, and with an account that was closed."""
    is_gone = or_(_is_stale_guest(services, now), accounts.c.is_closed)
    others = exists().where(members.c.game == games.c.id, accounts.c.id == members.c.account, ~is_gone)
    somebody = exists().where(members.c.game == games.c.id)
    chosen = and_(games.c.kind == GameKind.SOLO, somebody, ~others)
    return _remove_one_by_one(services, select(games.c.id).where(chosen), games.c.id, remove_game)


def _remove_guests(services: Services, now: datetime) -> int:
    has_part = exists().where(members.c.account == accounts.c.id)
    chosen = select(accounts.c.id).where(_is_stale_guest(services, now), ~has_part)
    return _remove_one_by_one(services, chosen, accounts.c.id, remove_account)


def _remove_one_by_one(
    services: Services,
    chosen: Select[tuple[Any]],
    key: ColumnElement[Any],
    remove: Callable[[Connection, Any], object],
) -> int:
    """Remove each in a transaction of its own, unless someone returned in the meantime."""
    with services.store.read() as connection:
        found = connection.execute(chosen.limit(MOST_GUESTS)).scalars().all()
    total = 0
    for one in found:
        with services.store.write() as connection:
            still = connection.execute(chosen.where(key == one).with_for_update()).first()
            if still is not None:
                total += remove(connection, one) is not False
    return total
