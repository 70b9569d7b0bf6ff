"""The scenes that pictures and the page must draw alike: ``tests/fixtures/drawing.json``.

``python -m tests.render.drawing_fixture`` writes the derived parts anew. Read the difference before you keep it: the
page's own test fails until the page draws the same.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from pydantic_core import to_jsonable_python

from legation.board import (
    Border,
    CentreKind,
    DislodgedUnit,
    LocationId,
    Position,
    PowerId,
    Shapes,
    Space,
    SpaceId,
    Terrain,
    make_board,
    make_units,
)
from legation.board.shapes_table import parse_shapes
from legation.judge import BombMark, ClosedSeaMark, ColonyMark, Fate, Outcome, Reason, Result, RuinMark, SpaceMark
from legation.judge.verdict import Finding, Harm
from legation.orders import Fault, Order, Refusal, Rejection, group_carriers, parse_order
from legation.render.picture import lettering
from legation.render.picture.board_svg import Style, draw_board
from legation.render.picture.situation import Situation
from legation.render.picture.theme import THEMES
from legation.render.picture.view import MEDIA, View, make_view
from legation.render.picture.web_board import make_web_board
from legation.server.game.order_lines import describe_order
from tests.carriage import put_aboard
from tests.render.kit_drawing import position, unit

FILE = Path(__file__).parents[1] / "fixtures" / "drawing.json"
POWERS = (PowerId("FRANCE"), PowerId("SPAIN"))
FULL_AGE = 3
LAYERS = {
    "marks": "passages",
    "orders": "orders",
    "coasts": "coasts",
    "labels": "labels",
    "heads": "heads",
    "centres": "centres",
    "ghosts": "units",
    "units": "units",
    "happenings": "happenings",
    "badges": "badges",
}
"""The layers of a picture by the names that the page has for them."""
Table = dict[str, Any]


def load_fixture() -> Table:
    """The whole file."""
    found: Table = json.loads(FILE.read_text("utf-8"))
    return found


TABLE = load_fixture()
SCENES: dict[str, Table] = {scene["name"]: scene for scene in TABLE["scenes"]}


def _make_space(code: str, entry: Table) -> Space:
    return Space(
        id=SpaceId(code),
        name=entry["name"],
        terrain=Terrain(entry["terrain"]),
        centre=CentreKind(entry.get("centre", "")),
        powers=tuple(PowerId(power) for power in entry.get("powers", ())),
        coasts=tuple(entry.get("coasts", ())),
        carries_convoys=entry["terrain"] == "sea",
    )


def _make_border(start: str, end: str, kind: str) -> Border:
    return Border(LocationId(start), LocationId(end), army=kind == "army", fleet=kind == "fleet")


def _make_shapes() -> Shapes:
    spaces = {code: entry | {"centre": entry["mark"]} for code, entry in TABLE["board"]["spaces"].items()}
    # The file has the board as the page gets it, which knows fewer vertices by their number.
    stored = {"format": 1, "spaces": spaces, "light": TABLE["board"]["arcs"]}
    return parse_shapes(TABLE["board"] | stored, "drawing.json")


BOARD = make_board(
    [_make_space(code, entry) for code, entry in TABLE["board"]["spaces"].items()],
    [_make_border(*border) for border in TABLE["borders"]],
)
SHAPES = _make_shapes()


def make_page_board() -> Table:
    """The board file that the page would get."""
    closed = {SpaceId(code) for code in TABLE["board"]["closed"]}
    found: Table = json.loads(make_web_board(BOARD, SHAPES, POWERS, closed=closed))
    return found


def make_letters() -> Table:
    """How wide letters are taken to be in pictures; the page's test measures with the same."""
    return {"widths": lettering._WIDTHS, "other": lettering.OTHER, "bold": lettering.BOLD}


def scene_view(scene: Table) -> View:
    """The whole board, at the scene's scale and in its medium: the page's, so that sizes agree."""
    window = (0.0, 0.0, SHAPES.width, SHAPES.height)
    return replace(make_view(SHAPES, window, scene.get("scale", 2.0)), medium=MEDIA[scene.get("medium", "screen")])


def make_order(entry: Table) -> Order:
    """The order of an entry."""
    return parse_order(entry["text"], BOARD.names)


