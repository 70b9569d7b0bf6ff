"""The retreat phase of many games. Must agree with ``judge.retreats``."""

from legation.batch import switches as rule
from legation.batch.batch import Batch, Outcomes
from legation.batch.codes import DESTROYED, DISBAND, FAILS, RETREAT, STANDS, SUCCEEDS, kind_of, place_of
from legation.batch.compiling import ZERO, Codes, Flags, Shorts, kernel, part
from legation.batch.ferries import stop_ferries
from legation.batch.field import Workspace
from legation.batch.tables import Tables

WAITING = 0
"""The row of ``lists`` with the dislodged units."""


@kernel
def judge_all_retreats(
    tables: Tables, work: Workspace, before: Batch, orders: Codes, after: Batch, outcomes: Outcomes
) -> None:
    """Judge a retreat phase of every game; writes ``after``, which starts as a copy of ``before``, and ``outcomes``."""
    for game in range(orders.shape[0]):
        judge_game_retreats(tables, work, before, orders, after, outcomes, game)


@part
def judge_game_retreats(
    tables: Tables, work: Workspace, before: Batch, orders: Codes, after: Batch, outcomes: Outcomes, game: int
) -> None:
    """Judge a retreat phase of one game."""
    stopped = work.flags
    count = ZERO
    for space in range(before.power.shape[1]):
        work.lists[WAITING, count] = space
        count += before.out_power[game, space] >= 0
    if count:
        stopped[:] = 0
        if tables.switches[rule.FERRIES]:
            stop_ferries(tables, work, before, orders, game, count, stopped)
    for place in range(count):
        unit = work.lists[WAITING, place]
        _judge(tables, work.lists, before, orders[game], after, outcomes, game, count, unit, stopped)


@kernel
def _judge(
    tables: Tables,
    lists: Shorts,
    before: Batch,
    orders: Codes,
    after: Batch,
    outcomes: Outcomes,
    game: int,
    count: int,
    unit: int,
    stopped: Flags,
) -> None:
    """Let one unit retreat, unless it is stopped or another goes to the same space."""
    outcomes.fate[game, unit] = DESTROYED
    outcomes.result[game, unit] = SUCCEEDS
    if kind_of(orders[unit]) == DISBAND:
        return
    if stopped[unit] or _meets_another(tables, lists, before.out_place[game], orders, count, unit, stopped):
        outcomes.result[game, unit] = FAILS
        return
    target = tables.space_of[place_of(orders[unit])]
    after.power[game, target] = before.out_power[game, unit]
    after.kind[game, target] = before.out_kind[game, unit]
    after.place[game, target] = place_of(orders[unit])
    outcomes.fate[game, unit] = STANDS


@kernel
def _meets_another(
    tables: Tables, lists: Shorts, places: Shorts, orders: Codes, count: int, unit: int, stopped: Flags
) -> bool:
    """True if another unit retreats to the same space and does not give way (DATC 2.4, 10.K)."""
    goal = tables.space_of[place_of(orders[unit])]
    for place in range(count):
        other = lists[WAITING, place]
        if other == unit or stopped[other] or kind_of(orders[other]) != RETREAT:
            continue
        if tables.space_of[place_of(orders[other])] == goal and not (
            tables.switches[rule.DIFFICULT]
            and tables.difficult[places[other], place_of(orders[other])]
            and not tables.difficult[places[unit], place_of(orders[unit])]
        ):
            return True
    return False
