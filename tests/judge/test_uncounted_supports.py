"""A support that would dislodge a unit of one's own is not cut, and gets no credit."""

import random

import pytest

from legation.board import SpaceId
from legation.judge import Fate, Outcome, Reason, Result
from legation.orders import Move, OrderRules, SupportMove, format_order, list_orders
from tests.kit import STANDARD, judge, judge_position
from tests.orders.test_listing import make_random_position


def test_a_support_against_a_unit_of_its_own_power_did_not_count() -> None:
    result = judge({"ENGLAND": ["A SIL - MUN", "A BOH S A SIL - MUN"], "GERMANY": ["A MUN H", "A BER S A SIL - MUN"]})
    assert result["MUN"].fate is not Fate.STANDS
    assert result.because("SIL") == ["A BOH S A SIL - MUN"]
    assert (result["BOH"].reason, result["BER"].reason) == (Reason.SUPPORT_GIVEN, Reason.SUPPORT_NOT_COUNTED)
    assert result["BER"].result is Result.SUCCEEDS


def test_a_move_that_fails_against_one_of_its_own_took_no_help() -> None:
    result = judge({"ENGLAND": ["A SIL - MUN", "A BOH S A SIL - MUN", "A MUN - RUH"], "FRANCE": ["A BEL - RUH"]})
    assert result["SIL"].reason is Reason.OWN_UNIT_IN_WAY
    assert result["BOH"].reason is Reason.SUPPORT_NOT_COUNTED


def test_a_support_counts_where_the_unit_of_its_own_power_leaves() -> None:
    result = judge({"ENGLAND": ["A SIL - MUN"], "GERMANY": ["A MUN - RUH", "A BER S A SIL - MUN"]})
    assert (result["SIL"].reason, result["BER"].reason) == (Reason.MOVED, Reason.SUPPORT_GIVEN)
    assert result.because("SIL") == ["A BER S A SIL - MUN"]


def _is_help(outcome: Outcome, move: Move) -> bool:
    order = outcome.order
    return isinstance(order, SupportMove) and outcome.reason is Reason.SUPPORT_GIVEN and order.supported == move.unit


@pytest.mark.parametrize("seed", range(150))
def test_an_attack_is_one_and_the_supports_called_given(seed: int) -> None:
    position, chance = make_random_position(seed), random.Random(seed)
    legal: dict[SpaceId, list[str]] = {}
    for order in list_orders(STANDARD, position, None, OrderRules()):
        legal.setdefault(order.unit.space, []).append(format_order(order))
    letters: dict[str, list[str]] = {}
    for space, texts in legal.items():
        wanted = [text for text in texts if " S " in text and " - " in text] if chance.random() < 0.5 else texts
        letters.setdefault(position.units[space].power, []).append(chance.choice(wanted or texts))
    result = judge_position(position, letters)
    for outcome in result.verdict.outcomes:
        if not isinstance(outcome.order, Move) or outcome.strengths is None:
            continue
        given = sum(_is_help(other, outcome.order) for other in result.verdict.outcomes)
        attack = outcome.strengths.attack
        if attack:
            assert attack == 1 + given, outcome
        elif outcome.reason is Reason.OWN_UNIT_IN_WAY:
            assert given == 0, outcome
        if outcome.reason is Reason.MOVED:
            assert len(outcome.because_of) == given
