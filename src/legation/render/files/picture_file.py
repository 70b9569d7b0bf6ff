"""A picture as a file: from a request to SVG, PNG or PDF, or to an animated picture."""

from dataclasses import dataclass, replace
from pathlib import Path

from legation.board import Position
from legation.errors import RequestError
from legation.game import write_output
from legation.render.files.animated import ANIMATED_KINDS, LARGEST, USUAL_WIDTH, make_animated
from legation.render.files.embedded_fonts import embed_fonts
from legation.render.files.fonts import Fonts, get_fonts
from legation.render.files.pdf import PAPER_SIZES, make_page, make_poster, make_tiles, poster_size
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
class PictureRequest:
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


def write_picture(request: PictureRequest) -> Written:
    """Draw and write; raises a ``LegationError`` before anything is written."""
    path = _output(request)
    if request.is_empty and request.situation:
        raise RequestError("empty", "the bare board shows no position; name a variant only")
    if not path.absolute().parent.is_dir():
        raise RequestError(str(path), f"there is no folder {path.parent}")
    atlas = open_atlas(request.variant)
    fonts = get_fonts(None if path.suffix == ".svg" else request.fonts)
    make = _make_animated if request.watched else _make_still
    content = make(request, atlas, path.suffix, fonts)
    write_output(path, content)
    return Written(path, fonts.note)


def _make_still(request: PictureRequest, atlas: Atlas, suffix: str, fonts: Fonts) -> bytes:
    svg = _draw(request, atlas, _situation(request, atlas), suffix)
    if suffix != ".svg":
        return _convert(request, atlas, svg, suffix, fonts)
    return embed_fonts(resize(svg, request.width) if request.width else svg).encode()


def _make_animated(request: PictureRequest, atlas: Atlas, suffix: str, fonts: Fonts) -> bytes:
    assert request.watched is not None
    _check_spaces(request, atlas, request.watched.after)
    width = request.width or USUAL_WIDTH
    animation = animate_picture(atlas, request.watched, _choose_look(request, width))
    return make_animated(animation, suffix, width=width, fonts=fonts.folder)


def _output(request: PictureRequest) -> Path:
    if request.watched:
        return _animated_output(request)
    is_print = request.is_poster or request.tiles is not None
    if request.output is None:
        name = Path(request.variant).name
        extra = f"-tiles-{request.tiles}" if request.tiles else "-poster" if is_print else ""
        extra = f"-{request.plate}" if request.plate else extra
        return Path(f"{name}{extra}{'.pdf' if is_print else '.svg'}")
    if request.output.suffix not in KINDS:
        raise RequestError(str(request.output), f"expected a name that ends in {', '.join(KINDS)}")
    if request.tiles and request.output.suffix != ".pdf":
        raise RequestError(str(request.output), "tiles are made as .pdf only")
    if is_print and request.plate:
        raise RequestError("plate", "a poster shows the whole board; leave out --poster and --tiles, or --plate")
    return request.output


def _animated_output(request: PictureRequest) -> Path:
    if request.is_poster or request.tiles or request.is_empty:
        raise RequestError("animate", "a poster does not move; leave out --poster, --tiles and --empty")
    if request.width and request.width > LARGEST:
        raise RequestError("size", f"an animated picture has at most {LARGEST} px; show one region with --plate")
    if request.output is None:
        extra = f"-{request.plate}" if request.plate else ""
        return Path(f"{Path(request.variant).name}{extra}.gif")
    if request.output.suffix not in ANIMATED_KINDS:
        raise RequestError(str(request.output), f"expected a name that ends in {', '.join(ANIMATED_KINDS)}")
    return request.output


def _situation(request: PictureRequest, atlas: Atlas) -> Situation:
    found = request.situation
    if found is None:
        position = Position() if request.is_empty else atlas.start
        return Situation(atlas.powers, position, closed=atlas.closed, marks=() if request.is_empty else atlas.marks)
    _check_spaces(request, atlas, found)
    return replace(found, powers=atlas.powers, closed=atlas.closed)


def _check_spaces(request: PictureRequest, atlas: Atlas, found: Situation) -> None:
    used = {unit.space for unit in found.position.units.values()} | set(found.position.owners)
    strange = used - set(atlas.board.spaces)
    if strange:
        raise RequestError("variant", f"{request.variant} has no space {min(strange)}; name the game's own variant")


def _choose_look(request: PictureRequest, width: int | None) -> Look:
    return Look(
        theme=request.theme,
        plate=request.plate,
        width=width,
        has_names=request.has_names,
        has_legend=request.has_legend,
        has_doubts=request.has_doubts,
    )


def _draw(request: PictureRequest, atlas: Atlas, situation: Situation, suffix: str) -> str:
    look = _choose_look(request, request.width or (DEFAULT_WIDTH if suffix == ".png" else None))
    if request.is_poster or request.tiles:
        return draw_poster(atlas.board, atlas.shapes, situation, make_style(atlas, look))
    return draw_picture(atlas, situation, look)


def _convert(request: PictureRequest, atlas: Atlas, svg: str, suffix: str, fonts: Fonts) -> bytes:
    if suffix == ".png":
        return make_png(svg, width=request.width or DEFAULT_WIDTH, fonts=fonts.folder)
    if not (request.is_poster or request.tiles):
        return make_page(svg, fonts=fonts.folder)
    poster = make_poster(svg, paper=THEMES[request.theme].paper, fonts=fonts.folder)
    if not request.tiles:
        return poster
    sheet = PAPER_SIZES[request.tiles]
    return make_tiles(poster, sheet, size=poster_size(svg), title=atlas.title, fonts=fonts.folder)
