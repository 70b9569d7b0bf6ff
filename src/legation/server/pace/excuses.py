"""Excuses: a player's absence in one game."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_line
from legation.server.game import absence_storage as store
from legation.server.game.loaded_game import load_locked_game
from legation.server.game.membership import Act, open_game
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Viewer
from legation.server.pace.absences import (
    Outcome,
    apply_absence,
    get_player,
    refuse_too_long,
    take_back_absence,
)
from legation.server.pace.vacations import Absences, describe_absences

LONGEST_ABSENCE = timedelta(days=90)
MOST = 20


@dataclass(frozen=True, slots=True)
class Excuse:
    """The effect of an excuse on the deadline, and the vacation days that it uses."""

    id: int
    outcome: Outcome
    text: str
    deadline: str | None
    days_used: int
    days_left: int


def excuse(
    services: Services,
    viewer: Viewer,
    game_id: str,
    begins_at: datetime,
    ends_at: datetime,
    *,
    note: str,
    sending: Sending = UNNUMBERED,
) -> Excuse:
    """Excuse a player: the deadline moves behind the absence, as far as vacation days allow; once for each sending."""
    account = viewer.need_account()
    text = clean_line(note, "note", longest=200)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.ABSENCE)
        membership.need_power()
        known = sending.recall_answer(connection, account.id, Excuse)
        if known is not None:
            return known
        now = services.clock.now()
        if not begins_at < ends_at <= begins_at + LONGEST_ABSENCE or ends_at <= now:
            raise HttpRefusal(422, "bad_absence", days=LONGEST_ABSENCE.days)
        to_come = [one for one in store.list_own_absences(connection, account.id, game.id) if one.ends_at > now]
        if len(to_come) >= MOST:
            raise HttpRefusal(409, "too_many", case="vacations", most=MOST)
        added = store.add_absence(
            connection, account=account.id, game=game.id, begins_at=begins_at, ends_at=ends_at, note=text
        )
        own = get_player(connection, game.id, account.id)
        effect = apply_absence(connection, services, game, own, added, name=account.name)
        refuse_too_long(effect)
        excused = Excuse(added.id, effect.outcome, effect.text, effect.deadline, effect.days_used, effect.days_left)
        sending.note_answer(connection, now, account.id, excused)
    return excused


def list_excuses(services: Services, viewer: Viewer, game: str) -> Absences:
    """The viewer's excuses in a game."""
    account = viewer.need_account()
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        membership.need(Act.ABSENCE)
        return describe_absences(store.list_own_absences(connection, account.id, row.id))


def take_back_excuse(services: Services, viewer: Viewer, game_id: str, absence: int) -> None:
    """Cancel an excuse."""
    account = viewer.need_account()
    with services.store.write() as connection:
        game, _ = load_locked_game(connection, services, game_id, viewer)
        if store.find_own_absence(connection, account.id, absence, game.id) is None:
            raise not_found("excuse")
        take_back_absence(connection, services, absence, account.name)
