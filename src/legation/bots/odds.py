"""The chances that others come to a space, and how strong: a guess from the units that could."""

from legation.board import PowerId, SpaceId, Unit
from legation.bots.survey import Survey

ROOM = 6
"""The largest strength that is distinguished."""
OPEN_CENTRE, HELD_CENTRE, LOST_HOME = 0.8, 0.36, 0.6
"""The chance that a unit goes for another power's centre: an empty one, a held one, or a held home of its own."""
OWN_CENTRE = 0.11
"""The chance that it enters an empty centre of its own power."""
HELD, ELSEWHERE = 0.15, 0.07
"""The chance that it goes for any other space: one with a unit of another power, or an empty one."""
HELP = 0.45
"""The chance that another unit of the attacker helps."""
GUARD = 0.3
"""The chance that a unit beside a friend supports it in holding."""
LEAVE = 0.35
"""The chance that a unit leaves its space."""

Chances = tuple[float, ...]
"""By strength: the chance that what comes is at most this strong."""


class Odds:
    """What one power must expect from all the others."""

    def __init__(self, survey: Survey, power: PowerId) -> None:
        self.survey = survey
        self.power = power
        self._coming: dict[SpaceId, Chances] = {}
        self._open: dict[SpaceId, Chances] = {}
        self._holding: dict[SpaceId, Chances] = {}

    def coming(self, space: SpaceId) -> Chances:
        """The chances that others come to a space with at most each strength."""
        found = self._coming.get(space)
        if found is None:
            found = self._coming[space] = self._compute_coming(space, None)
        return found

    def coming_to_open(self, space: SpaceId) -> Chances:
        """The same if the others knew that the space will be empty."""
        found = self._open.get(space)
        if found is None:
            found = self._open[space] = self._compute_coming(space, None, is_left=True)
        return found

    def resisting(self, space: SpaceId) -> Chances:
        """The chances that a space resists with at most each strength, by units there and units that come."""
        occupant = self.survey.position.units.get(space)
        if occupant is None or occupant.power == self.power:
            return self.coming(space)
        found = self._holding.get(space)
        if found is None:
            others = self._compute_coming(space, occupant)
            found = self._holding[space] = _together(others, self._compute_holding(occupant))
        return found

    def _compute_coming(self, space: SpaceId, occupant: Unit | None, *, is_left: bool = False) -> Chances:
        counts: dict[PowerId, int] = {}
        for unit in self.survey.entering.get(space, ()):
            if unit.power != self.power and unit.space != space and (occupant is None or unit.power != occupant.power):
                counts[unit.power] = counts.get(unit.power, 0) + 1
        chances: Chances = (1.0,) * ROOM
        for power, count in counts.items():
            chances = _together(chances, _attack(count, self._interest(power, space, is_left=is_left)))
        return chances

    def _interest(self, power: PowerId, space: SpaceId, *, is_left: bool) -> float:
        position, place = self.survey.position, self.survey.board.spaces[space]
        is_held = space in position.units and not is_left
        if not place.centre.is_counted:
            return HELD if is_held else ELSEWHERE
        if position.owners.get(space) == power:
            return OWN_CENTRE
        if not is_held:
            return OPEN_CENTRE
        return LOST_HOME if power in place.powers else HELD_CENTRE

    def _compute_holding(self, occupant: Unit) -> Chances:
        friends = sum(
            unit.power == occupant.power and unit.space != occupant.space
            for unit in self.survey.entering.get(occupant.space, ())
        )
        stays = _cumulative([0.0, *_binomial(friends, GUARD)])
        leaves = _attack(friends, OWN_CENTRE)
        return tuple(LEAVE * gone + (1 - LEAVE) * there for gone, there in zip(leaves, stays, strict=True))


def _attack(count: int, interest: float) -> Chances:
    """The chances for one power with ``count`` units near: none comes, or one does and some of the others help."""
    nobody = (1 - interest) ** count
    comes = _cumulative([0.0, *_binomial(max(0, count - 1), HELP)])
    return tuple(nobody + (1 - nobody) * chance for chance in comes)


def _binomial(count: int, chance: float) -> list[float]:
    """The chances that 0, 1, 2 ... of ``count`` do something."""
    found = [1.0]
    for _ in range(count):
        found = [
            (found[k] * (1 - chance) if k < len(found) else 0.0) + (found[k - 1] * chance if k else 0.0)
            for k in range(len(found) + 1)
        ]
    return found


def _cumulative(chances: list[float]) -> Chances:
    total, found = 0.0, []
    for strength in range(ROOM):
        total += chances[strength] if strength < len(chances) else 0.0
        found.append(total)
    found[-1] = 1.0
    return tuple(found)


def _together(one: Chances, other: Chances) -> Chances:
    return tuple(a * b for a, b in zip(one, other, strict=True))
