"""Orders that wait for each other are settled, however long the chain."""

from pathlib import Path

import pytest

from legation.board import Board
from legation.judge import Reason
from tests.kit import PROFILES, judge, make_tiny_board, rules

LENGTH = 40


@pytest.fixture
def road(tmp_path: Path) -> Board:
    spaces = "\n".join(f"P{n},Place {n},land" for n in range(LENGTH + 1))
    borders = "\n".join(f"P{n},P{n + 1},yes" for n in range(LENGTH))
    return make_tiny_board(tmp_path, spaces, borders)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_long_column_marches_if_its_head_does(road: Board, profile: str) -> None:
    column = [f"A P{n} - P{n + 1}" for n in range(LENGTH)]
    result = judge({"FRANCE": column}, rules(profile), board=road)
    assert {outcome.reason for outcome in result.verdict.outcomes} == {Reason.MOVED}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_long_column_stays_if_its_head_does(road: Board, profile: str) -> None:
    column = [f"A P{n} - P{n + 1}" for n in range(LENGTH)]
    result = judge({"FRANCE": column, "SPAIN": [f"A P{LENGTH} H"]}, rules(profile), board=road)
    assert result[f"P{LENGTH - 1}"].reason is Reason.REPELLED
    assert {result[f"P{n}"].reason for n in range(LENGTH - 1)} == {Reason.OWN_UNIT_IN_WAY}


@pytest.mark.parametrize("profile", PROFILES)
def test_it_does_not_matter_from_which_end_the_column_is_written(road: Board, profile: str) -> None:
    column = [f"A P{n} - P{n + 1}" for n in range(LENGTH)]
    forward = judge({"FRANCE": column}, rules(profile), board=road)
    backward = judge({"FRANCE": column[::-1]}, rules(profile), board=road)
    assert forward.after == backward.after


@pytest.mark.parametrize("profile", PROFILES)
def test_a_chain_of_cuts_is_followed_to_its_end(profile: str) -> None:
    """Gascony cuts Burgundy, so Belgium attacks alone; it cuts Ruhr all the same, and Holland falls."""
    orders = {
        "FRANCE": ["A BEL - RUH", "A BUR S A BEL - RUH"],
        "GERMANY": ["A RUH S A HOL", "A HOL H"],
        "ITALY": ["A GAS - BUR"],
        "ENGLAND": ["F NTH - HOL", "F HEL S F NTH - HOL"],
    }
    result = judge(orders, rules(profile))
    assert result["BUR"].reason is Reason.SUPPORT_CUT
    assert result["RUH"].reason is Reason.SUPPORT_CUT
    assert result["NTH"].reason is Reason.MOVED
