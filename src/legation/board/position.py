"""What stands on the board at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board.space import LocationId, PowerId, SpaceId
from legation.board.units import Unit, UnitKind


@dataclass(frozen=True, slots=True)
class DislodgedUnit:
    """A unit driven from its space that must retreat or disband."""

    unit: Unit
    attacker_from: SpaceId | None = None
    """Where its attacker came from."""
    retreats: tuple[LocationId, ...] = ()
    cargo: Unit | None = None
    """The army aboard, which goes wherever its ship goes."""


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
    cargo: Mapping[SpaceId, Unit] = field(default_factory=dict)
    """Of a ship's space: the army aboard. It occupies no space; its location is the space of its ship."""

    def units_of(self, power: PowerId) -> tuple[Unit, ...]:
        """The units that a power has on the board, by space."""
        return tuple(unit for _, unit in sorted(self.units.items()) if unit.power == power)

    def forces_of(self, power: PowerId) -> tuple[Unit, ...]:
        """The units of a power with the armies that it has aboard ships, its own or others'."""
        if not self.cargo:
            return self.units_of(power)
        return (*self.units_of(power), *(army for _, army in sorted(self.cargo.items()) if army.power == power))

    @property
    def order_keys(self) -> tuple[SpaceId, ...]:
        """What orders and outcomes of a movement phase are kept under: every space with a unit, then all cargo."""
        return (*self.units, *(aboard(space) for space in self.cargo))

    def key_of(self, kind: UnitKind | None, space: SpaceId) -> SpaceId:
        """The key of the unit of a kind in a space: the letter tells a ship from the army aboard."""
        if not self.cargo:
            return space
        army = self.cargo.get(space)
        return aboard(space) if army and army.kind is kind else space

    def centres_of(self, power: PowerId) -> tuple[SpaceId, ...]:
        """The spaces whose centre a power owns, sorted."""
        return tuple(sorted(space for space, owner in self.owners.items() if owner == power))


def aboard(space: SpaceId) -> SpaceId:
    """The key of the order and outcome of the army aboard the ship in a space; the plain space is the ship's."""
    return SpaceId(f"{space}:A")


def make_units(units: list[Unit]) -> dict[SpaceId, Unit]:
    """Index units by the space they stand in."""
    return {unit.space: unit for unit in units}
