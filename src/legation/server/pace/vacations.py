"""Vacations of an account: times in which no game waits for its player."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game import absence_storage as store
from legation.server.game.absence_storage import StoredAbsence
from legation.server.game.loaded_game import decode_game
from legation.server.game.member_storage import list_own_parts
from legation.server.game.storage import lock_game
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Account, Viewer
from legation.server.pace.absences import AbsenceEffect, apply_absence, take_back_absence

LONGEST = timedelta(days=92)
MOST = 50


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which a player is away."""

    id: int
    begins_at: str
    ends_at: str
    note: str


@dataclass(frozen=True, slots=True)
class Absences:
    """All vacations of an account, or its excuses in a game."""

    absences: list[Absence]


@dataclass(frozen=True, slots=True)
class NewVacation:
    """A new vacation, and its effects in the account's games."""

    id: int
    games: list[AbsenceEffect]


def list_vacations(services: Services, viewer: Viewer) -> Absences:
    """The viewer's vacations."""
    account = viewer.need_account()
    with services.store.read() as connection:
        return describe_absences(store.list_own_absences(connection, account.id))


def describe_absences(found: list[StoredAbsence]) -> Absences:
    """Absences for a page."""
    return Absences([Absence(one.id, format_time(one.begins_at), format_time(one.ends_at), one.note) for one in found])


def announce_vacation(
    services: Services,
    viewer: Viewer,
    begins_at: datetime,
    ends_at: datetime,
    note: str,
    *,
    sending: Sending = UNNUMBERED,
) -> NewVacation:
    """Announce a vacation, future or current: deadlines that fall into it move at once, if the terms allow it.

    It is announced once for each sending.
    """
    account, now = viewer.need_account(), services.clock.now()
    if begins_at >= ends_at:
        raise HttpRefusal(422, "wrong_span", case="backwards", field="ends_at")
    if ends_at - begins_at > LONGEST:
        raise HttpRefusal(422, "wrong_span", case="too_long", field="ends_at", days=LONGEST.days)
    if ends_at <= now:
        raise HttpRefusal(422, "wrong_span", case="over", field="ends_at")
    with services.store.write() as connection:
        known = sending.recall_answer(connection, account.id, NewVacation)
        if known is not None:
            return known
        to_come = [one for one in store.list_own_absences(connection, account.id) if one.ends_at > now]
        if len(to_come) >= MOST:
            raise HttpRefusal(409, "too_many", case="vacations", most=MOST)
        added = store.add_absence(connection, account=account.id, begins_at=begins_at, ends_at=ends_at, note=note)
        announced = NewVacation(added.id, _apply_everywhere(connection, services, account, added))
        sending.note_answer(connection, now, account.id, announced)
        return announced


def _apply_everywhere(
    connection: Connection, services: Services, account: Account, absence: StoredAbsence
) -> list[AbsenceEffect]:
    """Move deadlines in every game in which the account plays."""
    effects = []
    # Games are always locked in the same order, so that no two vacations wait for each other.
    for own in sorted(list_own_parts(connection, account.id), key=lambda part: part.game):
        row = lock_game(connection, own.game)
        if row is None or not row.is_in_play or row.is_solo or own.power is None:
            continue
        game = decode_game(connection, services, row)
        effects.append(apply_absence(connection, services, game, own, absence, name=account.name))
    return effects


def take_back_vacation(services: Services, viewer: Viewer, absence: int) -> None:
    """Cancel a vacation."""
    account = viewer.need_account()
    with services.store.write() as connection:
        if store.find_own_absence(connection, account.id, absence) is None:
            raise not_found("vacation")
        take_back_absence(connection, services, absence, account.name)
