import pytest

from legation.board import LocationId
from legation.render.picture.board_svg import draw_board
from legation.render.picture.coasts import list_partings
from legation.render.picture.situation import Situation
from tests.render.kit_drawing import atlas, tree, with_id


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


@pytest.mark.parametrize("board", ["colonia-i", "colonia-iii", "colonia-vii", "colonial-variant"])
def test_coasts_part_on_the_shore_of_their_space(board: str) -> None:
    found = atlas(board)
    for parting in list_partings(found.board, found.shapes):
        assert len(found.board.spaces[parting.space].coasts) > 1
        assert parting.across[0] ** 2 + parting.across[1] ** 2 == pytest.approx(1)
