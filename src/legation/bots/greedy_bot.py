"""A bot that goes for the nearest centre it does not own, keeps what it holds, and supports its own moves."""

import random
from collections.abc import Mapping

from legation.board import Board, LocationId, Position, PowerId, SpaceId, Unit, space_of
from legation.bots.random_bot import RandomBot, choose_adjustments, choose_retreats
from legation.game import GameState, PhaseKind, Season
from legation.judge import Rulebook
from legation.orders import Hold, Move, Order, SupportHold, SupportMove, UnitOptions, list_orders, piece_of
from legation.variants import Variant

FAR = 99


class GreedyBot(RandomBot):
    """Simple, but it plays a game that a person can follow."""

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """Moves towards centres first, then supports for them by the units left over."""
        if state.phase.kind is PhaseKind.RETREATS:
            return choose_retreats(state, power, chance)
        if state.phase.kind is PhaseKind.ADJUSTMENTS:
            return choose_adjustments(variant, rulebook, state, power, chance)
        tables = list_orders(variant.board, state.position, power, rulebook.order_rules).units
        plan = _Plan(variant.board, state, power, chance)
        return plan.make(tables)


class _Plan:
    """One power's orders for one movement phase."""

    def __init__(self, board: Board, state: GameState, power: PowerId, chance: random.Random) -> None:
        self.board = board
        self.state = state
        self.position: Position = state.position
        self.power = power
        self.chance = chance
        self.distance = board.distances(self._goals())
        self.taken: set[SpaceId] = set()
        self.orders: dict[SpaceId, Order] = {}

    def _goals(self) -> set[SpaceId]:
        return {
            space.id
            for space in self.board.spaces.values()
            if space.centre.is_counted and self.position.owners.get(space.id) != self.power
        }

    def make(self, tables: Mapping[SpaceId, UnitOptions]) -> list[Order]:
        """The units nearest to something worth having choose first."""
        nearest = sorted(tables.values(), key=lambda options: (self._reach(options), options.unit.location))
        for options in nearest:
            self._move(options, tables)
        for options in nearest:
            self.orders.setdefault(options.unit.space, self._wait(options))
        return [self.orders[space] for space in sorted(self.orders)]

    def _reach(self, options: UnitOptions) -> int:
        return min((self._cost(target) for target in options.moves), default=FAR)

    def _cost(self, location: LocationId) -> int:
        return self.distance.get(self.board.index[location], FAR)

    def _move(self, options: UnitOptions, tables: Mapping[SpaceId, UnitOptions]) -> None:
        unit = options.unit
        if unit.space in self.orders or self._should_stay(unit):
            return
        ranked = sorted(options.moves, key=lambda target: (self._cost(target), self.chance.random()))
        for target in ranked:
            space = space_of(target)
            if self._cost(target) >= self._cost(unit.location) or space in self.taken or self._is_own(space):
                continue
            if space in self.position.units and not self._find_support(unit, target, tables):
                continue
            self.taken.add(space)
            self.orders[unit.space] = Move(piece_of(unit), target)
            return

    def _is_own(self, space: SpaceId) -> bool:
        unit = self.position.units.get(space)
        return unit is not None and unit.power == self.power

    def _should_stay(self, unit: Unit) -> bool:
        """A unit on a centre that it takes this Fall stays to take it."""
        is_fall = self.state.phase.season is Season.FALL
        return is_fall and self.board.spaces[unit.space].centre.is_counted and self._cost(unit.location) == 0

    def _find_support(self, mover: Unit, target: LocationId, tables: Mapping[SpaceId, UnitOptions]) -> bool:
        """Set an idle neighbour to help an attack on an occupied space."""
        for options in tables.values():
            helper = options.unit
            if helper.space in self.orders or helper == mover or self._should_stay(helper):
                continue
            if piece_of(mover) in options.support_moves.get(target, ()):
                self.orders[helper.space] = SupportMove(piece_of(helper), piece_of(mover), target)
                return True
        return False

    def _wait(self, options: UnitOptions) -> Order:
        """Support whatever move of one's own is in reach, else a neighbour that stays, else hold."""
        piece = piece_of(options.unit)
        for target, movers in options.support_moves.items():
            for mover in movers:
                order = self.orders.get(mover.space)
                if isinstance(order, Move) and order.target == target:
                    return SupportMove(piece, mover, target)
        for held in options.support_holds:
            if self._is_own(held.space) and not isinstance(self.orders.get(held.space), Move):
                return SupportHold(piece, held)
        return Hold(piece)
