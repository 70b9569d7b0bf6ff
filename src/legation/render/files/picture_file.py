"""A picture as a file: from a commission to SVG, PNG or PDF, or to an animated picture."""

from dataclasses import dataclass, replace
from pathlib import Path

from legation.board import Position
from legation.errors import RequestError
from legation.game import write_output
from legation.render.files.animated import ANIMATED_KINDS, LARGEST, USUAL_WIDTH, make_animated
from legation.render.files.embedded_fonts import embed_fonts
from legation.render.files.fonts import Fonts, get_fonts
from legation.render.files.pdf import SHEETS, make_page, make_poster, make_tiles, poster_size
from legation.render.files.picture import Look, animate_picture, draw_picture, make_style
from legation.render.files.png import make_png
from legation.render.files.poster import draw_poster
from legation.render.picture.atlas import Atlas, open_atlas
from legation.render.picture.situation import Situation
from legation.render.picture.svg import resize
from legation.render.picture.theme import THEMES
from legation.render.picture.watched import WatchedPhase

KINDS = (".svg", ".png", ".pdf")
DEFAULT_WIDTH = 2400


@dataclass(frozen=True, slots=True)
class Commission:
    """A request for a picture."""

    variant: str
    output: Path | None = None
    situation: Situation | None = None
    """The situation to draw; if None, the start of the variant."""
    watched: WatchedPhase | None = None
    """A phase to animate, instead of a situation."""
    is_empty: bool = False
    is_poster: bool = False
    tiles: str | None = None
    plate: str | None = None
    theme: str = "light"
    has_names: bool = True
    width: int | None = None
    has_legend: bool = False
    has_doubts: bool = False
    """True if names whose place the sheet leaves open have a dotted line beneath."""
    fonts: Path | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written, and its fonts."""

    path: Path
    fonts: str


def write_picture(commission: Commission) -> Written:
    """Draw and write; raises a ``LegationError`` before anything is written."""
    path = _output(commission)
    if commission.is_empty and commission.situation:
        raise RequestError("empty", "the bare board shows no position; name a variant only")
    if not path.absolute().parent.is_dir():
        raise RequestError(str(path), f"there is no folder {path.parent}")
    atlas = open_atlas(commission.variant)
    fonts = get_fonts(None if path.suffix == ".svg" else commission.fonts)
    make = _make_animated if commission.watched else _make_still
    content = make(commission, atlas, path.suffix, fonts)
    write_output(path, content)
    return Written(path, fonts.note)


def _make_still(commission: Commission, atlas: Atlas, suffix: str, fonts: Fonts) -> bytes:
    svg = _draw(commission, atlas, _situation(commission, atlas), suffix)
    if suffix != ".svg":
        return _convert(commission, atlas, svg, suffix, fonts)
    return embed_fonts(resize(svg, commission.width) if commission.width else svg).encode()


def _make_animated(commission: Commission, atlas: Atlas, suffix: str, fonts: Fonts) -> bytes:
    assert commission.watched is not None
    _check_spaces(commission, atlas, commission.watched.after)
    width = commission.width or USUAL_WIDTH
    animation = animate_picture(atlas, commission.watched, _choose_look(commission, width))
    return make_animated(animation, suffix, width=width, fonts=fonts.folder)


def _output(commission: Commission) -> Path:
    if commission.watched:
        return _animated_output(commission)
    is_print = commission.is_poster or commission.tiles is not None
    if commission.output is None:
        name = Path(commission.variant).name
        extra = f"-tiles-{commission.tiles}" if commission.tiles else "-poster" if is_print else ""
        extra = f"-{commission.plate}" if commission.plate else extra
        return Path(f"{name}{extra}{'.pdf' if is_print else '.svg'}")
    if commission.output.suffix not in KINDS:
        raise RequestError(str(commission.output), f"expected a name that ends in {', '.join(KINDS)}")
    if commission.tiles and commission.output.suffix != ".pdf":
        raise RequestError(str(commission.output), "tiles are made as .pdf only")
    if is_print and commission.plate:
        raise RequestError("plate", "a poster shows the whole board; leave out --poster and --tiles, or --plate")
    return commission.output


def _animated_output(commission: Commission) -> Path:
    if commission.is_poster or commission.tiles or commission.is_empty:
        raise RequestError("animate", "a poster does not move; leave out --poster, --tiles and --empty")
    if commission.width and commission.width > LARGEST:
        raise RequestError("size", f"an animated picture has at most {LARGEST} px; show one region with --plate")
    if commission.output is None:
        extra = f"-{commission.plate}" if commission.plate else ""
        return Path(f"{Path(commission.variant).name}{extra}.gif")
    if commission.output.suffix not in ANIMATED_KINDS:
        raise RequestError(str(commission.output), f"expected a name that ends in {', '.join(ANIMATED_KINDS)}")
    return commission.output


def _situation(commission: Commission, atlas: Atlas) -> Situation:
    found = commission.situation
    if found is None:
        position = Position() if commission.is_empty else atlas.start
        return Situation(atlas.powers, position, closed=atlas.closed, marks=() if commission.is_empty else atlas.marks)
    _check_spaces(commission, atlas, found)
    return replace(found, powers=atlas.powers, closed=atlas.closed)


def _check_spaces(commission: Commission, atlas: Atlas, found: Situation) -> None:
    used = {unit.space for unit in found.position.units.values()} | set(found.position.owners)
    strange = used - set(atlas.board.spaces)
    if strange:
        raise RequestError("variant", f"{commission.variant} has no space {min(strange)}; name the game's own variant")


def _choose_look(commission: Commission, width: int | None) -> Look:
    return Look(
        theme=commission.theme,
        plate=commission.plate,
        width=width,
        has_names=commission.has_names,
        has_legend=commission.has_legend,
        has_doubts=commission.has_doubts,
    )


def _draw(commission: Commission, atlas: Atlas, situation: Situation, suffix: str) -> str:
    look = _choose_look(commission, commission.width or (DEFAULT_WIDTH if suffix == ".png" else None))
    if commission.is_poster or commission.tiles:
        return draw_poster(atlas.board, atlas.shapes, situation, make_style(atlas, look))
    return draw_picture(atlas, situation, look)


def _convert(commission: Commission, atlas: Atlas, svg: str, suffix: str, fonts: Fonts) -> bytes:
    if suffix == ".png":
        return make_png(svg, width=commission.width or DEFAULT_WIDTH, fonts=fonts.folder)
    if not (commission.is_poster or commission.tiles):
        return make_page(svg, fonts=fonts.folder)
    poster = make_poster(svg, paper=THEMES[commission.theme].paper, fonts=fonts.folder)
    if not commission.tiles:
        return poster
    sheet = SHEETS[commission.tiles]
    return make_tiles(poster, sheet, size=poster_size(svg), title=atlas.title, fonts=fonts.folder)
