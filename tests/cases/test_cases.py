"""Runs every case file: the result, the reason and the fate of every order."""

from collections.abc import Mapping

import pytest

from legation.board import DislodgedUnit, UnitKey
from legation.judge import Outcome, Reason, Result, judge_adjustments, judge_moves, judge_retreats
from legation.orders import (
    Bomb,
    Convoy,
    Fault,
    Move,
    Order,
    Rejection,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    make_order_book,
    make_retreat_book,
    parse_order,
)
from legation.variants import load_rulebook
from tests.cases.case_file import Case, Expected, read_cases

CASES = list(read_cases("datc"))
MOVEMENT = [case for case in CASES if case.phase.endswith("M")]
WINTER = [case for case in CASES if case.phase.endswith("A")]
FAULTS = {fault.value for fault in Fault}


def label(case: Case) -> str:
    return case.label


def describe(order: Order, outcome: Outcome) -> tuple[str, str, str]:
    """An outcome in DATC's words: result, reason, fate."""
    words = {
        Result.SUCCEEDS: "succeeds",
        Result.FAILS: "fails",
        Result.CUT: "cut",
        Result.DISRUPTED: "disrupted",
        Result.VOID: "invalid",
    }
    word = words[outcome.result]
    if outcome.result is Result.SUCCEEDS:
        if isinstance(order, SupportHold | SupportMove):
            word = "given"
        elif isinstance(order, Convoy):
            word = "available"
        elif not isinstance(order, Move):
            word = outcome.fate.value
    return word, outcome.reason.value, outcome.fate.value


def check_row(row: Expected, rejections: list[Rejection], outcomes: Mapping[UnitKey, Outcome], case: Case) -> None:
    order = parse_order(row.text, case.board.names)
    assert not isinstance(order, Waive | Bomb)
    refused = [found for found in rejections if found.power == row.power and found.text == row.text]
    if row.reason in FAULTS:
        assert refused, f"{row.text} should be illegal, but {outcomes.get(order.unit.space)}"
        fault = refused[0].fault.value
        rejections.remove(refused[0])
        assert fault == row.reason
        if case.phase.endswith("M") and refused[0].fault is not Fault.NOT_YOUR_UNIT:
            assert outcomes[order.unit.space].fate.value == row.fate
        return
    assert not refused, f"{row.text} refused: {refused}"
    outcome = outcomes[order.unit.space]
    word, reason, fate = describe(order, outcome)
    assert (word, fate) == (row.word, row.fate), f"{row.text}: {outcome}"
    if row.reason:
        assert reason == row.reason, f"{row.text}: {outcome}"


@pytest.mark.parametrize("case", MOVEMENT, ids=label)
def test_movement_case(case: Case) -> None:
    position = case.position()
    book = make_order_book(case.board, position, case.submissions(case.orders), case.rulebook.order_rules)
    verdict = judge_moves(case.board, position, book, case.rulebook)
    outcomes = dict(zip(position.units, verdict.outcomes, strict=True))
    rejections = list(book.rejections)
    for row in case.orders:
        check_row(row, rejections, outcomes, case)
    assert not rejections
    waiting = {str(found.unit): found for found in verdict.position.dislodged}
    for unit, options in case.retreat_options.items():
        found = waiting.get(unit, DislodgedUnit(verdict.destroyed[0]) if verdict.destroyed else None)
        assert found is not None
        assert list(found.retreats) == sorted(options), unit
    if case.retreats:
        retreats = make_retreat_book(case.board, verdict.position, case.submissions(case.retreats))
        second = judge_retreats(case.board, verdict.position, retreats, case.rulebook)
        check_retreats(case, list(retreats.rejections), second.outcomes)


DIFFERING = {case.id for case in CASES if case.rules in ("1971", "1982")}
AGREEING = [case for case in MOVEMENT if case.rules == "2000" and case.id[:2] == "6." and case.id not in DIFFERING]


