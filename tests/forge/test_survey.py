import json
from itertools import pairwise

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Polygon, box

from legation.forge.arcs import make_mesh
from legation.forge.noise import Noise
from legation.forge.segments import SCALE
from legation.forge.survey import CUT, DETAIL, Survey, survey_borders
from tests.forge.facts import data_of
from tests.forge.test_boards import BOARDS

SIZE = (400.0, 400.0)
SHAPES = {
    "WES": box(100, 100, 200, 300),
    "EAS": Polygon([(200, 100), (300, 100), (300, 300), (200, 300)]),
    "SEA": box(0, 0, 400, 400).difference(box(100, 100, 300, 300)),
}


def draw(guides: list[LineString], amplitude: float = 0.0) -> LineString:
    """The border between two squares of land, surveyed."""
    shapes = {code: shapely.segmentize(shape, 5.0) for code, shape in SHAPES.items()}
    mesh = make_mesh(shapes)
    survey = Survey(guides, Noise(*SIZE, amplitude, 3, DETAIL), SIZE)
    found, made = survey_borders(shapes, mesh, {"WES", "EAS"}, {"SEA"}, survey)
    assert {arc.pair for arc in made.arcs} == {arc.pair for arc in mesh.arcs}
    assert sum(shape.area for shape in found.values()) == pytest.approx(400 * 400)
    assert found["WES"].touches(found["EAS"])
    return next(LineString(np.array(arc.keys) / SCALE) for arc in made.arcs if arc.pair == ("EAS", "WES"))


def test_a_border_follows_a_river_that_runs_beside_it_and_keeps_its_ends() -> None:
    river = LineString([(207, 130), (210, 170), (206, 230), (209, 270)])
    border = draw([river])
    assert {border.coords[0], border.coords[-1]} == {(200.0, 100.0), (200.0, 300.0)}
    middle = shapely.clip_by_rect(border, 0, 160, 400, 240)
    assert river.hausdorff_distance(middle) > 20  # the river is longer than what is compared
    assert all(river.distance(shapely.Point(spot)) < 0.1 for spot in middle.coords)


@pytest.mark.parametrize(
    "guide",
    [
        LineString([(150, 200), (250, 200)]),
        LineString([(225, 130), (225, 270)]),
        LineString([(207, 190), (207, 200)]),
    ],
    ids=["across", "too far", "too short"],
)
def test_a_border_follows_no_river_that_runs_across_it_far_from_it_or_shortly(guide: LineString) -> None:
    assert draw([guide]).hausdorff_distance(LineString([(200, 100), (200, 300)])) < 0.1


def test_a_border_wanders_in_detail_and_least_near_its_ends() -> None:
    border = draw([], amplitude=2.0)
    spots = np.array(border.coords)
    off = np.abs(spots[:, 0] - 200)
    ends = np.minimum(spots[:, 1] - 100, 300 - spots[:, 1])
    assert 0.5 < off[ends > 9].max() < 4
    assert off[ends < 2].max() < 0.7


TEETH = [(200, 0), (200, 140), (222, 155), (178, 180), (222, 205), (178, 230), (200, 245), (200, 400)]
"""A border like a saw."""


@pytest.mark.parametrize("terrain", ["land", "sea"])
def test_the_teeth_of_a_border_are_cut_on_land_and_at_sea(terrain: str) -> None:
    saw = LineString(TEETH)
    west = Polygon([(0, 0), *TEETH, (0, 400)])
    shapes = {"WES": west, "EAS": box(0, 0, 400, 400).difference(west)}
    mesh = make_mesh({code: shapely.segmentize(shape, 5.0) for code, shape in shapes.items()})
    codes, none = {"WES", "EAS"}, set[str]()
    lands, seas = (codes, none) if terrain == "land" else (none, codes)
    _, made = survey_borders(shapes, mesh, lands, seas, Survey([], Noise(*SIZE, 0.0, 3, DETAIL), SIZE))
    border = next(LineString(np.array(arc.keys) / SCALE) for arc in made.arcs if arc.pair == ("EAS", "WES"))
    assert {border.coords[0], border.coords[-1]} == {(200.0, 0.0), (200.0, 400.0)}
    assert border.length - 400 < 0.25 * (saw.length - 400)
    assert border.hausdorff_distance(saw) < CUT


@pytest.mark.parametrize("variant", BOARDS)
def test_no_border_between_two_lands_or_two_seas_turns_back_on_itself(variant: str) -> None:
    table = json.loads((data_of(variant) / "shapes.json").read_text("utf-8"))
    hooks = {
        "-".join(sides)
        for arc, sides, kind in zip(table["arcs"], table["sides"], table["kinds"], strict=True)
        if kind in ("land", "sea") and find_tongue(LineString(_unpack(arc))) > 4.0
    }
    assert not hooks


def find_tongue(border: LineString) -> float:
    """How many times farther apart two places are along a border, at least 50 units, than straight across."""
    along = np.arange(0.0, border.length, 4.0)
    spots = shapely.get_coordinates(border.interpolate(along))
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    walked = np.abs(along[:, None] - along[None])
    return float(np.where(walked > 50, walked / np.maximum(apart, 0.1), 0.0).max())


def test_borders_of_the_regular_board_follow_the_danube_and_the_pyrenees() -> None:
    table = json.loads((data_of("standard") / "shapes.json").read_text("utf-8"))
    relief = json.loads((data_of("standard") / "relief.json").read_text("utf-8"))
    for pair, kind in ((["BUL", "RUM"], "rivers"), (["GAS", "SPA"], "ranges")):
        lines = [LineString(_unpack(line)) for line in relief[kind]]
        (border,) = (
            LineString(_unpack(arc)) for arc, sides in zip(table["arcs"], table["sides"], strict=True) if sides == pair
        )
        near = shapely.union_all([line.buffer(0.7) for line in lines])
        assert border.intersection(near).length > 0.3 * border.length


def _unpack(flat: list[int]) -> list[tuple[float, float]]:
    spots = np.cumsum(np.array(list(zip(flat[::2], flat[1::2], strict=True))), axis=0) / SCALE
    assert all(before != after for before, after in pairwise(map(tuple, spots)))
    return [(float(x), float(y)) for x, y in spots]
