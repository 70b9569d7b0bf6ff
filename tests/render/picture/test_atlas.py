import shutil
from pathlib import Path

import pytest

from legation.board import SpaceId
from legation.errors import UnknownNameError
from legation.render.picture.atlas import list_boards, load_atlas, open_atlas
from tests.render.kit_drawing import BOARDS, atlas

DATA = Path(__file__).parents[3] / "src" / "legation" / "variants" / "data"


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_can_be_drawn(board: str) -> None:
    found = atlas(board)
    assert found.title
    assert set(found.board.spaces) >= set(found.shapes.spaces)
    assert 7 <= len(found.powers) <= 9


def test_an_unknown_board_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        open_atlas("atlantis")
    assert caught.value.candidates == list_boards()


def test_a_folder_of_ones_own_needs_no_variant(tmp_path: Path) -> None:
    for name in ("spaces.csv", "borders.csv", "shapes.json"):
        shutil.copy(DATA / "standard" / name, tmp_path / name)
    bare = load_atlas(tmp_path)
    assert bare.start.units == {}
    assert bare.start.owners[SpaceId("PAR")] == "FRANCE"
    shutil.copy(DATA / "standard" / "start.csv", tmp_path / "start.csv")
    assert open_atlas(str(tmp_path)).start.units == atlas().start.units
