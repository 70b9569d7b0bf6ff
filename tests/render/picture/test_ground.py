"""Three kinds of ground at a glance: playable, scenery, closed; and land never reads as water."""

import math
import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from legation.board import TENTHS, Arc, ArcKind, CentreKind, SpaceId, Spot
from legation.errors import DataError
from legation.render.picture import LIGHT, Situation, draw_board, open_atlas
from legation.render.picture.atlas import list_boards
from legation.render.picture.base import draw_closed_names
from legation.render.picture.colour import contrast
from legation.render.picture.lettering import text_width
from legation.render.picture.marks import describe_box, draw_boxes, list_marks
from legation.render.picture.symbols import FIGURES, SYMBOLS
from legation.render.picture.theme import DARK, PRINT, Theme
from legation.render.picture.view import print_scale, whole_view
from legation.variants.centre_marks import FIGURES as VARIANT_FIGURES
from legation.variants.centre_marks import read_centre_marks
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


@pytest.mark.clause("N9-10c")
def test_the_volga_canal_follows_the_boundary_of_moscow_and_georgia_from_azov_to_the_caspian() -> None:
    shapes = open_atlas("cline-9-man-vii").shapes
    (canal,) = (mark.line for mark in shapes.marks if mark.kind == "canal" and "Volga" in mark.note)
    border = next(arc for arc in shapes.arcs if set(arc.sides) == {"GEO", "MOS"})
    assert {Spot(x / TENTHS, y / TENTHS) for x, y in border.line} <= set(canal)
    assert not any(shapes.contains(SpaceId("GEO"), middle_of(a, b)) for a, b in pairwise(canal[:4]))
    for end, shore in ((canal[0], {"BLA", "SEV"}), (canal[-1], {"CSP", "GEO"})):
        coast = [vertex for arc in shapes.arcs if set(arc.sides) == shore for vertex in arc.line]
        assert min(math.dist(end, (x / TENTHS, y / TENTHS)) for x, y in coast) < 8


@pytest.mark.clause("CV-18")
def test_the_canal_of_ca2_runs_from_sea_to_sea_and_ca1_has_two_coasts() -> None:
    shapes = open_atlas("colonial-variant").shapes
    (canal,) = (mark for mark in shapes.marks if mark.kind == "canal")
    assert canal.spaces == ("CA2",)
    assert not any(shapes.contains(SpaceId("CA2"), end) for end in (canal.line[0], canal.line[-1]))
    assert shapes.contains(SpaceId("CA2"), canal.line[1])
    assert set(shapes.spaces[SpaceId("CA1")].coasts) == {"EC", "WC"}


@pytest.mark.clause("CV-20")
def test_boxes_print_the_list_that_rule_20_needs() -> None:
    atlas = open_atlas("colonial-variant")
    lists = {code: describe_box(atlas.board, code) for code in atlas.shapes.boxes}
    assert lists[SpaceId("OB5")] == ("box of PO5", "lists PO22")
    assert lists[SpaceId("OB2")] == ("box of PO2", "lists PO19 PO20")
    assert lists[SpaceId("OB21")] == ("box of PO21", "lists PO3 PO4")
    drawn = draw_board(atlas.board, atlas.shapes)
    assert drawn.count(">lists ") == len(atlas.shapes.boxes) == 9
    cline = open_atlas("cline-9-man-vii")
    assert describe_box(cline.board, SpaceId("ANT")) == ("Antarctic Sea", "to IND WAO")


def test_a_boundary_runs_round_nations_and_colonies_and_home_provinces_are_hatched() -> None:
    atlas = open_atlas("standard")
    nations = atlas.shapes.nations
    assert (nations[SpaceId("PAR")], nations[SpaceId("BUR")], nations.get(SpaceId("BEL"))) == ("FRANCE", "FRANCE", None)
    drawn = draw_board(atlas.board, atlas.shapes, Situation(atlas.powers, atlas.start))
    assert 'id="nations"' in drawn
    homes = re.search(r'<g id="homes".*?</g>', drawn, re.DOTALL)
    assert homes
    for code, is_home in (("BUR", True), ("BEL", False), ("PAR", False)):
        outline = re.search(rf'id="space-{code}" d="([^"]*)"', drawn)
        assert outline
        assert (outline[1] in homes[0]) == is_home


