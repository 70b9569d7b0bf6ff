"""What stands on the board at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board.space import LocationId, PowerId, SpaceId
from legation.board.units import Unit


@dataclass(frozen=True, slots=True)
class DislodgedUnit:
    """A unit driven from its space that must retreat or disband."""

    unit: Unit
    attacker_from: SpaceId | None = None
    """Where its attacker came from."""
    retreats: tuple[LocationId, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Units, units waiting to retreat, contested spaces, owners of centres, and what rule modules remember."""

    units: Mapping[SpaceId, Unit] = field(default_factory=dict)
    owners: Mapping[SpaceId, PowerId] = field(default_factory=dict)
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[SpaceId] = frozenset()
    in_disorder: frozenset[PowerId] = frozenset()
    """Powers in civil disorder: their units hold, and disband when dislodged."""
    memory: Mapping[str, object] = field(default_factory=dict)

    def units_of(self, power: PowerId) -> tuple[Unit, ...]:
        """The units that a power has on the board, by space."""
        return tuple(unit for _, unit in sorted(self.units.items()) if unit.power == power)

    def centres_of(self, power: PowerId) -> tuple[SpaceId, ...]:
        """The spaces whose centre a power owns, sorted."""
        return tuple(sorted(space for space, owner in self.owners.items() if owner == power))


def make_units(units: list[Unit]) -> dict[SpaceId, Unit]:
    """Index units by the space they stand in."""
    return {unit.space: unit for unit in units}
