"""The prospects of a set of orders, before the others' orders are known."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from legation.board import LocationId, SpaceId, Unit, UnitKey, aboard, is_aboard, space_of
from legation.bots.draft import Draft
from legation.bots.odds import OPEN_CENTRE, ROOM, Odds
from legation.bots.surroundings import Surroundings
from legation.orders import Embark, Move, MovementOrder, SupportHold, SupportMove

Orders = Mapping[UnitKey, MovementOrder]
SPRING = 0.55
"""A centre is worth 1, but one that is entered in Spring is not yet taken in Fall."""
LIKING = 0.15
"""The weight of a power's preference for some centres over others."""
UNIT = 0.45
"""The cost of losing a unit's place: the unit may be gone, or far away."""
ROUT = 0.25
"""The value of dislodging another power's unit."""
PROGRESS = 0.1
"""The value of a step towards the unit's goal."""
CONVOY_LUCK = 0.85
"""The chance that a chain of fleets holds."""
LEFT = 0.25
"""The cost of leaving a centre in Fall that would be taken by staying: its owner keeps it."""
HOME = 1.35
"""The weight of an own home centre in danger, in either season: losing it leaves fewer places to build."""
ALONE = (0.0, 1.0)
"""The chance of each strength, for a unit without support."""


class Scales:
    """Weighs the orders of one power: centres gained and kept, units saved, and what can be reached afterwards."""

    def __init__(self, draft: Draft, odds: Odds, surroundings: Surroundings) -> None:
        self.draft = draft
        self.values = draft.values
        self.odds = odds
        self.surroundings = surroundings
        self.season = 1.0 if draft.is_fall else SPRING
        self.own_centres = sorted(draft.position.centres_of(draft.power))
        self._standing: dict[tuple[UnitKey, LocationId], float] = {}

    def weigh(self, orders: Orders) -> float:
        """The worth of a set of orders."""
        return _Weighing(self, orders).total(orders, self.own_centres)

    def weigh_near(self, orders: Orders, *keys: UnitKey) -> float:
        """The part of the worth that depends on the orders of some units: theirs, and units and centres near them."""
        units, centres = self._near[keys[0]]
        for key in keys[1:]:
            more_units, more_centres = self._near[key]
            units, centres = list(dict.fromkeys([*units, *more_units])), list(dict.fromkeys([*centres, *more_centres]))
        return _Weighing(self, orders).total(units, centres)

    def foresee(self, orders: Orders) -> tuple[dict[UnitKey, float], dict[SpaceId, float]]:
        """The chance that each unit moves or stays as ordered, and that each own centre is kept.

        Own centres where another's unit stands are left out.
        """
        weighing = _Weighing(self, orders)
        moves = {key: weighing.obedience_of(key) for key in orders}
        open_centres = [space for space in self.own_centres if not self.draft.is_held_by_others(space)]
        return moves, {space: weighing.kept_centre(space) for space in open_centres}

    @cached_property
    def _near(self) -> dict[UnitKey, tuple[list[UnitKey], list[SpaceId]]]:
        """For each unit: the units that could meet it, itself included, and the centres that it could reach."""
        units, steps = self.draft.units, self.draft.survey.steps
        reach = {key: {options.unit.space, *map(space_of, steps(options))} for key, options in units.items()}
        return {
            key: (
                [other for other in units if reach[other] & reach[key]],
                [space for space in self.own_centres if space in reach[key]],
            )
            for key in units
        }

    def standing(self, key: UnitKey, unit: Unit, location: LocationId) -> float:
        """The value of a unit at a location when the phase is over."""
        found = self._standing.get((key, location))
        if found is None:
            found = self._standing[key, location] = self._compute_standing(key, unit, location)
        return found

    def _compute_standing(self, key: UnitKey, unit: Unit, location: LocationId) -> float:
        values, space = self.values, space_of(location)
        worth = self.surroundings.of(unit.kind, location)
        if values.is_goal_for(unit, space) and not is_aboard(location):
            worth += self.season * (1.0 + LIKING * max(-1.0, values.goals[space]))
        goal = self.draft.goals.get(key)
        if goal is not None:
            here = values.distance(unit.kind, unit.location, goal)
            worth += PROGRESS * max(-2, min(2, here - values.distance(unit.kind, location, goal)))
        return worth


