"""Writes the board: tables for the judge, one file of shapes for the picture. The same board gives the same bytes."""

import gzip
import json
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import Any

from legation.board import BORDER_COLUMNS, SPACE_COLUMNS, format_flag, format_table
from legation.forge.adjacency import Passage
from legation.forge.anchors import Anchors, Spot
from legation.forge.arcs import EDGE, Arc
from legation.forge.coasts import Coasts
from legation.forge.drawing import Drawing
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.segments import SCALE, Key
from legation.forge.settings import Settings

FORMAT = 1


def write_spaces(folder: Path, places: Mapping[str, Place], coasts: Coasts, *, lists_closed: bool = True) -> None:
    """Write ``spaces.csv``, sorted by code."""
    rows = []
    for code, place in sorted(places.items()):
        if not place.is_space or (place.kind is PlaceKind.IMPASSABLE and not lists_closed):
            continue
        is_box = place.kind is PlaceKind.BOX
        powers = "" if place.centre.value in ("colonial", "neutral", "") else place.powers
        rows.append(
            [
                code,
                place.name,
                "sea" if is_box else place.kind.value,
                place.centre.value,
                powers,
                " ".join(coasts.names(code)),
                "yes" if place.is_island else "",
                "no" if is_box else "",
                place.theatre,
                place.aliases,
            ]
        )
    (folder / "spaces.csv").write_text(format_table(SPACE_COLUMNS, rows), encoding="utf-8")


def write_borders(folder: Path, passages: Iterable[Passage], places: Mapping[str, Place]) -> None:
    """Write ``borders.csv``; a space closed to armies keeps only its ways for fleets."""
    rows = []
    for way in passages:
        closed = any(places[end.partition("/")[0]].closed_to_armies for end in (way.start, way.end))
        army = way.army and not closed
        if army or way.fleet:
            one_way = "yes" if way.is_one_way else ""
            rows.append([way.start, way.end, format_flag(army), format_flag(way.fleet), one_way, "", way.note])
    (folder / "borders.csv").write_text(format_table(BORDER_COLUMNS, rows), encoding="utf-8")


def write_shapes(
    folder: Path,
    settings: Settings,
    *,
    size: tuple[float, float],
    places: Mapping[str, Place],
    drawing: Drawing,
    anchors: Mapping[str, Anchors],
    extra: Mapping[str, Any],
) -> int:
    """Write ``shapes.json``, one entry per line; returns its compressed size.

    Numbers are whole tenths of a board unit. An arc or islet is a flat list: x and y of its first vertex, then the step
    to each next one. A ring lists arcs by number; ``~n`` (that is, -n - 1) runs arc n backwards.
    """
    arcs = drawing.mesh.arcs
    table: dict[str, Any] = {
        "format": FORMAT,
        "variant": settings.variant,
        "scale": 0.1,
        "width": round(size[0] * SCALE),
        "height": round(size[1] * SCALE),
        "wrap": settings.projection.wrap,
        "unit": round(settings.limits.unit * SCALE),
        "arcs": [_flat(arc.keys) for arc in arcs],
        "light": [_flat(keys) for keys in drawing.light],
        "sides": [list(arc.pair) for arc in arcs],
        "kinds": [_arc_kind(arc, places) for arc in arcs],
        "spaces": _spaces(drawing, anchors, extra["discs"]),
        "nations": extra["nations"],
        "impassable": extra["closed"],
        "scenery": extra["scenery"],
        "islets": [_flat(ring) for ring in drawing.islets],
        "boxes": extra["boxes"],
        "marks": extra["marks"],
        "gates": extra["gates"],
    }
    text = _dump(table)
    (folder / "shapes.json").write_text(text, encoding="utf-8")
    return len(gzip.compress(text.encode(), mtime=0))


def _spaces(drawing: Drawing, anchors: Mapping[str, Anchors], discs: Container[str]) -> dict[str, Any]:
    return {
        code: {
            "rings": drawing.mesh.rings[code],
            **_anchor_table(anchors[code]),
            **({"disc": True} if code in discs else {}),
        }
        for code in sorted(anchors)
    }


def _arc_kind(arc: Arc, places: Mapping[str, Place]) -> str:
    """The kind of a line: coast, land or sea border, edge of the board, or the rim of a closed area."""
    if EDGE in arc.pair:
        return "edge"
    kinds = {places[owner].kind if owner in places else PlaceKind.SCENERY for owner in arc.pair}
    if kinds <= {PlaceKind.LAND}:
        return "land"
    if kinds <= {PlaceKind.SEA}:
        return "sea"
    if kinds == {PlaceKind.LAND, PlaceKind.SEA}:
        return "coast"
    return "closed" if PlaceKind.IMPASSABLE in kinds else "scenery"


def _anchor_table(spot: Anchors) -> dict[str, Any]:
    table: dict[str, Any] = {
        "unit": _tenths(spot.unit),
        "label": _tenths(spot.label),
        "centre": _tenths(spot.centre),
        "room": round(spot.room * 10),
        "span": round(spot.span * 10),
    }
    if spot.is_outside:
        table["outside"] = True
    if spot.coasts:
        table["coasts"] = {name: _tenths(place) for name, place in sorted(spot.coasts.items())}
    if spot.names:
        table["names"] = [[part for place in curve for part in _tenths(place)] for curve in spot.names]
    return table


def _tenths(spot: Spot) -> list[int]:
    return [round(spot[0] * SCALE), round(spot[1] * SCALE)]


def _flat(keys: Iterable[Key]) -> list[int]:
    flat: list[int] = []
    last = (0, 0)
    for x, y in keys:
        flat += [x - last[0], y - last[1]]
        last = (x, y)
    return flat


def _dump(table: Mapping[str, Any]) -> str:
    """JSON with one entry per line, so that changes show in a diff."""
    parts = []
    for name, value in table.items():
        if isinstance(value, list) and value:
            body = "[\n" + ",\n".join(_compact(entry) for entry in value) + "\n]"
        elif isinstance(value, dict) and value:
            body = "{\n" + ",\n".join(f"{json.dumps(key)}:{_compact(entry)}" for key, entry in value.items()) + "\n}"
        else:
            body = _compact(value)
        parts.append(f"{json.dumps(name)}:{body}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
