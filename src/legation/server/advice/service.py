"""Hints for the player of a game against bots, and the reasons for a bot's orders.

A request stores the question and returns at once. A thread of the worker has it answered in the process in which the
bots of solo games think, and the page polls until the answer is there.
"""

import json
from dataclasses import dataclass, field
from typing import Literal

from pydantic import TypeAdapter
from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import PhaseKind
from legation.server.advice.storage import About, Subject, count_waiting, drop_question, find_question, put_question
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, decode_game, load_record
from legation.server.game.membership import Membership, open_game
from legation.server.game.order_lines import OrderLine
from legation.server.game.records import EntryHead
from legation.server.game.seats import load_seats
from legation.server.game.visibility import load_visible
from legation.server.http.routes import EVERY_FIELD
from legation.server.identity.viewers import Viewer
from legation.server.solo.service import check_solo, note_asker

MOST_WAITING = 8
"""Questions of one game that may wait for an answer."""
State = Literal["none", "thinking", "ready", "failed"]
"""No question was asked, a bot thinks, there is an answer, or no bot could give one."""


@dataclass(frozen=True, slots=True)
class HintOption:
    """Orders that a bot would give, with the reason."""

    orders: list[OrderLine]
    text: str
    """What they may gain, in one sentence."""
    better: float | None
    """By how many centres a bot values them higher than holding everything; null if that makes no sense."""


@dataclass(frozen=True, slots=True)
class UnitHint:
    """The best options of one unit."""

    unit: str
    options: list[HintOption]


@dataclass(frozen=True, slots=True)
class HintPage:
    """A hint for the player of a game against bots."""

    __pydantic_config__ = EVERY_FIELD
    state: State
    options: list[HintOption] = field(default_factory=list)
    """For all units together, best first."""
    units: list[UnitHint] = field(default_factory=list)
    """The same for each unit; none outside movement phases."""


@dataclass(frozen=True, slots=True)
class MotivePage:
    """Why a bot ordered what it did."""

    __pydantic_config__ = EVERY_FIELD
    state: State
    power: PowerId
    text: str = ""
    """Two sentences: its aim, and what it expected of the others."""


HINTS = TypeAdapter(HintPage)
MOTIVES = TypeAdapter(MotivePage)


def ask_hint(services: Services, viewer: Viewer, game_id: str) -> HintPage:
    """Ask for a hint in the current phase; the page polls until it is there."""
    with services.store.write() as connection:
        game, power = _open_for_hint(connection, services, viewer, game_id)
        _ask(connection, services, viewer, game.id, About(Subject.HINT, game.row.head, power))
        page = _read_hint(connection, game, power)
    services.bell.ring()
    return page


def read_hint(services: Services, viewer: Viewer, game_id: str) -> HintPage:
    """The requested hint, as far as it is known."""
    with services.store.read() as connection:
        return _read_hint(connection, *_open_for_hint(connection, services, viewer, game_id))


def ask_motive(services: Services, viewer: Viewer, game_id: str, power: str, phase: str) -> MotivePage:
    """Ask why a bot ordered what it did in a judged movement phase."""
    with services.store.write() as connection:
        game, head, bot = _open_for_motive(connection, services, viewer, game_id, power=power, phase=phase)
        _ask(connection, services, viewer, game.id, About(Subject.MOTIVE, head.hash, bot))
        page = _read_motive(connection, game, head, bot)
    services.bell.ring()
    return page


def read_motive(services: Services, viewer: Viewer, game_id: str, power: str, phase: str) -> MotivePage:
    """Why a bot ordered what it did, if it was asked and has answered."""
    with services.store.read() as connection:
        opened = _open_for_motive(connection, services, viewer, game_id, power=power, phase=phase)
        return _read_motive(connection, *opened)


def _ask(connection: Connection, services: Services, viewer: Viewer, game: str, about: About) -> None:
    """Store a question, unless it is asked or answered already; a failed one is asked once more."""
    known = find_question(connection, game, about)
    if known is not None and (known.answer is None or json.loads(known.answer)["state"] != "failed"):
        return
    services.rates.take("advice", viewer.rate_key, services.clock.now())
    if known is not None:
        drop_question(connection, known)
    if count_waiting(connection, game) >= MOST_WAITING:
        raise HttpRefusal(429, "too_many_at_once", case="questions", headers={"Retry-After": "5"})
    put_question(connection, game, about, now=services.clock.now())
    note_asker(services, viewer, game)


def _read_hint(connection: Connection, game: LoadedGame, power: PowerId) -> HintPage:
    found = find_question(connection, game.id, About(Subject.HINT, game.row.head, power))
    if found is None:
        return HintPage("none")
    return HintPage("thinking") if found.answer is None else HINTS.validate_json(found.answer)


def _read_motive(connection: Connection, game: LoadedGame, head: EntryHead, power: PowerId) -> MotivePage:
    found = find_question(connection, game.id, About(Subject.MOTIVE, head.hash, power))
    if found is None:
        return MotivePage("none", power)
    return MotivePage("thinking", power) if found.answer is None else MOTIVES.validate_json(found.answer)


def _open_solo(
    connection: Connection, services: Services, viewer: Viewer, game_id: str
) -> tuple[LoadedGame, Membership]:
    """The viewer's own game against bots: no one gets help against other people."""
    row, membership = open_game(connection, game_id, viewer)
    game = decode_game(connection, services, row)
    check_solo(game, membership)
    return game, membership


def _open_for_hint(
    connection: Connection, services: Services, viewer: Viewer, game_id: str
) -> tuple[LoadedGame, PowerId]:
    game, membership = _open_solo(connection, services, viewer, game_id)
    power = membership.need_power()
    if game.row.lesson:
        raise HttpRefusal(409, "no_hint", case="lesson")
    if power not in game.due:
        raise HttpRefusal(409, "no_hint", case="not_due")
    return game, power


def _open_for_motive(
    connection: Connection, services: Services, viewer: Viewer, game_id: str, *, power: str, phase: str
) -> tuple[LoadedGame, EntryHead, PowerId]:
    game, membership = _open_solo(connection, services, viewer, game_id)
    seat = load_seats(connection, game.id).get(PowerId(power))
    if seat is None or seat.bot is None:
        raise HttpRefusal(409, "no_motive", case="no_bot")
    head = load_visible(connection, game, membership).get(phase)
    record = load_record(connection, game.id, head.number, head.hash)
    if record.phase.kind is not PhaseKind.MOVES:
        raise HttpRefusal(409, "no_motive", case="phase")
    if not list(record.before.position.units_of(seat.power)):
        raise HttpRefusal(409, "no_motive", case="no_units")
    return game, head, seat.power