class _Weighing:
    """One set of orders: how strong each unit is where it goes or stays, and the chance that this is enough."""

    def __init__(self, scales: Scales, orders: Orders) -> None:
        self.scales = scales
        self.odds = scales.odds
        self.units = scales.draft.units
        self.orders = orders
        self.movers: dict[SpaceId, list[UnitKey]] = {}
        self.helped: dict[tuple[SpaceId, SpaceId], list[UnitKey]] = {}
        for key, order in orders.items():
            if isinstance(order, Move):
                self.movers.setdefault(space_of(order.target), []).append(key)
            elif isinstance(order, SupportMove):
                self.helped.setdefault((order.supported.space, space_of(order.target)), []).append(key)
            elif isinstance(order, SupportHold):
                self.helped.setdefault((order.supported.space, order.supported.space), []).append(key)
        self._success: dict[UnitKey, float] = {}
        self._asked: set[UnitKey] = set()

    def total(self, keys: Iterable[UnitKey], centres: Iterable[SpaceId]) -> float:
        """The worth of some units and some own centres together."""
        return sum(self._unit(key) for key in keys) + sum(self._centre(space) for space in centres)

    def _strengths(self, origin: SpaceId, target: SpaceId) -> list[float]:
        """The chance of each strength, given that supports may be cut."""
        found = [0.0, 1.0]
        for helper in self.helped.get((origin, target), ()):
            space = self.units[helper].unit.space
            cut = 1.0 - self.odds.coming(space)[0]
            found = [
                (found[k] * cut if k < len(found) else 0.0) + (found[k - 1] * (1 - cut) if k else 0.0)
                for k in range(len(found) + 1)
            ]
        return found[:ROOM]

    def success_of(self, key: UnitKey) -> float:
        """The chance that a move succeeds."""
        found = self._success.get(key)
        if found is None:
            if key in self._asked:
                return 1.0  # in a ring, all can move
            self._asked.add(key)
            found = self._success[key] = self._compute_success(key)
        return found

    def obedience_of(self, key: UnitKey) -> float:
        """The chance that a move succeeds, or that a unit stays that should not move."""
        if isinstance(self.orders[key], Move):
            return self.success_of(key)
        space = self.units[key].unit.space
        return self._kept(space, self._strengths(space, space))

    def _compute_success(self, key: UnitKey) -> float:
        order = self.orders[key]
        assert isinstance(order, Move)
        unit, target = self.units[key].unit, space_of(order.target)
        if len(self.movers[target]) > 1:
            return 0.0
        room = 1.0
        if target in self.units:
            ahead = self.orders.get(target)
            if isinstance(ahead, Embark) and ahead.army.space == unit.space:
                return self._kept(target, ALONE)
            if not isinstance(ahead, Move) or (space_of(ahead.target) == unit.space and not order.via_convoy):
                return 0.0
            room = self.success_of(target)
        chances = self.odds.resisting(target)
        strengths = self._strengths(unit.space, target)
        luck = sum(share * chances[strength - 1] for strength, share in enumerate(strengths) if strength)
        return room * luck * (CONVOY_LUCK if order.via_convoy else 1.0)

    def _kept(self, space: SpaceId, strengths: Sequence[float]) -> float:
        chances = self.odds.coming(space)
        return sum(share * chances[strength] for strength, share in enumerate(strengths) if strength)

    def _unit(self, key: UnitKey) -> float:
        order, unit, scales = self.orders[key], self.units[key].unit, self.scales
        if not isinstance(order, Move):
            stays = self.obedience_of(key)
            return stays * scales.standing(key, unit, unit.location) - (1 - stays) * UNIT
        goes = self.success_of(key)
        stays = self._kept(unit.space, ALONE)
        target = space_of(order.target)
        embarks = isinstance(self.orders.get(target), Embark)
        worth = goes * scales.standing(key, unit, aboard(target) if embarks else order.target)
        is_helped = bool(self.helped.get((unit.space, target)))
        if is_helped and target in scales.draft.position.units and target not in self.units:
            worth += goes * ROUT  # without support it only gets in if the other unit has left
        if scales.draft.is_fall and scales.values.is_goal_for(unit, unit.space):
            worth -= goes * LEFT
        return worth + (1 - goes) * (stays * scales.standing(key, unit, unit.location) - (1 - stays) * UNIT)

    def _centre(self, space: SpaceId) -> float:
        """The cost of the danger to an own centre."""
        if self.scales.draft.is_held_by_others(space):
            return 0.0
        if self.scales.values.is_home(space):
            return HOME * (self.kept_centre(space) - 1.0)  # centres lost in Spring are seldom won back in Fall
        return self.scales.season * (self.kept_centre(space) - 1.0)

    def kept_centre(self, space: SpaceId) -> float:
        """The chance that an own centre is kept."""
        here = self.orders.get(space)
        left = 1.0 if space not in self.units else 0.0
        kept = 0.0
        if space in self.units:
            if isinstance(here, Move):
                left = self.success_of(space)
                kept = (1 - left) * self._kept(space, ALONE)
            else:
                kept = self._kept(space, self._strengths(space, space))
        if left:
            kept += left * self._kept_empty(space)
        return kept

    def _changes_places(self, space: SpaceId) -> bool:
        """True if the unit here can leave only if another power's unit leaves a place from which it can come here."""
        here = self.orders.get(space)
        for _ in self.units:
            if not isinstance(here, Move):
                return False
            target = space_of(here.target)
            if target not in self.units:
                occupant = self.scales.draft.position.units.get(target)
                is_helped = bool(self.helped.get((here.unit.space, target)))
                return occupant is not None and not is_helped and occupant in self.odds.survey.entering.get(space, ())
            here = self.orders.get(target)
        return False

    def _kept_empty(self, space: SpaceId) -> float:
        """The chance that an own centre is kept where no unit stays; others see when a unit leaves a home centre."""
        movers = self.movers.get(space, ())
        is_left = space in self.units and self.scales.values.is_home(space)
        chances = self.odds.coming_to_open(space) if is_left else self.odds.coming(space)
        if not movers:
            return chances[0] * ((1 - OPEN_CENTRE) if self._changes_places(space) else 1.0)
        return max(self._kept(space, self._strengths(self.units[key].unit.space, space)) for key in movers)
