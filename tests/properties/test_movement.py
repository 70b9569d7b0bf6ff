"""What holds of every movement phase, under every profile."""

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.board import Position, PowerId, Unit, space_of
from legation.judge import Fate, Outcome, Reason, Result, Verdict, judge_moves
from legation.orders import Move, OrderBook, Submission, format_order, make_order_book, parse_order
from tests.kit import PROFILES, STANDARD, rules
from tests.properties.strategies import POWERS, QUICK, Situation, situations

pytestmark = pytest.mark.parametrize("profile", PROFILES)

RESULTS = {
    Result.SUCCEEDS: {
        Reason.HELD,
        Reason.DISLODGED,
        Reason.MOVED,
        Reason.SUPPORT_GIVEN,
        Reason.SUPPORT_NOT_COUNTED,
        Reason.CONVOY_AVAILABLE,
    },
    Result.FAILS: {
        Reason.CONVOY_DISRUPTED,
        Reason.OWN_UNIT_IN_WAY,
        Reason.MET_HEAD_ON,
        Reason.REPELLED,
        Reason.OUTMATCHED,
        Reason.BOUNCED,
    },
    Result.CUT: {Reason.SUPPORT_CUT, Reason.SUPPORT_DISLODGED},
    Result.DISRUPTED: {Reason.CARRIER_DISLODGED, Reason.CONVOY_PARADOX},
    Result.VOID: {Reason.NO_CONVOY_ORDERED, Reason.SUPPORT_UNMATCHED, Reason.CONVOY_UNMATCHED},
}
NEEDS_A_CAUSE = set().union(*RESULTS.values()) - {
    Reason.HELD,
    Reason.DISLODGED,
    Reason.MOVED,
    Reason.SUPPORT_GIVEN,
    Reason.CONVOY_AVAILABLE,
    Reason.NO_CONVOY_ORDERED,
}


def make_book(situation: Situation, profile: str) -> OrderBook:
    return make_order_book(STANDARD, situation.position, situation.submissions, rules(profile).order_rules)


def judge(situation: Situation, profile: str) -> Verdict:
    return judge_moves(STANDARD, situation.position, make_book(situation, profile), rules(profile))


def outcomes(situation: Situation, verdict: Verdict) -> Mapping[Unit, Outcome]:
    return dict(zip(situation.position.units.values(), verdict.outcomes, strict=True))


Told = tuple[object, ...]


def tell(outcome: Outcome) -> Told:
    """An outcome without its power, and without the sequence in which its causes stand."""
    causes = frozenset(outcome.because_of)
    return outcome.order, outcome.result, outcome.reason, causes, outcome.fate, outcome.dislodged_by, outcome.strengths


def summarise(situation: Situation, profile: str, names: Mapping[PowerId, PowerId] | None = None) -> dict[str, object]:
    """Everything that a verdict says, in no sequence, with its powers renamed."""
    verdict = judge(situation, profile)
    after = verdict.position
    known = names or dict(zip(POWERS, POWERS, strict=True))
    return {
        "told": {rename_unit(unit, known): tell(found) for unit, found in outcomes(situation, verdict).items()},
        "powers": all(unit.power == found.power for unit, found in outcomes(situation, verdict).items()),
        "units": {space: rename_unit(unit, known) for space, unit in after.units.items()},
        "waiting": {found._replace(unit=rename_unit(found.unit, known)) for found in after.dislodged},
        "contested": after.contested,
        "destroyed": {rename_unit(unit, known) for unit in verdict.destroyed},
    }


@QUICK
@given(situation=situations, data=st.data())
def test_the_order_of_orders_and_of_units_changes_nothing(
    profile: str, situation: Situation, data: st.DataObject
) -> None:
    units = dict(data.draw(st.permutations(list(situation.position.units.items()))))
    shuffled = Situation(
        situation.position._replace(units=units), list(data.draw(st.permutations(situation.submissions)))
    )
    assert summarise(situation, profile) == summarise(shuffled, profile)


def rename_unit(unit: Unit, names: Mapping[PowerId, PowerId]) -> Unit:
    return unit._replace(power=names[unit.power])


def rename(situation: Situation, names: Mapping[PowerId, PowerId]) -> Situation:
    units = {space: rename_unit(unit, names) for space, unit in situation.position.units.items()}
    submissions = [Submission(names[found.power], found.text, found.order) for found in situation.submissions]
    return Situation(Position(units), submissions)


@QUICK
@given(situation=situations, shuffled=st.permutations(POWERS))
def test_renaming_the_powers_changes_nothing_else(profile: str, situation: Situation, shuffled: list[PowerId]) -> None:
    names = dict(zip(POWERS, shuffled, strict=True))
    assert summarise(rename(situation, names), profile) == summarise(situation, profile, names)


