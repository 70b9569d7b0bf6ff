"""Findings made without a detour are findings like any other."""

from itertools import pairwise
from pathlib import Path

import pytest

from legation.board import LocationId, UnitKind
from legation.judge import Finding, Reason, Result, Strengths, judge_moves
from legation.judge.findings import ALONE, HOLDING, STRENGTHS, in_sequence, new_finding, new_strengths
from legation.orders import Hold, Piece, format_order
from tests.kit import make_book, make_position, make_tiny_board, rules

HOLDS = [Hold(Piece(UnitKind.ARMY, LocationId(code))) for code in ("RUH", "BEL", "MUN")]


def test_a_finding_made_quickly_is_a_finding() -> None:
    quick = new_finding(Finding, (Result.FAILS, Reason.BOUNCED, tuple(HOLDS)))
    assert isinstance(quick, Finding)
    assert quick == Finding(Result.FAILS, Reason.BOUNCED, tuple(HOLDS))


def test_strengths_made_quickly_are_strengths() -> None:
    quick = new_strengths(Strengths, (2, 1, 0, 1))
    assert isinstance(quick, Strengths)
    assert (quick.attack, quick.hold, quick.defend, quick.prevent) == (2, 1, 0, 1)


def test_orders_are_told_by_the_place_of_their_unit() -> None:
    assert in_sequence([*HOLDS]) == (HOLDS[1], HOLDS[2], HOLDS[0])


@pytest.mark.parametrize("numbers", [(2, 1, 0, 1), (4, 4, 0, 4), (0, 0, 0, 0), (3, 1, 2, 0), (9, 7, 0, 8)])
def test_strengths_come_out_of_the_table_as_they_would_be_made(numbers: tuple[int, int, int, int]) -> None:
    assert STRENGTHS[numbers] == Strengths(*numbers)


def test_a_move_without_help_has_its_strengths_by_what_it_meets() -> None:
    assert [ALONE[hold] for hold in range(3)] == [Strengths(1), Strengths(1, 1), Strengths(1, 2)]
    assert (HOLDING[70], ALONE[70]) == (Strengths(hold=70), Strengths(attack=1, hold=70))


def test_a_space_may_have_any_number_of_neighbours(tmp_path: Path) -> None:
    """An army that 58 others support to hold is attacked, first alone and then with support."""
    around = [f"S{number:02}" for number in range(60)]
    spaces = "\n".join(f"{code},Space {code},land,neutral,,,,,," for code in ("HUB", *around))
    pairs = [*(("HUB", code) for code in around), *pairwise(around)]
    board = make_tiny_board(tmp_path, spaces, "\n".join(f"{start},{end},yes,no,,," for start, end in pairs))
    position = make_position(
        {"FRANCE": [f"A {code}" for code in ("HUB", *around[2:])], "ITALY": ["A S00", "A S01"]}, board
    )
    supports = [f"A {code} S A HUB" for code in around[2:]]
    for attack, italian in enumerate((["A S00 - HUB"], ["A S00 - HUB", "A S01 S A S00 - HUB"]), 1):
        book = make_book(position, {"FRANCE": supports, "ITALY": italian}, board=board)
        strengths = {
            format_order(outcome.order): outcome.strengths
            for outcome in judge_moves(board, position, book, rules()).outcomes
        }
        assert strengths["A HUB H"] == Strengths(hold=59)
        assert strengths["A S00 - HUB"] == Strengths(attack=attack, hold=59)
