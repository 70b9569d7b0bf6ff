"""The panel beside the map of a world poster: cartouche, inset of the most crowded part, tables and a scale."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from statistics import median

from legation.board import Board, Shapes, Terrain, UnitKind
from legation.render.files.plates import list_plates, plate_window
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.frame import COLUMN, column_name
from legation.render.picture.labels import Taken
from legation.render.picture.lettering import text_width
from legation.render.picture.ornament import draw_border
from legation.render.picture.situation import Situation
from legation.render.picture.svg import escape, group, number, tag, text
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.view import Bounds, View, make_view

INSET = (398.0, 384.0)
"""The board units shown by the inset."""
EDGE = 3.5
"""The radii of a unit that a space needs around its anchor to count as shown."""
ENLARGED = 1.8
"""The scale of the inset relative to the map."""
GAP = 26.0
"""In px, the gap between the parts of a panel, and between panel and map."""
FRAME = 10.0
LINE = 1040.0
"""In px, the longest line of a cartouche."""
NUMBER = 20.0
"""In px, the distance of a plate's number from obstacles."""
STEP = 12.0
REACH = range(-45, 46)
CAPTION = 44.0
"""In px, the space under the inset for its caption."""
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI")


def most_crowded(board: Board, shapes: Shapes) -> Bounds:
    """The window, as large as an inset, whose land spaces have the least room."""
    lands = [
        (shape.unit.x, shape.unit.y, 1 / shape.room**2)
        for code, shape in sorted(shapes.spaces.items())
        if code in board.spaces and board.spaces[code].terrain is Terrain.LAND and not shape.is_disc
    ]
    wide, high = INSET
    edge = EDGE * shapes.unit
    best, found = 0.0, (0.0, 0.0)
    for left in range(0, int(shapes.width - wide), 4):
        column = [(y, weight) for x, y, weight in lands if left + edge < x < left + wide - edge]
        for top in range(0, int(shapes.height - high), 4):
            weight = sum(weight for y, weight in column if top + edge < y < top + high - edge)
            if weight > best:
                best, found = weight, (float(left), float(top))
    return found[0], found[1], found[0] + wide, found[1] + high


def panel_width(view: View) -> float:
    """The width in px of the panel beside a map."""
    return INSET[0] * view.scale * ENLARGED + 2 * FRAME


def draw_panel(picture: Picture, window: Bounds, width: float, height: float) -> str:
    """The whole panel, with its upper left corner at the origin."""
    theme, style = picture.theme, picture.style
    inset = _make_inset(picture, window)
    tall = inset.view.height + 2 * FRAME + CAPTION
    head = measure_cartouche(style, picture.situation)
    foot = height - tall - head - 2 * GAP
    parts = [
        draw_cartouche((0.0, 0.0, width, head), style, picture.situation),
        tag("g", _draw_inset(picture, inset, window, width), transform=f"translate(0 {number(head + GAP)})"),
        tag(
            "g", _draw_tables(picture, (0.0, 0.0, width, foot)),
            transform=f"translate(0 {number(head + tall + 2 * GAP)})",
        ),
    ]  # fmt: skip
    return group(parts, id="panel", font_family=SERIF, fill=theme.ink)


def draw_numbers(picture: Picture) -> str:
    """The number of each plate on the map, in a free place amid its theatre that no order line crosses."""
    board, shapes, theme = picture.board, picture.shapes, picture.theme
    taken = picture.list_taken()
    for box in picture.orders.shafts:
        taken.add(box)
    if picture.compass:
        (x, y), radius = picture.compass
        taken.add((x - radius, y - radius, x + radius, y + radius))
    parts = []
    for numeral, theatre in _number_theatres(board, shapes):
        spot = _find_number(picture, taken, theatre)
        if spot:
            x, y = spot
            taken.add((x - NUMBER, y - NUMBER, x + NUMBER, y + NUMBER))
            parts.append(tag("circle", cx=x, cy=y, r=NUMBER * 0.8, fill=theme.leaf, stroke=theme.accent))
            parts.append(text(numeral, x, y + 5.5, font_size=16, text_anchor="middle", fill=theme.accent))
    return group(parts, id="plates", font_family=SERIF, font_weight=600)


def _find_number(picture: Picture, taken: Taken, theatre: str) -> tuple[float, float] | None:
    """The free place within a space of a theatre that is nearest to the middle of the theatre's spaces."""
    spaces, view = picture.board.spaces, picture.view
    members = [code for code in sorted(picture.shapes.spaces) if code in spaces and spaces[code].theatre == theatre]
    across, down = zip(*(view.pixel(picture.shapes.spaces[code].unit) for code in members), strict=True)
    middle = median(across), median(down)
    steps = [(middle[0] + right * STEP, middle[1] + below * STEP) for right in REACH for below in REACH]
    for x, y in sorted(steps, key=lambda place: (math.dist(place, middle), place)):
        box = (x - NUMBER, y - NUMBER, x + NUMBER, y + NUMBER)
        around = (*view.spot((box[0], box[1])), *view.spot((box[2], box[3])))
        owner = picture.terrain.owner_at(*view.spot((x, y)))
        if owner in members and taken.is_free(box) and picture.terrain.holds(around, owner):
            return x, y
    return None


