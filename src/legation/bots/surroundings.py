"""The goals around a place: centres to take, near ones for more. Modelled on the value map of Norman's DumbBot."""

from typing import Final

from legation.board import LocationId, UnitKind, space_of
from legation.bots.values import Values

AROUND: Final = 0.1
"""The value of a centre to take at distance zero."""
FADE: Final = 0.55
"""The share of this that is left with every step."""
FADED: Final = 12
"""The number of steps at which the value ends."""


class Surroundings:
    """The value of places to one power, computed on demand."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self._found: dict[tuple[UnitKind, LocationId], float] = {}
        self._fades = [AROUND * FADE**steps for steps in range(FADED)]
        self._goals = {
            kind: [goal for goal in values.goals if values.captures(kind, goal) and not survey.is_closed(kind, goal)]
            for survey in (values.survey,)
            for kind in survey.rulebook.traits
        }

    def of(self, kind: UnitKind, location: LocationId) -> float:
        """The value of standing there; a centre in the place itself does not count."""
        found = self._found.get((kind, location))
        if found is None:
            found = self._found[kind, location] = self._reckon(kind, location)
        return found

    def _reckon(self, kind: UnitKind, location: LocationId) -> float:
        values, space = self.values, space_of(location)
        distances = (values.distance(kind, location, goal) for goal in self._goals[kind] if goal != space)
        return sum(self._fades[steps] for steps in distances if steps < FADED)
