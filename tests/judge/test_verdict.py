from legation.board import Position, PowerId
from legation.judge import Fate, Outcome, Reason, Result, Strengths, Verdict
from legation.orders import Waive


def test_an_outcome_harms_nobody_unless_told() -> None:
    outcome = Outcome(PowerId("FRANCE"), Waive(), Result.SUCCEEDS, Reason.BUILD_WAIVED)
    assert (outcome.because_of, outcome.fate, outcome.dislodged_by, outcome.strengths) == ((), Fate.STANDS, None, None)


def test_strengths_are_nothing_unless_told() -> None:
    assert Strengths() == (0, 0, 0, 0)


def test_a_verdict_destroys_nothing_unless_told() -> None:
    assert Verdict((), Position()).destroyed == ()
