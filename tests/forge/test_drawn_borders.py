"""What the page draws is what the judge enforces: spaces that touch on the painted board are its borders."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw

from legation.board import space_of
from legation.render.picture.web_board import make_web_board
from tests.render.kit_drawing import atlas
from tests.render.legibility import BOARDS

SCALE = 3
"""Px of a board unit on the painted board."""
LEAST = 6.0
"""Board units along which two spaces must touch for an eye to see it; the audit asks for 12 where no mark helps."""
OPEN = {"crossing", "link", "canal"}
"""Marks that say: here one passes."""

Point = tuple[float, float]
Pair = frozenset[str]
Page = dict[str, Any]
"""The board file."""


def read_page(variant: str) -> Page:
    """The board file as the page gets it."""
    found = atlas(variant)
    page: Page = json.loads(make_web_board(found.board, found.shapes))
    return page


def unpack(steps: list[int]) -> list[Point]:
    """A line of the board file: the first vertex and then steps, in tenths of a board unit."""
    x = y = 0
    line = []
    for across, down in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + across, y + down
        line.append((x / 10 * SCALE, y / 10 * SCALE))
    return line


def trace(ring: list[int], arcs: list[list[Point]]) -> list[Point]:
    """A ring of arc numbers; ``-n - 1`` is arc n backwards."""
    return [spot for number in ring for spot in (arcs[number] if number >= 0 else arcs[-number - 1][::-1])]


def paint(page: Page) -> tuple[NDArray[np.int32], list[str]]:
    """Every space in a number of its own, 0 where there is none."""
    width, height = round(page["width"] / 10 * SCALE), round(page["height"] / 10 * SCALE)
    arcs = [unpack(steps) for steps in page["arcs"]]
    canvas = np.zeros((height, width), dtype=np.int32)
    codes = sorted(code for code in page["spaces"] if code not in page["boxes"])
    for number, code in enumerate(codes, 1):
        rings = [trace(ring, arcs) for polygon in page["spaces"][code]["rings"] for ring in polygon]
        left, top = (int(min(spot[axis] for ring in rings for spot in ring)) for axis in (0, 1))
        right, bottom = (int(max(spot[axis] for ring in rings for spot in ring)) + 1 for axis in (0, 1))
        mask = Image.new("1", (right - left, bottom - top))
        for ring in rings:
            part = Image.new("1", mask.size)
            ImageDraw.Draw(part).polygon([(x - left, y - top) for x, y in ring], fill=1)
            mask = ImageChops.logical_xor(mask, part)
        window = canvas[top:bottom, left:right]
        window[np.asarray(mask)[: window.shape[0], : window.shape[1]]] = number
    return canvas, ["", *codes]


def list_touching(page: Page) -> set[Pair]:
    """Pairs of spaces that touch on the painted board."""
    canvas, codes = paint(page)
    sides = [(canvas[:, :-1], canvas[:, 1:]), (canvas[:-1], canvas[1:])]
    if page["wrap"]:
        sides.append((canvas[:, -1:], canvas[:, :1]))
    lengths: Counter[Pair] = Counter()
    for one, other in sides:
        met = (one != other) & (one > 0) & (other > 0)
        for a, b in zip(one[met].tolist(), other[met].tolist(), strict=True):
            lengths[frozenset((codes[a], codes[b]))] += 1
    return {pair for pair, length in lengths.items() if length >= LEAST * SCALE}


def list_marked(page: Page, kinds: set[str]) -> Iterator[Pair]:
    """Pairs of spaces between which a mark is drawn."""
    for mark in page["marks"]:
        if mark["kind"] in kinds:
            yield from (frozenset(pair) for pair in pairwise(mark["spaces"]))


@pytest.mark.parametrize(
    "variant", [pytest.param(name, marks=[] if name == "standard" else pytest.mark.soak) for name in BOARDS]
)
def test_spaces_that_touch_on_the_page_are_those_between_which_the_judge_lets_units_pass(variant: str) -> None:
    page = read_page(variant)
    judged = {frozenset(map(space_of, (border.start, border.end))) for border in atlas(variant).board.borders}
    judged = {pair for pair in judged if not pair & page["boxes"].keys()}
    drawn, opened, closed = list_touching(page), set(list_marked(page, OPEN)), set(list_marked(page, {"closed"}))
    assert len(drawn) > 200
    assert {tuple(sorted(pair)) for pair in drawn - judged - closed} == set()
    assert {tuple(sorted(pair)) for pair in judged - drawn - opened} == set()
    assert not judged & closed


def test_a_border_that_the_judge_does_not_know_is_seen() -> None:
    page = read_page("standard")
    assert frozenset(("PAR", "BUR")) in list_touching(page)
    assert frozenset(("PAR", "MAR")) not in list_touching(page)
