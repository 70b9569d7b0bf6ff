"""One way to draw a picture of a board: for ``legation draw``, the server and the turn sheet."""

from dataclasses import dataclass, replace

from legation.render.files.plates import plate_window
from legation.render.picture.animation import Animation
from legation.render.picture.atlas import Atlas
from legation.render.picture.board_svg import Style, draw_board
from legation.render.picture.frame import MARGIN
from legation.render.picture.situation import Situation
from legation.render.picture.theme import THEMES
from legation.render.picture.view import View, make_view, print_scale, whole_view
from legation.render.picture.watched import WatchedPhase


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a picture."""

    theme: str = "light"
    """``light``, ``dark``, or ``print`` for black and white."""
    plate: str | None = None
    """A single region, such as ``europe``."""
    width: int | None = None
    """In px; if None, as large as needed for legible names."""
    has_names: bool = True
    has_legend: bool = False
    has_doubts: bool = False
    """True if names whose place the sheet leaves open have a dotted line beneath."""


def draw_picture(atlas: Atlas, situation: Situation, look: Look) -> str:
    """A board with a situation, as SVG."""
    shown = replace(situation, powers=atlas.powers, closed=atlas.closed)
    view = choose_view(atlas, look.plate, look.width)
    return draw_board(atlas.board, atlas.shapes, shown, style=make_style(atlas, look), view=view)


def animate_picture(atlas: Atlas, phase: WatchedPhase, look: Look) -> Animation:
    """A phase on its board, ready for animation."""
    before, after = (replace(found, powers=atlas.powers, closed=atlas.closed) for found in (phase.before, phase.after))
    shown, view = replace(phase, before=before, after=after), choose_view(atlas, look.plate, look.width)
    return Animation(atlas.board, atlas.shapes, shown, make_style(atlas, look), view)


def make_style(atlas: Atlas, look: Look) -> Style:
    """The style of a picture, with the board's own notes."""
    return Style(
        theme=THEMES[look.theme],
        has_names=look.has_names,
        has_legend=look.has_legend,
        doubtful=atlas.doubtful if look.has_doubts else frozenset(),
        centre_marks=atlas.centre_marks,
        title=atlas.title,
        note=atlas.note,
        warning=atlas.warning,
        slots=atlas.slots,
    )


def choose_view(atlas: Atlas, plate: str | None, width: float | None) -> View:
    """The whole board or a plate, with this width in px, but never larger than in print."""
    shapes = atlas.shapes
    window = plate_window(atlas.board, shapes, plate) if plate is not None else whole_view(shapes, 1.0).window
    largest = print_scale(shapes)
    scale = min(largest, (width - 2 * MARGIN) / (window[2] - window[0])) if width else largest
    return make_view(shapes, window, scale)
