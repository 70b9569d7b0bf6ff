"""What holds under any combination of switches, not only under the four profiles."""

from enum import StrEnum
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from legation.judge import SWITCHES, Outcome, Reason, Rulebook, Verdict, judge_moves, make_rulebook
from legation.orders import Move, make_order_book
from tests.kit import STANDARD
from tests.properties.strategies import QUICK, Situation, situations


def list_values(switch: str) -> list[object]:
    kind = SWITCHES[switch]
    return list(kind) if issubclass(kind, StrEnum) else [True, False]


rulebooks = st.fixed_dictionaries({name: st.sampled_from(list_values(name)) for name in SWITCHES}).map(make_rulebook)


def judge(situation: Situation, rulebook: Rulebook) -> Verdict:
    book = make_order_book(STANDARD, situation.position, situation.submissions, rulebook.order_rules)
    return judge_moves(STANDARD, situation.position, book, rulebook)


@settings(QUICK, max_examples=200)
@given(situation=situations, rulebook=rulebooks)
def test_every_unit_is_accounted_for(situation: Situation, rulebook: Rulebook) -> None:
    verdict = judge(situation, rulebook)
    after = verdict.position
    assert len(after.units) + len(after.dislodged) + len(verdict.destroyed) == len(situation.position.units)
    goals = [found.order.target for found in verdict.outcomes if isinstance(found.order, Move) and has_moved(found)]
    assert len({STANDARD.index[goal] for goal in goals}) == len(goals)


def has_moved(outcome: Outcome) -> bool:
    return outcome.reason is Reason.MOVED


@settings(QUICK, max_examples=200)
@given(situation=situations, rulebook=rulebooks, seed=st.integers(0, 1000))
def test_the_sequence_of_units_changes_nothing(situation: Situation, rulebook: Rulebook, seed: int) -> None:
    units = list(situation.position.units.items())
    Random(seed).shuffle(units)
    shuffled = situation._replace(position=situation.position._replace(units=dict(units)))
    one, other = judge(situation, rulebook), judge(shuffled, rulebook)
    assert one.position.units == other.position.units
    assert set(one.position.dislodged) == set(other.position.dislodged)
    assert set(one.destroyed) == set(other.destroyed)
    assert one.position.contested == other.position.contested


@settings(QUICK, max_examples=100)
@given(situation=situations, rulebook=rulebooks)
def test_nobody_dislodges_a_unit_of_the_same_power(situation: Situation, rulebook: Rulebook) -> None:
    for outcome in judge(situation, rulebook).outcomes:
        if isinstance(outcome.dislodged_by, Move):
            assert situation.position.units[outcome.dislodged_by.unit.space].power != outcome.power
