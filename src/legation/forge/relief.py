"""Mountain ranges and rivers on the board: for decoration only, without rules."""

import csv
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from legation.forge.chart import Chart
from legation.forge.segments import SCALE

KINDS = ("range", "river")
TOLERANCE = 0.3
"""The tolerance in board units for simplifying a line."""
LEAST = 6.0
"""In board units: a shorter piece of a river or range is left out."""


Relief = list[tuple[str, LineString]]
"""Ranges and rivers on a board: kind and line in board units."""


def make_relief(chart: Chart, land: BaseGeometry) -> Relief:
    """The pieces of ranges and rivers on a board's land; a board outside the real world has none."""
    if chart.view.kind != "cylinder":
        return []
    return [(kind, piece) for kind, line in _read() for piece in _draw(chart, line, land)]


def write_relief(folder: Path, relief: Relief) -> None:
    """Write ``relief.json``: for each kind flat lists of whole tenths, x and y first, then steps."""
    if not relief:
        return
    table: dict[str, list[list[int]]] = {f"{kind}s": [] for kind in KINDS}
    for kind, piece in relief:
        table[f"{kind}s"].append(_flat(piece))
    rows = [f'"{name}":[\n' + ",\n".join(json.dumps(line, separators=(",", ":")) for line in lines) + "\n]"
            for name, lines in table.items()]  # fmt: skip
    (folder / "relief.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _read() -> Iterator[tuple[str, LineString]]:
    """Ranges and rivers: longitude and latitude of some points of each."""
    text = files("legation.forge").joinpath("relief.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        yield row["kind"], LineString([[float(part) for part in point.split()] for point in row["points"].split(";")])


def _draw(chart: Chart, line: LineString, land: BaseGeometry) -> Iterator[LineString]:
    """The pieces of a line of the world on the board's land."""
    view = chart.view
    turns = (-360.0, 0.0, 360.0) if view.wrap else (0.0,)
    for turn in turns:
        world = shapely.get_coordinates(line) + np.array([turn, 0.0])
        if not np.any((world[:, 0] > view.west) & (world[:, 0] < view.east) & (world[:, 1] > view.south)):
            continue
        (drawn,) = chart.draw_lines([LineString(chart.to_metric(world))])
        cut = shapely.intersection(shapely.simplify(drawn, TOLERANCE), land)
        for piece in shapely.get_parts(shapely.line_merge(cut)):
            if piece.geom_type == "LineString" and piece.length >= LEAST:
                yield piece


def _flat(line: LineString) -> list[int]:
    flat: list[int] = []
    last = (0, 0)
    for x, y in shapely.get_coordinates(line):
        spot = (round(x * SCALE), round(y * SCALE))
        flat += [spot[0] - last[0], spot[1] - last[1]]
        last = spot
    return flat
