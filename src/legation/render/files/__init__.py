"""Pictures as files: PNG, PDF, posters and tiles."""

from legation.render.files.fonts import get_fonts
from legation.render.files.picture_file import Commission, write_picture
from legation.render.files.png import make_png

__all__ = [
    "Commission",
    "get_fonts",
    "make_png",
    "write_picture",
]
