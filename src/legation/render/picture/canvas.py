"""Everything that the layers of one drawing share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board import Board, CentreKind, PowerId, Shapes
from legation.render.picture.palette import Livery
from legation.render.picture.situation import Situation
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import Theme
from legation.render.picture.view import View


@dataclass(frozen=True, slots=True)
class Canvas:
    """A board, the visible part of it, and the situation there."""

    board: Board
    shapes: Shapes
    view: View
    theme: Theme
    situation: Situation
    liveries: Mapping[PowerId, Livery]
    terrain: TerrainMap
    centre_marks: Mapping[CentreKind, str] = field(default_factory=dict)
    """The figures of the variant's sheet."""
