"""Boards under load: six positions from the middle of games, with every order drawn."""

from dataclasses import replace

import pytest

from legation.board import LocationId, Shapes, Spot
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.labels import Label
from legation.render.picture.legibility import measure_picture
from legation.render.picture.view import print_scale, whole_view
from tests.render.kit_drawing import atlas, outcome, situation, tree
from tests.render.legibility import BOARDS, measure


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
    assert len(found.crossed) < 0.07 * found.labels, found.crossed


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


def _plain(picture: Picture) -> Label:
    return next(label for label in picture.labels if label.space == "MAO")


def test_labels_lie_under_lines_and_heads_over_units() -> None:
    ids = [node.get("id") for node in tree(draw(atlas().shapes).draw())]
    layers = [name for name in ids if name in ("labels", "orders", "centres", "units", "heads")]
    assert layers == ["labels", "orders", "centres", "units", "heads"]
