"""Labels as text with a halo of the ground colour."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from legation.board import SpaceId, Spot, Terrain
from legation.render.picture.canvas import Canvas
from legation.render.picture.label_text import LEADING, SPACED, Run
from legation.render.picture.labels import Label, Taken, unit_box
from legation.render.picture.lettering import text_width
from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import escape, group, tag, text
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.view import View

_LABELS = LOOKS["labels"]
THEATRE_SPACING: float = _LABELS["theatreSpacing"]
SMALLEST = 6.0
"""Letters of theatres smaller than this, in px, are left out."""


def draw_labels(labels: list[Label], view: View, theme: Theme, ground: Callable[[Label], str]) -> str:
    """All labels, in each copy of the world that is in sight."""
    drawn = []
    for label in labels:
        turn = view.board_width * view.scale
        left, _, right, _ = view.frame
        for shift in (-turn, 0.0, turn) if view.wraps else (0.0,):
            if label.box[2] + shift > left and label.box[0] + shift < right:
                drawn.append(_draw_label(label, shift, theme, ground(label)))
    return group(
        drawn, id="labels", font_family=SERIF, text_anchor="middle", font_weight=500, paint_order="stroke",
        stroke_width=_LABELS["halo"], stroke_linejoin="round",
    )  # fmt: skip


def _draw_label(label: Label, shift: float, theme: Theme, ground: str) -> str:
    wording, size = label.wording, label.size
    top = label.y - wording.height(size) / 2 + size * _LABELS["baseLine"]
    lines = []
    for number, runs in enumerate(wording.lines):
        y = top + number * size * LEADING
        if wording.has_code_line and number == len(wording.lines) - 1:
            # The spacing after the last letter would push the word to the left.
            letters = wording.code_size(size)
            lines.append(
                text(runs[0].text, label.x + shift + letters * SPACED / 2, y, font_size=round(letters, 1),
                     font_style="normal" if wording.is_name else None, font_weight=600, letter_spacing=f"{SPACED}em")
            )  # fmt: skip
        else:
            lines.append(text("".join(map(_draw_run, runs)), label.x + shift, y))
    return group(
        lines, font_size=round(size, 1), fill=theme.sea_text if wording.is_sea else theme.ink, stroke=ground,
        font_style="italic" if wording.is_sea else None, class_="label", data_space=label.space,
    )  # fmt: skip


def _draw_run(run: Run) -> str:
    return tag("tspan", escape(run.text), font_weight=700) if run.is_bold else escape(run.text)


def draw_theatres(canvas: Canvas) -> str:
    """Names of theatres in spaced capitals, clear of units, for a look at the whole world."""
    view = canvas.view
    size = min(15.0, view.zoom * 22)
    drawn: list[str] = []
    taken = Taken(view.board_width * view.scale if view.wraps else 0.0)
    aside, above, below = (share * size for share in _LABELS["theatreRoom"])
    # Lands go before oceans.
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
    """Where the name of a theatre may stand, and how wide an ocean is there."""

    spot: Spot
    span: float


class _Theatre(NamedTuple):
    """A theatre, with the spots for its name, best first."""

    name: str
    is_sea: bool
    spots: list[_TheatreSpot]


def _list_theatres(canvas: Canvas) -> Iterator[_Theatre]:
    """Each theatre, with spots from its midst outward; oceans are named where they are widest."""
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