@QUICK
@given(situation=situations)
def test_the_judge_ends_with_one_outcome_for_every_unit(profile: str, situation: Situation) -> None:
    verdict = judge(situation, profile)
    units = situation.position.units.values()
    assert [outcome.power for outcome in verdict.outcomes] == [unit.power for unit in units]
    assert judge(situation, profile) == verdict


@QUICK
@given(situation=situations)
def test_no_two_units_stand_in_one_space(profile: str, situation: Situation) -> None:
    after = judge(situation, profile).position
    assert all(space == unit.space for space, unit in after.units.items())
    moved_in = Counter(
        space_of(outcome.order.target)
        for outcome in judge(situation, profile).outcomes
        if isinstance(outcome.order, Move) and outcome.reason is Reason.MOVED
    )
    assert set(moved_in.values()) <= {1}


def units_after(unit: Unit, outcome: Outcome) -> Unit:
    moved = isinstance(outcome.order, Move) and outcome.result is Result.SUCCEEDS
    return unit._replace(location=outcome.order.target) if moved and isinstance(outcome.order, Move) else unit


@QUICK
@given(situation=situations)
def test_nothing_appears_or_vanishes_without_a_record(profile: str, situation: Situation) -> None:
    verdict = judge(situation, profile)
    told = outcomes(situation, verdict)
    standing = {units_after(unit, outcome) for unit, outcome in told.items() if outcome.fate is Fate.STANDS}
    assert set(verdict.position.units.values()) == standing
    waiting = {unit for unit, outcome in told.items() if outcome.fate is Fate.DISLODGED}
    assert {found.unit for found in verdict.position.dislodged} == waiting
    assert set(verdict.destroyed) == {unit for unit, outcome in told.items() if outcome.fate is Fate.DESTROYED}


@QUICK
@given(situation=situations)
def test_every_outcome_has_a_reason_that_fits_its_result(profile: str, situation: Situation) -> None:
    written = set(make_book(situation, profile).orders.values())
    for outcome in judge(situation, profile).outcomes:
        assert outcome.reason in RESULTS[outcome.result]
        assert set(outcome.because_of) <= written
        assert outcome.because_of or outcome.reason not in NEEDS_A_CAUSE, outcome


@QUICK
@given(situation=situations)
def test_a_unit_is_dislodged_by_a_move_into_its_space(profile: str, situation: Situation) -> None:
    verdict = judge(situation, profile)
    moved = {outcome.order for outcome in verdict.outcomes if outcome.reason is Reason.MOVED}
    for unit, outcome in outcomes(situation, verdict).items():
        assert (outcome.dislodged_by is None) == (outcome.fate is Fate.STANDS)
        if isinstance(outcome.dislodged_by, Move):
            assert space_of(outcome.dislodged_by.target) == unit.space
            assert outcome.dislodged_by in moved


@QUICK
@given(situation=situations)
def test_nobody_dislodges_a_unit_of_the_same_power(profile: str, situation: Situation) -> None:
    verdict = judge(situation, profile)
    powers = {unit.space: unit.power for unit in situation.position.units.values()}
    for outcome in verdict.outcomes:
        if isinstance(outcome.dislodged_by, Move):
            assert powers[outcome.dislodged_by.unit.space] != outcome.power


@QUICK
@given(situation=situations)
def test_every_retreat_is_a_legal_step_to_a_free_space(profile: str, situation: Situation) -> None:
    after = judge(situation, profile).position
    for found in after.dislodged:
        steps = STANDARD.moves(found.unit.location, sails=found.unit.kind == "F")
        goals = {space_of(retreat) for retreat in found.retreats}
        assert found.retreats
        assert set(found.retreats) <= set(steps)
        assert not goals & set(after.units)
        assert not goals & after.contested


@QUICK
@given(situation=situations)
def test_contested_spaces_are_empty_and_were_fought_over(profile: str, situation: Situation) -> None:
    verdict = judge(situation, profile)
    failed = [outcome.order for outcome in verdict.outcomes if outcome.result is Result.FAILS]
    goals = Counter(space_of(order.target) for order in failed if isinstance(order, Move))
    for space in verdict.position.contested:
        assert space not in verdict.position.units
        assert goals[space] >= 2


@QUICK
@given(situation=situations)
def test_every_accepted_order_reads_back_from_its_text(profile: str, situation: Situation) -> None:
    book = make_book(situation, profile)
    for order in book.orders.values():
        assert parse_order(format_order(order), STANDARD.names) == order
