import pytest

from legation.errors import UnknownNameError
from legation.render.files.plates import list_plates, plate_view, plate_window
from legation.render.picture.board_svg import draw_board
from tests.render.kit_drawing import BOARDS, atlas, tree


@pytest.mark.parametrize("board", BOARDS)
def test_every_theatre_has_a_plate_that_shows_all_its_spaces(board: str) -> None:
    found = atlas(board)
    plates = list_plates(found.board, found.shapes)
    assert plates
    for plate, theatres in plates.items():
        left, top, right, bottom = plate_window(found.board, found.shapes, plate)
        for code, shape in found.shapes.spaces.items():
            if found.board.spaces[code].theatre in theatres:
                x = shape.unit.x
                turns = (x - found.shapes.width, x, x + found.shapes.width) if found.shapes.wraps else (x,)
                assert any(left <= turn <= right for turn in turns), f"{code} on {plate}"
                assert top <= shape.unit.y <= bottom


def test_the_worlds_have_the_plates_that_reports_need() -> None:
    found = atlas("colonia-iii")
    assert {"europe", "asia", "africa", "americas", "pacific"} <= set(list_plates(found.board, found.shapes))


def test_the_pacific_runs_over_the_seam() -> None:
    found = atlas("colonia-iii")
    left, _, right, _ = plate_window(found.board, found.shapes, "pacific")
    assert right - left < found.shapes.width * 0.8
    assert left < 0 or right > found.shapes.width


def test_a_plate_is_as_wide_as_asked_and_well_formed() -> None:
    found = atlas("colonia-vii")
    view = plate_view(found.board, found.shapes, "europe", width=900)
    assert view.width == pytest.approx(900)
    tree(draw_board(found.board, found.shapes, view=view))


def test_an_unknown_plate_is_answered_with_the_known_ones() -> None:
    found = atlas("colonia-vii")
    with pytest.raises(UnknownNameError, match="unknown plate 'moon'"):
        plate_window(found.board, found.shapes, "moon")
