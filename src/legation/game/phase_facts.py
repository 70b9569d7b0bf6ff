"""The facts of one judged phase for statistics and turning points. Small, so that they can be kept for every phase."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from legation.board import Board, Position, PowerId, SpaceId, UnitKey, space_of
from legation.game.phase import Phase, PhaseKind
from legation.game.state import Ending, PhaseRecord, list_survivors
from legation.judge import Fate, Reason, Result, Rulebook, count_centres
from legation.orders import Bomb, Convoy, Embark, Hold, Move, Order, Piece, SupportHold, SupportMove
from legation.variants import Variant

FOUGHT = frozenset({Reason.REPELLED, Reason.BOUNCED, Reason.OUTMATCHED, Reason.MET_HEAD_ON})
"""Reasons for moves that fail against another unit."""


class OrderKind(StrEnum):
    """The kinds of order that statistics tell apart."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    EMBARK = "embark"
    BOMB = "bomb"


ORDER_KINDS: Mapping[type, OrderKind] = {
    Hold: OrderKind.HOLD,
    Move: OrderKind.MOVE,
    SupportHold: OrderKind.SUPPORT,
    SupportMove: OrderKind.SUPPORT,
    Convoy: OrderKind.CONVOY,
    Embark: OrderKind.EMBARK,
    Bomb: OrderKind.BOMB,
}


class Help(NamedTuple):
    """A unit was ordered to support or to carry a unit."""

    giver: PowerId
    helped: PowerId
    kind: OrderKind
    is_matched: bool
    """True if the other unit did what the helper expected of it."""
    is_given: bool
    """True if it was also neither cut nor disrupted."""


class Fight(NamedTuple):
    """Units of two powers were at odds over a space: one did not let the other in, or drove it out."""

    powers: tuple[PowerId, PowerId]
    """Sorted."""
    space: SpaceId


class Attack(NamedTuple):
    """A power moved against a unit that stayed in place, or into another's centre, without that power's help."""

    by: PowerId
    against: PowerId
    space: SpaceId


class CentreChange(NamedTuple):
    """A centre that counts got another owner."""

    space: SpaceId
    old: PowerId | None
    new: PowerId | None


class OrderCount(NamedTuple):
    """The orders of one kind that a power gave, and how many of them succeeded."""

    power: PowerId
    kind: OrderKind
    number: int
    succeeded: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """The owners of centres at one moment, how many counted, and which powers were in the game."""

    owners: Mapping[SpaceId, PowerId]
    """Of supply centres, without those that only build."""
    counts: Mapping[PowerId, int]
    """Centres that count by the rulebook."""
    alive: frozenset[PowerId]


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """One judged phase. Orders, fights and units are those of a movement phase; other phases have none."""

    phase: Phase
    before: Holdings
    after: Holdings
    ending: Ending | None = None
    orders: tuple[OrderCount, ...] = ()
    refused: Mapping[PowerId, int] | None = None
    """Lines that could not be read or were not legal."""
    helps: tuple[Help, ...] = ()
    fights: tuple[Fight, ...] = ()
    attacks: tuple[Attack, ...] = ()
    units: Mapping[PowerId, int] | None = None
    idle: Mapping[PowerId, int] | None = None
    """Units that held although no unit moved against them or supported them."""

    @property
    def changes(self) -> tuple[CentreChange, ...]:
        """The centres that changed hands."""
        old, new = self.before.owners, self.after.owners
        return tuple(
            CentreChange(space, old.get(space), new.get(space))
            for space in sorted({*old, *new})
            if old.get(space) != new.get(space)
        )

    @property
    def fallen(self) -> tuple[PowerId, ...]:
        """The powers that this phase eliminated."""
        return tuple(sorted(self.before.alive - self.after.alive))


def read_holdings(variant: Variant, rulebook: Rulebook, position: Position) -> Holdings:
    """The owners of centres in a position."""
    spaces = variant.board.spaces
    return Holdings(
        {space: owner for space, owner in position.owners.items() if spaces[space].centre.is_counted},
        {power: count_centres(variant.board, position, power, rulebook) for power in variant.powers},
        list_survivors(variant.board, position),
    )


def read_facts(variant: Variant, rulebook: Rulebook, record: PhaseRecord) -> PhaseFacts:
    """The facts of a judged phase."""
    before = read_holdings(variant, rulebook, record.before.position)
    after = read_holdings(variant, rulebook, record.after.position)
    if record.phase.kind is not PhaseKind.MOVES:
        return PhaseFacts(record.phase, before, after, record.after.ending)
    units = record.before.position.units
    return PhaseFacts(
        record.phase,
        before,
        after,
        record.after.ending,
        orders=_count_orders(record),
        refused=Counter(rejection.power for rejection in record.rejections),
        helps=tuple(_list_helps(record)),
        fights=tuple(sorted(set(_list_fights(record)))),
        attacks=tuple(sorted(set(_list_attacks(variant.board, record)))),
        units=Counter(unit.power for unit in units.values()),
        idle=Counter(_list_idle(record)),
    )


