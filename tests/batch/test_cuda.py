"""On a CUDA device the batch engine says what it says on the processor. Left out where there is no device.

``python -m benchmarks.gpu agree`` compares millions of phases more.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from legation import batch as engine
from legation.batch import Batch, BatchBoard
from legation.batch.devices import get_device, put_batch
from legation.errors import RequestError
from legation.orders import make_order_book
from legation.variants import load_variant
from tests.batch.chronicle import Course
from tests.batch.compare import GIANT, ODD, REGULAR, Setting
from tests.cases.case_file import Case, read_cases


def has_cuda() -> bool:
    try:
        get_device("cuda")
    except RequestError:
        return False
    return True


pytestmark = pytest.mark.skipif(not has_cuda(), reason="there is no CUDA device here")
CASES = [case for case in read_cases("datc") if case.phase.endswith("M")]
SETTINGS = [*REGULAR, *ODD, *GIANT]
COURSES = [
    Course("from the start"),
    Course("40 units", 40),
    Course("60 units, laden", 60, laden=True),
    Course("110 units, laden, own in port", 110, laden=True, switches=(("port_embarkation", "own"),)),
    Course(
        "150 units, laden, other paradoxes",
        150,
        laden=True,
        switches=(("paradox_rule", "none"), ("paradox_backup", "all_hold"), ("dislodged_effect", "never_any_effect")),
    ),
]
"""Of the Colonial Variant."""
GAMES = 128


def check(board: BatchBoard, mine: Iterable[Any], theirs: Iterable[Any], what: str) -> None:
    for array, other in zip(mine, theirs, strict=True):
        assert np.array_equal(array, board.device.fetch(other)), what


def open_case(case: Case, device: str) -> BatchBoard:
    powers = {unit.power for unit in case.position().units.values()} | set(case.position().owners.values())
    homes = {power for space in case.board.spaces.values() for power in space.powers}
    written = {row.power for row in case.orders}
    return engine.make_board_arrays(
        case.board, case.rulebook, tuple(sorted(powers | homes | written)), 18, device=device
    )


def test_case_files_come_out_alike() -> None:
    for case in CASES:
        here, there = (open_case(case, device) for device in ("cpu", "cuda"))
        position = case.position()
        book = make_order_book(case.board, position, case.submissions(case.orders), case.rulebook.order_rules)
        batch, orders = engine.encode_positions(here, [position]), engine.encode_orders(here, [book.orders])
        after, told = engine.judge_moves(here, batch, orders)
        after_there, told_there = engine.judge_moves(there, put_batch(batch, there.device), there.device.put(orders))
        check(there, (*after, *told), (*after_there, *told_there), case.label)


def play(board: BatchBoard, batch: Batch) -> Iterator[Iterable[Any]]:
    """A year by chance, array by array."""
    for seed in (1, 3):
        masks = engine.make_legal_masks(board, batch)
        yield (masks.spaces, masks.known, masks.joined, *getattr(masks, "ships", ()))
        orders = engine.sample_moves(board, batch, seed)
        batch, told = engine.judge_moves(board, batch, orders)
        yield (orders, *batch, *told)
        retreats = engine.sample_retreats(board, batch, seed + 1)
        batch, told = engine.judge_retreats(board, batch, retreats)
        yield (retreats, *batch, *told)
    batch = engine.settle_ownership(board, batch)
    lines = engine.sample_adjustments(board, batch, 5)
    batch, winter = engine.judge_adjustments(board, batch, lines)
    yield (lines, *batch, *winter, engine.mark_victors(board, batch), engine.count_centres(board, batch))


def begin(setting: Setting, device: str) -> tuple[BatchBoard, Batch]:
    variant = load_variant(setting.variant)
    board = engine.make_batch_board(variant, setting.rulebook, device=device)
    if setting.units:
        return board, engine.sample_positions(board, GAMES, units=setting.units, seed=1)
    return board, engine.repeat(engine.encode_positions(board, [variant.start]), GAMES)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.label)
def test_years_by_chance_come_out_alike(setting: Setting) -> None:
    (here, batch), (there, other) = (begin(setting, device) for device in ("cpu", "cuda"))
    for mine, theirs in zip(play(here, batch), play(there, other), strict=True):
        check(there, mine, theirs, setting.label)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.label)
def test_years_of_the_colonial_variant_come_out_alike(course: Course) -> None:
    (here, batch), (there, other) = (begin_course(course, device) for device in ("cpu", "cuda"))
    for mine, theirs in zip(play(here, batch), play(there, other), strict=True):
        check(there, mine, theirs, course.label)


def begin_course(course: Course, device: str) -> tuple[BatchBoard, Batch]:
    variant = load_variant("colonial-variant")
    board = engine.make_batch_board(variant, course.rulebook, device=device)
    if course.units:
        return board, engine.sample_positions(board, GAMES, units=course.units, seed=1, laden=course.laden)
    return board, engine.repeat(engine.encode_positions(board, [variant.start]), GAMES)
