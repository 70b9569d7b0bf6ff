import json
import math
import time
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from legation.board import LocationId, SpaceId
from legation.board.load import load_shapes
from legation.board.shapes import ArcKind, Shapes, Spot
from legation.board.shapes_table import parse_shapes
from legation.errors import DataError

DATA = Path(__file__).parents[2] / "src" / "legation" / "variants" / "data"
BOARDS = sorted(folder.name for folder in DATA.iterdir() if (folder / "shapes.json").is_file())
# Two squares side by side on a round world 20 units wide, the right one with a hole, and a box off the board.
TABLE: dict[str, Any] = {
    "format": 1, "variant": "tiny", "width": 200, "height": 100, "wrap": True, "unit": 10,
    "arcs": [
        [100, 0, -100, 0, 0, 100, 100, 0], [100, 0, 0, 100], [100, 0, 100, 0, 0, 100, -100, 0],
        [140, 40, 20, 0, 0, 20, -20, 0, 0, -20],
    ],
    "light": [
        [100, 0, -100, 0, 0, 100, 100, 0], [100, 0, 0, 100], [100, 0, 100, 0, 0, 100, -100, 0], [140, 40, 20, 20],
    ],
    "sides": [["", "AAA"], ["AAA", "BBB"], ["", "BBB"], ["BBB", "~1"]],
    "kinds": ["edge", "land", "edge", "scenery"],
    "spaces": {
        "AAA": {"rings": [[[0, -2]]], "unit": [50, 50], "label": [50, 70], "centre": [60, 40], "room": 50, "span": 90},
        "BBB": {"rings": [[[1, -3], [3]]], "unit": [120, 50], "label": [120, 80], "centre": [130, 40], "room": 20,
                "span": 60, "coasts": {"NC": [150, 10]}, "outside": True, "disc": True},
    },
    "impassable": {}, "scenery": [{"kind": "land", "rings": [[[3]]]}], "islets": [[10, 10, 5, 0, 0, 5]],
    "boxes": {"BOX": [20, 120, 60, 60]},
    "marks": [{"kind": "closed", "spaces": ["AAA", "BBB"], "line": [[100, 0], [100, 100]], "note": "why"}],
}  # fmt: skip


def tiny() -> Shapes:
    return parse_shapes(TABLE, "tiny/shapes.json")


def test_rings_are_joined_from_arcs_run_either_way() -> None:
    shapes = tiny()
    (ring,) = shapes.rings(shapes.spaces[SpaceId("AAA")].polygons)
    assert ring[0] == ring[-1]
    assert set(ring) == {(100, 0), (0, 0), (0, 100), (100, 100)}
    assert len(list(shapes.rings(shapes.spaces[SpaceId("BBB")].polygons))) == 2
    assert len(shapes.ring((3,), light=True)) == 2


def test_a_hole_is_not_inside() -> None:
    shapes = tiny()
    assert shapes.contains(SpaceId("BBB"), Spot(12, 5))
    assert not shapes.contains(SpaceId("BBB"), Spot(15, 5))
    assert not shapes.contains(SpaceId("BBB"), Spot(5, 5))


def test_a_unit_on_a_coast_stands_there() -> None:
    shapes = tiny()
    assert shapes.place(LocationId("BBB/NC")) == (15, 1)
    assert shapes.place(LocationId("BBB/SC")) == shapes.place(LocationId("BBB")) == (12, 5)


def test_the_short_way_runs_over_the_seam() -> None:
    shapes = tiny()
    assert shapes.step(Spot(1, 0), Spot(19, 3)) == (-2, 3)
    assert shapes.step(Spot(19, 0), Spot(1, 0)) == (2, 0)
    flat = parse_shapes(TABLE | {"wrap": False}, "flat")
    assert flat.step(Spot(1, 0), Spot(19, 3)) == (18, 3)


def test_a_way_goes_from_anchor_to_anchor_by_the_gate_in_either_direction() -> None:
    shapes = parse_shapes(TABLE | {"gates": {"AAA": {"BBB": [100, 30], "BBB/NC": [0, 20]}}}, "tiny")
    assert shapes.way(LocationId("AAA"), LocationId("BBB")) == ((5, 5), (10, 3), (12, 5))
    assert shapes.way(LocationId("BBB"), LocationId("AAA")) == ((12, 5), (10, 3), (5, 5))
    # Over the seam, each in the copy of its start.
    assert shapes.way(LocationId("AAA"), LocationId("BBB/NC")) == ((5, 5), (0, 2), (-5, 1))
    assert shapes.way(LocationId("BBB/NC"), LocationId("AAA")) == ((15, 1), (20, 2), (25, 5))
    # A coast without a gate of its own takes that of the space; spaces that are no neighbours have theirs halfway.
    assert shapes.way(LocationId("BBB/SC"), LocationId("AAA"))[1] == (10, 3)
    assert tiny().way(LocationId("AAA"), LocationId("BBB"))[1] == (8.5, 5)


def test_a_line_to_a_box_on_the_far_side_leaves_the_sheet() -> None:
    boxes = {"WWW": [-100, 30, 60, 60], "OOO": [240, 30, 60, 60]}
    shapes = parse_shapes(
        TABLE | {"wrap": False, "boxes": boxes, "gates": {"AAA": {"OOO": [-280, 50]}}}, "boxes at both sides"
    )
    assert shapes.turn == (30 + 18) - (-10 - 18)
    way = shapes.way(LocationId("AAA"), LocationId("OOO"))
    assert [spot.x for spot in way] == [5, -28, 27 - shapes.turn]
    assert tiny().turn == 20
    assert parse_shapes(TABLE | {"wrap": False}, "a box below").turn == 0


