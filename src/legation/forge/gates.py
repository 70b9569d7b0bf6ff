"""Gates: where the lines of orders cross each border. Pictures and pages draw their lines through them."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, box
from shapely.geometry.base import BaseGeometry

from legation.board import BOX_ANCHOR
from legation.forge.adjacency import Passage
from legation.forge.anchors import Anchors
from legation.forge.arcs import Mesh
from legation.forge.coasts import Coasts
from legation.forge.drawing import Drawing
from legation.forge.gate_search import GateSearchInput, choose_way
from legation.forge.marks import shores_of
from legation.forge.segments import SCALE
from legation.forge.settings import Settings

Gates = dict[str, dict[str, list[int]]]


def make_gates(
    drawing: Drawing,
    passages: Iterable[Passage],
    anchors: Mapping[str, Anchors],
    *,
    shores: Mapping[str, Mapping[str, LineString]],
    boxes: Mapping[str, list[int]],
    marks: Iterable[Mapping[str, Any]],
    settings: Settings,
) -> Gates:
    """For each pair of neighbouring locations: x and y of the stops between them, in whole tenths of a unit.

    Their number is odd, and the middle one is the gate. On a round board they lie in the copy of the first location's
    anchor.
    """
    turn = settings.projection.width if settings.projection.wrap else 0.0
    places = {code: spot.unit for code, spot in anchors.items()}
    places |= {f"{code}/{name}": place for code, spot in anchors.items() for name, place in spot.coasts.items()}
    areas: dict[str, BaseGeometry] = {code: _with_copies(drawing.shape(code), turn) for code in anchors}
    for code, (left, top, width, height) in boxes.items():
        areas[code] = box(left / SCALE, top / SCALE, (left + width) / SCALE, (top + height) / SCALE)
        places[code] = ((left + width / 2) / SCALE, (top + height * BOX_ANCHOR) / SCALE)
    ground = GateSearchInput(
        areas=areas,
        places=places,
        arcs=_arcs_of(drawing, areas),
        shores=shores,
        links=_links_of(marks),
        boxes=frozenset(boxes),
        unit=settings.limits.unit,
        turn=turn,
        width=settings.projection.width,
    )
    gates: Gates = {}
    for start, end in sorted(_list_pairs(passages)):
        way = choose_way(ground, start, end)
        gates.setdefault(start, {})[end] = [round(part) * SCALE for stop in way for part in stop]
    return gates


def coast_shores(mesh: Mesh, coasts: Coasts) -> dict[str, dict[str, LineString]]:
    """The shore of each named coast, by space."""
    return {code: shores_of(mesh, found) for code, found in coasts.of_space.items() if coasts.names(code)}


def _list_pairs(passages: Iterable[Passage]) -> set[tuple[str, str]]:
    """Neighbours by location, and also by space: an army ignores coasts, and a support names none."""
    found: set[tuple[str, str]] = set()
    for way in passages:
        for a in {way.start, way.start.partition("/")[0]}:
            for b in {way.end, way.end.partition("/")[0]}:
                found.add((a, b) if a < b else (b, a))
    return found


def _with_copies(shape: BaseGeometry, turn: float) -> BaseGeometry:
    if not turn:
        return shape
    return shapely.union_all([translate(shape, shift) for shift in (-turn, 0.0, turn)])


def _arcs_of(drawing: Drawing, areas: Mapping[str, BaseGeometry]) -> dict[tuple[str, str], list[LineString]]:
    arcs: dict[tuple[str, str], list[LineString]] = {}
    for arc in drawing.mesh.arcs:
        if all(owner in areas for owner in arc.pair):
            arcs.setdefault(arc.pair, []).append(LineString(np.array(arc.keys) / SCALE))
    return {pair: sorted(lines, key=lambda line: -line.length) for pair, lines in arcs.items()}


def _links_of(marks: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], LineString]:
    """The lines of crossings and of links to boxes, in both directions."""
    links: dict[tuple[str, str], LineString] = {}
    for mark in marks:
        if mark["kind"] in ("crossing", "link") and len(mark["spaces"]) == 2:
            a, b = mark["spaces"]
            line = np.array(mark["line"]) / SCALE
            links[a, b], links[b, a] = LineString(line), LineString(line[::-1])
    return links
