import time
from dataclasses import replace

import pytest

from legation.board import PowerId, SpaceId
from legation.orders import parse_order
from legation.render.picture.board_svg import Style, draw_board, place_warning
from legation.render.picture.frame import MARGIN
from legation.render.picture.label_svg import THEATRE_SPACING
from legation.render.picture.labels import touches, unit_box
from legation.render.picture.lettering import text_width
from legation.render.picture.situation import Situation
from legation.render.picture.theme import DARK, LIGHT, PRINT, Theme
from legation.render.picture.view import View, make_view, print_scale, whole_view
from tests.render.kit_drawing import BOARDS, NAMESPACE, atlas, position, tree, with_class, with_id

FRANCE = PowerId("FRANCE")


def draw(
    board: str = "standard", situation: Situation | None = None, style: Style | None = None, scale: float = 1.0
) -> str:
    found = atlas(board)
    return draw_board(found.board, found.shapes, situation, style=style, view=whole_view(found.shapes, scale))


@pytest.mark.parametrize("board", BOARDS)
def test_every_space_is_drawn_once_and_labelled_once(board: str) -> None:
    found = atlas(board)
    root = tree(draw(board, Situation(found.powers, found.start), scale=1.7))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {name for name in ids if name and name.startswith("space-")} == {
        f"space-{code}" for code in found.shapes.spaces
    }
    labelled = {node.get("data-space") for node in with_class(root, "label")}
    assert labelled == set(found.shapes.spaces)


def test_same_board_same_bytes() -> None:
    found = atlas()
    situation = Situation(found.powers, found.start)
    assert draw(situation=situation) == draw(situation=replace(situation))


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_every_theme_is_well_formed_and_keeps_to_its_colours(theme: Theme) -> None:
    svg = draw(situation=Situation(atlas().powers, atlas().start), style=Style(theme=theme, has_legend=True))
    tree(svg)
    other = DARK if theme is LIGHT else LIGHT
    assert theme.paper in svg
    assert other.sea not in svg


def test_black_and_white_has_no_colour() -> None:
    svg = draw(situation=Situation(atlas().powers, atlas().start), style=Style(theme=PRINT, has_legend=True))
    colours = {part[:7] for part in svg.split('"') if part.startswith("#") and len(part) == 7}
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def test_an_owned_centre_has_tint_hatching_and_band() -> None:
    situation = Situation((FRANCE,), position({}, {"FRANCE": ["PAR", "BRE"]}))
    root = tree(draw(situation=situation))
    assert with_id(root, "space-PAR").get("fill") == "#A5C9F2"
    assert with_id(root, "space-MUN").get("fill") == LIGHT.land
    realms = list(with_id(root, "realms").iter(f"{NAMESPACE}path"))
    assert realms[0].get("fill") == "url(#hatch-azure)"
    assert {path.get("clip-path") for path in realms[1:]} == {"url(#in-BRE)", "url(#in-PAR)"}


def test_land_that_is_no_centre_shows_half_a_band_and_sea_none() -> None:
    held = {SpaceId(code): FRANCE for code in ("BUR", "MUN", "ENG")}
    root = tree(draw(situation=Situation((FRANCE,), last_held=held)))
    clips = {path.get("clip-path") for path in with_id(root, "realms").iter(f"{NAMESPACE}path")}
    assert clips == {"url(#in-BUR)"}
    assert with_id(root, "space-BUR").get("fill") == LIGHT.land


def test_a_window_shows_only_what_is_in_it() -> None:
    found = atlas()
    spot = found.shapes.spaces[SpaceId("PAR")].unit
    view = make_view(found.shapes, (spot.x - 40, spot.y - 40, spot.x + 40, spot.y + 40), 2.0)
    root = tree(draw_board(found.board, found.shapes, view=view))
    names = {node.get("id") for node in root.iter()}
    assert "space-PAR" in names
    assert "space-MOS" not in names


def test_a_round_world_repeats_faded_beyond_a_dotted_seam() -> None:
    root = tree(draw("colonia-iii"))
    seam = with_id(root, "seam")
    assert len(list(seam.iter(f"{NAMESPACE}rect"))) == 2
    assert len(list(seam.iter(f"{NAMESPACE}path"))) == 2
    assert not [node for node in tree(draw()).iter() if node.get("id") == "seam"]


def test_levels_follow_the_zoom_and_the_density_of_the_board() -> None:
    def view(scale: float, unit: float = 5.0) -> View:
        return View((0, 0, 10, 10), scale, 10, wraps=False, unit=unit)

    assert [view(scale).level for scale in (0.5, 0.8, 1.5, 3)] == [0, 1, 2, 3]
    assert view(0.8, 10).level == 2
    assert view(0.05).block == 3