def draw_key(picture: Picture, window: Bounds) -> str:
    """A frame round the part of the map shown in the inset."""
    (left, top), (right, bottom) = picture.view.pixel(window[:2]), picture.view.pixel(window[2:])
    return tag(
        "rect", id="inset-key", x=left, y=top, width=right - left, height=bottom - top, fill="none",
        stroke=picture.theme.accent, stroke_width=1.2, stroke_dasharray="9 4",
    )  # fmt: skip


# The inset


def _make_inset(picture: Picture, window: Bounds) -> Picture:
    style = replace(
        picture.style, has_frame=False, has_legend=False, has_compass=False, warning="", is_legend_apart=False
    )
    view = make_view(picture.shapes, window, picture.view.scale * ENLARGED)
    return Picture(picture.board, picture.shapes, picture.situation, style, view)


def _draw_inset(picture: Picture, inset: Picture, window: Bounds, width: float) -> str:
    theme, view = picture.theme, inset.view
    drawn = group(["<defs>", *inset.list_patterns(), "</defs>", *inset.draw_layers()])
    # Both pictures give their parts the same ids; in one file all ids must be distinct.
    drawn = re.sub(r'(id="|url\(#|href="#)', r"\1inset-", drawn)
    left = (width - view.width) / 2
    cut = tag(
        "svg", drawn, x=left, y=FRAME, width=view.width, height=view.height,
        viewBox=f"0 0 {number(view.width)} {number(view.height)}",
    )  # fmt: skip
    frame = draw_border((left - FRAME, 0.0, left + view.width + FRAME, view.height + 2 * FRAME), theme, fill=theme.sea)
    words = f"{_name_theatre(picture, window)}, {ENLARGED} times as large as on the map. Units stand on both."
    line = tag("path", d=f"M{number(left)} {number(view.height + 2 * FRAME + 26)}h60", stroke=theme.accent,
               stroke_width=1.6, stroke_dasharray="9 4")  # fmt: skip
    caption = text(escape(words), left + 74, view.height + 2 * FRAME + 34, font_size=28, font_style="italic")
    return frame + cut + line + caption


def _name_theatre(picture: Picture, window: Bounds) -> str:
    """The theatre with most of the spaces in a window."""
    left, top, right, bottom = window
    spaces = picture.board.spaces
    theatres = Counter(
        spaces[code].theatre
        for code, shape in picture.shapes.spaces.items()
        if code in spaces and left < shape.unit.x < right and top < shape.unit.y < bottom
    )
    return theatres.most_common(1)[0][0]


# The cartouche


def _list_lines(style: Style, situation: Situation) -> list[tuple[str, float, str | None]]:
    """The lines of a cartouche: words, size of the letters, and style."""
    title = style.title.upper()
    lines: list[tuple[str, float, str | None]] = [(title, min(104.0, LINE / text_width(title, 1.1)), None)]
    if situation.caption:
        lines.append((situation.caption, 46.0, "italic"))
    lines += [(words, 36.0, "italic") for words in _wrap(style.note, 36.0, LINE)]
    if style.warning:
        lines += [("", 12.0, None), *((words, 28.0, None) for words in _wrap(style.warning, 28.0, LINE))]
    return lines


def measure_cartouche(style: Style, situation: Situation) -> float:
    """The height of a cartouche."""
    return 110.0 + sum(size * 1.3 for _, size, _ in _list_lines(style, situation))


def draw_cartouche(box: Bounds, style: Style, situation: Situation) -> str:
    """A scroll with the title, the author of the game, and the note that the board is a reconstruction."""
    middle = (box[0] + box[2]) / 2
    parts = [draw_border(box, style.theme, fill=style.theme.leaf)]
    spare = box[3] - box[1] - measure_cartouche(style, situation)
    y = 50.0 + box[1] + spare / 2
    for place, (words, size, slant) in enumerate(_list_lines(style, situation)):
        y += size * (1.0 if place == 0 else 1.3)
        spacing = size * 0.08 if place == 0 else None
        parts.append(
            text(escape(words), middle, y, font_size=size, font_style=slant, text_anchor="middle",
                 letter_spacing=spacing, font_weight=500 if place == 0 else None)
        )  # fmt: skip
        if place == 0:
            y += 26
            parts.append(_draw_flourish(middle, y - 2, style.theme))
    return group(parts, id="cartouche")


def _draw_flourish(x: float, y: float, theme: Theme) -> str:
    """A rule that widens to a lozenge in its middle."""
    path = f"M{number(x - 230)} {number(y)}H{number(x - 16)}M{number(x + 16)} {number(y)}H{number(x + 230)}"
    lozenge = f"M{number(x)} {number(y - 8)}l12 8l-12 8l-12 -8z"
    return tag("path", d=path, stroke=theme.ink, stroke_width=1.4) + tag("path", d=lozenge, fill=theme.accent)


