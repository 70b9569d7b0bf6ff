"""Hills and rivers beneath the land."""

import re

import pytest

from legation.render.picture.board_svg import Style, draw_board
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import DARK, LIGHT, PRINT
from legation.render.picture.view import make_view
from tests.render.kit_drawing import BOARDS, atlas, tree, with_id

EUROPE = (1000, 200, 1300, 450)


def draw(style: Style, scale: float = 1.7) -> str:
    shapes = atlas("colonia-vii").shapes
    return draw_board(atlas("colonia-vii").board, shapes, style=style, view=make_view(shapes, EUROPE, scale))


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_of_the_real_world_has_ranges_and_rivers_on_its_land(name: str) -> None:
    found = atlas(name)
    relief = found.shapes.relief
    if name == "colonial-variant":
        assert not relief.ranges
        assert not relief.rivers
        return
    assert len(relief.ranges) >= 10
    assert len(relief.rivers) >= 10
    terrain = TerrainMap(found.board, found.shapes)
    middles = [line[len(line) // 2] for line in (*relief.ranges, *relief.rivers)]
    ashore = sum(terrain.owner_at(x / 10, y / 10) in terrain.lands for x, y in middles)
    assert ashore >= 0.9 * len(middles)


def test_hills_and_rivers_lie_on_the_lands_and_under_their_borders() -> None:
    svg = draw(Style(LIGHT))
    places = [svg.index(f'id="{name}"') for name in ("lands", "rivers", "hills", "borders", "labels")]
    assert places == sorted(places)
    assert with_id(tree(draw(Style(DARK))), "hills").get("stroke") == DARK.relief


def test_every_hill_stands_on_land() -> None:
    found = atlas("colonia-vii")
    terrain = TerrainMap(found.board, found.shapes)
    hills = with_id(tree(draw(Style(LIGHT))), "hills").get("d", "")
    feet = re.findall(r"M(-?[\d.]+) (-?[\d.]+)q", hills)
    assert len(feet) > 20
    assert all(terrain.owner_at(float(x) / 10, float(y) / 10) in terrain.lands for x, y in feet)


@pytest.mark.parametrize(
    ("style", "scale"), [(Style(PRINT), 1.7), (Style(LIGHT), 0.5), (Style(LIGHT, has_relief=False), 1.7)]
)
def test_no_relief_in_black_and_white_in_small_pictures_or_where_it_is_not_wanted(style: Style, scale: float) -> None:
    assert 'id="relief"' not in draw(style, scale)