@pytest.mark.parametrize(("scale", "named"), [(0.1, False), (0.3, True)])
def test_a_thumbnail_shows_theatres_instead_of_labels(scale: float, named: bool) -> None:
    root = tree(draw("colonia-vii", scale=scale))
    assert not with_class(root, "label")
    names = [node.text for node in root.iter(f"{NAMESPACE}text")]
    assert ("ASIA" in names) == named


def test_names_of_theatres_keep_clear_of_units() -> None:
    found = atlas("colonia-vii")
    view = make_view(found.shapes, (0.0, 0.0, found.shapes.width, found.shapes.height), 0.3)
    root = tree(draw_board(found.board, found.shapes, Situation(found.powers, found.start), view=view))
    named = [
        (node.text or "", float(node.get("x") or 0), float(node.get("y") or 0)) for node in with_id(root, "theatres")
    ]
    size = 22 * 0.3
    names = {text for text, _, _ in named}
    assert {"EUROPE", "ASIA", "AFRICA"} <= names
    drawn = replace(view, corner=(MARGIN, MARGIN))
    for text, x, y in named:
        across = text_width(text, size, spacing=THEATRE_SPACING) / 2
        box = (x - across, y - 0.8 * size, x + across, y + 0.2 * size)
        for unit in found.start.units.values():
            for place in drawn.copies(found.shapes.place(unit.location)):
                assert not touches(box, unit_box(place, drawn.block)), (text, str(unit))


def test_off_board_boxes_stand_on_bare_paper() -> None:
    root = tree(draw("cline-9-man-vii", scale=1.2))
    assert with_id(root, "surround").get("fill") == LIGHT.paper
    assert with_class(root, "link")
    assert with_id(root, "boxes") is not None


def test_the_whole_giant_board_is_drawn_within_seconds() -> None:
    found = atlas("colonia-iii")
    started = time.process_time()
    draw("colonia-iii", Situation(found.powers, found.start), scale=1.7)
    assert time.process_time() - started < 5


def test_an_island_closed_to_armies_has_a_dashed_coast() -> None:
    found = atlas("colonia-vii")
    view = whole_view(found.shapes, 1.0)
    lines = [
        len(list(with_id(tree(draw_board(found.board, found.shapes, Situation(closed=closed), view=view)), "borders")))
        for closed in (frozenset[SpaceId](), frozenset({SpaceId("AZO")}))
    ]
    assert lines[1] == lines[0] + 1


def test_paper_lies_beneath_the_credit_line_over_order_lines_but_under_units_and_heads() -> None:
    found = atlas()
    orders = ((FRANCE, parse_order("F BRE - MAO", found.board.names)),)
    situation = Situation(found.powers, found.start, orders=orders)
    root = tree(draw("standard", situation, Style(warning="A reconstruction: the map is lost.")))
    layers = [node.get("id") for node in root]
    assert layers.index("orders") < layers.index("warning-plate") < layers.index("units") < layers.index("warning")
    assert layers.index("warning-plate") < layers.index("heads")
    plate, line = with_id(root, "warning-plate"), with_id(root, "warning")
    left, top, width, height = (float(plate.get(name, "")) for name in ("x", "y", "width", "height"))
    assert left < float(line.get("x", "")) < left + width
    assert top < float(line.get("y", "")) < top + height
    legend = draw("standard", situation, Style(warning="A reconstruction", has_legend=True))
    assert "warning-plate" not in legend


@pytest.mark.parametrize("scale", [0.2, 0.5, 1.0])
def test_the_credit_line_fits_into_a_picture_of_any_width(scale: float) -> None:
    words = "A reconstruction: the map is lost. " * 3
    root = tree(draw("standard", style=Style(warning=words), scale=scale))
    plate, line = with_id(root, "warning-plate"), with_id(root, "warning")
    width = whole_view(atlas().shapes, scale).width
    assert float(plate.get("width", "")) <= width + 1
    letters = float(line.get("font-size", ""))
    assert text_width(words, letters) <= 1.1 * width
    assert letters <= 13
    assert float(plate.get("height", "")) < letters + 10


@pytest.mark.parametrize("board", BOARDS)
def test_the_credit_line_lies_over_no_place_of_a_unit(board: str) -> None:
    found = atlas(board)
    for scale in (print_scale(found.shapes), *(width / found.shapes.width for width in (2400, 1800, 1400, 1000, 240))):
        view = replace(whole_view(found.shapes, scale), corner=(MARGIN, MARGIN))
        left, top, right, bottom = box = place_warning(found.shapes, view, found.warning)
        frame = view.frame
        assert left >= frame[0]
        assert (right, bottom) <= (frame[2], frame[3])
        assert top > frame[3] - 30
        for shape in found.shapes.spaces.values() if view.width > 900 else ():
            for spot in view.copies(shape.unit):
                assert not touches(box, unit_box(spot, view.block)), (scale, shape)
