import gzip
import json
import time
from dataclasses import replace
from itertools import accumulate

import pytest

from legation.board.shapes_table import parse_shapes
from legation.render.picture.web_board import make_web_board
from tests.render.kit_drawing import BOARDS, atlas


@pytest.mark.parametrize("board", BOARDS)
def test_the_page_gets_a_board_under_144_kilobytes(board: str) -> None:
    found = atlas(board)
    text = make_web_board(found.board, found.shapes, found.powers)
    assert len(gzip.compress(text.encode(), mtime=0)) < 144_000
    table = json.loads(text)
    assert set(table["spaces"]) == set(found.shapes.spaces)
    assert set(table["powers"]) == set(found.powers)
    for space in table["spaces"].values():
        assert {"name", "terrain", "theatre", "rings", "unit", "label", "mark"} <= set(space)


def test_light_lines_have_fewer_vertices() -> None:
    found = atlas("colonia-iii")
    table = json.loads(make_web_board(found.board, found.shapes))
    full, light = (sum(map(len, table[name])) for name in ("arcs", "light"))
    assert light < full / 6


def test_the_page_reads_the_same_lines_as_the_program() -> None:
    found = atlas()
    table = json.loads(make_web_board(found.board, found.shapes))
    spaces = {code: entry | {"centre": entry["mark"]} for code, entry in table["spaces"].items()}
    again = parse_shapes(table | {"format": 1, "spaces": spaces, "light": table["arcs"]}, "page")
    assert [arc.line for arc in again.arcs] == [arc.line for arc in found.shapes.arcs]
    for arc, steps in zip(found.shapes.arcs, table["light"], strict=True):
        assert tuple(arc.line[number] for number in accumulate(steps, initial=0)) == arc.light
    assert again.gates == found.shapes.gates
    assert {code: shape.unit for code, shape in again.spaces.items()} == {
        code: shape.unit for code, shape in found.shapes.spaces.items()
    }


def test_an_arc_whose_light_line_has_vertices_of_its_own_is_light_as_a_whole() -> None:
    found = atlas()
    arc = found.shapes.arcs[0]
    light = replace(arc, light=(arc.line[0], (1, 1), arc.line[-1]))
    shapes = replace(found.shapes, arcs=(light,), spaces={}, impassable={}, scenery=())
    table = json.loads(make_web_board(found.board, shapes))
    assert table["light"] == [[1] * (len(arc.line) - 1)]


def test_same_board_same_bytes_and_soon() -> None:
    found = atlas("colonia-iii")
    started = time.perf_counter()
    assert make_web_board(found.board, found.shapes) == make_web_board(found.board, found.shapes)
    assert time.perf_counter() - started < 5


def test_islands_closed_to_armies_are_named_in_order() -> None:
    found = atlas("colonia-iii")
    table = json.loads(make_web_board(found.board, found.shapes, closed=found.closed))
    assert table["closed"] == sorted(found.closed)
    assert set(table["closed"]) <= set(table["spaces"])
    assert json.loads(make_web_board(found.board, found.shapes))["closed"] == []
