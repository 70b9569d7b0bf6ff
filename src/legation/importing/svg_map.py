"""A map in SVG: outlines by the ids of provinces, and jDip's own data of unit places and colours."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from legation.errors import DataError
from legation.importing.model import FARTHEST, Point, Ring, Sketch
from legation.importing.source import Source
from legation.importing.svg_path import NUMBER, Matrix, multiply, read_rings, read_transform
from legation.importing.xml_text import local_name, read_xml

LAYERS = {"unitlayer", "orderlayer", "supplycenterlayer", "brieflabellayer", "fulllabellayer", "dislodgedunitlayer"}
COLOURS = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
    "yellow": "#ffff00", "gray": "#808080", "grey": "#808080", "purple": "#800080", "orange": "#ffa500",
    "brown": "#a52a2a", "pink": "#ffc0cb",
}  # fmt: skip


@dataclass(slots=True)
class SvgMap:
    """What a map contains about provinces and powers, by their keys."""

    sketch: Sketch
    points: dict[str, Point] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)


def read_map(source: Source, name: str, keys: Mapping[str, str]) -> SvgMap:
    """Read the outlines of provinces, by any name in ``keys``, and the places of their units."""
    root = read_xml(source, name)
    if local_name(root) != "svg":
        raise DataError("not an SVG picture", file=source.label(name))
    left, top, width, height = _read_frame(root)
    found = SvgMap(Sketch(width, height))
    try:
        _collect(root, (1.0, 0.0, 0.0, 1.0, -left, -top), keys, found.sketch.outlines)
    except DataError as error:
        raise DataError(error.problem, file=source.label(name)) from None
    for element in root.iter():
        match local_name(element):
            case "PROVINCE":
                _read_place(element, (left, top), keys, found.points)
            case "POWERCOLOR":
                colour = read_colour(str(element.get("color", "")))
                if colour:
                    found.colours[str(element.get("power", "")).lower()] = colour
    return found


def read_colour(text: str) -> str:
    """A colour as six digits; empty if it is unknown."""
    text = text.strip().lower()
    if re.fullmatch(r"#?[0-9a-f]{6}", text):
        return f"#{text.removeprefix('#')}"
    if re.fullmatch(r"#[0-9a-f]{3}", text):
        return "#" + "".join(letter * 2 for letter in text[1:])
    return COLOURS.get(text, "")


def _read_frame(root: Element) -> tuple[float, float, float, float]:
    """The left and top edge, width and height of the visible picture."""
    box = [float(number) for number in NUMBER.findall(root.get("viewBox", ""))]
    if len(box) != 4:
        sizes = [NUMBER.match(str(root.get(name, "")).strip()) for name in ("width", "height")]
        box = [0.0, 0.0, *(float(size[0]) if size else 0.0 for size in sizes)]
    left, top, width, height = box
    is_plain = abs(left) < FARTHEST and abs(top) < FARTHEST and 0 < width < FARTHEST and 0 < height < FARTHEST
    return (left, top, width, height) if is_plain else (0.0, 0.0, 1000.0, 700.0)


def _collect(element: Element, matrix: Matrix, keys: Mapping[str, str], outlines: dict[str, list[Ring]]) -> None:
    """Walk the picture; where two elements have the id of one province, the one with more area counts."""
    stack = [(element, matrix)]
    while stack:
        here, place = stack.pop()
        name = str(here.get("id", "")).lower()
        if local_name(here) in ("defs", "symbol", "clipPath", "mask", "pattern") or name in LAYERS:
            continue
        key = keys.get(name.removeprefix("_"))
        if key is not None:
            rings = read_rings(here, place)
            if _area(rings) > _area(outlines.get(key, [])):
                outlines[key] = rings
            continue
        inner = multiply(place, read_transform(str(here.get("transform", ""))))
        stack += [(child, inner) for child in here]


def _area(rings: list[Ring]) -> float:
    return sum(abs(_signed_area(ring)) for ring in rings)


def _signed_area(ring: Ring) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2


def _read_place(element: Element, corner: Point, keys: Mapping[str, str], points: dict[str, Point]) -> None:
    key = keys.get(str(element.get("name", "")).lower())
    unit = next((child for child in element if local_name(child) == "UNIT"), None)
    if key is None or unit is None:
        return
    numbers = [NUMBER.fullmatch(str(unit.get(axis, "")).strip()) for axis in ("x", "y")]
    if numbers[0] and numbers[1]:
        points[key] = (float(numbers[0][0]) - corner[0], float(numbers[1][0]) - corner[1])
