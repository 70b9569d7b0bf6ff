"""The orders that a bot intends, and the cost of changing them for another power."""

import random
from collections.abc import Collection, Iterable, Sequence

from legation.board import PowerId, UnitKey, space_of
from legation.bots.changes import list_frozen, list_others
from legation.bots.draft import Draft
from legation.bots.greedy_bot import draft_moves
from legation.bots.odds import Odds
from legation.bots.scales import Scales
from legation.bots.surroundings import Surroundings
from legation.bots.survey import Survey
from legation.bots.talking.promises import has_unit, is_hostile
from legation.game import Phase
from legation.orders import (
    Bomb,
    Convoy,
    Embark,
    Hold,
    Move,
    MovementOrder,
    Order,
    SupportHold,
    SupportMove,
    UnitOptions,
    piece_of,
)

Orders = dict[UnitKey, MovementOrder]
ROUNDS = 2
"""How often units whose orders no longer fit those of others are asked again."""


class OwnPlan:
    """One power's orders of a movement phase. Costs are in centres, by the planner's scales, for any author."""

    def __init__(self, survey: Survey, phase: Phase, power: PowerId, orders: Iterable[Order], seed: int) -> None:
        self.survey = survey
        self.power = power
        self.draft = Draft(survey, phase, power, random.Random(seed))
        draft_moves(self.draft)  # the scales need the target centre of each unit
        self.scales = Scales(self.draft, Odds(survey, power), Surroundings(self.draft.values))
        self.orders: Orders = {key: Hold(piece_of(options.unit)) for key, options in self.draft.units.items()}
        self.bombs: list[Bomb] = []
        for order in orders:
            if isinstance(order, Bomb):
                self.bombs.append(order)
            elif isinstance(order, MovementOrder) and has_unit(survey.position, power, order):
                self.orders[survey.key(order.unit)] = order
        self.fixed: set[UnitKey] = set()
        """Units whose orders were promised to another power."""
        self.spared: set[PowerId] = set()
        """Powers with which there is peace: nothing is ordered against them."""
        self.courted: set[PowerId] = set()
        """Powers that were offered peace and have not refused it: no order is changed to one against them."""

    def list_orders(self) -> list[Order]:
        """Every order, by the units' spaces."""
        return [*(self.orders[key] for key in sorted(self.orders)), *self.bombs]

    @property
    def friends(self) -> set[PowerId]:
        """Powers with which there is peace, or that were offered it."""
        return self.spared | self.courted

    def is_against(self, other: PowerId) -> bool:
        """True if an order goes against another power."""
        return any(self._is_hostile(order, [other]) for order in self.list_orders())

    def is_bound_against(self, other: PowerId) -> bool:
        """True if a promised order goes against another power."""
        return any(self._is_hostile(self.orders[key], [other]) for key in self.fixed)

    def bind_against(self, other: PowerId) -> None:
        """Keep to the orders against another power, which was told of them."""
        self.fixed |= {key for key, order in self.orders.items() if self._is_hostile(order, [other])}

    def bind(self, order: MovementOrder) -> None:
        """Keep to an order that others were told of, if it is still in the plan."""
        if order in self.orders.values():
            self.fixed.add(self.survey.key(order.unit))

    def _is_hostile(self, order: Order, others: Collection[PowerId]) -> bool:
        return any(is_hostile(self.survey.board, self.survey.position, order, other) for other in others)

    def spare(self, others: Collection[PowerId]) -> Orders:
        """The orders with nothing against some powers: units ordered against them do the next best thing."""
        now = dict(self.orders)
        spared = self.friends | set(others)
        wrong = {key for key, order in now.items() if self._is_hostile(order, spared)} - self.fixed
        for _ in range(ROUNDS):
            for key in sorted(wrong):
                now[key] = self._choose(now, key, spared)
            wrong = {key for key in now if self._is_idle_help(now, key)} - self.fixed
        return now

    def _choose(self, now: Orders, key: UnitKey, spared: Collection[PowerId]) -> MovementOrder:
        options = self.draft.units[key]
        best: MovementOrder = Hold(piece_of(options.unit))
        now[key] = best
        most = self.scales.weigh_near(now, key)
        for order in list(list_others(self.draft, options, now)):
            if not self._is_hostile(order, spared):
                now[key] = order
                score = self.scales.weigh_near(now, key)
                if score > most:
                    best, most = order, score
        return best

    def _is_idle_help(self, now: Orders, key: UnitKey) -> bool:
        """True if an order helps an own unit with something that it does not do."""
        order = now[key]
        match order:
            case SupportMove(supported=helped, target=target) | Convoy(army=helped, target=target):
                unit = self.survey.position.find_unit(helped.kind, helped.space)
                if unit is None or unit.power != self.power:
                    return False
                done = now.get(unit.key)
                return not isinstance(done, Move) or space_of(done.target) != space_of(target)
            case SupportHold(supported=helped):
                return isinstance(now.get(helped.space), Move)
            case _:
                return False

    def cost(self, changed: Orders) -> float:
        """The cost of ordering otherwise."""
        return self.scales.weigh(self.orders) - self.scales.weigh(changed)

    def change(self, order: MovementOrder) -> Orders | None:
        """The orders with one of them changed; None if its unit is bound or the order is not legal."""
        key = self.survey.key(order.unit)
        if key not in self.orders or key in self.fixed or key in list_frozen(self.draft, self.orders):
            return None
        if self._needs_ships(order) or not self.survey.is_legal(self.draft.units[key].unit, order):
            return None
        changed = {**self.orders, key: order}
        for helper in [other for other in changed if other != key and self._is_idle_help(changed, other)]:
            if helper in self.fixed:
                return None
            changed[helper] = self._choose(changed, helper, self.friends)
        return changed

    def _needs_ships(self, order: MovementOrder) -> bool:
        """True if an order is of use only together with those of other own units, at sea."""
        match order:
            case Convoy(army=army):
                return self.survey.key(army) in self.draft.units
            case Move(via_convoy=via_convoy):
                return via_convoy
            case _:
                return isinstance(order, Embark)

    def take(self, changed: Orders, *, promised: Sequence[MovementOrder] = ()) -> None:
        """Adopt other orders as the plan; promised orders stay."""
        self.orders = changed
        self.fixed |= {self.survey.key(order.unit) for order in promised}

    def make_peace(self, other: PowerId) -> None:
        """Order nothing against another power, bombs included."""
        self.orders = self.spare([other])
        self.spared.add(other)
        self.bombs = [bomb for bomb in self.bombs if not self._is_hostile(bomb, [other])]

    def list_idle(self) -> list[UnitOptions]:
        """Units that hold and guard nothing: they could help others."""
        threat, owned = self.draft.values.threat, self.draft.values.is_own_centre
        return [
            self.draft.units[key]
            for key in sorted(self.orders)
            if isinstance(self.orders[key], Hold)
            and key not in self.fixed
            and not (owned(self.draft.units[key].unit.space) and threat(self.draft.units[key].unit.space))
        ]
