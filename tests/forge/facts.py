"""Asking committed boards about facts of their sheets."""

from functools import cache
from pathlib import Path

from legation.board import Board, LocationId, Space, SpaceId, Terrain, load_board

ROOT = Path(__file__).parents[2]
DATA = ROOT / "src" / "legation" / "variants" / "data"
GAZETTEER = ROOT / "gazetteer"


@cache
def board_of(variant: str) -> Board:
    return load_board(data_of(variant))


def data_of(variant: str) -> Path:
    return DATA / variant.replace("-", "_")


def fleet(variant: str, pair: str) -> bool:
    """Whether a fleet may go, given as ``"BIS SPC"``; a coast may be named on either end."""
    a, b = pair.split()
    return board_of(variant).is_adjacent(a, b, "fleet")


def army(variant: str, pair: str) -> bool:
    a, b = pair.split()
    return board_of(variant).is_adjacent(a, b, "army")


def adjacent(variant: str, pair: str) -> bool:
    return fleet(variant, pair) or army(variant, pair)


def seas_of(variant: str, code: str) -> set[str]:
    board = board_of(variant)
    space = board.spaces[SpaceId(code)]
    return {
        str(target)
        for location in space.locations
        for target in board.fleet_moves[location]
        if board.space(target).terrain is Terrain.SEA
    }


def lands_of(variant: str, code: str) -> set[str]:
    return {str(target) for target in board_of(variant).army_moves[LocationId(code)]}


def spaces_where(variant: str, **wanted: object) -> list[Space]:
    return [
        space
        for space in board_of(variant).spaces.values()
        if all(getattr(space, name) == value for name, value in wanted.items())
    ]
