"""A foreign board as read, with the codes and names of its own files."""

from dataclasses import dataclass, field
from enum import StrEnum

from legation.errors import DataError
from legation.importing.notes import Notes
from legation.variants import Calendar, Credits

Point = tuple[float, float]
Ring = list[Point]
FARTHEST = 1e6
"""How far from the corner of a foreign map anything may lie, in its own units."""
MOST_PROVINCES = 2000
MOST_BORDERS = 40_000
"""Ways from one place to another; each direction is one."""
MOST_POWERS = 60


class Ground(StrEnum):
    """What a province is made of."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"
    SHUT = "shut"
    """Drawn, but closed to all units."""


@dataclass(slots=True)
class ForeignPower:
    """A power by its own key, and its names."""

    key: str
    name: str
    adjective: str = ""
    aliases: list[str] = field(default_factory=list)
    colour: str = ""
    is_played: bool = True


@dataclass(slots=True)
class Province:
    """A space by its own key; ``code`` is a short code where the files have one."""

    key: str
    name: str
    ground: Ground
    code: str = ""
    is_centre: bool = False
    homes: list[str] = field(default_factory=list)
    """Keys of the powers whose home centre it is."""
    coasts: list[str] = field(default_factory=list)
    """Names of separate coasts: ``nc``."""
    aliases: list[str] = field(default_factory=list)
    convoys: bool = False
    """True if a fleet here can convoy although it is not a sea."""
    point: Point | None = None
    """Where a unit stands on the foreign map."""


@dataclass(slots=True)
class Way:
    """Which units can go from one place to another; a place is a province's key, or ``key/coast``."""

    army: bool = False
    fleet: bool = False
    is_difficult: bool = False


@dataclass(slots=True)
class Sketch:
    """What a foreign map shows: outlines of provinces, y growing downwards."""

    width: float
    height: float
    outlines: dict[str, list[Ring]] = field(default_factory=dict)
    """Rings by the key of their province; points within an odd number of rings are inside."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A foreign map as a PNG file; the points of provinces are its pixels."""

    file: str
    """As messages name it."""
    data: bytes


@dataclass(slots=True)
class ForeignVariant:
    """Everything that a reader found."""

    id: str
    """As the files call it; the importer makes an id of it."""
    name: str
    description: str = ""
    provinces: dict[str, Province] = field(default_factory=dict)
    ways: dict[tuple[str, str], Way] = field(default_factory=dict)
    powers: dict[str, ForeignPower] = field(default_factory=dict)
    units: list[tuple[str, str, str]] = field(default_factory=list)
    """Power, ``A`` or ``F``, and place."""
    owners: dict[str, str] | None = None
    """Owners of centres at the start; None means that powers own their homes and the centres under their units."""
    calendar: Calendar = field(default_factory=lambda: Calendar(1901))
    victory_centres: int | None = None
    """None: more than half of all centres."""
    victory: dict[str, object] = field(default_factory=dict)
    """Further keys of the table ``[victory]``; spaces are named by keys of provinces."""
    switches: dict[str, str] = field(default_factory=dict)
    credits: Credits = field(default_factory=Credits)
    sketch: Sketch | None = None
    picture: Picture | None = None
    notes: Notes = field(default_factory=Notes)

    def check_size(self) -> None:
        """Refuse a board larger than any real one; readers check this before slow work."""
        for number, most, what in (
            (len(self.provinces), MOST_PROVINCES, "provinces"),
            (len(self.ways), MOST_BORDERS, "borders"),
            (len(self.powers), MOST_POWERS, "powers"),
        ):
            if number > most:
                raise DataError(f"{number} {what} are too many; at most {most}", file=self.id)

    def connect(self, start: str, end: str, *, army: bool = False, fleet: bool = False) -> None:
        """Open a way in one direction, for armies, fleets or both."""
        way = self.ways.setdefault((start, end), Way())
        way.army |= army
        way.fleet |= fleet
