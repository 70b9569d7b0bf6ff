"""The sheet of a poster: map, panel and legend of a round world; the compass of every board."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest

from legation.board import Position, SpaceId, Terrain
from legation.render.files.pdf import EDGE, POSTER
from legation.render.files.picture import Look, make_style
from legation.render.files.poster import draw_poster
from legation.render.files.poster_panel import ENLARGED, INSET, draw_cartouche, list_powers, most_crowded
from legation.render.picture.board_svg import Picture
from legation.render.picture.labels import touches
from legation.render.picture.lettering import text_width
from legation.render.picture.situation import Situation
from legation.render.picture.svg import svg_size
from legation.render.picture.view import print_scale, whole_view
from tests.render.kit_drawing import BOARDS, NAMESPACE, atlas, tree, with_id
from tests.render.legibility import draw_midgame


@cache
def poster(name: str = "colonia-vii") -> str:
    found = atlas(name)
    situation = Situation(found.powers, found.start, caption="Spring 1751")
    return draw_poster(found.board, found.shapes, situation, make_style(found, Look()))


@cache
def drawing() -> ElementTree.Element:
    return tree(poster())


def words(name: str) -> str:
    return " ".join(" ".join(with_id(drawing(), name).itertext()).split())


def test_a_round_world_with_its_panel_fills_the_sheet() -> None:
    width, height = svg_size(poster())
    assert width / height == pytest.approx((POSTER[0] - 2 * EDGE) / (POSTER[1] - 2 * EDGE), rel=0.02)


def test_every_part_of_the_sheet_has_a_name_of_its_own_and_every_reference_leads_to_one() -> None:
    names = Counter(node.get("id") for node in drawing().iter() if node.get("id"))
    assert [name for name, count in names.items() if count > 1] == []
    wanted = re.findall(r'(?:url\(|href=")#([^)"]+)', poster())
    assert wanted
    assert set(wanted) <= set(names)


def test_the_cartouche_says_what_the_board_is_and_whose() -> None:
    said = words("cartouche")
    assert said.startswith("COLONIA VII Spring 1751")
    for part in ("Fred G. Hyatt", "John Cain", "A reconstruction"):
        assert part in said


def test_the_tables_name_plates_with_their_place_powers_and_the_scale() -> None:
    said = words("tables")
    assert "V Europe H1 to S6" in said
    assert "A Austria" in said
    assert "seasons of moves" in said


def test_each_plate_has_its_number_on_the_map_within_its_theatre() -> None:
    plates = with_id(drawing(), "plates")
    numbers = [node.text for node in plates.findall(f"{NAMESPACE}text")]
    assert numbers == re.findall(r"\b([IVX]+) [A-Z]", words("tables").partition("POWERS")[0])
    assert len(plates.findall(f"{NAMESPACE}circle")) == len(numbers) > 8


@pytest.mark.parametrize(
    ("name", "said"),
    [("standard", "Allan B. Calhamer"), ("colonial-variant", "Glenn Reed")],
)
def test_a_flat_board_has_cartouche_legend_and_tables_under_it(name: str, said: str) -> None:
    sheet = tree(poster(name))
    cartouche, tables = (
        " ".join(" ".join(with_id(sheet, part).itertext()).split()) for part in ("cartouche", "tables")
    )
    assert cartouche.startswith(atlas(name).title.upper())
    assert said in cartouche
    assert "seasons of moves" in tables
    assert all(power.title() in tables for power in atlas(name).powers)
    names = Counter(node.get("id") for node in sheet.iter() if node.get("id"))
    assert [part for part, count in names.items() if count > 1] == []


def test_no_line_of_a_cartouche_is_a_lone_word() -> None:
    lines = with_id(tree(poster("cline-9-man-vii")), "cartouche").iter(f"{NAMESPACE}text")
    said = [(node.get("font-size"), node.text or "") for node in lines if node.text]
    for size in {size for size, _ in said}:
        widths = [text_width(words, 1.0) for letters, words in said if letters == size]
        assert min(widths) > 0.7 * max(widths)


@pytest.mark.parametrize("name", BOARDS)
def test_no_line_of_a_cartouche_ends_within_a_persons_name(name: str) -> None:
    drawn = draw_cartouche((0.0, 0.0, 1200.0, 500.0), make_style(atlas(name), Look()), Situation())
    said = [
        node.text or ""
        for node in tree(f"<svg xmlns='http://www.w3.org/2000/svg'>{drawn}</svg>").iter(f"{NAMESPACE}text")
    ]
    assert "esigned" in " ".join(said)
    people = ("Fred", "Fred G.", "John", "Glenn", "Peter", "David", "Allan", "Allan B.")
    assert not [line for line in said if line.endswith(people)]


def test_a_power_with_a_single_centre_has_no_centres() -> None:
    found = atlas()
    owners = {code: power for code, power in found.start.owners.items() if power != "AUSTRIA" or code == "VIE"}
    situation = Situation(found.powers, Position(found.start.units, owners))
    view = whole_view(found.shapes, 0.5)
    rows = dict(list_powers(Picture(found.board, found.shapes, situation, make_style(found, Look()), view)))
    assert rows["A  Austria"] == "2 A, 1 F, 1 centre"
    assert rows["R  Russia"] == "2 A, 2 F, 4 centres"


@pytest.mark.parametrize("name", ["colonia-i", "colonia-iii", "colonia-vii"])
def test_the_inset_shows_the_crowded_west_of_europe(name: str) -> None:
    found = atlas(name)
    left, top, right, bottom = most_crowded(found.board, found.shapes)
    assert (right - left, bottom - top) == INSET
    for code in ("LIS", "LAG", "HAG", "LON", "TOU", "SAV", "NAP"):
        x, y = found.shapes.spaces[SpaceId(code)].unit
        assert left < x < right
        assert top < y < bottom


def test_units_stand_on_the_map_and_in_the_inset() -> None:
    found = atlas("colonia-vii")
    left, top, right, bottom = most_crowded(found.board, found.shapes)
    spots = [found.shapes.place(unit.location) for unit in found.start.units.values()]
    shown = sum(left < spot.x < right and top < spot.y < bottom for spot in spots)
    inset = len(with_id(drawing(), "inset-units").findall(f"{NAMESPACE}g"))
    assert shown >= 10
    assert shown <= inset <= shown + 2, "one at the edge is cut in two"
    assert len(with_id(drawing(), "units").findall(f"{NAMESPACE}g")) >= len(spots)


def test_a_key_line_on_the_map_is_as_large_as_the_inset_says() -> None:
    key, scale = with_id(drawing(), "inset-key"), print_scale(atlas("colonia-vii").shapes)
    assert float(key.get("width", "0")) == pytest.approx(INSET[0] * scale)
    assert f"{ENLARGED} times" in words("panel")


@pytest.mark.parametrize("name", ["standard", "colonia-iii", "colonial-variant"])
def test_a_compass_stands_in_one_sea_and_touches_no_name_and_no_unit(name: str) -> None:
    found = atlas(name)
    style = replace(make_style(found, Look()), has_compass=True)
    view = whole_view(found.shapes, print_scale(found.shapes))
    picture = Picture(found.board, found.shapes, Situation(found.powers, found.start), style, view)
    assert picture.compass
    (x, y), radius = picture.compass
    box = (x - radius, y - radius, x + radius, y + radius)
    assert not any(touches(box, other) for label in picture.labels for other in label.boxes)
    corners = [picture.view.spot((across, down)) for across in (box[0], box[2]) for down in (box[1], box[3])]
    (owner,) = {picture.terrain.owner_at(*corner) for corner in corners}
    assert owner
    assert found.board.spaces[SpaceId(owner)].terrain is Terrain.SEA


@pytest.mark.parametrize("name", ["cline-9-man-vii", "colonia-i", "colonial-variant"])
def test_no_order_line_runs_over_a_compass_while_a_sea_has_room_beside_them(name: str) -> None:
    busy = draw_midgame(name)
    picture = Picture(
        busy.board,
        busy.shapes,
        busy.situation,
        replace(busy.style, has_compass=True),
        busy.view,
        labels=busy.labels,
    )
    assert picture.compass
    (x, y), radius = picture.compass
    box = (x - radius, y - radius, x + radius, y + radius)
    assert not any(touches(box, shaft) for shaft in picture.orders.shafts)
