"""The board coloured by use: how often units stood in each space, and which spaces were not needed."""

import re
from collections.abc import Mapping
from typing import Final

from legation.board import SpaceId
from legation.render.files import get_fonts, make_png
from legation.render.picture import LIGHT, SANS, Atlas, Situation, Style, draw_board, escape, svg_size, tag, text

RAMP: Final = ("#EAF0F2", "#BCD3DE", "#84AFC4", "#467F9E", "#0E4A6B")
"""One hue from light to dark, readable for all: from hardly used to crowded."""
BOUNDS: Final = (0.02, 0.10, 0.30, 0.60)
"""The share of movement phases with a unit in the space at which the next colour begins."""
NEVER: Final = "#D55E00"
"""Vermilion from Okabe and Ito's palette for colour-blind readers; also dark against light."""
UNCONTESTED: Final = "#F0E442"
"""Their yellow: visited, but never wanted by two powers."""
KEY: Final = 54.0


def draw_use(atlas: Atlas, use: Mapping[SpaceId, float], uncontested: frozenset[SpaceId]) -> str:
    """The board as SVG: shades for use, vermilion for spaces never visited, yellow for those never contested."""
    svg = draw_board(atlas.board, atlas.shapes, Situation(), style=Style(has_names=False, title=atlas.title))

    def paint(found: re.Match[str]) -> str:
        space = SpaceId(found[2])
        share = use.get(space)
        if share is None:
            return found[0]
        return found[1] + (NEVER if share == 0 else UNCONTESTED if space in uncontested else _shade(share))

    svg = re.sub(r'(<path id="space-([^"]+)"[^>]*? fill=")[^"]*', paint, svg)
    return _add_key(svg)


def _shade(share: float) -> str:
    return RAMP[sum(share >= bound for bound in BOUNDS)]


def _add_key(svg: str) -> str:
    """Make room below, and explain the colours."""
    width, height = svg_size(svg)
    unit = width / 1400
    entries = [(NEVER, "never visited"), (UNCONTESTED, "never contested")]
    edges = ("0", *(f"{bound:.0%}" for bound in BOUNDS))
    entries += [(colour, f"from {edge} of the phases") for colour, edge in zip(RAMP, edges, strict=True)]
    parts = [tag("rect", y=height, width=width, height=KEY * unit, fill=LIGHT.paper)]
    for place, (colour, words) in enumerate(entries):
        x, y = (24 + 196 * place) * unit, height + 14 * unit
        parts.append(tag("rect", x=x, y=y, width=24 * unit, height=24 * unit, fill=colour, stroke=LIGHT.ink))
        size = 16 * unit
        parts.append(
            text(escape(words), x + 30 * unit, y + 18 * unit, font_size=size, font_family=SANS, fill=LIGHT.ink)
        )
    grown = re.sub(
        r'height="[^"]*" viewBox="0 0 (\S+) [^"]*"',
        lambda found: f'height="{height + KEY * unit:.2f}" viewBox="0 0 {found[1]} {height + KEY * unit:.2f}"',
        svg,
        count=1,
    )
    return grown.replace("</svg>", "\n".join(parts) + "\n</svg>")


def make_use_picture(atlas: Atlas, use: Mapping[SpaceId, float], uncontested: frozenset[SpaceId]) -> bytes:
    """The same as PNG: a giant board as SVG would be megabytes."""
    return make_png(draw_use(atlas, use, uncontested), width=1400, fonts=get_fonts().folder)
