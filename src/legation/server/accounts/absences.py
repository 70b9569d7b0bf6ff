"""Vacations of an account: times at which its player cannot be waited for, in all games."""

from datetime import datetime, timedelta
from typing import Any

from legation.server.accounts import absence_storage as store
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity.viewers import Viewer

LONGEST = timedelta(days=92)
MOST = 50


def list_absences(services: Services, viewer: Viewer) -> list[dict[str, Any]]:
    """The viewer's vacations."""
    account = viewer.need_account()
    with services.store.read() as connection:
        rows = store.list_absences(connection, account.id)
    return [
        {
            "id": row.id,
            "begins_at": format_time(row.begins_at),
            "ends_at": format_time(row.ends_at),
            "note": row.note,
        }
        for row in rows
    ]


def add_absence(services: Services, viewer: Viewer, begins_at: datetime, ends_at: datetime, note: str) -> int:
    """A new vacation, to come or under way."""
    account = viewer.need_account()
    if begins_at >= ends_at:
        raise HttpRefusal(422, "wrong_span", "It ends before it begins.", "ends_at")
    if ends_at - begins_at > LONGEST:
        raise HttpRefusal(422, "wrong_span", f"It lasts at most {LONGEST.days} days.", "ends_at")
    if ends_at <= services.clock.now():
        raise HttpRefusal(422, "wrong_span", "It is over already.", "ends_at")
    with services.store.write() as connection:
        if len(store.list_absences(connection, account.id)) >= MOST:
            raise HttpRefusal(409, "too_many", f"At most {MOST} are kept. Remove old ones first.")
        return store.add_absence(connection, account=account.id, begins_at=begins_at, ends_at=ends_at, note=note)


def remove_absence(services: Services, viewer: Viewer, absence: int) -> None:
    """Take a vacation back."""
    account = viewer.need_account()
    with services.store.write() as connection:
        if not store.remove_absence(connection, account.id, absence):
            raise not_found("vacation")
