"""The phases of the Colonial Variant: the kernels of every board, its centres (rules 3 to 6, 11, 17, 22), and armies
aboard. Must agree with ``judge.retreats`` on the cargo of dislodged ships.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from legation.batch.batch import CARGO, OUT_CARGO, Batch, Outcomes, follow, leave_room, leave_told, make_outcomes
from legation.batch.batch_board import BatchBoard
from legation.batch.carriage import judge_all_carriage, judge_game_carriage
from legation.batch.carriage_chances import (
    sample_all_carriage,
    sample_all_colonies,
    sample_all_transports,
    sample_game_carriage,
    sample_game_colonies,
    sample_game_transports,
)
from legation.batch.codes import DESTROYED, FAILS, STANDS, place_of
from legation.batch.colonial_centres import (
    mark_all_counted,
    mark_all_victors,
    mark_game_counted,
    mark_game_victors,
    settle_all_centres,
    settle_game_centres,
)
from legation.batch.colonial_tables import ColonialTables
from legation.batch.colonial_winter import judge_all_colonial_winters, judge_colonial_winter_game
from legation.batch.compiling import Codes, Small, kernel, part
from legation.batch.devices import Pass
from legation.batch.field import Workspace
from legation.batch.retreats import judge_game_retreats
from legation.batch.tables import Tables
from legation.batch.through_judge import refer_moves


@kernel
def judge_all_colonial_retreats(
    tables: Tables, work: Workspace, before: Batch, orders: Codes, after: Batch, outcomes: Outcomes
) -> None:
    """Judge a retreat phase of every game, like ``retreats.judge_all_retreats``, including the cargo of ships."""
    for game in range(orders.shape[0]):
        judge_colonial_retreats_game(tables, work, before, orders, after, outcomes, game)


@part
def judge_colonial_retreats_game(
    tables: Tables, work: Workspace, before: Batch, orders: Codes, after: Batch, outcomes: Outcomes, game: int
) -> None:
    """The same for one game: an army goes where its ship goes, or down with it (rule 12)."""
    judge_game_retreats(tables, work, before, orders, after, outcomes, game)
    spaces = before.power.shape[1]
    for ship in range(spaces):
        army = before.colonial[game, ship, OUT_CARGO]
        if army >= 0:
            if outcomes.fate[game, ship] == STANDS:
                after.colonial[game, tables.space_of[place_of(orders[game, ship])], CARGO] = army
            else:
                outcomes.result[game, ship + spaces] = FAILS
                outcomes.fate[game, ship + spaces] = DESTROYED


_LISTS: Final = frozenset({"lists"})
_DRAWS: Final = frozenset({"draws"})
CARRIAGE: Final = Pass(judge_all_carriage, judge_game_carriage, frozenset({"field", "lists", "flags", "guesses"}))
RETREATS: Final = Pass(judge_all_colonial_retreats, judge_colonial_retreats_game, frozenset({"lists", "flags", "seas"}))
WINTERS: Final = Pass(judge_all_colonial_winters, judge_colonial_winter_game, frozenset({"lists", "far"}))
COUNTED: Final = Pass(mark_all_counted, mark_game_counted, frozenset())
CENTRES: Final = Pass(settle_all_centres, settle_game_centres, frozenset())
VICTORS: Final = Pass(mark_all_victors, mark_game_victors, _LISTS)
COLONIES_BY_CHANCE: Final = Pass(sample_all_colonies, sample_game_colonies, _DRAWS)
CARRIAGE_BY_CHANCE: Final = Pass(sample_all_carriage, sample_game_carriage, frozenset({"field", "lists", "draws"}))
TRANSPORTS_BY_CHANCE: Final = Pass(sample_all_transports, sample_game_transports, _DRAWS)


def counted_owners(board: BatchBoard, colonial: ColonialTables, batch: Batch) -> Small:
    """The owners, but ``NOBODY`` where a colonial centre does not count yet (rule 5)."""
    counted: Small = np.empty_like(batch.owner)
    board.device.run(board.tables, COUNTED, batch.games, colonial.arrays, batch, counted)
    return counted


def judge_colonial_moves(
    board: BatchBoard, colonial: ColonialTables, batch: Batch, orders: Codes
) -> tuple[Batch, Outcomes]:
    """Judge a movement phase of every game; the outcomes of armies aboard come after those of all spaces."""
    arrays = board.device.arrays
    after, outcomes = leave_room(batch), leave_told(batch.games, board.columns, arrays)
    if orders.shape[1] < board.columns:  # armies aboard without orders stay there
        given, orders = orders, arrays.zeros((batch.games, board.columns), np.int32)
        orders[:, : given.shape[1]] = given
    if colonial.has_other_rules:
        refer_moves(board, batch, orders, after, outcomes)
    else:
        is_colonial = colonial.arrays.is_colonial
        board.device.run(board.tables, CARRIAGE, batch.games, is_colonial, batch, orders, after, outcomes)
    return after, outcomes


def judge_colonial_retreats(board: BatchBoard, batch: Batch, orders: Codes) -> tuple[Batch, Outcomes]:
    """Judge a retreat phase of every game."""
    after, outcomes = follow(batch), make_outcomes(batch.games, board.columns, board.device.arrays)
    board.device.run(board.tables, RETREATS, batch.games, batch, orders, after, outcomes)
    return after, outcomes


def judge_colonial_winter(
    board: BatchBoard, colonial: ColonialTables, batch: Batch, lines: Codes
) -> tuple[Batch, Small, Small]:
    """Judge a Winter of every game: the position, the results of the lines, and the fates of units and cargo."""
    after, counted, arrays = follow(batch), counted_owners(board, colonial, batch), board.device.arrays
    result, fate = arrays.zeros(lines.shape, np.int8), arrays.zeros((batch.games, board.columns), np.int8)
    board.device.run(board.tables, WINTERS, batch.games, batch, counted, lines, after, result, fate)
    return after, result, fate


def settle_colonial_ownership(board: BatchBoard, colonial: ColonialTables, batch: Batch) -> Batch:
    """After Fall: centres change hands and the clocks go on."""
    after = batch._replace(owner=np.empty_like(batch.owner), colonial=batch.colonial.copy())
    board.device.run(board.tables, CENTRES, batch.games, colonial.arrays, batch, after.owner, after.colonial)
    return after


def mark_colonial_victors(board: BatchBoard, colonial: ColonialTables, batch: Batch) -> NDArray[np.bool_]:
    """For each game and power: whether its own condition holds (rule 3)."""
    victors: NDArray[np.bool_] = board.device.arrays.zeros((batch.games, len(board.powers)), np.bool_)
    board.device.run(board.tables, VICTORS, batch.games, colonial.arrays, batch, victors)
    return victors


def sample_colonies(board: BatchBoard, colonial: ColonialTables, batch: Batch, seed: int, *, is_laden: bool) -> None:
    """Give every owned colonial centre a random age and, where ships are laden, put armies aboard."""
    told = (len(board.powers), is_laden, seed)
    board.device.run(board.tables, COLONIES_BY_CHANCE, batch.games, colonial.arrays, batch, *told)


def sample_carriage(
    board: BatchBoard, colonial: ColonialTables, batch: Batch, orders: Codes, seed: int, *, may_embark: bool
) -> None:
    """Sample movement orders, with armies that go aboard and ashore."""
    known = (board.words, colonial.arrays)
    board.device.run(board.tables, CARRIAGE_BY_CHANCE, batch.games, *known, batch, orders, may_embark, seed)


def sample_transports(board: BatchBoard, batch: Batch, lines: Codes, seed: int) -> None:
    """Make some new fleets transport fleets, and remove some armies from their ships."""
    board.device.run(board.tables, TRANSPORTS_BY_CHANCE, batch.games, batch, lines, seed)
