"""Hills and rivers on the land, faint, beneath borders and names."""

import math
from collections.abc import Iterator
from itertools import pairwise

from legation.board import TENTHS, Line
from legation.render.picture.looks import LOOKS
from legation.render.picture.paths import Outlines
from legation.render.picture.svg import group, number, tag
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import Theme
from legation.render.picture.view import Level, bounds

_RELIEF = LOOKS["relief"]
JITTER = (0.0, 0.55, 0.2, 0.85, 0.35, 1.0, 0.1, 0.7)
"""Variations among the hills of a range: in size, and in distance from its line."""


def draw_relief(outlines: Outlines, terrain: TerrainMap, theme: Theme) -> str:
    """Rivers and hill profiles; none in a small picture, and none in black and white, where hatching is enough."""
    view, relief = outlines.view, outlines.shapes.relief
    if view.level is Level.WORLD or not theme.has_colour:
        return ""
    rivers = "".join(map(outlines.line, relief.rivers))
    hills = "".join(
        hill
        for line in relief.ranges
        for shift in view.shifts(bounds([line]), 12)
        for hill in _draw_range(line, round(shift * TENTHS), view.pen(1.0), terrain)
    )
    return group(
        [
            tag("path", id="rivers", d=rivers, stroke=theme.sea_line, stroke_width=view.pen(_RELIEF["river"])),
            tag(
                "path", id="hills", d=hills, stroke=theme.relief, stroke_width=view.pen(_RELIEF["line"]),
                stroke_opacity=_RELIEF["opacity"],
            ),
        ],
        id="relief", fill="none", stroke_linejoin="round", stroke_linecap="round",
    ) if rivers or hills else ""  # fmt: skip


def _draw_range(line: Line, shift: int, px: float, terrain: TerrainMap) -> Iterator[str]:
    """Hills along a range, alternately on either side of its line, if their feet are on land."""
    wide, high = _RELIEF["hill"]
    for place, (line_x, line_y, across) in enumerate(_walk(line, _RELIEF["step"] * px)):
        aside = (JITTER[place % len(JITTER)] - 0.5) * _RELIEF["aside"] * px
        x, y = line_x + across[0] * aside, line_y + across[1] * aside
        size = px * (0.75 + 0.5 * JITTER[(place + 3) % len(JITTER)])
        feet = ((x - wide * size / 2) / TENTHS, (x + wide * size / 2) / TENTHS)
        if all(terrain.owner_at(foot, y / TENTHS) in terrain.lands for foot in feet):
            yield _draw_hill(x + shift, y, wide * size, high * size)


def _draw_hill(x: float, y: float, wide: float, high: float) -> str:
    """A profile with three hachures on its shaded side."""
    half = wide / 2
    profile = (
        f"M{number(x - half)} {number(y)}"
        f"q{number(half * 0.6)} {number(-high * 0.25)} {number(half * 0.9)} {number(-high)}"
        f"q{number(half * 0.4)} {number(high * 0.5)} {number(half * 1.1)} {number(high)}"
    )
    hachures = (
        f"M{number(x + half * along)} {number(y - high * up)}l{number(half * 0.16)} {number(high * fall)}"
        for along, up, fall in ((0.1, 0.72, 0.62), (0.34, 0.5, 0.42), (0.58, 0.3, 0.24))
    )
    return profile + "".join(hachures)


def _walk(line: Line, step: float) -> Iterator[tuple[float, float, tuple[float, float]]]:
    """Points along a line at equal distances, each with the direction across the line."""
    ahead = step / 2
    for (x, y), (end_x, end_y) in pairwise(line):
        length = math.dist((x, y), (end_x, end_y))
        while ahead <= length and length:
            share = ahead / length
            way = (end_x - x) / length, (end_y - y) / length
            yield x + (end_x - x) * share, y + (end_y - y) * share, (-way[1], way[0])
            ahead += step
        ahead -= length
