from legation.render.picture.frame import column_name, draw_frame, draw_seam
from legation.render.picture.theme import LIGHT
from legation.render.picture.view import View, seam_lines
from tests.render.kit_drawing import NAMESPACE, tree


def names(view: View) -> list[str]:
    root = tree(f'<svg xmlns="http://www.w3.org/2000/svg">{draw_frame(view, LIGHT, (900, 900))}</svg>')
    return [node.text or "" for node in root.iter(f"{NAMESPACE}text")]


def test_columns_have_letters_and_rows_numbers() -> None:
    assert [column_name(number) for number in (0, 23, 25, 26, 27)] == ["A", "X", "Z", "AA", "AB"]
    found = names(View((0, 0, 300, 200), 1.0, 300, wraps=False))
    assert found == ["A", "A", "B", "B", "C", "C", "1", "1", "2", "2"]


def test_columns_go_on_from_the_last_to_the_first() -> None:
    found = names(View((-100, 0, 500, 100), 1.0, 400, wraps=True))
    assert found[:12:2] == ["D", "A", "B", "C", "D", "A"]


def test_beyond_the_edge_of_a_flat_board_there_are_no_names() -> None:
    assert names(View((-100, -100, 200, 100), 1.0, 200, wraps=False)) == ["A", "A", "B", "B", "1", "1"]


def test_the_seam_is_faded_only_beyond_the_whole_world() -> None:
    whole = View((-50, 0, 450, 100), 1.0, 400, wraps=True)
    assert seam_lines(whole) == [0, 400]
    assert draw_seam(whole, LIGHT, fade=True).count("<rect") == 2
    pacific = View((300, 0, 500, 100), 1.0, 400, wraps=True)
    assert draw_seam(pacific, LIGHT, fade=True).count("<rect") == 0
    assert draw_seam(View((0, 0, 9, 9), 1.0, 9, wraps=False), LIGHT, fade=True) == ""
