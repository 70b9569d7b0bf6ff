"""Findings made without a detour are findings like any other."""

import pytest

from legation.board import LocationId, UnitKind
from legation.judge import Finding, Reason, Result, Strengths
from legation.judge.findings import ALONE, STRENGTHS, in_sequence, new_finding, new_strengths
from legation.orders import Hold, Piece

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
