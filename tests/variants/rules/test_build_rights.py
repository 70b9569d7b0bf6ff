from pathlib import Path

import pytest

from legation.board import Board, PowerId
from legation.judge import choose_removals, list_build_sites
from legation.variants.rules import BuildOnlyCentres, Colonies, SpecialCentres
from tests.kit import make_position, make_tiny_board, rules

RED, BLUE = PowerId("RED"), PowerId("BLUE")
SPACES = """
    HOME,Home,land,home,RED
    COL,Colony,land,colonial
    SPE,Special,land,special,RED
    YARD,Yard,land,build-only,RED
    MID,Middle,land
    END,End,land
"""
BORDERS = """
    HOME,MID,yes
    MID,SPE,yes
    MID,YARD,yes
    SPE,END,yes
    END,COL,yes
"""
CENTRES = {"RED": ["HOME", "COL", "SPE", "YARD"]}


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return make_tiny_board(tmp_path, SPACES, BORDERS)


def test_each_module_adds_its_own_kind_of_centre(board: Board) -> None:
    position = make_position({}, board, centres=CENTRES)
    for modules, more in (
        ((), ()),
        ((Colonies(),), ("COL",)),
        ((SpecialCentres(),), ("SPE",)),
        ((BuildOnlyCentres(),), ("YARD",)),
    ):
        found = list_build_sites(board, position, RED, rules("2000", *modules))
        assert found == tuple(sorted(("HOME", *more)))


def test_a_colony_builds_for_any_owner_and_a_special_centre_does_not(board: Board) -> None:
    position = make_position({}, board, centres={"BLUE": ["COL", "SPE", "YARD"]})
    rulebook = rules("2000", Colonies(), SpecialCentres(), BuildOnlyCentres())
    assert list_build_sites(board, position, BLUE, rulebook) == ("COL",)
    assert list_build_sites(board, position, RED, rulebook) == ()


def test_a_build_only_centre_may_need_no_control(board: Board) -> None:
    rulebook = rules("2000", BuildOnlyCentres(vacant_is_enough=True))
    lost = make_position({}, board, centres={"BLUE": ["YARD"]})
    assert list_build_sites(board, lost, RED, rulebook) == ("YARD",)
    assert list_build_sites(board, lost, BLUE, rulebook) == ()
    held = make_position({"BLUE": ["A YARD"]}, board, centres={"BLUE": ["YARD"]})
    assert list_build_sites(board, held, RED, rulebook) == ()


@pytest.mark.parametrize(
    ("modules", "first"),
    [
        ((), "A COL"),
        ((Colonies(), SpecialCentres()), "A COL"),
        ((Colonies(as_home=True),), "A SPE"),
        ((Colonies(as_home=True), SpecialCentres(as_home=True)), "A END"),
    ],
)
def test_the_way_home_may_end_in_a_colony_or_special_centre(
    board: Board, modules: tuple[Colonies | SpecialCentres, ...], first: str
) -> None:
    """Home is 2 from Special, 3 from End, 4 from Colony; End is 1 from both of the others."""
    position = make_position({"RED": ["A COL", "A SPE", "A END", "A HOME"]}, board, centres=CENTRES)
    assert str(choose_removals(board, position, RED, 1, rules("2000", *modules))[0]) == first