@pytest.mark.parametrize("case", AGREEING, ids=label)
@pytest.mark.parametrize("rules", ["1971", "1982", "2023"])
def test_every_other_case_gives_the_same_positions_under_all_rulebooks(case: Case, rules: str) -> None:
    """Rulebooks section 3.6: only the cases with expectations of their own tell the editions apart."""
    positions = []
    for rulebook in (case.rulebook, load_rulebook(rules)):
        position = case.position()
        book = make_order_book(case.board, position, case.submissions(case.orders), rulebook.order_rules)
        positions.append(judge_moves(case.board, position, book, rulebook).position.units)
    assert positions[0] == positions[1]


def check_retreats(case: Case, rejections: list[Rejection], outcomes: tuple[Outcome, ...]) -> None:
    by_space = {}
    for outcome in outcomes:
        assert not isinstance(outcome.order, Waive | Bomb)
        by_space[outcome.order.unit.space] = outcome
    for row in case.retreats:
        order = parse_order(row.text, case.board.names)
        assert not isinstance(order, Waive | Bomb)
        refused = [found for found in rejections if found.text == row.text]
        if row.reason in FAULTS:
            assert [found.fault.value for found in refused] == [row.reason]
            continue
        assert not refused
        outcome = by_space[order.unit.space]
        if row.resolution == "succeeds":
            moved = isinstance(order, Move | Retreat)
            assert outcome.reason is (Reason.RETREATED if moved else Reason.DISBANDED)
        else:
            assert row.resolution == "fails"
            assert outcome.reason is Reason.RETREATS_COLLIDED


@pytest.mark.parametrize("case", WINTER, ids=label)
def test_winter_case(case: Case) -> None:
    position = case.position()
    result = judge_adjustments(case.board, position, case.submissions(case.orders), case.rulebook)
    rejections = list(result.rejections)
    done = [outcome for outcome in result.verdict.outcomes if outcome.reason is not Reason.REMOVED_BY_RULE]
    for row in case.orders:
        refused = [found for found in rejections if found.text == row.text and found.fault.value == row.reason]
        if row.reason in FAULTS:
            assert refused, (row, rejections)
            rejections.remove(refused[0])
        else:
            assert row.resolution == "succeeds"
            assert done.pop(0).order == parse_order(row.text, case.board.names)
    assert not rejections
    assert not done
    forced = [outcome.order for outcome in result.verdict.outcomes if outcome.reason is Reason.REMOVED_BY_RULE]
    expected = [parse_order(f"{unit} D", case.board.names) for unit in case.removed or ()]
    assert forced == expected


def test_all_cases_of_datc_3_2_are_here() -> None:
    """176 ids, every one run under 2000 or, where DATC 3.2 expects the removal rule of 2023, under both."""
    counts = {"A": 12, "B": 19, "C": 9, "D": 35, "E": 15, "F": 30, "G": 20, "H": 17, "I": 7, "J": 12}
    expected = {f"6.{section}.{number}" for section, count in counts.items() for number in range(1, count + 1)}
    assert len(expected) == 176
    assert {case.id for case in CASES if case.rules == "2000" and case.id.startswith("6.")} == expected
    assert len({case.label for case in CASES}) == len(CASES)


def test_results_that_we_think_datc_prints_wrongly_are_few_and_named() -> None:
    """Each is a matter of the label alone; none changes where a piece stands."""
    printed = {(case.id, order) for case in CASES for order in case.printed}
    assert printed == {
        ("6.B.11", "F SPA/SC - LYO"),
        ("6.D.4", "A BER S F KIE"),
        ("6.D.8", "A GRE - NAP"),
        ("6.F.21", "F CLY S F NAO"),
        ("6.F.28", "F BOT C A LVN - SWE"),
        ("6.F.28", "F NWG C A EDI - STP"),
        ("6.H.15", "F POR H"),
    }
    for case in CASES:
        resolutions = {row.text: row.resolution for row in case.orders}
        assert all(resolutions[order] != word for order, word in case.printed.items())