def _count_orders(record: PhaseRecord) -> tuple[OrderCount, ...]:
    all_orders: Counter[tuple[PowerId, OrderKind]] = Counter()
    good: Counter[tuple[PowerId, OrderKind]] = Counter()
    for outcome in record.outcomes:
        key = (outcome.power, ORDER_KINDS[type(outcome.order)])
        all_orders[key] += 1
        # A unit that held and was dislodged followed its order, and yet it did not hold.
        good[key] += outcome.result is Result.SUCCEEDS and not (
            isinstance(outcome.order, Hold) and outcome.fate is not Fate.STANDS
        )
    return tuple(OrderCount(*key, number, good[key]) for key, number in sorted(all_orders.items()))


def _owner_of(position: Position, piece: Piece) -> PowerId | None:
    unit = position.find_unit(piece.kind, piece.space)
    return unit.power if unit else None


def _list_helps(record: PhaseRecord) -> Iterator[Help]:
    for outcome in record.outcomes:
        piece = _helped_by(outcome.order)
        helped = _owner_of(record.before.position, piece) if piece else None
        if helped is not None:
            yield Help(
                outcome.power,
                helped,
                ORDER_KINDS[type(outcome.order)],
                is_matched=outcome.result is not Result.VOID,
                is_given=outcome.result is Result.SUCCEEDS,
            )


def _helped_by(order: Order) -> Piece | None:
    """The unit that an order supports, carries or takes aboard."""
    match order:
        case SupportHold() | SupportMove():
            return order.supported
        case Convoy() | Embark():
            return order.army
        case _:
            return None


def _list_fights(record: PhaseRecord) -> Iterator[Fight]:
    """Fights, from both sides: moves that failed against another power, and units that were dislodged."""
    owners: dict[Order, PowerId] = {outcome.order: outcome.power for outcome in record.outcomes}
    for outcome in record.outcomes:
        order, power = outcome.order, outcome.power
        if isinstance(order, Move) and outcome.reason in FOUGHT:
            space = space_of(order.target)
            for rival in outcome.because_of:
                if _is_at(rival, space) and owners.get(rival, power) != power:
                    yield _fight(power, owners[rival], space)
        victor = outcome.dislodged_by
        if isinstance(victor, Move) and owners.get(victor, power) != power:
            yield _fight(power, owners[victor], space_of(victor.target))


def _is_at(order: Order, space: SpaceId) -> bool:
    """True if an order's unit is in a space or moves there; its supporters elsewhere do not count."""
    if isinstance(order, Move) and space_of(order.target) == space:
        return True
    unit = getattr(order, "unit", None)
    return isinstance(unit, Piece) and unit.space == space


def _fight(one: PowerId, other: PowerId, space: SpaceId) -> Fight:
    return Fight((min(one, other), max(one, other)), space)


def _list_attacks(board: Board, record: PhaseRecord) -> Iterator[Attack]:
    position = record.before.position
    left = {
        outcome.order.unit.space
        for outcome in record.outcomes
        if isinstance(outcome.order, Move)
        and outcome.result is Result.SUCCEEDS
        and _occupies(position, outcome.order.unit)
    }
    helpers, boarding = _list_helpers(record), _list_boarding(record)
    for outcome in record.outcomes:
        order = outcome.order
        if not isinstance(order, Move) or outcome.result is Result.VOID or order in boarding:
            continue
        space = space_of(order.target)
        there = position.units.get(space)
        against = {there.power} if there and space not in left else set()
        if board.spaces[space].centre.is_counted and space in position.owners:
            against.add(position.owners[space])
        for power in against - {outcome.power} - helpers.get((order.unit.space, space), set()):
            yield Attack(outcome.power, power, space)


def _occupies(position: Position, piece: Piece) -> bool:
    """True for the unit that is in its space, and not aboard the ship there."""
    unit = position.units.get(piece.space)
    return unit is not None and unit.kind is piece.kind


def _list_boarding(record: PhaseRecord) -> set[Order]:
    """The orders of armies to ships that were ordered to take them aboard, which is no attack."""
    taking = {
        (outcome.order.army, outcome.order.unit.space)
        for outcome in record.outcomes
        if isinstance(outcome.order, Embark) and outcome.result is not Result.VOID
    }
    return {
        outcome.order
        for outcome in record.outcomes
        if isinstance(outcome.order, Move) and (outcome.order.unit, space_of(outcome.order.target)) in taking
    }


def _list_helpers(record: PhaseRecord) -> dict[tuple[UnitKey, SpaceId], set[PowerId]]:
    """The powers that supported or carried each move, by where it began and where it led."""
    found: dict[tuple[UnitKey, SpaceId], set[PowerId]] = {}
    for outcome in record.outcomes:
        match outcome.order:
            case SupportMove(_, piece, target) | Convoy(_, piece, target):
                found.setdefault((piece.space, space_of(target)), set()).add(outcome.power)
            case _:
                pass
    return found


def _list_idle(record: PhaseRecord) -> Iterator[PowerId]:
    """The power of every unit that held although no unit moved to its space or supported it to hold.

    A ship that holds to let its army leave is not idle, nor is an army whose ship is under way.
    """
    orders = [outcome.order for outcome in record.outcomes]
    busy = {space_of(order.target) for order in orders if isinstance(order, Move)}
    busy |= {order.supported.space for order in orders if isinstance(order, SupportHold)}
    busy |= {order.unit.space for order in orders if isinstance(order, Move)}  # the other of an army and its ship
    for outcome in record.outcomes:
        if isinstance(outcome.order, Hold) and outcome.order.unit.space not in busy:
            yield outcome.power
