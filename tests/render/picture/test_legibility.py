"""Boards under load: six positions from the middle of games, with every order drawn."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from legation.board import CentreKind, LocationId, Shapes, SpaceId, Spot
from legation.judge import Result
from legation.render.picture import centres
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.labels import ASTRIDE, Label, touches
from legation.render.picture.legibility import measure_picture
from legation.render.picture.situation import Situation
from legation.render.picture.view import print_scale, whole_view
from tests.render.crowd import measure_crowds
from tests.render.kit_drawing import atlas, outcome, position, situation, tree
from tests.render.legibility import BOARDS, draw_midgame, measure, measure_supports
from tests.render.other_games import play_games, share_astray


@pytest.mark.parametrize("variant", BOARDS)
def test_lines_stay_inside_their_spaces_and_nothing_hides_a_head(variant: str) -> None:
    found = measure(variant)
    lines = found.moves + found.supports
    assert found.units >= 30
    assert lines >= 30
    assert len(found.astray) < 0.03 * found.moves, found.astray
    assert len(found.astray) + len(found.supports_astray) < 0.03 * lines, found.supports_astray
    assert len(found.covered) < 0.02 * found.moves, found.covered
    assert not found.over_units
    assert len(found.crossed) < 0.01 * found.labels, found.crossed
    assert found.stand_offs
    assert not found.hidden
    assert len(found.lost) < 0.03 * found.centres, found.lost


@pytest.mark.parametrize("width", [2400, 1400])
@pytest.mark.parametrize("variant", BOARDS)
def test_pictures_of_every_size_have_their_names_clear_of_lines(variant: str, width: int) -> None:
    shapes = atlas(variant).shapes
    found = measure_picture(draw_midgame(variant, width / whole_view(shapes, 1).width))
    assert len(found.crossed) < (0.02 if width == 2400 else 0.06) * found.labels, found.crossed
    assert len(found.covered) < 0.02 * found.moves, found.covered
    assert not found.hidden
    assert len(found.lost) < 0.05 * found.centres, found.lost


@pytest.mark.parametrize("variant", BOARDS)
def test_orders_at_random_on_full_boards_and_full_seas_are_as_legible(variant: str) -> None:
    """Moves, supports and convoys that no bot would think of, on boards as full as they can be."""
    for title, found in measure_crowds(variant, 2):
        lines = found.moves + found.supports
        assert lines > 25, title
        assert len(found.astray) < 0.03 * found.moves, (title, found.astray)
        assert len(found.astray) + len(found.supports_astray) < 0.03 * lines, (title, found.supports_astray)
        assert len(found.covered) < 0.02 * found.moves, (title, found.covered)
        assert not found.over_units, title
        assert len(found.crossed) < 0.02 * found.labels, (title, found.crossed)
        assert not found.hidden, title


def test_a_line_to_a_box_at_the_foot_of_the_sheet_runs_beside_its_link() -> None:
    found = atlas("cline-9-man-vii")
    orders = ("F WAO - ANT", "F ANT - IND")
    shown = situation(
        {"ENGLAND": ["F WAO", "F ANT"]}, *(outcome("ENGLAND", text, board="cline-9-man-vii") for text in orders)
    )
    picture = Picture(found.board, found.shapes, shown, Style(), whole_view(found.shapes, print_scale(found.shapes)))
    assert not measure_picture(picture).astray
    for _, drawing in picture.orders.drawn:
        assert max(picture.view.spot(point)[1] for point in drawing.extent) > found.shapes.height + 50


def test_the_code_of_a_box_makes_room_for_a_head_that_comes_round_the_sheet() -> None:
    found = atlas("colonial-variant")
    shown = situation({"BERENIA": ["F OB5"]}, outcome("BERENIA", "F PO22 - OB5", board="colonial-variant"))
    picture = Picture(found.board, found.shapes, shown, Style(), whole_view(found.shapes, print_scale(found.shapes)))
    assert not measure_picture(picture).covered
    assert SpaceId("OB5") in {label.space for label in picture.labels}


@pytest.mark.parametrize("variant", ["standard", "colonial-variant"])
def test_supports_of_all_possible_moves_stay_inside_their_spaces(variant: str) -> None:
    supports, astray = measure_supports(variant)
    assert supports > 2000
    assert astray < 0.001 * supports


def draw(shapes: Shapes) -> Picture:
    shown = situation(
        {"FRANCE": ["F BAR", "A SWE", "F ENG"], "ENGLAND": ["A NWY"]},
        outcome("FRANCE", "F BAR - NWG"),
        outcome("FRANCE", "F ENG - NTH"),
    )
    return Picture(atlas().board, shapes, shown, Style(), whole_view(shapes, print_scale(shapes)))


def test_the_measure_sees_lines_astray_and_over_units() -> None:
    shapes = atlas().shapes
    assert not measure_picture(draw(shapes)).astray
    # A gate in the middle of Norway, where an army stands.
    north = shapes.place(LocationId("NWY"))
    bare = replace(shapes, gates={**shapes.gates, "BAR": {"NWG": (Spot(north.x, north.y),)}})
    found = measure_picture(draw(bare))
    assert found.astray == ["F BAR - NWG"]
    assert found.over_units == ["F BAR - NWG"]


def test_the_measure_sees_a_head_on_a_label() -> None:
    picture = draw(atlas().shapes)
    assert not measure_picture(picture).covered
    _, drawing = picture.orders.drawn[0]
    x, y = drawing.extent[-1]
    picture.labels = [*picture.labels, replace(_plain(picture), x=x, y=y)]
    assert measure_picture(picture).covered == ["F BAR - NWG"]


def test_the_measure_sees_a_line_on_a_label_and_names_keep_clear_of_lines() -> None:
    picture = draw(atlas().shapes)
    assert not measure_picture(picture).crossed
    _, drawing = picture.orders.drawn[0]
    x, y = drawing.extent[len(drawing.extent) // 2]
    picture.labels = [replace(_plain(picture), x=x, y=y)]
    assert measure_picture(picture).crossed == ["MAO"]


def test_the_measure_sees_a_stand_off_under_a_head() -> None:
    shown = Situation(
        position=position({"FRANCE": ["A SIL"], "GERMANY": ["A KIE"]}, contested=["MUN"]),
        outcomes=(outcome("FRANCE", "A SIL - MUN", Result.FAILS), outcome("GERMANY", "A KIE - MUN", Result.FAILS)),
    )
    found = atlas()
    picture = Picture(found.board, found.shapes, shown, Style(), whole_view(found.shapes, print_scale(found.shapes)))
    assert measure_picture(picture).stand_offs == 1
    assert not measure_picture(picture).hidden
    head = picture.orders.drawn[0][1].head
    assert head
    picture.contested = {SpaceId("MUN"): (head[0], head[1])}
    assert measure_picture(picture).hidden == ["MUN"]


def test_the_mark_of_a_centre_steps_aside_for_a_head_and_for_a_bracket() -> None:
    found = atlas()
    view = whole_view(found.shapes, print_scale(found.shapes))

    def place(code: str, *orders: str, units: Mapping[str, list[str]]) -> tuple[float, float]:
        outcomes = [outcome("FRANCE", text, Result.FAILS if " - " in text else Result.SUCCEEDS) for text in orders]
        picture = Picture(found.board, found.shapes, situation(units, *outcomes), Style(), view)
        assert code not in measure_picture(picture).lost
        return picture.place_centres()[SpaceId(code)]

    # From the upper right, where the mark of Kiel lies.
    assert place("KIE", units={"GERMANY": ["A KIE"]}) != place("KIE", "A BER - KIE", units={"GERMANY": ["A KIE"]})
    both = {"FRANCE": ["A BER", "A KIE"]}
    assert place("KIE", units=both) != place("KIE", "A BER S A KIE", units=both)
    # In the middle of a space without a unit.
    assert place("MUN", units={}) != place("MUN", "A TYR - MUN", units={})


def test_the_measure_sees_the_mark_of_a_centre_under_a_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(centres, "BESIDE_NAME", [(0, 0)])
    shown = situation({"FRANCE": ["A TYR"]}, outcome("FRANCE", "A TYR - MUN", Result.FAILS))
    found = atlas()
    picture = Picture(found.board, found.shapes, shown, Style(), whole_view(found.shapes, print_scale(found.shapes)))
    assert measure_picture(picture).lost == ["MUN"]


def test_the_name_of_a_land_goes_out_to_sea_rather_than_under_a_line() -> None:
    board = "cline-9-man-vii"
    shown = situation(
        {"ENGLAND": ["F IRE", "F CLY", "F LVP"]},
        outcome("ENGLAND", "F CLY - LVP", board=board),
        outcome("ENGLAND", "F IRE - LVP", board=board),
        outcome("ENGLAND", "A YOR - LVP", board=board),
    )
    found = atlas(board)
    picture = Picture(found.board, found.shapes, shown, Style(), whole_view(found.shapes, print_scale(found.shapes)))
    assert "LVP" in {label.space for label in picture.labels if label.wording.is_name}
    assert not measure_picture(picture).crossed


def test_a_name_that_stands_on_its_own_space_needs_no_leader_line() -> None:
    picture = draw_midgame("colonia-iii")
    assert {"OPO", "PNG"} <= {label.space for label in picture.labels}
    for label in picture.labels:
        box = (*picture.view.spot(label.box[:2]), *picture.view.spot(label.box[2:]))
        assert not label.leader or picture.terrain.weigh(box, label.space).own < ASTRIDE, label.space


@pytest.mark.parametrize("board", ["standard", "cline-9-man-vii"])
@pytest.mark.parametrize("letter", ["B", "D"])
def test_no_name_lies_under_the_ring_of_a_build_or_the_stroke_of_a_removal(board: str, letter: str) -> None:
    found = atlas(board)
    homes = [str(code) for code, space in found.board.spaces.items() if space.centre is CentreKind.HOME]
    outcomes = [outcome("RUSSIA", f"A {code} {letter}", board=board) for code in homes]
    units = {"RUSSIA": [f"A {code}" for code in homes]} if letter == "B" else {}
    picture = Picture(
        found.board,
        found.shapes,
        situation(units, *outcomes),
        Style(),
        whole_view(found.shapes, print_scale(found.shapes)),
    )
    signs = {str(task.location): drawing.head for task, drawing in picture.orders.drawn}
    assert set(signs) == set(homes)
    boxes = [box for label in picture.labels for box in label.boxes]
    hidden = [code for code, sign in signs.items() if not sign or any(touches(sign, box) for box in boxes)]
    assert not hidden


def _plain(picture: Picture) -> Label:
    return next(label for label in picture.labels if label.space == "MAO")


def test_labels_lie_under_lines_and_heads_over_units() -> None:
    ids = [node.get("id") for node in tree(draw(atlas().shapes).draw())]
    layers = [name for name in ids if name in ("labels", "orders", "centres", "units", "heads")]
    assert layers == ["labels", "orders", "centres", "units", "heads"]


@pytest.mark.soak
@pytest.mark.parametrize("variant", BOARDS)
def test_positions_of_other_games_are_as_legible(variant: str) -> None:
    for title, found in play_games(variant, seed=101):
        assert found.units >= 25, title
        assert share_astray(found) < 0.03, (title, found.astray, found.supports_astray)
        assert len(found.covered) < 0.02 * found.moves, (title, found.covered)
        assert not found.over_units, title
        assert not found.hidden, title
        assert len(found.lost) < 0.04 * found.centres, (title, found.lost)
