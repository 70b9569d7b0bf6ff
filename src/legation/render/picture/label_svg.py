"""Labels as text with a halo of the ground colour."""

from collections.abc import Callable, Iterator

from legation.board import SpaceId, Spot, Terrain
from legation.render.picture.canvas import Canvas
from legation.render.picture.label_text import LEADING, SPACED, Run
from legation.render.picture.labels import Label, Taken
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
    """Names of theatres in spaced capitals, for a look at the whole world."""
    view, theme = canvas.view, canvas.theme
    size = min(15.0, view.zoom * 22)
    drawn = []
    taken = Taken(view.board_width * view.scale if view.wraps else 0.0)
    aside, above, below = (share * size for share in _LABELS["theatreRoom"])
    # Lands go before oceans.
    ranked = sorted(_theatre_spots(canvas), key=lambda found: (found[3], -found[2]))
    for theatre, spot, span, is_sea in ranked if size >= SMALLEST else ():
        width = text_width(theatre.upper(), size, spacing=THEATRE_SPACING)
        middle = view.pixel(spot)
        room = (middle[0] - width / 2 - aside, middle[1] - above, middle[0] + width / 2 + aside, middle[1] + below)
        if (is_sea and span * view.scale < width * _LABELS["theatreSpan"]) or not taken.is_free(room):
            continue
        taken.add(room)
        for x, y in view.copies(spot):
            if view.frame[0] + width / 2 < x < view.frame[2] - width / 2:
                colour, halo = (theme.sea_text, theme.sea) if is_sea else (theme.ink, theme.land)
                style = "italic" if is_sea else None
                drawn.append(text(escape(theatre.upper()), x, y, fill=colour, stroke=halo, font_style=style))
    return group(
        drawn, id="theatres", font_family=SERIF, font_weight=500, font_size=round(size, 1), text_anchor="middle",
        letter_spacing=f"{THEATRE_SPACING}em", paint_order="stroke", stroke_width=_LABELS["noteHalo"],
        stroke_linejoin="round",
    )  # fmt: skip


def _theatre_spots(canvas: Canvas) -> Iterator[tuple[str, Spot, float, bool]]:
    """For each theatre: a spot, the room there, whether it is mostly sea. Oceans are named where they are widest."""
    shapes, spaces = canvas.shapes, canvas.board.spaces
    members: dict[str, list[SpaceId]] = {}
    for code in sorted(shapes.spaces):
        if code in spaces and spaces[code].theatre and code not in shapes.boxes:
            members.setdefault(spaces[code].theatre, []).append(code)
    for theatre, codes in sorted(members.items()):
        seas = [code for code in codes if spaces[code].terrain is Terrain.SEA]
        if 2 * len(seas) > len(codes):
            widest = max((shapes.spaces[code] for code in seas), key=lambda shape: shape.span)
            yield theatre, widest.label, widest.span, True
            continue
        spots = [shapes.spaces[code].label for code in codes]
        yield theatre, min(spots, key=lambda spot: _distance(canvas, spot, spots)), 0.0, False


def _distance(canvas: Canvas, spot: Spot, others: list[Spot]) -> float:
    steps = (canvas.shapes.step(spot, other) for other in others)
    return sum(abs(step.x) + abs(step.y) for step in steps)
