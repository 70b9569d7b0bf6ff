"""Outlying islands are tied to the main piece of their space."""

import json
import math
from functools import cache

import pytest

from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.situation import Situation
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.ties import LEAST_GAP, LEAST_LENGTH, Tie, list_ties
from legation.render.picture.view import whole_view
from legation.render.picture.web_board import make_web_board
from tests.render.kit_drawing import BOARDS, atlas, tree, with_id


@cache
def ties(name: str) -> list[Tie]:
    found = atlas(name)
    return list_ties(found.board, found.shapes, TerrainMap(found.board, found.shapes))


@pytest.mark.parametrize(
    ("space", "island"),
    [
        ("BOR", "Celebes"),
        ("JAV", "the lesser Sundas"),
        ("CAN", "Hainan"),
        ("CUB", "Hispaniola"),
        ("MEL", "Tasmania"),
        ("NWG", "Halmahera"),
        ("VLA", "Sakhalin"),
        ("QUE", "Newfoundland"),
    ],
)
def test_islands_of_the_east_and_the_west_are_tied(space: str, island: str) -> None:
    assert space in {tie.space for tie in ties("colonia-vii")}, island


def test_a_bar_over_a_narrow_strait_is_tie_enough() -> None:
    assert "JAP" not in {tie.space for tie in ties("colonia-vii")}
    assert "CON" not in {tie.space for tie in ties("standard")}


@pytest.mark.parametrize("name", BOARDS)
def test_ties_are_long_enough_to_be_seen_and_cross_no_other_land(name: str) -> None:
    found = atlas(name)
    terrain = TerrainMap(found.board, found.shapes)
    for tie in ties(name):
        (x, y), (end_x, end_y) = tie.start, tie.end
        assert math.dist(tie.start, tie.end) >= LEAST_GAP
        middle = terrain.owner_at((x + end_x) / 2, (y + end_y) / 2)
        assert middle not in terrain.lands - {tie.space}


def test_a_small_picture_has_fewer_ties_and_the_page_has_all() -> None:
    found = atlas("colonia-vii")

    def count(scale: float) -> int:
        style, view = Style(has_names=False), whole_view(found.shapes, scale, repeat=0.0)
        drawn = tree(Picture(found.board, found.shapes, Situation(), style, view).draw())
        # Each line is drawn twice: in the colour of paper, and over that in dots.
        return sum(node.get("d", "").count("M") for node in with_id(drawn, "ties")) // 2

    lengths = [math.dist(tie.start, tie.end) for tie in ties("colonia-vii")]
    assert (
        count(0.8)
        == sum(length * 0.8 >= LEAST_LENGTH for length in lengths)
        < count(1.7)
        == len(lengths) - sum(length * 1.7 < LEAST_LENGTH for length in lengths)
    )
    page = json.loads(make_web_board(found.board, found.shapes))
    assert len(page["ties"]) == len(lengths)


def test_the_legend_explains_ties_where_there_are_any() -> None:
    def names(board: str) -> set[str]:
        found = atlas(board)
        picture = Picture(found.board, found.shapes, Situation(), Style(has_legend=True), whole_view(found.shapes, 0.8))
        assert picture.legend
        return {item.name for row in picture.legend.rows for item in row}

    assert "pieces of one space" in names("colonia-vii")
    assert "pieces of one space" not in names("colonial-variant")
