"""One power's orders for a movement phase while they are being written."""

import random
from collections.abc import Iterator

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKey, space_of
from legation.bots.survey import Survey
from legation.bots.values import Values
from legation.game import Phase, Season
from legation.orders import (
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    UnitOptions,
    piece_of,
)


class Draft:
    """The orders given so far, the spaces reserved, and the units that should stay in place."""

    def __init__(self, survey: Survey, phase: Phase, power: PowerId, chance: random.Random) -> None:
        self.survey = survey
        self.board = survey.board
        self.position = survey.position
        self.is_fall = phase.season is Season.FALL
        self.power = power
        self.chance = chance
        self.values = Values(survey, power, chance)
        self.units = survey.own(power)
        self.orders: dict[UnitKey, MovementOrder] = {}
        self.taken: set[SpaceId] = set()
        """Where own units are going."""
        self.pinned: set[UnitKey] = set()
        """Units, by key, that may support but should not move."""
        self.goals: dict[UnitKey, SpaceId] = {}
        """The target centre of each unit, by the unit's key."""

    def enter(self, order: MovementOrder) -> None:
        """Enter an order for a unit that has none."""
        key = self.survey.key(order.unit)
        assert key not in self.orders
        self.orders[key] = order
        if isinstance(order, Move):
            self.taken.add(space_of(order.target))

    def idle(self) -> Iterator[UnitOptions]:
        """Units without an order, pinned ones included."""
        return (options for key, options in self.units.items() if key not in self.orders)

    def movable(self) -> list[UnitOptions]:
        """Units without an order that are free to move."""
        return [options for key, options in self.units.items() if key not in self.orders and key not in self.pinned]

    def has_order(self, unit: Unit) -> bool:
        """True if a unit already has an order."""
        return self.survey.key(unit) in self.orders

    def goal_of(self, unit: Unit) -> SpaceId | None:
        """The target centre of a unit."""
        return self.goals.get(self.survey.key(unit))

    def is_open(self, unit: Unit, space: SpaceId) -> bool:
        """True if no own unit is in the way: none stays there, goes there, or comes the other way."""
        if space in self.taken:
            return False
        occupant = self.position.units.get(space)
        if occupant is None or occupant.power != self.power:
            return True
        order = self.orders.get(space)
        return isinstance(order, Move) and space_of(order.target) != unit.space

    def supporters(self, mover: Unit, target: LocationId) -> list[UnitOptions]:
        """Units without an order that could support a move, the least useful elsewhere first."""
        piece = piece_of(mover)
        found = [
            options
            for options in self.idle()
            if options.unit != mover and piece in options.support_moves.get(target, ())
        ]
        found.sort(key=lambda options: (self.survey.key(options.unit) not in self.pinned, str(options.unit)))
        return found

    def support(self, mover: Unit, target: LocationId, count: int) -> int:
        """Let up to ``count`` units support a move; returns how many do."""
        chosen = self.supporters(mover, target)[:count]
        for options in chosen:
            self.enter(SupportMove(piece_of(options.unit), piece_of(mover), target))
        return len(chosen)

    def finish(self) -> list[MovementOrder]:
        """Every order; idle units support a neighbour that moves, then one that stays, and otherwise hold."""
        for options in list(self.idle()):
            self.enter(self._lend_a_hand(options))
        return [self.orders[space] for space in sorted(self.orders)]

    def _lend_a_hand(self, options: UnitOptions) -> MovementOrder:
        piece = piece_of(options.unit)
        for target, movers in options.support_moves.items():
            if self.values.threat(space_of(target)) or self.is_held_by_others(space_of(target)):
                for mover in movers:
                    order = self.orders.get(self.survey.key(mover))
                    if isinstance(order, Move) and order.target == target and self.survey.key(mover) in self.units:
                        return SupportMove(piece, mover, target)
        friends = [
            held
            for held in options.support_holds
            if held.space in self.units and not isinstance(self.orders.get(held.space), Move)
        ]
        if friends:
            most = max(friends, key=lambda held: (self.values.threat(held.space), held.space))
            if self.values.threat(most.space):
                return SupportHold(piece, most)
        return Hold(piece)

    def is_held_by_others(self, space: SpaceId) -> bool:
        """True if there is a unit of another power."""
        occupant = self.position.units.get(space)
        return occupant is not None and occupant.power != self.power
