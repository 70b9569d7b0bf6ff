"""Pictures of foreign boards: which pixels belong to which space.

In such a picture each land has its own colour, so that a program can recolour it; seas share a colour and
are separated by lines. A space is found by the colour under the point of its unit.
"""

import struct
import zlib
from collections import defaultdict
from collections.abc import Mapping
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage  # type: ignore[import-untyped]
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from legation.errors import DataError
from legation.importing.model import Picture, Point
from legation.importing.raster import NOBODY, Cells

Colours = NDArray[np.int32]
MOST_PIXELS = 16_000_000
SIGNATURE = b"\x89PNG\r\n\x1a\n"
NEAR = 10
"""How far from its point a space is sought if a line or a symbol covers the point."""
BLOCK = 2
"""A colour other than the one under the point must fill a square that extends this far to each side."""
OFFSETS = sorted(
    ((down, right) for down in range(-NEAR, NEAR + 1) for right in range(-NEAR, NEAR + 1)),
    key=lambda offset: offset[0] ** 2 + offset[1] ** 2,
)


def read_pixels(picture: Picture) -> Colours:
    """Read the colours of a PNG as numbers; raises if the file is not a PNG, too large or broken."""
    data = picture.data
    if not data.startswith(SIGNATURE) or len(data) < 24 or data[12:16] != b"IHDR":
        raise DataError("not a PNG picture", file=picture.file)
    width, height = struct.unpack(">II", data[16:24])
    if not 0 < width * height <= MOST_PIXELS:
        raise DataError(f"a picture of {width} x {height} pixels; at most {MOST_PIXELS:,} are read", file=picture.file)
    try:
        with Image.open(BytesIO(data), formats=["PNG"]) as image:
            if image.mode in ("P", "L", "1"):
                return np.asarray(image, np.int32)
            channels = np.asarray(image.convert("RGB"), np.int32)
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, struct.error, zlib.error):
        raise DataError("the picture is broken", file=picture.file) from None
    return (channels[..., 0] << 16) | (channels[..., 1] << 8) | channels[..., 2]


def paint_pixels(colours: Colours, points: Mapping[int, Point]) -> Cells:
    """The pixels of each space that has a point in the picture; lines, symbols and the rest belong to no space."""
    cells = np.full(colours.shape, NOBODY, np.int32)
    height, width = colours.shape
    spots: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for number, (x, y) in points.items():
        if 0 <= x < width and 0 <= y < height:
            row, column = _nearest_pixel(colours, int(y), int(x))
            spots[int(colours[row, column])].append((number, row, column))
    for colour, found in spots.items():
        is_colour = colours == colour
        if len(found) == 1:
            cells[is_colour] = found[0][0]
        else:
            _share_colour(cells, is_colour, found)
    return cells


def _nearest_pixel(colours: Colours, row: int, column: int) -> tuple[int, int]:
    """The nearest pixel of a space: first of the colour under the point, then of any colour that fills a larger area.

    A line or a symbol may cover the point, but neither fills a square of pixels.
    """
    height, width = colours.shape
    under = colours[row, column]
    for reach, is_wanted in ((1, lambda colour: colour == under), (BLOCK, lambda _colour: True)):
        for down, right in OFFSETS:
            y, x = row + down, column + right
            if reach <= y < height - reach and reach <= x < width - reach and is_wanted(colours[y, x]):
                square = colours[y - reach : y + reach + 1, x - reach : x + reach + 1]
                if (square == colours[y, x]).all():
                    return y, x
    return row, column


def _share_colour(cells: Cells, is_colour: NDArray[np.bool_], found: list[tuple[int, int, int]]) -> None:
    """Divide the area of one colour: each space gets the part with its point; several in one split it by distance."""
    parts, _ = ndimage.label(is_colour)
    by_part: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for number, row, column in found:
        by_part[int(parts[row, column])].append((number, row, column))
    owner_of = np.full(int(parts.max()) + 1, NOBODY, np.int32)
    for part, inside in by_part.items():
        owner_of[part] = inside[0][0]
    cells[is_colour] = owner_of[parts[is_colour]]
    for part, inside in by_part.items():
        if len(inside) > 1:
            rows, columns = np.nonzero(parts == part)
            _, nearest = cKDTree([(row, column) for _, row, column in inside]).query(np.stack([rows, columns], axis=1))
            cells[rows, columns] = np.array([number for number, _, _ in inside], np.int32)[nearest]


def shrink(cells: Cells, shape: tuple[int, int], scale: float) -> Cells:
    """Cells on a grid of another size; ``scale`` is the number of new cells per old one."""
    rows = ((np.arange(shape[0]) + 0.5) / scale).astype(np.int64)
    columns = ((np.arange(shape[1]) + 0.5) / scale).astype(np.int64)
    made = np.full(shape, NOBODY, np.int32)
    is_row, is_column = rows < cells.shape[0], columns < cells.shape[1]
    made[np.ix_(is_row, is_column)] = cells[np.ix_(rows[is_row], columns[is_column])]
    return made


def list_touching(cells: Cells) -> set[tuple[int, int]]:
    """The pairs of spaces, the smaller number first, that have cells side by side."""
    found: set[tuple[int, int]] = set()
    for here, there in ((cells[:, :-1], cells[:, 1:]), (cells[:-1], cells[1:])):
        is_border = (here != there) & (here != NOBODY) & (there != NOBODY)
        ends = np.stack([np.minimum(here, there)[is_border], np.maximum(here, there)[is_border]], axis=1)
        found |= {(int(first), int(second)) for first, second in np.unique(ends, axis=0)}
    return found
