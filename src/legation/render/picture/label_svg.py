"""Labels as text with a halo in the colour of the ground."""

import math
from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from legation.board import SpaceId, Spot, Terrain
from legation.render.picture.bent import code_spot
from legation.render.picture.canvas import Canvas
from legation.render.picture.label_text import LEADING, SPACED, Run
from legation.render.picture.labels import Label, Taken, leader_start, unit_box
from legation.render.picture.lettering import text_width
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import escape, group, number, tag, text
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.view import View

_LABELS = LOOKS["labels"]
THEATRE_SPACING: float = _LABELS["theatreSpacing"]
BENEATH, DOT = 0.62, 0.11
"""The distance of a doubtful name's dots beneath the middle of the bent name, and their size, in ems."""
SMALLEST = 6.0
"""Theatre names in letters smaller than this, in px, are left out."""


def draw_labels(
    labels: list[Label],
    view: View,
    theme: Theme,
    ground: Callable[[Label], str],
    doubtful: Container[SpaceId] = (),
    *,
    name: str,
) -> str:
    """A group of labels, in each visible copy of the world; doubtful ones with a dotted line beneath."""
    drawn = []
    turn = view.board_width * view.scale
    left, _, right, _ = view.frame
    for place, label in enumerate(labels):
        box = label.box
        for copy, shift in enumerate((-turn, 0.0, turn) if view.wraps else (0.0,)):
            if box[2] + shift > left and box[0] + shift < right:
                drawn.append(_draw_label(label, shift, theme, ground(label), f"{name}-{place}-{copy}"))
                if label.space in doubtful:
                    drawn.append(_draw_doubt(label, shift, theme))
    return group(
        drawn, id=name, font_family=SERIF, text_anchor="middle", font_weight=500, paint_order="stroke",
        stroke_width=_LABELS["halo"], stroke_linejoin="round",
    )  # fmt: skip


def _draw_label(label: Label, shift: float, theme: Theme, ground: str, path: str) -> str:
    wording = label.wording
    colour = theme.sea_text if wording.is_sea else theme.ink
    lines = _draw_bent(label, shift, path) if label.bent else _draw_straight(label, shift)
    if label.leader:
        (x, y), (end_x, end_y) = leader_start(label), label.leader
        line = f"M{number(x + shift)} {number(y)}L{number(end_x + shift)} {number(end_y)}"
        lines = [tag("path", d=line, stroke=colour, stroke_width=_LABELS["leader"]), *lines]
    return group(
        lines, font_size=round(label.size, 1), fill=colour, stroke=ground,
        font_style="italic" if wording.is_sea else None, class_="label", data_space=label.space,
    )  # fmt: skip


def _draw_doubt(label: Label, shift: float, theme: Theme) -> str:
    """A dotted line beneath a name, along its curve if it has one."""
    low = label.size * BENEATH
    boxes = label.boxes
    if label.bent:
        boxes = boxes[:-1] if label.wording.has_code_line else boxes
        spots = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
        turn = math.atan2(spots[-1][1] - spots[0][1], spots[-1][0] - spots[0][0])
        spots = [(x - math.sin(turn) * low, y + math.cos(turn) * low) for x, y in spots]
    else:
        left, _, right, bottom = boxes[0]
        spots = [(left, bottom), (right, bottom)]
    line = "L".join(f"{number(x + shift)} {number(y)}" for x, y in spots)
    width = max(label.size * DOT, 1.0)
    return tag(
        "path", d=f"M{line}", class_="doubtful", fill="none", stroke_width=number(width), stroke_linecap="round",
        stroke=theme.sea_text if label.wording.is_sea else theme.ink, stroke_dasharray=f"0 {number(2.2 * width)}",
    )  # fmt: skip


def _draw_straight(label: Label, shift: float) -> list[str]:
    wording, size = label.wording, label.size
    top = label.y - wording.height(size) / 2 + size * _LABELS["baseLine"]
    lines = []
    for place, runs in enumerate(wording.lines):
        y = top + place * size * LEADING
        if wording.has_code_line and place == len(wording.lines) - 1:
            lines.append(_draw_code(label, label.x + shift, y))
        else:
            # The spacing after the last letter would push the word to the left.
            x = label.x + shift + size * wording.spacing / 2
            spacing = f"{wording.spacing}em" if wording.spacing else None
            lines.append(text("".join(map(_draw_run, runs)), x, y, letter_spacing=spacing))
    return lines


def _draw_code(label: Label, x: float, y: float, turn: float = 0.0) -> str:
    letters = label.wording.code_size(label.size)
    return text(
        label.wording.lines[-1][0].text, x + letters * SPACED / 2, y, font_size=round(letters, 1),
        font_style="normal" if label.wording.is_name else None, font_weight=600, letter_spacing=f"{SPACED}em",
        transform=f"rotate({number(turn)} {number(x)} {number(y)})" if turn else None,
    )  # fmt: skip