@pytest.mark.parametrize(
    ("variant", "colonial", "special"),
    [("colonia-iii", "crossed", "ring-dot"), ("colonial-variant", "ring", "lozenge")],
)
def test_centres_have_the_marks_of_their_sheet(variant: str, colonial: str, special: str) -> None:
    found = {**FIGURES, **open_atlas(variant).centre_marks}
    assert (found[CentreKind.COLONIAL], found[CentreKind.SPECIAL]) == (colonial, special)
    assert len(set(found.values())) == len(found)


def test_every_figure_that_a_variant_may_name_can_be_drawn() -> None:
    assert set(VARIANT_FIGURES) <= set(SYMBOLS)
    with pytest.raises(DataError, match=r"marks\.colonial is 'star'; expected one of disc"):
        read_centre_marks({"colonial": "star"}, "x/variant.toml")
    with pytest.raises(DataError, match="'moon' is not a kind of centre"):
        read_centre_marks({"moon": "ring"}, "x/variant.toml")


@pytest.mark.parametrize("variant", list_boards())
def test_every_board_says_whose_it_is_and_whether_it_is_a_reconstruction(variant: str) -> None:
    note = open_atlas(variant).warning
    assert "esigned by " in note
    assert ("reconstruction" in note) == (variant != "standard")


def middle_of(a: Spot, b: Spot) -> Spot:
    return Spot((a.x + b.x) / 2, (a.y + b.y) / 2)


@pytest.mark.parametrize("name", ["colonia-i", "colonia-iii", "colonia-vii"])
def test_the_caspian_is_named_along_its_shape_and_the_arctic_again_and_again(name: str) -> None:
    shapes = open_atlas(name).shapes
    (caspian,) = (area for area in shapes.scenery if area.name == "Caspian Sea")
    (place,) = caspian.places
    assert place.tilt
    assert place.span > 50
    arctic = next(area for area in shapes.impassable.values() if area.name == "Arctic Ocean")
    assert len(arctic.places) >= 3
    assert all(place.span > 55 for place in arctic.places)


@pytest.mark.parametrize("theme", [LIGHT, PRINT])
@pytest.mark.parametrize("scale", [0.45, 0.7, 1.05])
def test_what_stands_in_a_box_stays_inside_its_frame(theme: Theme, scale: float) -> None:
    found = open_atlas("colonial-variant")
    view = whole_view(found.shapes, scale)
    drawn = ElementTree.fromstring(draw_boxes(found.board, found.shapes, view, theme))
    lines = [node for node in drawn.iter() if node.tag.endswith("text")]
    assert "lists PO19 PO20" in {node.text for node in lines}
    (_, _, width, _) = found.shapes.boxes[SpaceId("OB2")]
    for node in lines:
        long = text_width(node.text or "", float(node.get("font-size", "0")), bold=node.get("font-weight") == "600")
        assert float(node.get("textLength", long)) <= width * scale - 9.9, node.text


def test_no_name_of_closed_water_lies_on_an_island() -> None:
    shapes = open_atlas("colonia-vii").shapes
    view = whole_view(shapes, print_scale(shapes))
    places = shapes.impassable[SpaceId("ARC")].places
    x, y = places[1].spot
    corners = ((-20, -15), (20, -15), (20, 15), (-20, 15))
    island = tuple((round((x + across) * TENTHS), round((y + down) * TENTHS)) for across, down in corners)
    named = []
    for shown in (shapes, replace(shapes, islets=(*shapes.islets, island))):
        drawn = draw_closed_names(shown, view, LIGHT)
        named.append([round(float(left)) for left in re.findall(r'<text x="([\d.]+)"[^>]*>Arctic Ocean<', drawn)])
    assert len(named[0]) >= len(places)
    assert set(named[0]) - set(named[1]) == {round(view.pixel(places[1].spot)[0])}


@pytest.mark.parametrize(("variant", "bars"), [("colonia-i", 2), ("colonia-iii", 2)])
def test_the_strait_of_tsugaru_has_one_bar_for_both_its_seas(variant: str, bars: int) -> None:
    shapes = open_atlas(variant).shapes
    north = [
        mark for mark in list_marks(shapes) if mark.note.startswith("Straits within Japan") and mark.line[0].y < 440
    ]
    assert len(north) == bars
    assert len({mark.line for mark in north}) == 1
    kept = {mark.spaces for mark in shapes.marks}
    assert {mark.spaces for mark in list_marks(shapes)} == kept