def make_situation(scene: Table) -> Situation:
    """A scene as pictures take it."""
    judged = [entry for entry in scene.get("orders", ()) if "result" in entry]
    return Situation(
        powers=POWERS,
        position=_make_position(scene),
        outcomes=tuple(_make_outcome(entry) for entry in judged),
        orders=tuple(
            (PowerId(entry["power"]), make_order(entry))
            for entry in scene.get("orders", ())
            if "result" not in entry and not entry.get("refused")
        ),
        rejections=tuple(
            Rejection(PowerId(entry["power"]), entry["text"], Refusal(Fault.NOT_ADJACENT), make_order(entry))
            for entry in scene.get("orders", ())
            if entry.get("refused")
        ),
        destroyed=tuple(unit(entry["power"], entry["unit"]) for entry in scene.get("destroyed", ())),
        marks=tuple(_make_mark(entry) for entry in scene.get("marks", ())),
    )


def _make_position(scene: Table) -> Position:
    found = position(scene.get("units", {}), scene.get("owners"), contested=scene.get("contested", ()))
    cargo = [put_aboard(unit(power, text)) for power, texts in scene.get("cargo", {}).items() for text in texts]
    dislodged = []
    for entry in scene.get("dislodged", ()):
        gone = unit(entry["power"], entry["unit"])
        army = put_aboard(unit(entry["aboard"], f"A {gone.space}")) if "aboard" in entry else None
        dislodged.append(DislodgedUnit(gone, cargo=army))
    return found._replace(units=make_units([*found.units.values(), *cargo]), dislodged=tuple(dislodged))


def _make_outcome(entry: Table) -> Outcome:
    fate = Fate(entry.get("fate", "stands"))
    harm = None if fate is Fate.STANDS else Harm(fate)
    return Outcome(PowerId(entry["power"]), make_order(entry), Finding(Result(entry["result"]), Reason.MOVED), harm)


def _make_mark(entry: Table) -> SpaceMark:
    space, owner = SpaceId(entry["space"]), POWERS[0]
    match entry["kind"]:
        case "colony":
            return ColonyMark(space, owner, entry["age"], entry["age"], FULL_AGE, counts=entry["age"] > 0)
        case "bomb":
            return BombMark(space, owner, entry["bombs"])
        case "ruined":
            return RuinMark(space)
    return ClosedSeaMark(space, 2)


def make_lines(scene: Table) -> list[Table]:
    """The orders of a scene as the server tells the page of them."""
    entries = [(entry, make_order(entry)) for entry in scene.get("orders", ())]
    carriers = group_carriers(order for _, order in entries)
    lines = []
    for entry, order in entries:
        line: Table = to_jsonable_python(describe_order(BOARD, PowerId(entry["power"]), order, carriers))
        if "fate" in entry:
            line |= {"result": entry["fate"], "order_result": entry["result"]}
        elif "result" in entry:
            line["result"] = entry["result"]
        elif entry.get("refused"):
            line |= {"result": "illegal", "rejected": True}
        lines.append(line)
    return lines


