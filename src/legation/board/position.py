"""The board at one moment: units, owners, and what is left of the last phase."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from legation.board.space import ABOARD, LocationId, PowerId, SpaceId, UnitKey, aboard
from legation.board.units import Unit, UnitKind

NOTHING: Final[Mapping[Any, Any]] = {}
"""No units, no owners, no memory. Never changed."""


class DislodgedUnit(NamedTuple):
    """A unit dislodged from its space that must retreat or disband."""

    unit: Unit
    attacker_from: SpaceId | None = None
    """Where its attacker came from."""
    retreats: tuple[LocationId, ...] = ()
    cargo: Unit | None = None
    """The army aboard. It gets no order of its own: it goes where its ship goes."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """The unit, and the army aboard if it is a ship with one."""
        return (self.unit, self.cargo) if self.cargo else (self.unit,)


class Position(NamedTuple):
    """Units, units waiting to retreat, contested spaces, owners of centres, and what rule modules remember."""

    units: Mapping[UnitKey, Unit] = NOTHING
    """Every unit under its ``key``: a space is the key of the unit that occupies it. Armies aboard ships come last."""
    owners: Mapping[SpaceId, PowerId] = NOTHING
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[SpaceId] = frozenset()
    in_disorder: frozenset[PowerId] = frozenset()
    """Powers in civil disorder: their units hold, and disband when dislodged."""
    memory: Mapping[str, object] = NOTHING

    def units_of(self, power: PowerId) -> tuple[Unit, ...]:
        """All units of a power, also those aboard ships; without those that wait to retreat."""
        return tuple(unit for _, unit in sorted(self.units.items()) if unit.power == power)

    def find_unit(self, kind: UnitKind | None, space: SpaceId, power: PowerId | None = None) -> Unit | None:
        """The unit meant by ``A PO7``: the occupant of the space, unless the kind fits only the army aboard.

        Without a kind, ``power`` can mean only its own unit: the army, if that is aboard another power's ship.
        """
        unit = self.units.get(space)
        if unit is None or unit.kind is kind:
            return unit
        army = self.units.get(aboard(space))
        if army is None:
            return unit
        is_own = kind is None and army.power == power and unit.power != power
        return army if army.kind is kind or is_own else unit

    @property
    def armies_aboard(self) -> tuple[Unit, ...]:
        """The armies aboard ships."""
        # Most positions have none. One check of all keys together costs less than one for each.
        if ABOARD not in "".join(self.units):
            return ()
        return tuple([unit for key, unit in self.units.items() if key.endswith(ABOARD)])

    def centres_of(self, power: PowerId) -> tuple[SpaceId, ...]:
        """The spaces whose centre a power owns, sorted."""
        return tuple(sorted(space for space, owner in self.owners.items() if owner == power))


def make_units(units: list[Unit]) -> dict[UnitKey, Unit]:
    """Index units by their keys, armies aboard last."""
    return {unit.key: unit for unit in sorted(units, key=lambda unit: unit.is_aboard)}
