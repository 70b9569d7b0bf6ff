"""Spaces and the places on them where a unit can stand."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

SpaceId = NewType("SpaceId", str)
"""A space's unique upper-case code, such as ``STP``."""

LocationId = NewType("LocationId", str)
"""The place of a unit: a space, a named coast of it, or aboard the ship there: ``STP``, ``STP/SC``, ``PO7/ABOARD``."""

UnitKey = SpaceId | LocationId
"""The key of a unit and its order: the space that it occupies or, for an army aboard a ship, its location."""

PowerId = NewType("PowerId", str)
"""A power's upper-case name, such as ``FRANCE``."""


ABOARD = "/ABOARD"
"""The end of the location of an army aboard a ship. No order names it: there the army is ``A PO7``."""


class Terrain(StrEnum):
    """The terrain of a space."""

    LAND = "land"
    SEA = "sea"
    IMPASSABLE = "impassable"


class CentreKind(StrEnum):
    """The kind of centre in a space; ``NONE`` where there is none."""

    NONE = ""
    HOME = "home"
    NEUTRAL = "neutral"
    COLONIAL = "colonial"
    SPECIAL = "special"
    BUILD_ONLY = "build-only"

    @property
    def is_counted(self) -> bool:
        """True if owning it counts towards units and victory (a build-only centre does not)."""
        return self not in (CentreKind.NONE, CentreKind.BUILD_ONLY)


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board: land, sea or impassable."""

    id: SpaceId
    name: str
    terrain: Terrain
    centre: CentreKind = CentreKind.NONE
    powers: tuple[PowerId, ...] = ()
    """The power whose home centre it is, or the powers that may build in a special or build-only centre."""
    coasts: tuple[str, ...] = ()
    """The names of separate coasts (``NC``); empty if a fleet simply stands in the space."""
    is_island: bool = False
    carries_convoys: bool = False
    theatre: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def locations(self) -> tuple[LocationId, ...]:
        """The space itself, then each separate coast of it."""
        return (LocationId(self.id), *(LocationId(f"{self.id}/{coast}") for coast in self.coasts))


def space_of(location: LocationId) -> SpaceId:
    """The space that a location lies in."""
    return SpaceId(location.partition("/")[0])


def aboard(space: SpaceId) -> LocationId:
    """The location of an army aboard the ship in a space."""
    return LocationId(space + ABOARD)


def is_aboard(location: LocationId) -> bool:
    """True if it is the location of an army aboard a ship."""
    return location.endswith(ABOARD)


def coast_of(location: LocationId) -> str:
    """The coast of a location; empty if it names none."""
    return "" if is_aboard(location) else location.partition("/")[2]
