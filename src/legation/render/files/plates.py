"""Plates: one theatre of a board, for reports."""

from collections.abc import Iterable

from legation.board import Board, Shapes, SpaceShape
from legation.errors import UnknownNameError
from legation.render.picture.view import Bounds, View, bounds, make_view

PAD = 26.0
"""The margin in board units around a theatre."""
JOINED = {"americas": ("North America", "South America")}
"""Plates that show several theatres together."""


def slug(theatre: str) -> str:
    """Turn ``North America`` into ``north-america``."""
    return theatre.lower().replace(" ", "-")


def list_plates(board: Board, shapes: Shapes) -> dict[str, tuple[str, ...]]:
    """Every plate of a board, with its theatres."""
    drawn = {board.spaces[code].theatre for code in shapes.spaces if code in board.spaces and code not in shapes.boxes}
    drawn.discard("")
    plates: dict[str, tuple[str, ...]] = {slug(theatre): (theatre,) for theatre in sorted(drawn)}
    for name, theatres in JOINED.items():
        if set(theatres) <= drawn:
            plates[name] = theatres
    return dict(sorted(plates.items()))


def plate_window(board: Board, shapes: Shapes, plate: str) -> Bounds:
    """The window of a plate, in board units; on a round world it may extend across the seam."""
    plates = list_plates(board, shapes)
    if plate not in plates:
        raise UnknownNameError("plate", plate, tuple(plates))
    members = [
        shape
        for code, shape in sorted(shapes.spaces.items())
        if code in board.spaces and board.spaces[code].theatre in plates[plate]
    ]
    boxes = _unwrap(shapes, members)
    left, top, right, bottom = _around(boxes)
    top, bottom = max(0.0, top - PAD), min(shapes.height, bottom + PAD)
    if not shapes.wraps:
        return max(0.0, left - PAD), top, min(shapes.width, right + PAD), bottom
    if right - left + 2 * PAD >= shapes.width:
        return 0.0, top, shapes.width, bottom
    return left - PAD, top, right + PAD, bottom


def plate_view(board: Board, shapes: Shapes, plate: str, *, width: float) -> View:
    """A plate with this width in px."""
    window = plate_window(board, shapes, plate)
    return make_view(shapes, window, width / (window[2] - window[0]))


def _unwrap(shapes: Shapes, members: list[SpaceShape]) -> list[Bounds]:
    """The boxes of all pieces, each shifted to the side of the seam with most of the theatre."""
    pieces = [
        bounds([ring])
        for shape in members
        for ring in (shapes.ring(polygon[0], light=True) for polygon in shape.polygons)
    ]
    if not shapes.wraps:
        return pieces
    turn = shapes.width
    starts = [0.0, *(shape.unit.x for shape in members)]
    # Seen from each member in turn: take the view in which the theatre is narrowest.
    choices = [[_shift(piece, start, turn) for piece in pieces] for start in sorted(set(starts))]
    return min(choices, key=lambda boxes: max(box[2] for box in boxes) - min(box[0] for box in boxes))


def _shift(box: Bounds, start: float, turn: float) -> Bounds:
    """A box moved round the world so that its middle is within half a turn of a place."""
    middle = (box[0] + box[2]) / 2
    moved = start + (middle - start + turn / 2) % turn - turn / 2 - middle
    return box[0] + moved, box[1], box[2] + moved, box[3]


def _around(boxes: Iterable[Bounds]) -> Bounds:
    found = list(boxes)
    return (
        min(box[0] for box in found),
        min(box[1] for box in found),
        max(box[2] for box in found),
        max(box[3] for box in found),
    )