def draw_scene(scene: Table) -> dict[str, list[Table]]:
    """What a picture of a scene consists of, layer by layer."""
    view = scene_view(scene)
    style = Style(theme=THEMES[scene.get("theme", "light")], has_frame=False)
    root = ElementTree.fromstring(draw_board(BOARD, SHAPES, make_situation(scene), style=style, view=view))
    layers: dict[str, list[Table]] = {name: [] for name in dict.fromkeys(LAYERS.values())}
    for node in root:
        layer = LAYERS.get(node.get("id") or "")
        if layer:
            layers[layer] += _list_pieces(node, _Look({}, _Frame()))
    turn = view.board_width * view.scale
    found = {name: _drop_copies([_fold(piece, turn) for piece in pieces]) for name, pieces in layers.items()}
    # Labels are drawn in the sequence in which they are placed, which nobody sees.
    found["labels"].sort(key=lambda piece: (piece.get("x", 0), piece.get("y", 0)))
    return {name: pieces for name, pieces in found.items() if pieces and (name != "passages" or "passages" in scene)}


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a group lies: moved, grown and turned."""

    x: float = 0.0
    y: float = 0.0
    size: float = 1.0
    turn: float = 0.0

    def place(self, x: float, y: float) -> tuple[float, float]:
        cos, sin = math.cos(math.radians(self.turn)) * self.size, math.sin(math.radians(self.turn)) * self.size
        return self.x + x * cos - y * sin, self.y + x * sin + y * cos

    def enter(self, transform: str) -> "_Frame":
        frame = self
        for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
            first, *rest = (float(part) for part in numbers.split())
            match name:
                case "translate":
                    x, y = frame.place(first, *rest)
                    frame = replace(frame, x=x, y=y)
                case "scale":
                    frame = replace(frame, size=frame.size * first)
                case "rotate":
                    x, y = frame.place(*rest) if rest else (frame.x, frame.y)
                    frame = replace(frame, x=x, y=y, turn=frame.turn + first)
                    if rest:
                        x, y = frame.place(-rest[0], -rest[1])
                        frame = replace(frame, x=x, y=y)
        return frame


INHERITED = ("fill", "stroke", "stroke-width", "font-size", "stroke-dasharray", "stroke-linecap", "stroke-opacity")


@dataclass(frozen=True, slots=True)
class _Look:
    """What an element has from the groups round it."""

    values: Mapping[str, str]
    frame: _Frame
    opacity: float = 1.0

    def enter(self, node: ElementTree.Element) -> "_Look":
        own = {name: value for name in INHERITED if (value := node.get(name))}
        frame = self.frame.enter(node.get("transform") or "")
        return _Look({**self.values, **own}, frame, self.opacity * float(node.get("opacity") or 1))


def _list_pieces(node: ElementTree.Element, around: _Look) -> Iterator[Table]:
    look = around.enter(node)
    match node.tag.rpartition("}")[2]:
        case "g":
            for child in node:
                yield from _list_pieces(child, look)
        case "defs":
            _ALONG.update({f"#{path.get('id')}": numbers_of(path.get("d") or "") for path in node})
        case "path":
            yield {"path": place_path(node.get("d") or "", look.frame)} | _describe_look(look)
        case "circle":
            x, y = look.frame.place(float(node.get("cx") or 0), float(node.get("cy") or 0))
            radius = float(node.get("r") or 0) * look.frame.size
            yield {"circle": [round(x, 2), round(y, 2), round(radius, 2)]} | _describe_look(look)
        case "text":
            yield _describe_text(node, replace(look, frame=around.frame))


def _describe_look(look: _Look) -> Table:
    found: Table = {}
    values, size = look.values, look.frame.size
    if values.get("fill", "none") != "none":
        found["fill"] = values["fill"]
    if values.get("stroke", "none") != "none":
        found |= {"stroke": values["stroke"], "width": round(float(values.get("stroke-width", 1)) * size, 2)}
        if "stroke-dasharray" in values:
            found["dash"] = [round(float(part) * size, 2) for part in values["stroke-dasharray"].split()]
        if values.get("stroke-linecap") == "round":
            found["cap"] = "round"
        if "stroke-opacity" in values:
            found["strokeOpacity"] = float(values["stroke-opacity"])
    return found | ({"opacity": look.opacity} if look.opacity != 1 else {})


def _describe_text(node: ElementTree.Element, look: _Look) -> Table:
    bent = node.find("{*}textPath")
    words = node if bent is None else bent
    bold = "".join(f"*{child.text}*{child.tail or ''}" for child in words)
    found: Table = {"text": (words.text or "") + bold}
    if bent is None:
        x, y = look.frame.place(float(node.get("x") or 0), float(node.get("y") or 0))
        found |= {"x": round(x, 2), "y": round(y, 2)}
    else:
        along = _ALONG[bent.get("href") or ""]
        found |= {"x": along[0], "y": along[1], "along": along}
    turn = re.match(r"rotate\((\S+)", node.get("transform") or "")
    if turn:
        found["turn"] = float(turn[1])
    found["size"] = round(float(look.values["font-size"]) * look.frame.size, 2)
    return found | _describe_look(look)


_ALONG: dict[str, list[float]] = {}
"""The curves of the picture in hand, by their addresses."""


def place_path(data: str, frame: _Frame) -> str:
    """Path data in its plain form: absolute, of M, L, Q, A and Z."""
    steps = []
    here = control = (0.0, 0.0)
    for letter, rest in re.findall(r"([MLHVQTAZ])([^MLHVQTAZ]*)", data):
        numbers = [float(part) for part in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        match letter:
            case "Z":
                steps.append("Z")
                continue
            case "H" | "V":
                here = (numbers[0], here[1]) if letter == "H" else (here[0], numbers[0])
                steps.append(_step("L", frame, here))
                continue
            case "A":
                here = (numbers[5], numbers[6])
                x, y = frame.place(*here)
                radius = round(numbers[0] * frame.size, 2)
                steps.append(f"A{radius:g} {numbers[3]:g} {numbers[4]:g} {x:.2f} {y:.2f}")
                continue
        for number in range(0, len(numbers), 4 if letter == "Q" else 2):
            if letter == "Q":
                control = (numbers[number], numbers[number + 1])
                here = (numbers[number + 2], numbers[number + 3])
            else:
                control = (2 * here[0] - control[0], 2 * here[1] - control[1])
                here = (numbers[number], numbers[number + 1])
            points = (control, here) if letter in "QT" else (here,)
            steps.append(_step("Q" if letter in "QT" else letter, frame, *points))
            if letter in "ML":
                control = here
    return " ".join(steps)


def _step(letter: str, frame: _Frame, *points: tuple[float, float]) -> str:
    placed = [frame.place(*point) for point in points]
    return letter + " ".join(f"{x:.2f} {y:.2f}" for x, y in placed)


def numbers_of(path: str) -> list[float]:
    """All numbers of a path."""
    return [float(part) for part in re.findall(r"-?\d+\.?\d*", path)]


def points_of(piece: Table) -> list[tuple[float, float]]:
    """The vertices of a path, of its lines that is."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", piece["path"])]


