"""Vacations of an account: times at which its player cannot be waited for, in all games."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game import absence_storage as store
from legation.server.identity.viewers import Viewer

LONGEST = timedelta(days=92)
MOST = 50


@dataclass(frozen=True, slots=True)
class Absence:
    """A vacation."""

    id: int
    begins_at: str
    ends_at: str
    note: str


@dataclass(frozen=True, slots=True)
class Absences:
    """All vacations of an account."""

    absences: list[Absence]


@dataclass(frozen=True, slots=True)
class NewAbsence:
    """A vacation that was announced."""

    id: int


def list_absences(services: Services, viewer: Viewer) -> Absences:
    """The viewer's vacations."""
    account = viewer.need_account()
    with services.store.read() as connection:
        found = store.list_vacations(connection, account.id)
    return Absences([Absence(one.id, format_time(one.begins_at), format_time(one.ends_at), one.note) for one in found])


def add_absence(services: Services, viewer: Viewer, begins_at: datetime, ends_at: datetime, note: str) -> NewAbsence:
    """A new vacation, to come or under way."""
    account = viewer.need_account()
    if begins_at >= ends_at:
        raise HttpRefusal(422, "wrong_span", case="backwards", field="ends_at")
    if ends_at - begins_at > LONGEST:
        raise HttpRefusal(422, "wrong_span", case="too_long", field="ends_at", days=LONGEST.days)
    if ends_at <= services.clock.now():
        raise HttpRefusal(422, "wrong_span", case="over", field="ends_at")
    with services.store.write() as connection:
        if len(store.list_vacations(connection, account.id)) >= MOST:
            raise HttpRefusal(409, "too_many", case="vacations", most=MOST)
        added = store.add_absence(connection, account=account.id, begins_at=begins_at, ends_at=ends_at, note=note)
        return NewAbsence(added)


def remove_absence(services: Services, viewer: Viewer, absence: int) -> None:
    """Take a vacation back."""
    account = viewer.need_account()
    with services.store.write() as connection:
        if not store.remove_vacation(connection, account.id, absence):
            raise not_found("vacation")
