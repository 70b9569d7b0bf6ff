"""Promises: which letters make one, and whether it was kept, judged by the record of the phase."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from legation.board import Board, Position, PowerId, SpaceId, space_of
from legation.bots.talking.messages import Answer, Letter, Offer, Peace, Topic
from legation.game import Phase, PhaseKind, PhaseRecord
from legation.orders import Bomb, Convoy, Hold, Move, Order, SupportHold, SupportMove, Waive


class Promise(NamedTuple):
    """A power's word to another: for one order in one phase, or for peace until the Winter of that year."""

    by: PowerId
    to: PowerId
    made: Phase
    order: Order | None = None
    """None: peace."""

    @property
    def is_peace(self) -> bool:
        """True if peace was promised."""
        return self.order is None

    def binds(self, phase: Phase) -> bool:
        """True if the promise is about the orders of a phase."""
        if phase.kind is not PhaseKind.MOVES:
            return False
        if self.order is not None:
            return phase == self.made
        return phase.year == self.made.year and phase.rank >= self.made.rank


class Upshot(StrEnum):
    """The result of a promise in one phase."""

    KEPT = "kept"
    BROKEN = "broken"
    VOID = "void"
    """It could not be kept, or there was nothing to keep: the unit or the other power was gone."""


def list_promises(letters: Iterable[Letter]) -> list[Promise]:
    """The promises in some letters, in order; an offer of peace and a yes make one, and a refused offer none."""
    found: dict[Promise, None] = {}
    offers: set[tuple[PowerId, PowerId, int]] = set()
    for letter in letters:
        phase, sender, to = letter.phase, letter.sender, letter.to
        match letter.meaning:
            case Peace():
                offers.add((sender, to, phase.year))
            case Offer(order):
                found.setdefault(Promise(sender, to, phase, order))
            case Answer(Topic.ORDER, True, order) if order is not None:
                found.setdefault(Promise(sender, to, phase, order))
            case Answer(Topic.ORDER, False, order) if order is not None:
                found.pop(Promise(to, sender, phase, order), None)
            case Answer(Topic.PEACE, True) if (to, sender, phase.year) in offers:
                found.setdefault(Promise(sender, to, phase))
                found.setdefault(Promise(to, sender, phase))
    return list(found)


def judge_promise(board: Board, promise: Promise, record: PhaseRecord) -> Upshot:
    """The result of a promise in a phase that it binds."""
    before = record.before.position
    own = [outcome.order for outcome in record.outcomes if outcome.power == promise.by]
    if promise.order is not None:
        if not own or not has_unit(before, promise.by, promise.order):
            return Upshot.VOID
        wanted = promise.order
        return Upshot.KEPT if any(is_same(order, wanted) for order in own) else Upshot.BROKEN
    if not own or not before.units_of(promise.to):
        return Upshot.VOID
    hostile = [order for order in own if is_hostile(board, before, order, promise.to)]
    going = {
        outcome.order.unit.space: space_of(outcome.order.target)
        for outcome in record.outcomes
        if outcome.power == promise.to and isinstance(outcome.order, Move)
    }
    broken = any(not _follows(before, order, promise.to, going) for order in hostile)
    return Upshot.BROKEN if broken else Upshot.KEPT


def has_unit(position: Position, power: PowerId, order: Order) -> bool:
    """True if the unit of an order is there and belongs to the power."""
    if isinstance(order, Waive | Bomb):
        return False
    unit = position.find_unit(order.unit.kind, order.unit.space, power)
    return unit is not None and unit.power == power


def is_same(one: Order, other: Order) -> bool:
    """True if two orders tell a unit to do the same; routes, coasts of supported moves and kinds do not matter."""
    return _core(one) == _core(other)


def _core(order: Order) -> tuple[object, ...]:
    match order:
        case Hold(unit):
            return (Hold, unit.space)
        case Move(unit, target):
            return (Move, unit.space, target)
        case SupportHold(unit, helped):
            return (SupportHold, unit.space, helped.space)
        case SupportMove(unit, helped, target) | Convoy(unit, helped, target):
            return (type(order), unit.space, helped.space, space_of(target))
        case _:
            return (order,)


def is_hostile(board: Board, position: Position, order: Order, against: PowerId) -> bool:
    """True if an order goes against a power: into a space of its units or its centre, or helps others there."""
    match order:
        case Move(unit=mover, target=target) | SupportMove(supported=mover, target=target):
            pass
        case Convoy(army=mover, target=target):
            pass
        case Bomb(target=space):
            return is_of(board, position, space, against)
        case _:
            return False
    unit = position.find_unit(mover.kind, mover.space)
    if unit is not None and unit.power == against:
        return False
    return is_of(board, position, space_of(target), against)


def is_of(board: Board, position: Position, space: SpaceId, power: PowerId) -> bool:
    """True if a unit of a power is in a space, or the power owns a centre there that counts."""
    occupant = position.units.get(space)
    if occupant is not None and occupant.power == power:
        return True
    return position.owners.get(space) == power and board.spaces[space].centre.is_counted


def _follows(position: Position, order: Order, other: PowerId, going: Mapping[SpaceId, SpaceId]) -> bool:
    """True if an order only enters a space that the other's unit leaves and that is not the other's centre."""
    if not isinstance(order, Move):
        return False
    space = space_of(order.target)
    return space in going and going[space] != order.unit.space and position.owners.get(space) != other
