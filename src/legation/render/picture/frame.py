"""The neat line round a picture: a ruler with columns from A to X and rows, checks, and the seam."""

from collections.abc import Iterator
from string import ascii_uppercase

from legation.render.picture.looks import LOOKS
from legation.render.picture.svg import group, tag, text
from legation.render.picture.theme import SERIF, Theme
from legation.render.picture.view import View, seam_lines

CHECK = 4.0
RULER = 15.0
"""Height of the strip with the letters, in px."""
MARGIN = RULER + CHECK + 2
SEAM_DOTS = " ".join(str(part) for part in LOOKS["base"]["seamDots"])
COLUMN = 100.0
"""In board units."""


def column_name(number: int) -> str:
    """A to Z, then AA, AB ..."""
    letter = ascii_uppercase[number % 26]
    return letter if number < 26 else ascii_uppercase[number // 26 - 1] + letter


def draw_frame(view: View, theme: Theme, size: tuple[float, float]) -> str:
    """Rulers on all four sides, checks of half a column, and the neat line.

    Paper covers whatever extends beyond the window: much quicker to draw than a clip of the whole picture.
    """
    left, top, right, bottom = view.frame
    window = f"M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}V{top:.1f}z"
    parts = [
        tag("path", d=f"M0 0H{size[0]:.1f}V{size[1]:.1f}H0z{window}", fill=theme.paper),
        *_ruler(view, theme, along_x=True),
        *_ruler(view, theme, along_x=False),
        tag("rect", x=left, y=top, width=right - left, height=bottom - top, fill="none", stroke=theme.ink),
        *(
            tag("rect", x=left - edge, y=top - edge, width=right - left + 2 * edge, height=bottom - top + 2 * edge,
                fill="none", stroke=theme.ink, stroke_width=width)
            for edge, width in ((CHECK, 1.0), (MARGIN - 1, 1.6))
        ),
    ]  # fmt: skip
    return group(parts, id="frame", font_family=SERIF, font_size=11, text_anchor="middle", fill=theme.ink)


def _ruler(view: View, theme: Theme, *, along_x: bool) -> Iterator[str]:
    """The ruler on two opposite sides: checks along every second half column, ticks and names at the columns."""
    left, top, right, bottom = view.frame
    low, high = (view.window[0], view.window[2]) if along_x else (view.window[1], view.window[3])
    start = left if along_x else top
    near, far = (top, bottom) if along_x else (left, right)
    checks, ticks = [], []
    for number in range(int(low // COLUMN), int(high // COLUMN) + 1):
        a, b = max((number + 0.5) * COLUMN, low), min((number + 1) * COLUMN, high)
        place = start + (number * COLUMN - low) * view.scale
        if b > a:
            at, length = start + (a - low) * view.scale, (b - a) * view.scale
            checks += [_check(at, length, edge, along_x=along_x) for edge in (near - CHECK, far)]
        if number * COLUMN > low:
            ticks += [_tick(place, edge, along_x=along_x) for edge in (near - MARGIN, far + CHECK)]
        middle = (number + 0.5) * COLUMN
        if low + 8 / view.scale < middle < high - 8 / view.scale:
            if COLUMN * view.scale < 24 and number % 3:
                continue
            yield from _names(view, number, place + COLUMN / 2 * view.scale, along_x=along_x)
    yield tag("path", d="".join(checks), fill=theme.ink) if checks else ""
    yield tag("path", d="".join(ticks), fill="none", stroke=theme.ink, stroke_width=0.7) if ticks else ""


def _check(at: float, length: float, edge: float, *, along_x: bool) -> str:
    if along_x:
        return f"M{at:.1f} {edge:.1f}h{length:.1f}v{CHECK}h-{length:.1f}z"
    return f"M{edge:.1f} {at:.1f}v{length:.1f}h{CHECK}v-{length:.1f}z"


def _tick(at: float, edge: float, *, along_x: bool) -> str:
    return f"M{at:.1f} {edge:.1f}v{RULER + 1}" if along_x else f"M{edge:.1f} {at:.1f}h{RULER + 1}"


def _names(view: View, number: int, middle: float, *, along_x: bool) -> Iterator[str]:
    """The name of a column on either side; there is none beyond the board's own edge."""
    left, top, right, bottom = view.frame
    columns = round(view.board_width / COLUMN) if view.wraps else 0
    if along_x and (columns or number >= 0):
        name = column_name(number % columns if columns else number)
        yield text(name, middle, top - CHECK - 4)
        yield text(name, middle, bottom + MARGIN - 5)
    elif not along_x and number >= 0:
        yield text(str(number + 1), left - 12, middle + 4)
        yield text(str(number + 1), right + 12, middle + 4)


def draw_seam(view: View, theme: Theme, *, fade: bool) -> str:
    """A dotted meridian; repeats beyond it are faded."""
    left, top, right, bottom = view.frame
    parts = []
    seams = [view.pixel((x, 0.0))[0] for x in seam_lines(view)]
    if fade and seams:
        strips = [(left, min(seams)), (max(seams), right)] if len(seams) > 1 else []
        for start, end in strips:
            parts.append(
                tag("rect", x=start, y=top, width=end - start, height=bottom - top, fill=theme.paper, opacity=0.45)
            )
    for x in seams:
        parts.append(
            tag("path", d=f"M{x:.1f} {top:.1f}V{bottom:.1f}", stroke=theme.ink_2, stroke_width=LOOKS["base"]["seam"],
                stroke_dasharray=SEAM_DOTS, stroke_linecap="round")
        )  # fmt: skip
    return group(parts, id="seam", fill="none")