def _wrap(words: str, size: float, width: float) -> list[str]:
    """Break text into as few lines of at most this width as possible, as even as possible, and through no name."""
    lines = _fill(words, size, width)
    even = (_fill(words, size, width * share / 50) for share in range(20, 50))
    return min((*(found for found in even if len(found) == len(lines)), lines), key=_count_torn)


def _count_torn(lines: list[str]) -> int:
    """The line breaks between two words with capitals, as in the name of a person."""
    return sum(line.split()[-1][0].isupper() and following[0].isupper() for line, following in pairwise(lines))


def _fill(words: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# Tables and scale


def _draw_tables(picture: Picture, box: Bounds) -> str:
    """Plates on the left with the scale below, powers on the right."""
    left, top, right, bottom = box
    theme = picture.theme
    middle = left + (right - left) * 0.46
    plates, powers = list(_list_plates(picture)), list(list_powers(picture))
    rows = max(len(plates) + 3, len(powers))
    row = min(38.0, (bottom - top - 90) / max(1, rows))
    parts = [
        draw_border(box, theme, fill=theme.leaf),
        *draw_table("Plates", plates, (left + 44, top + 30, middle - 30), row),
        *draw_table("Powers", powers, (middle + 20, top + 30, right - 44), row),
        draw_scale(picture, left + 44, bottom - 42, right - left - 88),
    ]
    return group(parts, id="tables")


def draw_table(title: str, rows: list[tuple[str, str]], place: tuple[float, float, float], row: float) -> Iterator[str]:
    """A table of names and facts from left to right, with rows of this height."""
    left, top, right = place
    size = min(28.0, row * 0.78)
    yield text(title.upper(), left, top + row * 0.8, font_size=size, letter_spacing=size * 0.12, font_weight=600)
    for line, (name, fact) in enumerate(rows, start=1):
        y = top + row * (line + 0.9)
        yield text(escape(name), left, y, font_size=size)
        yield text(escape(fact), right, y, font_size=size, font_style="italic", text_anchor="end")


def _list_plates(picture: Picture) -> Iterator[tuple[str, str]]:
    """The theatres, numbered, each with its position on the ruler of the map."""
    board, shapes = picture.board, picture.shapes
    columns = round(shapes.width / COLUMN)
    for numeral, theatre in _number_theatres(board, shapes):
        left, top, right, bottom = plate_window(board, shapes, theatre.lower().replace(" ", "-"))
        names = [column_name(int(edge // COLUMN) % columns) for edge in (left, min(right, left + shapes.width - 1))]
        rows = int(top // COLUMN) + 1, int((bottom - 1) // COLUMN) + 1
        yield f"{numeral}  {theatre}", f"{names[0]}{rows[0]} to {names[1]}{rows[1]}"


def _number_theatres(board: Board, shapes: Shapes) -> list[tuple[str, str]]:
    single = [theatres[0] for theatres in list_plates(board, shapes).values() if len(theatres) == 1]
    return list(zip(ROMAN, single, strict=False))


def list_powers(picture: Picture) -> Iterator[tuple[str, str]]:
    """The centres and units of each power."""
    position = picture.situation.position
    for power, livery in picture.liveries.items():
        kinds = Counter(unit.kind for unit in position.units.values() if unit.power == power)
        centres = sum(owner == power for owner in position.owners.values())
        armies, fleets = kinds[UnitKind.ARMY], kinds[UnitKind.FLEET] + kinds[UnitKind.TRANSPORT]
        counted = "1 centre" if centres == 1 else f"{centres} centres"
        yield f"{livery.initial}  {power.title()}", f"{armies} A, {fleets} F, {counted}"


def draw_scale(picture: Picture, x: float, y: float, room: float) -> str:
    """The average move of a unit in a season, on the map beside: up to four seasons, as far as there is room."""
    step = _measure_step(picture.board, picture.shapes) * picture.view.scale
    count = max(1, min(4, int(room / step)))
    ink, paper = picture.theme.ink, picture.theme.paper
    parts = [
        tag(
            "rect", x=x + step * place, y=y - 8, width=step, height=8, fill=ink if place % 2 == 0 else paper, stroke=ink
        )
        for place in range(count)
    ]
    parts += [
        text(str(place), x + step * place, y - 16, font_size=20, text_anchor="middle") for place in range(count + 1)
    ]
    parts.append(text("seasons of moves, on average", x, y + 22, font_size=22, font_style="italic"))
    return group(parts, id="scale")


def _measure_step(board: Board, shapes: Shapes) -> float:
    """The mean distance from one space to the next, in board units."""
    pairs = {tuple(sorted((border.start.partition("/")[0], border.end.partition("/")[0]))) for border in board.borders}
    known = {str(code): shape.unit for code, shape in shapes.spaces.items() if code not in shapes.boxes}
    steps = [shapes.step(known[one], known[other]) for one, other in pairs if one in known and other in known]
    return sum(math.hypot(step.x, step.y) for step in steps) / max(1, len(steps))
