"""What lies around a place: centres to take, the near ones for more. After the map of values of Norman's DumbBot."""

from typing import Final

from legation.board import LocationId, UnitKind, space_of
from legation.bots.values import Values

AROUND: Final = 0.1
"""What a centre to take would be worth at no distance."""
FADE: Final = 0.55
"""How much of that is left with every step."""
FADED: Final = 12
"""So many steps away it is worth nothing any more."""


class Surroundings:
    """The worth of places to one power, each computed when it is asked for."""

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
        """What it is worth to stand there; a centre in the place itself does not count."""
        found = self._found.get((kind, location))
        if found is None:
            found = self._found[kind, location] = self._reckon(kind, location)
        return found

    def _reckon(self, kind: UnitKind, location: LocationId) -> float:
        values, space = self.values, space_of(location)
        distances = (values.distance(kind, location, goal) for goal in self._goals[kind] if goal != space)
        return sum(self._fades[steps] for steps in distances if steps < FADED)
