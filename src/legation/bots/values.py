"""The goals of a power: centres to take, centres to guard, and how far each unit is from them."""

import random
from functools import cached_property

from legation.board import CentreKind, LocationId, PowerId, SpaceId, Unit, UnitKind, is_aboard, space_of
from legation.bots.atlas import FAR
from legation.bots.survey import Berth, Survey
from legation.judge import count_centres

NEAREST = 8
"""The number of goals that a unit considers."""
DETOUR = 2
"""Turns until there is a ship for an army, if none is near now."""
NEAR_HOME, ASHORE = 5, 3
"""For an army at sea, goals within this many moves of its home centres count as this many turns farther away."""
SAVING = 2
"""The turns that a voyage must save."""


class Values:
    """One power's view of a position."""

    def __init__(self, survey: Survey, power: PowerId, chance: random.Random) -> None:
        self.survey = survey
        self.board = survey.board
        self.position = survey.position
        self.power = power
        self.chance = chance
        self.counts = {
            other: count_centres(self.board, self.position, other, survey.rulebook) for other in survey.variant.powers
        }
        self.goals: dict[SpaceId, float] = {
            space.id: self._worth(space.id)
            for space in self.board.spaces.values()
            if space.centre is not CentreKind.NONE and self._is_wanted(space.id)
        }

    @cached_property
    def _homes(self) -> list[SpaceId]:
        return [space.id for space in self.board.spaces.values() if self.power in space.powers]

    def _is_wanted(self, space: SpaceId) -> bool:
        place = self.board.spaces[space]
        if self.position.owners.get(space) == self.power:
            return False
        return place.centre.is_counted or self.power in place.powers

    def _worth(self, space: SpaceId) -> float:
        """In steps: how much farther a unit would go for this centre than for a plain one."""
        place = self.board.spaces[space]
        owner = self.position.owners.get(space)
        worth = 0.0
        if owner is None:
            worth += 0.7
        elif self.counts.get(owner, 0) * 3 > self.survey.variant.victory_centres * 2:
            worth += 1.5  # all powers fight one that is about to win
        if self.power in place.powers:
            worth += 1.5
        if space in self.position.units:
            worth -= 0.3 if place.is_island else 0.8  # a unit on an island has few friends beside it
        return worth

    def can_take(self, unit: Unit, space: SpaceId) -> bool:
        """True if the unit could take the centre for its power by standing there."""
        return self.captures(unit.kind, space) and not self.survey.is_closed(unit.kind, space)

    def captures(self, kind: UnitKind, space: SpaceId) -> bool:
        """True if units of this kind take centres like this one."""
        return self.board.spaces[space].centre in self.survey.rulebook.traits[kind].captures

    def is_goal_for(self, unit: Unit, space: SpaceId) -> bool:
        """True if the space is a goal and this unit could take it."""
        return space in self.goals and self.can_take(unit, space)

    def distance(self, kind: UnitKind, location: LocationId, goal: SpaceId) -> int:
        """Moves from a location to a goal; one that cannot be reached on foot counts as three times as far, by ship."""
        if is_aboard(location):
            ship = self.position.units[space_of(location)].location
            return self.survey.atlas.voyage_steps(goal).get(ship, FAR)
        sails = self.survey.sails(kind)
        steps = self.survey.atlas.steps(goal, sails=sails).get(location)
        if self.survey.scene.takes_aboard and not sails:
            by_ship = self.survey.atlas.shipped_steps(goal).get(location, FAR) + DETOUR
            return by_ship if steps is None else min(steps, by_ship)
        if steps is not None:
            return steps
        plain = self.survey.atlas.plain_steps(goal, location)
        return min(FAR, 3 * plain + 2)

    def find_voyage(self, unit: Unit, goal: SpaceId) -> tuple[int, Berth] | None:
        """The turns to a goal by ship, and the ship; None if there is none nearby or a march takes little longer."""
        berths = self.survey.berths(self.power).get(unit.space)
        if not berths or unit.is_aboard or self.survey.sails(unit.kind):
            return None
        ways = self.survey.atlas.voyage_steps(goal)
        turns, berth = min((berth.turns + ways.get(berth.place, FAR), berth) for berth in berths)
        march = self.survey.atlas.steps(goal, sails=False).get(unit.location, FAR)
        return (turns, berth) if turns + SAVING <= march else None

    def nearest_goals(self, unit: Unit) -> list[tuple[float, SpaceId]]:
        """The goals that suit a unit best, with the cost of each. Armies at sea do not waver between equal ones."""
        whim = 0.0 if unit.is_aboard else 0.6
        costs = [
            (self._way(unit, goal) - worth + self.chance.random() * whim, goal)
            for goal, worth in self.goals.items()
            if self.can_take(unit, goal)
        ]
        costs.sort()
        return costs[:NEAREST]

    def _way(self, unit: Unit, goal: SpaceId) -> int:
        """Turns to a goal: by ship if that is sooner. Goals within a march of home are left to armies ashore."""
        if unit.is_aboard:
            marches = self.survey.atlas.steps(goal, sails=False)
            is_near_home = any(marches.get(LocationId(home), FAR) <= NEAR_HOME for home in self._homes)
            return self.distance(unit.kind, unit.location, goal) + (ASHORE if is_near_home else 0)
        voyage = self.find_voyage(unit, goal)
        return voyage[0] if voyage else self.distance(unit.kind, unit.location, goal)

    def threat(self, space: SpaceId) -> int:
        """The number of units that the most dangerous other power could bring to a space."""
        return self.survey.strongest(space, self.power)

    def is_own_centre(self, space: SpaceId) -> bool:
        """True if the power owns a centre here."""
        return self.position.owners.get(space) == self.power

    def is_home(self, space: SpaceId) -> bool:
        """True if the power builds in a centre here."""
        return self.power in self.board.spaces[space].powers

    def resistance(self, space: SpaceId) -> int:
        """The strength that an attack on a space should expect to meet."""
        occupant = self.position.units.get(space)
        if occupant is None:
            return self._share_of(self.threat(space))
        if occupant.power == self.power:
            return 0
        friends = [
            unit for unit in self.survey.entering.get(space, ()) if unit.power == occupant.power and unit.space != space
        ]
        return 1 + self._share_of(len(friends))

    def _share_of(self, count: int) -> int:
        """How many of the units that could interfere will do so: a random guess."""
        return sum(1 for _ in range(count) if self.chance.random() < 0.4)
