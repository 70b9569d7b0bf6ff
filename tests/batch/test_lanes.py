"""Lanes that share a game come to what one alone comes to."""

import pytest

from legation import batch as engine
from legation.batch.batch import Batch, Outcomes, leave_room, leave_told
from legation.batch.compiling import DeviceArray
from legation.batch.field import make_workspace
from legation.batch.moves import judge_game_moves
from legation.variants import load_rulebook, load_variant
from tests.batch.lanes_by_turns import run_by_turns

NAMES = (*Batch._fields, *Outcomes._fields)


@pytest.mark.parametrize(("name", "rules", "units", "games", "lanes"), [
    ("standard", "2000", 34, 12, 8),
    ("standard", "1982", 34, 6, 32),
    ("colonia-iii", "2023", 150, 2, 32),
])  # fmt: skip
def test_lanes_judge_as_one_alone(name: str, rules: str, units: int, games: int, lanes: int) -> None:
    board = engine.make_batch_board(load_variant(name), load_rulebook(rules))
    batch = engine.sample_positions(board, games, units=units, seed=11)
    orders = engine.sample_moves(board, batch, 12)
    after, outcomes = engine.judge_moves(board, batch, orders)
    mine, told = leave_room(batch), leave_told(games, batch.spaces)
    work = make_workspace(board.tables)
    run_by_turns(judge_game_moves, games, lanes, board.tables, work, batch, orders, mine, told)
    arrays: tuple[DeviceArray, ...] = (*after, *outcomes)
    others: tuple[DeviceArray, ...] = (*mine, *told)
    assert [name for name, array, other in zip(NAMES, arrays, others, strict=True) if not (array == other).all()] == []