def test_an_off_board_box_is_a_space_like_any_other() -> None:
    shapes = tiny()
    box = shapes.spaces[SpaceId("BOX")]
    assert shapes.contains(SpaceId("BOX"), box.unit)
    assert shapes.contains(SpaceId("BOX"), box.label)
    assert shapes.arcs[box.polygons[0][0][0]].kind is ArcKind.EDGE


BREAKS: list[tuple[str, Any, str]] = [
    ("gates", {"AAA": {"BBB": [1, 2, 3, 4]}}, "gates: expected an odd number of places, each two whole numbers"),
    ("gates", {"AAA": {"ZZZ": [1, 2]}}, "gates: expected known spaces, not 'ZZZ'"),
    ("format", 7, "format: expected 1, not 7"),
    ("width", "wide", "width: expected a whole number of tenths up to 1,000,000, not 'wide'"),
    ("light", [], "arcs, light, sides, kinds: expected lists of one length"),
    ("kinds", ["edge", "land", "edge", "moat"], "kinds: expected one of .* not 'moat'"),
    ("sides", [["", "AAA"], ["AAA"], ["", "BBB"], ["", ""]], "sides: expected pairs of owners"),
    ("arcs", [[1, 2, 3], [1], [2], [3]], "arcs: expected flat lists of at least two vertices"),
    ("arcs", [["a", 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 1]], "arcs: expected whole numbers"),
    ("arcs", [[0, 0, 0, 10**20], [0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 1]], "arcs: expected places at most 1,000,000"),
    ("arcs", [[0, 0, 0, 1e999], [0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 1]], "arcs: expected whole numbers"),
    ("arcs", [[0, 0, *[0, 900_000, 0, -900_000] * 12], *TABLE["arcs"][1:]], "rings: expected outlines of at most 20,0"),
    ("width", 10**30, "width: expected a whole number of tenths up to 1,000,000"),
    ("boxes", {"BOX": [1, 2, 3, 10**30]}, "boxes.BOX: expected left, top, width and height, at most 1,000,000"),
    ("spaces", [], "spaces: expected an object"),
    ("spaces", {"AAA": 3}, "spaces.AAA: expected an object"),
    ("spaces", {"AAA": {"rings": [[[9]]]}}, "spaces.AAA.rings: expected numbers of the 4 arcs, not 9"),
    ("spaces", {"AAA": {"rings": [[]]}}, "spaces.AAA.rings: expected no empty ring"),
    ("spaces", {"AAA": {"rings": 5}}, "spaces.AAA.rings: expected polygons"),
    ("spaces", {"AAA": {"rings": [[[0]]], "unit": [1]}}, "spaces.AAA.unit: expected two whole numbers"),
    ("spaces", {"AAA": {"rings": [[[0]]], "coasts": 1}}, "spaces.AAA.coasts: expected an object of places"),
    ("marks", [{"spaces": ["ZZZ"], "line": []}], "marks: expected known spaces, not 'ZZZ'"),
    ("marks", ["x"], "marks: expected a list of objects"),
    ("scenery", None, "scenery: expected a list"),
    ("boxes", {"BOX": [1, 2]}, "boxes.BOX: expected left, top, width and height"),
]


@pytest.mark.parametrize(("field", "value", "message"), BREAKS)
def test_a_broken_table_is_refused_with_its_field(field: str, value: object, message: str) -> None:
    table = deepcopy(TABLE)
    table[field] = value
    with pytest.raises(DataError, match=f"^tiny: {message}"):
        parse_shapes(table, "tiny")


def test_a_missing_or_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"shapes\.json: the file is missing"):
        load_shapes(tmp_path)
    (tmp_path / "shapes.json").write_text("{")
    with pytest.raises(DataError, match=r"shapes\.json: cannot be read"):
        load_shapes(tmp_path)
    (tmp_path / "shapes.json").write_text(json.dumps([TABLE]))
    with pytest.raises(DataError, match="the file: expected an object"):
        load_shapes(tmp_path)


@pytest.mark.parametrize("board", BOARDS)
def test_every_anchor_lies_inside_its_own_shape(board: str) -> None:
    shapes = load_shapes(DATA / board)
    for code, shape in shapes.spaces.items():
        assert shapes.contains(code, shape.unit), f"unit of {code}"
        assert shape.is_outside or shapes.contains(code, shape.label), f"label of {code}"
        for coast, spot in shape.coasts.items():
            assert shapes.contains(code, spot), f"coast {coast} of {code}"


@pytest.mark.parametrize("board", BOARDS)
def test_no_two_units_overlap_at_full_zoom(board: str) -> None:
    shapes = load_shapes(DATA / board)
    spots = [shape.unit for shape in shapes.spaces.values()]
    nearest = min(math.hypot(*shapes.step(a, b)) for a, b in combinations(spots, 2))
    # A hull is 31.5 px long at Close zoom, which begins at 3 px a board unit.
    assert nearest >= 31.5 / 3


@pytest.mark.alone
@pytest.mark.parametrize("board", BOARDS)
def test_shapes_load_within_the_budget(board: str) -> None:
    times = []
    for _ in range(3):
        started = time.process_time()
        load_shapes(DATA / board)
        times.append(time.process_time() - started)
    assert min(times) < 0.3
