"""Findings made without a detour are findings like any other."""

from legation.board import LocationId, UnitKind
from legation.judge import Finding, Reason, Result, Strengths
from legation.judge.findings import in_sequence, new_finding, new_strengths
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
