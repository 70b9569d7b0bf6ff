"""Reading ``shapes.json`` back, by its format alone: the audit must not trust the forge's own data."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon

from legation.errors import DataError

Ring = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as drawn, in board units."""

    table: dict[str, Any]
    shapes: dict[str, MultiPolygon]
    invalid: list[str]
    """Spaces whose outlines cross themselves."""

    @property
    def width(self) -> float:
        """The width of the board."""
        return float(self.table["width"]) / 10

    def spot(self, code: str, name: str) -> tuple[float, float]:
        """An anchor of a space."""
        x, y = self.table["spaces"][code][name]
        return x / 10, y / 10


def load_picture(folder: Path) -> Picture:
    """Read the shapes of all spaces."""
    path = folder / "shapes.json"
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("the file is missing", file=f"{folder.name}/shapes.json") from None
    arcs = [unpack(flat) for flat in table["arcs"]]
    shapes: dict[str, MultiPolygon] = {}
    invalid: list[str] = []
    for code, entry in {**table["spaces"], **table["impassable"]}.items():
        made = [Polygon(rings[0], rings[1:]) for rings in ([_ring(arcs, refs) for refs in p] for p in entry["rings"])]
        if not all(polygon.is_valid for polygon in made):
            invalid.append(code)
        shapes[code] = MultiPolygon(
            [
                part
                for polygon in made
                for part in shapely.get_parts(polygon if polygon.is_valid else shapely.buffer(polygon, 0))
                if isinstance(part, Polygon) and not part.is_empty
            ]
        )
    return Picture(table, shapes, invalid)


def unpack(flat: list[int]) -> Ring:
    """The vertices of an arc, in board units."""
    steps = np.array(flat, dtype=np.int64).reshape(-1, 2).cumsum(axis=0)
    return [(x / 10, y / 10) for x, y in steps.tolist()]


def _ring(arcs: list[Ring], refs: list[int]) -> Ring:
    ring: Ring = []
    for ref in refs:
        step = arcs[ref] if ref >= 0 else arcs[~ref][::-1]
        ring += step if not ring else step[1:]
    return ring
