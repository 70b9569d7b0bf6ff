import math

import pytest

from legation.board import LocationId
from legation.judge import Result
from legation.render.picture.board_svg import Picture, Style, draw_board
from legation.render.picture.coasts import coast_box, list_partings, under_fleet
from legation.render.picture.labels import touches
from legation.render.picture.situation import Situation
from legation.render.picture.view import print_scale, whole_view
from tests.render.kit_drawing import atlas, outcome, situation, tree, with_id


def test_every_coast_is_named_at_its_place_on_a_bare_board() -> None:
    found = atlas("standard")
    names = [node.text for node in with_id(tree(draw_board(found.board, found.shapes)), "coasts") if node.text]
    assert sorted(names) == ["ec", "nc", "nc", "sc", "sc", "sc"]


def test_a_coast_with_a_fleet_has_its_name_under_the_fleet() -> None:
    found = atlas("standard")
    assert LocationId("STP/SC") in {unit.location for unit in found.start.units.values()}
    root = tree(draw_board(found.board, found.shapes, Situation(found.powers, found.start)))
    assert len([node for node in with_id(root, "coasts") if node.text]) == 5
    assert "sc" in [node.text for node in with_id(root, "units")]


def test_the_name_of_a_coast_steps_aside_for_heads_that_meet_there() -> None:
    found = atlas("standard")
    shown = situation(
        {"TURKEY": ["F POR"], "ITALY": ["F WES"]},
        outcome("TURKEY", "F POR - SPA/SC", Result.FAILS),
        outcome("ITALY", "F WES - SPA/SC", Result.FAILS),
    )
    picture = Picture(found.board, found.shapes, shown, Style(), whole_view(found.shapes, print_scale(found.shapes)))
    heads = [drawing.head for _, drawing in picture.orders.drawn if drawing.head]
    anchor = picture.view.pixel(found.shapes.place(LocationId("SPA/SC")))
    named = [
        (float(node.get("x", "")), float(node.get("y", "")))
        for node in with_id(tree(picture.draw()), "coasts")
        if node.text == "sc"
    ]
    (name,) = [place for place in named if math.dist(place, anchor) < 2 * picture.view.block]
    assert len(heads) == 2
    assert math.dist(name, anchor) > 0.3 * picture.view.block
    for left, top, right, bottom in heads:
        assert not (left < name[0] < right and top < name[1] < bottom)


def test_the_name_of_a_fleets_coast_steps_aside_for_a_head_beneath_the_fleet() -> None:
    found = atlas("standard")
    shown = situation({"RUSSIA": ["F BUL/SC"], "TURKEY": ["F AEG"]}, outcome("TURKEY", "F AEG - BUL/SC", Result.FAILS))
    view = whole_view(found.shapes, print_scale(found.shapes))
    picture = Picture(found.board, found.shapes, shown, Style(), view)
    (head,) = [drawing.head for _, drawing in picture.orders.drawn if drawing.head]
    box = coast_box(picture.coasts[LocationId("BUL/SC")], picture.view)
    usual = coast_box(under_fleet(picture.view.pixel(found.shapes.place(LocationId("BUL/SC"))), picture.view), view)
    assert touches(usual, head)
    assert not touches(box, head)
    assert not any(touches(box, other) for label in picture.labels for other in label.boxes)
    assert "sc" in [node.text for node in with_id(tree(picture.draw()), "units")]


@pytest.mark.parametrize("board", ["colonia-i", "colonia-iii", "colonia-vii", "colonial-variant"])
def test_coasts_part_on_the_shore_of_their_space(board: str) -> None:
    found = atlas(board)
    for parting in list_partings(found.board, found.shapes):
        assert len(found.board.spaces[parting.space].coasts) > 1
        assert parting.across[0] ** 2 + parting.across[1] ** 2 == pytest.approx(1)
