"""The board, and what stands on it."""

from legation.board.board import Board, Mover, SpaceMask, bits_of, make_board
from legation.board.border import DIFFICULT, Border
from legation.board.check import Placed, check_board
from legation.board.load import BORDER_COLUMNS, SPACE_COLUMNS, Folder, Row, load_board, load_shapes, read_table
from legation.board.names import COASTS, Names, fold, split_coast
from legation.board.position import DislodgedUnit, Position, make_units
from legation.board.sea_routes import flood, has_route, is_on_proper_route, proper_fleets
from legation.board.shapes import TENTHS, Arc, ArcKind, Area, Line, Mark, Polygons, Shapes, SpaceShape, Spot, is_inside
from legation.board.space import (
    ABOARD,
    CentreKind,
    LocationId,
    PowerId,
    Space,
    SpaceId,
    Terrain,
    UnitKey,
    aboard,
    coast_of,
    is_aboard,
    space_of,
)
from legation.board.units import STANDARD_TRAITS, Unit, UnitKind, UnitTraits, new_unit

__all__ = [
    "ABOARD",
    "BORDER_COLUMNS",
    "COASTS",
    "DIFFICULT",
    "SPACE_COLUMNS",
    "STANDARD_TRAITS",
    "TENTHS",
    "Arc",
    "ArcKind",
    "Area",
    "Board",
    "Border",
    "CentreKind",
    "DislodgedUnit",
    "Folder",
    "Line",
    "LocationId",
    "Mark",
    "Mover",
    "Names",
    "Placed",
    "Polygons",
    "Position",
    "PowerId",
    "Row",
    "Shapes",
    "Space",
    "SpaceId",
    "SpaceMask",
    "SpaceShape",
    "Spot",
    "Terrain",
    "Unit",
    "UnitKey",
    "UnitKind",
    "UnitTraits",
    "aboard",
    "bits_of",
    "check_board",
    "coast_of",
    "flood",
    "fold",
    "has_route",
    "is_aboard",
    "is_inside",
    "is_on_proper_route",
    "load_board",
    "load_shapes",
    "make_board",
    "make_units",
    "new_unit",
    "proper_fleets",
    "read_table",
    "space_of",
    "split_coast",
]