def _fold(piece: Table, turn: float) -> Table:
    """A piece in the first copy of the world."""
    if "path" in piece:
        shift = -math.floor(numbers_of(piece["path"])[0] / turn) * turn
        return piece | {"path": place_path(piece["path"], _Frame(x=shift))} if shift else piece
    if "circle" in piece:
        x, y, radius = piece["circle"]
        return piece | {"circle": [round(x - math.floor(x / turn) * turn, 2), y, radius]}
    shift = -math.floor(piece["x"] / turn) * turn
    if "along" in piece:
        piece = piece | {"along": [round(part + shift * (1 - at % 2), 2) for at, part in enumerate(piece["along"])]}
    return piece | {"x": round(piece["x"] + shift, 2)}


def _drop_copies(pieces: list[Table]) -> list[Table]:
    kept: list[Table] = []
    for piece in pieces:
        if not any(is_alike(piece, other) for other in kept):
            kept.append(piece)
    return kept


SLACK = 0.11
"""Px by which two drawings may differ: paths are written with one decimal."""


def is_alike(piece: Table, other: Table) -> bool:
    """Whether two pieces are the same but for rounding."""
    return piece.keys() == other.keys() and all(_is_near(value, other[key]) for key, value in piece.items())


def _is_near(value: object, other: object) -> bool:
    if isinstance(value, int | float) and isinstance(other, int | float):
        return abs(value - other) <= SLACK
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_is_near, value, other))
    if isinstance(value, str) and isinstance(other, str) and value.startswith("M") and other.startswith("M"):
        shapes = [re.sub(r"-?\d+\.?\d*", "#", path) for path in (value, other)]
        return shapes[0] == shapes[1] and _is_near(numbers_of(value), numbers_of(other))
    return value == other


def write_fixture() -> None:
    """Write the derived parts anew."""
    TABLE["board"] = make_page_board()
    TABLE["letters"] = make_letters()
    for scene in TABLE["scenes"]:
        for name in ("lines", "drawn"):
            scene.pop(name, None)
        if scene.get("orders"):
            scene["lines"] = make_lines(scene)
        scene["drawn"] = draw_scene(scene)
    FILE.write_text(_format(TABLE) + "\n", encoding="utf-8")


def _format(value: object, indent: str = "") -> str:
    """JSON with one line for every small thing, so that differences can be read."""
    short = json.dumps(value, ensure_ascii=False)
    if len(short) + len(indent) <= 150 or not isinstance(value, dict | list):
        return short
    inner = indent + " "
    if isinstance(value, dict):
        if "path" in value:
            return short
        rows = [
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {_format(entry, inner)}" for key, entry in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + _format(entry, inner) for entry in value) + f"\n{indent}]"


if __name__ == "__main__":
    write_fixture()
