"""The batch engine against the judge: on every case file, and on phases by chance; no difference is allowed."""

import os

import numpy as np
import pytest

from legation import batch as engine
from legation.batch import BatchBoard, codes
from legation.board import Position, PowerId
from legation.judge import Reason, judge_adjustments, judge_moves, judge_retreats
from legation.orders import Build, Disband, OrderBook, Waive, make_order_book, make_retreat_book
from tests.batch.compare import FATES, GIANT, ODD, REGULAR, RESULTS, Comparison, Setting, by_place
from tests.cases.case_file import Case, read_cases

CASES = list(read_cases("datc"))
SETTINGS = [*REGULAR, *ODD, *GIANT]
SOAK_PHASES = int(os.environ.get("LEGATION_SOAK_BATCH_PHASES", "1000000"))


def label(case: Case) -> str:
    return case.label


def arrays_of(case: Case) -> BatchBoard:
    powers = {unit.power for unit in case.position().units.values()} | set(case.position().owners.values())
    homes = {power for space in case.board.spaces.values() for power in space.powers}
    written = {row.power for row in case.orders}
    return engine.make_board_arrays(case.board, case.rulebook, tuple(sorted(powers | homes | written)), 18)


@pytest.mark.parametrize("case", [case for case in CASES if case.phase.endswith("M")], ids=label)
def test_a_movement_case_comes_out_as_the_judge_says(case: Case) -> None:
    arrays, position = arrays_of(case), case.position()
    book = make_order_book(case.board, position, case.submissions(case.orders), case.rulebook.order_rules)
    verdict = judge_moves(case.board, position, book, case.rulebook)
    batch = engine.encode_positions(arrays, [position])
    after, told = engine.judge_moves(arrays, batch, engine.encode_orders(arrays, [book.orders]))
    found = engine.decode_position(arrays, after, 0)
    assert found.units == dict(verdict.position.units)
    assert found.contested == verdict.position.contested
    assert by_place(found) == by_place(verdict.position)
    for unit, outcome in zip(position.units.values(), verdict.outcomes, strict=True):
        space = case.board.index[unit.location]
        assert told.result[0, space] == RESULTS[outcome.result], outcome
        assert told.fate[0, space] == FATES[outcome.fate], outcome
    if case.retreats:
        check_case_retreats(case, arrays, after)


def check_case_retreats(case: Case, arrays: BatchBoard, batch: engine.Batch) -> None:
    position = engine.decode_position(arrays, batch, 0)
    book = make_retreat_book(case.board, position, case.submissions(case.retreats))
    orders = np.zeros(batch.power.shape, np.int32)
    for space, order in book.orders.items():
        orders[0, arrays.board.index[order.unit.location]] = engine.encode_retreat(arrays, order)
        assert space == order.unit.space
    after, _ = engine.judge_retreats(arrays, batch, orders)
    expected = judge_retreats(case.board, position, book, case.rulebook)
    assert engine.decode_position(arrays, after, 0).units == dict(expected.position.units)


@pytest.mark.parametrize("case", [case for case in CASES if case.phase.endswith("A")], ids=label)
def test_a_winter_case_comes_out_as_the_judge_says(case: Case) -> None:
    """Lines that leave out a kind or a coast, or name another's unit, are read by the judge before they get here."""
    arrays, position = arrays_of(case), case.position()
    result = judge_adjustments(case.board, position, case.submissions(case.orders), case.rulebook)
    lines: dict[PowerId, list[int]] = {power: [] for power in arrays.powers}
    for outcome in result.verdict.outcomes:
        assert isinstance(outcome.order, Build | Disband | Waive)
        if outcome.reason is not Reason.REMOVED_BY_RULE:
            lines[outcome.power].append(engine.encode_adjustment(arrays, outcome.order))
    longest = max(map(len, lines.values())) + 1
    array = np.array([[row + [0] * (longest - len(row)) for row in lines.values()]], np.int32)
    after, told = engine.judge_adjustments(arrays, engine.encode_positions(arrays, [position]), array)
    assert engine.decode_position(arrays, after, 0).units == dict(result.verdict.position.units)
    assert not (told.result == codes.VOID).any()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.label)
def test_phases_by_chance_come_out_as_the_judge_says(setting: Setting) -> None:
    comparison = Comparison(setting, games=3 if setting in GIANT else 12, seed=1)
    comparison.play_year()
    comparison.play_year()
    assert comparison.phases >= 6 * comparison.batch.games


@pytest.mark.parametrize(
    "setting",
    [
        *REGULAR[1::4],
        *(Setting(name, "", 90) for name in ("cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii")),
    ],
    ids=lambda setting: setting.label,
)
def test_many_retreats_at_once_come_out_as_the_judge_says(setting: Setting) -> None:
    comparison = Comparison(setting, games=8, seed=7)
    comparison.play_thrown_out(share=0.6)
    counted = {reason: comparison.reasons[reason] for reason in ("retreated", "retreats_collided")}
    assert counted["retreated"] > 20, counted
    assert counted["retreats_collided"] > 4, counted


def convoy_positions() -> list[Position]:
    """The positions of the convoy cases: fleets and armies stand where paradoxes are made."""
    cases = [case for case in CASES if case.id.startswith(("6.F", "6.G")) and case.rules == "2000"]
    return [Position(case.position().units) for case in cases if case.board_name == "standard"]


@pytest.mark.parametrize("rules", ["1971", "1982", "2000", "2023"])
def test_the_convoy_cases_with_orders_by_chance_come_out_as_the_judge_says(rules: str) -> None:
    comparison = Comparison.of_positions(Setting("standard", rules), convoy_positions() * 4, seed=1)
    comparison.play_season()
    assert comparison.phases >= 4 * len(convoy_positions()) > 100


@pytest.mark.soak
def test_a_million_phases_by_chance_come_out_as_the_judge_says() -> None:
    """Regular and giant boards in turn, until there are enough; most of the phases are of the regular board."""
    phases, seed = 0, 1000
    reasons: set[str] = set()
    while phases < SOAK_PHASES:
        for setting in SETTINGS:
            seed += 100
            comparison = Comparison(setting, games=60 if setting in GIANT else 120, seed=seed)
            for _ in range(4):
                comparison.play_year()
            phases += comparison.phases
            reasons |= set(comparison.reasons)
        for rules in ("1971", "1982", "2000", "2023"):
            seed += 100
            comparison = Comparison.of_positions(Setting("standard", rules), convoy_positions() * 50, seed)
            comparison.play_season()
            phases += comparison.phases
            reasons |= set(comparison.reasons)
    assert phases >= SOAK_PHASES
    assert Reason.CONVOY_PARADOX.value in reasons


def test_orders_of_an_order_book_and_of_arrays_are_the_same() -> None:
    setting = REGULAR[0]
    comparison = Comparison(setting, games=1, seed=3)
    orders = engine.sample_moves(comparison.arrays, comparison.batch, 5)
    book = OrderBook(engine.decode_orders(comparison.arrays, comparison.batch, orders, 0))
    assert (engine.encode_orders(comparison.arrays, [book.orders]) == orders).all()