def _draw_bent(label: Label, shift: float, path: str) -> list[str]:
    """A name on its curve, with the code of a sea beneath its middle."""
    wording, size, bent = label.wording, label.size, label.bent
    if not bent:
        return []
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = bent.ends
    # Letters stand on the line: it is lowered so that their middle is on the curve.
    low = size * _LABELS["bentBase"]
    turn = math.atan2(dy - ay, dx - ax)
    across, down = shift - math.sin(turn) * low, math.cos(turn) * low
    spots = [f"{number(x + across)} {number(y + down)}" for x, y in ((ax, ay), (bx, by), (cx, cy), (dx, dy))]
    line = tag("path", id=path, d=f"M{spots[0]}C{spots[1]} {spots[2]} {spots[3]}", fill="none", stroke="none")
    words = "".join(map(_draw_run, wording.along.runs))
    drawn = [
        tag("defs", line),
        tag(
            "text", tag("textPath", words, href=f"#{path}", startOffset="50%"),
            letter_spacing=f"{bent.spacing}em" if bent.spacing else None,
        ),
    ]  # fmt: skip
    if wording.has_code_line:
        x, y, slope = code_spot(bent, wording, size)
        letters = wording.code_size(size) * _LABELS["bentBase"]
        drawn.append(
            _draw_code(label, x + shift - math.sin(slope) * letters, y + math.cos(slope) * letters, math.degrees(slope))
        )
    return drawn


def _draw_run(run: Run) -> str:
    return tag("tspan", escape(run.text), font_weight=700) if run.is_bold else escape(run.text)


def draw_theatres(canvas: Canvas) -> str:
    """Names of theatres in spaced capitals, clear of units, for a view of the whole world."""
    view = canvas.view
    size = min(15.0, view.zoom * 22)
    drawn: list[str] = []
    taken = Taken(view.board_width * view.scale if view.wraps else 0.0)
    aside, above, below = (share * size for share in _LABELS["theatreRoom"])
    # Lands come before oceans.
    for unit in canvas.situation.position.units.values():
        taken.add(unit_box(view.pixel(canvas.shapes.place(unit.location)), view.block))
    ranked = sorted(_list_theatres(canvas), key=lambda found: (found.is_sea, -found.spots[0].span))
    for theatre in ranked if size >= SMALLEST else ():
        width = text_width(theatre.name.upper(), size, spacing=THEATRE_SPACING)
        for spot, span in theatre.spots:
            middle = view.pixel(spot)
            room = (middle[0] - width / 2 - aside, middle[1] - above, middle[0] + width / 2 + aside, middle[1] + below)
            if (theatre.is_sea and span * view.scale < width * _LABELS["theatreSpan"]) or not taken.is_free(room):
                continue
            taken.add(room)
            drawn += _draw_theatre(canvas, theatre, spot, width)
            break
    return group(
        drawn, id="theatres", font_family=SERIF, font_weight=500, font_size=round(size, 1), text_anchor="middle",
        letter_spacing=f"{THEATRE_SPACING}em", paint_order="stroke", stroke_width=_LABELS["noteHalo"],
        stroke_linejoin="round",
    )  # fmt: skip


def _draw_theatre(canvas: Canvas, theatre: "_Theatre", spot: Spot, width: float) -> Iterator[str]:
    view, theme = canvas.view, canvas.theme
    colour, halo = (theme.sea_text, theme.sea) if theatre.is_sea else (theme.ink, theme.land)
    style = "italic" if theatre.is_sea else None
    for x, y in view.copies(spot):
        if view.frame[0] + width / 2 < x < view.frame[2] - width / 2:
            yield text(escape(theatre.name.upper()), x, y, fill=colour, stroke=halo, font_style=style)


class _TheatreSpot(NamedTuple):
    """A possible place for the name of a theatre, and the width of an ocean there."""

    spot: Spot
    span: float


class _Theatre(NamedTuple):
    """A theatre, with the spots for its name, best first."""

    name: str
    is_sea: bool
    spots: list[_TheatreSpot]


def _list_theatres(canvas: Canvas) -> Iterator[_Theatre]:
    """Each theatre, with spots from its middle outward; oceans are named where they are widest."""
    shapes, spaces = canvas.shapes, canvas.board.spaces
    members: dict[str, list[SpaceId]] = {}
    for code in sorted(shapes.spaces):
        if code in spaces and spaces[code].theatre and code not in shapes.boxes:
            members.setdefault(spaces[code].theatre, []).append(code)
    for theatre, codes in sorted(members.items()):
        seas = [shapes.spaces[code] for code in codes if spaces[code].terrain is Terrain.SEA]
        if 2 * len(seas) > len(codes):
            seas.sort(key=lambda shape: -shape.span)
            yield _Theatre(theatre, is_sea=True, spots=[_TheatreSpot(shape.label, shape.span) for shape in seas])
            continue
        labels = [shapes.spaces[code].label for code in codes]
        ranked = sorted(labels, key=lambda spot: _distance(canvas, spot, labels))
        yield _Theatre(theatre, is_sea=False, spots=[_TheatreSpot(spot, 0.0) for spot in ranked])


def _distance(canvas: Canvas, spot: Spot, others: list[Spot]) -> float:
    steps = (canvas.shapes.step(spot, other) for other in others)
    return sum(abs(step.x) + abs(step.y) for step in steps)
