"""Everything that the layers of one drawing share."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import Board, PowerId, Shapes
from legation.render.picture.palette import Livery
from legation.render.picture.situation import Situation
from legation.render.picture.theme import Theme
from legation.render.picture.view import View


@dataclass(frozen=True, slots=True)
class Canvas:
    """A board, the part of it in sight, and what is going on there."""

    board: Board
    shapes: Shapes
    view: View
    theme: Theme
    situation: Situation
    liveries: Mapping[PowerId, Livery]
