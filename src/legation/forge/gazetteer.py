"""The gazetteer: every space of a board with points inside it."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from legation.board import CentreKind, Row, read_table

PLACE_COLUMNS = (
    "code",
    "name",
    "kind",
    "centre",
    "powers",
    "island",
    "unit",
    "coast",
    "theatre",
    "aliases",
    "points",
    "note",
)
Point = tuple[float, float]


class PlaceKind(StrEnum):
    """The meaning of a row of the gazetteer."""

    LAND = "land"
    SEA = "sea"
    IMPASSABLE = "impassable"
    SCENERY = "scenery"
    """Drawn, but not a space of the game."""
    BOX = "box"
    """Off the board: a sea in play, drawn as a box round its point."""


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the gazetteer."""

    code: str
    name: str
    kind: PlaceKind
    centre: CentreKind
    powers: str
    is_island: bool
    closed_to_armies: bool
    unit: str
    coast: str
    theatre: str
    aliases: str
    points: tuple[Point, ...]
    note: str = ""

    @property
    def is_space(self) -> bool:
        """True if it is a row of ``spaces.csv``."""
        return self.kind is not PlaceKind.SCENERY


def load_places(folder: Path) -> dict[str, Place]:
    """Read ``places.csv``, in the order of the file."""
    places: dict[str, Place] = {}
    for row in read_table(folder, "places.csv", PLACE_COLUMNS):
        place = _read_place(row)
        if place.code in places:
            raise row.error(f"{place.code} is listed twice")
        places[place.code] = place
    return places


def _read_place(row: Row) -> Place:
    if row["island"] not in ("", "yes", "fleet-only"):
        raise row.error(f"island is {row['island']!r}; expected yes, fleet-only or nothing")
    return Place(
        code=row.required("code"),
        name=row.required("name"),
        kind=row.choice("kind", PlaceKind),
        centre=row.choice("centre", CentreKind),
        powers=row["powers"],
        is_island=bool(row["island"]),
        closed_to_armies=row["island"] == "fleet-only",
        unit=row["unit"],
        coast=row["coast"],
        theatre=row.required("theatre"),
        aliases=row["aliases"],
        points=_read_points(row),
        note=row["note"],
    )


def _read_points(row: Row) -> tuple[Point, ...]:
    points: list[Point] = []
    for text in row.required("points").split(";"):
        try:
            x, y = map(float, text.split())
        except ValueError:
            raise row.error(f"{text.strip()!r} is not a point; expected two numbers") from None
        points.append((x, y))
    return tuple(points)
