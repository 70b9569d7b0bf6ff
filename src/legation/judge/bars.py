"""Why a choice is closed to a power or a unit, as codes. The sentences are made in ``render``."""

from dataclasses import dataclass
from enum import StrEnum

from legation.board import PowerId, SpaceId, Unit


class Obstacle(StrEnum):
    """What stands in the way of a build or a retreat."""

    NOT_OWNED = "not_owned"
    NEUTRAL = "neutral"
    FOREIGN_HOME = "foreign_home"
    SPECIAL = "special"
    SPECIAL_NOT_OWNED = "special_not_owned"
    COLONY = "colony"
    UNRIPE_COLONY = "unripe_colony"
    BUILD_ONLY = "build_only"
    BUILD_ONLY_NOT_OWNED = "build_only_not_owned"
    RUINED = "ruined"
    NO_PLACE = "no_place"
    NO_ARMIES = "no_armies"
    OCCUPIED = "occupied"
    ATTACKED_FROM_THERE = "attacked_from_there"
    CONTESTED = "contested"
    WAS_CLOSED = "was_closed"
    AT_SEA = "at_sea"
    INLAND = "inland"
    NO_BORDER = "no_border"
    NO_FERRY = "no_ferry"
    TWO_SEAS_AWAY = "two_seas_away"
    NOT_FROM_AN_ISLAND = "not_from_an_island"


@dataclass(frozen=True, slots=True)
class Bar:
    """An obstacle, and whom or what it concerns."""

    why: Obstacle
    powers: tuple[PowerId, ...] = ()
    """Those for whom the place builds, or the one that owns it."""
    unit: Unit | None = None
    """The unit that stands in the way."""
    years: int = 0
    """How many Winters from now it may be otherwise, where that is known."""


@dataclass(frozen=True, slots=True)
class ClosedSite:
    """A space where a power cannot build now."""

    space: SpaceId
    bar: Bar | None = None
    """Why it has no right to build there; none where only a unit is in the way."""
    unit: Unit | None = None
    """The unit that stands there."""


@dataclass(frozen=True, slots=True)
class ClosedRetreat:
    """A space where a dislodged unit cannot go."""

    space: SpaceId
    bar: Bar
