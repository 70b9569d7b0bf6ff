from legation.board import Position
from legation.judge import Fate, Reason, Result, Strengths, Verdict
from tests.kit import judge_winter, make_position


def test_an_outcome_that_nobody_decided_and_that_harms_nobody_says_so() -> None:
    position = make_position({}, centres={"FRANCE": ["PAR"]})
    (outcome,) = judge_winter(position, {"FRANCE": ["WAIVE"]}).verdict.outcomes
    assert (outcome.power, outcome.result, outcome.reason) == ("FRANCE", Result.SUCCEEDS, Reason.BUILD_WAIVED)
    assert (outcome.because_of, outcome.fate, outcome.dislodged_by, outcome.strengths) == ((), Fate.STANDS, None, None)


def test_strengths_are_nothing_unless_told() -> None:
    assert Strengths() == (0, 0, 0, 0)


def test_a_verdict_destroys_nothing_unless_told() -> None:
    assert Verdict((), Position()).destroyed == ()
