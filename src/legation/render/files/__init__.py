"""Pictures as files: PNG, PDF, posters, tiles and turn sheets."""

from legation.render.files.embedded_fonts import embed_fonts
from legation.render.files.fonts import get_fonts
from legation.render.files.paper import Paper
from legation.render.files.picture import Look, draw_picture
from legation.render.files.picture_file import PictureRequest, write_picture
from legation.render.files.plates import list_plates, slug
from legation.render.files.png import make_png
from legation.render.files.turn_sheet import (
    SheetStyle,
    TurnSheet,
    make_turn_sheet,
    read_styles,
    write_turn_page,
)

__all__ = [
    "Look",
    "Paper",
    "PictureRequest",
    "SheetStyle",
    "TurnSheet",
    "draw_picture",
    "embed_fonts",
    "get_fonts",
    "list_plates",
    "make_png",
    "make_turn_sheet",
    "read_styles",
    "slug",
    "write_picture",
    "write_turn_page",
]
