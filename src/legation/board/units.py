"""Units, and the abilities of each kind of unit."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, cast

from legation.board.space import ABOARD, CentreKind, LocationId, PowerId, SpaceId, UnitKey, space_of


class UnitKind(StrEnum):
    """The kinds of unit in all variants."""

    __hash__ = str.__hash__  # that of Enum takes a detour through Python

    ARMY = "A"
    FLEET = "F"
    TRANSPORT = "TF"


class Unit(NamedTuple):
    """A unit on the board."""

    power: PowerId
    kind: UnitKind
    location: LocationId

    @property
    def space(self) -> SpaceId:
        """The space it is in."""
        return space_of(self.location)

    @property
    def is_aboard(self) -> bool:
        """True if it is an army aboard a ship."""
        return self.location.endswith(ABOARD)

    @property
    def key(self) -> UnitKey:
        """Its key in a position: its space, or its place aboard a ship, since the ship has the space."""
        return self.location if self.location.endswith(ABOARD) else space_of(self.location)

    def __str__(self) -> str:
        return f"{self.kind} {self.location.removesuffix(ABOARD)}"


new_unit = cast("Callable[[type[Unit], tuple[PowerId, UnitKind, LocationId]], Unit]", tuple.__new__)
"""The effect of ``Unit(...)`` without its detour through Python: for code that makes every unit of a board again."""


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """The abilities of a kind of unit. The judge uses these, never the kind's name."""

    sails: bool
    """Uses fleet borders and coasts; otherwise army borders."""
    cuts_support: bool = True
    supports_attacks: bool = True
    is_supported_in_attack: bool = True
    stands_off: bool = True
    """Its move keeps other moves out. Without it, only moves of kinds that also lack it are kept out."""
    survives_dislodgement: bool = True
    convoys: bool = False
    is_convoyed: bool = False
    captures: frozenset[CentreKind] = frozenset(kind for kind in CentreKind if kind is not CentreKind.NONE)


STANDARD_TRAITS: dict[UnitKind, UnitTraits] = {
    UnitKind.ARMY: UnitTraits(sails=False, is_convoyed=True),
    UnitKind.FLEET: UnitTraits(sails=True, convoys=True),
}
