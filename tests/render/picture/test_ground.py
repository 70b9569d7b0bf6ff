"""Three kinds of ground at a glance: playable, scenery, closed; and land never reads as water."""

import re

import pytest

from legation.board import Arc, ArcKind
from legation.render.picture import LIGHT, draw_board, open_atlas
from legation.render.picture.colour import contrast
from legation.render.picture.theme import DARK, Theme
from tests.render.colour_vision import distance, seen

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def apart(one: str, two: str) -> float:
    return distance(seen(one, "full"), seen(two, "full"))


@THEMES
def test_scenery_and_closed_land_stand_off_playable_land(theme: Theme) -> None:
    assert apart(theme.scenery, theme.land) >= 8
    assert apart(theme.closed_stripe, theme.land) >= 8
    assert apart(theme.closed_stripe, theme.closed_land) >= 8


@THEMES
def test_closed_land_is_in_tones_of_land_and_closed_water_in_tones_of_the_sea(theme: Theme) -> None:
    for tone in (theme.closed_land, theme.closed_stripe):
        assert apart(tone, theme.land) < apart(tone, theme.sea)
    assert apart(theme.closed_sea, theme.sea) < apart(theme.closed_sea, theme.land)


@THEMES
def test_borders_of_seas_can_be_seen(theme: Theme) -> None:
    assert contrast(theme.sea_border, theme.sea) >= 3
    assert contrast(theme.sea_border, theme.closed_sea) >= 3


def test_libya_egypt_and_switzerland_are_closed_land_with_a_true_coast() -> None:
    atlas = open_atlas("standard")
    assert {area.name: area.kind for area in atlas.shapes.impassable.values()} == {
        "Arabia": "land", "Egypt": "land", "Libya": "land", "Persia": "land", "Switzerland": "land",
    }  # fmt: skip
    drawn = draw_board(atlas.board, atlas.shapes)
    shore = re.search(r'id="shore" d="([^"]*)"', drawn)
    dashes = re.search(r'id="sea-borders" d="([^"]*)"', drawn)
    assert shore
    assert dashes
    coast = next(arc for arc in atlas.shapes.arcs if arc.kind is ArcKind.CLOSED and set(arc.sides) == {"OLI", "ION"})
    assert start_of(coast) in shore[1]
    assert start_of(coast) not in dashes[1]
    for name in ("Libya", "Egypt", "Persia", "Switzerland", "Caspian Sea"):
        assert f">{name}</text>" in drawn


def test_the_arctic_is_closed_water_with_a_true_coast_to_siberia() -> None:
    shapes = open_atlas("colonia-iii").shapes
    assert {area.name: area.kind for area in shapes.impassable.values()} == {"Arctic Ocean": "water"}


def start_of(arc: Arc) -> str:
    x, y = arc.line[0]
    return f"M{x} {y}l"
