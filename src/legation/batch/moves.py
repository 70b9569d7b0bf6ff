"""The movement phase of many games. Must agree with ``judge.moves`` and the results of ``judge.outcomes``."""

from typing import Final

import numpy as np

from legation.batch import switches as rule
from legation.batch.batch import Batch, Outcomes
from legation.batch.codes import (
    CONVOY,
    CUT,
    DESTROYED,
    DISLODGED,
    DISRUPTED,
    FAILS,
    HAS_CONVOYED,
    HOLD,
    NOBODY,
    OPEN,
    STOOD_OFF,
    SUCCEEDS,
    SUPPORT_HOLD,
    TRANSPORT,
    VOID,
    kind_of,
    place_of,
)
from legation.batch.compiling import ZERO, Codes, DeviceArray, Flags, Shorts, Small, constant, kernel, known, part
from legation.batch.cycles import resolve_cycles
from legation.batch.field import (
    ACT,
    BY_SEA,
    CONVOYED,
    CONVOYER,
    ENTERED,
    FACING,
    KIND,
    LOSERS,
    MOVE_ACT,
    MOVERS,
    NEXT,
    ON_ROUTE,
    OPTIONS,
    OUSTED,
    POWER,
    STAND,
    STATE,
    TARGET,
    UNITS,
    UNKNOWN,
    UNROUTED,
    WALKS,
    WAY,
    WINNERS,
    YES,
    Workspace,
)
from legation.batch.lanes import append, is_within, keep_step, lane, lanes, meet
from legation.batch.layout import choose_paths, enter_moves, fall_back, match_helpers
from legation.batch.retreat_options import list_retreats
from legation.batch.solver import settle, start
from legation.batch.strength import get_space
from legation.batch.tables import Tables

ACTS: Final = 8
KINDS_OF_ORDER: Final = 7


def _result(kind: int, act: int, *, is_given: bool) -> int:
    if act == STAND:
        return VOID if kind >= SUPPORT_HOLD else SUCCEEDS
    if is_given or kind == HOLD:  # a ship that holds to let an army off has held in any case
        return SUCCEEDS
    if act >= MOVE_ACT:
        return FAILS
    return DISRUPTED if kind >= CONVOY else CUT


STEPS: Final = 5
"""How often a game synchronizes with the others."""
ONE_IS_ENOUGH: Final = constant(1)
RESULTS: Final = np.array(
    [
        _result(kind, act, is_given=is_given)
        for kind in range(KINDS_OF_ORDER)
        for act in range(ACTS)
        for is_given in (False, True)
    ],
    np.int8,
)
"""By the kind of order, the unit's act, and whether it succeeded."""


@kernel
def judge_all_moves(
    tables: Tables, work: Workspace, before: Batch, orders: Codes, after: Batch, outcomes: Outcomes
) -> None:
    """Judge a movement phase of every game; fills in ``outcomes`` and all of ``after`` except the winners."""
    for game in range(orders.shape[0]):
        judge_game_moves(tables, work, before, orders, after, outcomes, game)


@part
def judge_game_moves(
    tables: Tables, work: Workspace, before: Batch, orders: Codes, after: Batch, outcomes: Outcomes, game: int
) -> None:
    """Judge a movement phase of one game."""
    begin_game(before, after, outcomes, game)
    count, movers = _solve(tables, work, before.power[game], before.kind[game], before.place[game], orders[game])
    keep_step()
    winners = list_successes(work.field, work.lists, movers)
    ousted = _move_units(work, before, orders, after, game, winners)
    mark_contested(work.field, work.lists, after.contested[game], movers - winners)
    keep_step()
    tell_results(work.field, work.lists, orders[game], outcomes.result[game], count, movers - winners)
    if tables.switches[rule.FERRIES] and not tables.switches[rule.FERRY_AFTER_CONVOY]:
        _note_convoys(work.field, work.lists, after.contested[game], winners)
    meet()
    dislodge(tables, work, before, after, outcomes.fate[game], game, ousted)
    keep_step()


@part
def _copy(source: DeviceArray, target: DeviceArray) -> None:
    for cell in range(lane(), target.shape[0], lanes()):
        target[cell] = source[cell]


@part
def _fill(target: DeviceArray, value: int) -> None:
    for cell in range(lane(), target.shape[0], lanes()):
        target[cell] = value


@part
def begin_game(before: Batch, after: Batch, outcomes: Outcomes, game: int) -> None:
    """Copy units and owners from before, with no unit dislodged, nothing contested and no outcomes."""
    _copy(before.power[game], after.power[game])
    _copy(before.kind[game], after.kind[game])
    _copy(before.place[game], after.place[game])
    _copy(before.owner[game], after.owner[game])
    _fill(after.out_power[game], NOBODY)
    _fill(after.out_kind[game], ZERO)
    _fill(after.out_place[game], ZERO)
    _fill(after.out_origin[game], ZERO)
    _fill(after.contested[game], ZERO)
    _fill(outcomes.result[game], ZERO)
    _fill(outcomes.fate[game], ZERO)
    meet()


@part
def _solve(tables: Tables, work: Workspace, power: Small, kind: Small, place: Shorts, orders: Codes) -> tuple[int, int]:
    """Settle every order of one game; returns the numbers of its units and moves."""
    field, lists, switches = work.field, work.lists, tables.switches
    count, movers, helping, by_sea = enter_moves(tables, field, lists, power, kind, orders)
    keep_step()
    helping = match_helpers(field, lists, tables.space_of, orders, switches, helping)
    keep_step()
    while True:
        choose_paths(tables, work, orders, movers, by_sea)
        pending = settle(field, lists, start(tables, field, lists, orders, place, movers, helping))
        if pending:
            if lane() == 0:
                resolve_cycles(field, lists, work.guesses, pending)
            meet()
        if not fall_back(tables, field, lists, movers):
            break
        for number in range(lane(), count, lanes()):
            field[lists[UNITS, number], STATE] = UNKNOWN
        meet()
    return count, movers


@part
def list_successes(field: Shorts, lists: Shorts, movers: int) -> int:
    """List the moves that succeeded and those that failed; returns how many succeeded."""
    winners, losers = ZERO, ZERO
    for first in range(0, movers, lanes()):
        place = first + lane()
        mover, is_winner, is_loser = ZERO, False, False
        if is_within(place, movers):
            mover = known(lists[MOVERS, place])
            is_winner = field[mover, STATE] == YES
            is_loser = not is_winner
        winners = append(lists, WINNERS, winners, mover, is_winner)
        losers = append(lists, LOSERS, losers, mover, is_loser)
    meet()
    return winners


@part
def _move_units(work: Workspace, before: Batch, orders: Codes, after: Batch, game: int, winners: int) -> int:
    """Move the units, which stand in ``after`` as before, and note in ``ENTERED`` which unit entered a space.

    Returns the number of moves that dislodged a unit; these are listed in ``OUSTED``.
    """
    field, lists = work.field, work.lists
    for place in range(lane(), winners, lanes()):
        mover = known(lists[WINNERS, place])
        after.power[game, mover] = NOBODY
        field[known(field[mover, TARGET]), ENTERED] = mover
    meet()
    ousted = ZERO
    for first in range(0, winners, lanes()):
        place = first + lane()
        mover, ousts = ZERO, False
        if is_within(place, winners):
            mover = known(lists[WINNERS, place])
            target = known(field[mover, TARGET])
            after.power[game, target] = field[mover, POWER]
            after.kind[game, target] = field[mover, KIND]
            after.place[game, target] = place_of(orders[game, mover])
            ousts = (field[target, POWER] >= 0) & ((field[target, ACT] < MOVE_ACT) | (field[target, STATE] != YES))
        ousted = append(lists, OUSTED, ousted, mover, ousts)
    meet()
    return ousted


@part
def mark_contested(field: Shorts, lists: Shorts, contested: Flags, losers: int) -> None:
    """Flag spaces left empty by a stand-off: a move with an open way failed there, not just against a unit leaving."""
    for place in range(lane(), losers, lanes()):
        mover = known(lists[LOSERS, place])
        space = known(field[mover, TARGET])
        is_held = (field[space, POWER] >= 0) & ((field[space, ACT] < MOVE_ACT) | (field[space, STATE] != YES))
        facing = field[mover, FACING]
        has_lost = (facing >= 0) & (field[facing, STATE] == YES)
        if (field[space, ENTERED] < 0) & (not is_held) & (not has_lost) & (field[mover, WAY] == YES):
            contested[space] = STOOD_OFF


@part
def _note_convoys(field: Shorts, lists: Shorts, contested: Flags, winners: int) -> None:
    """Flag the seas whose fleets carried an army to its goal: they ferry no army in this season's retreats."""
    for place in range(lane(), winners, lanes()):
        mover = lists[WINNERS, place]
        if field[mover, CONVOYED] != BY_SEA:
            continue
        fleet = field[mover, CONVOYER]
        while fleet >= 0:
            if field[fleet, STATE] == YES and field[fleet, ON_ROUTE]:
                contested[fleet] = HAS_CONVOYED
            fleet = field[fleet, NEXT]


@part
def tell_results(field: Shorts, lists: Shorts, orders: Codes, result: Small, count: int, losers: int) -> None:
    """Write the result of every order."""
    for place in range(lane(), count, lanes()):
        unit = known(lists[UNITS, place])
        row = 2 * (kind_of(orders[unit]) * ACTS + known(field[unit, ACT]))
        result[unit] = RESULTS[row + (field[unit, STATE] == YES)]
    meet()
    for place in range(lane(), losers, lanes()):
        mover = known(lists[LOSERS, place])
        if field[mover, CONVOYED] == UNROUTED:
            result[mover] = VOID


@part
def dislodge(tables: Tables, work: Workspace, before: Batch, after: Batch, fate: Small, game: int, ousted: int) -> None:
    """Write which units must retreat; a unit with nowhere to go is destroyed."""
    field, lists = work.field, work.lists
    for place in range(lane(), ousted, lanes()):
        mover = known(lists[OUSTED, place])
        unit = known(field[mover, TARGET])
        origin = get_space(field, mover)
        if field[mover, CONVOYED] > WALKS and tables.switches[rule.CONVOY_ORIGIN]:
            origin += OPEN
        piece = (before.power[game, unit], before.kind[game, unit], before.place[game, unit])
        options = ZERO
        if piece[1] != TRANSPORT:  # none of these survives (Colonial Variant, 12)
            options = list_retreats(
                tables,
                after.power[game],
                after.kind[game],
                after.contested[game],
                lists[OPTIONS],
                piece,
                origin,
                ONE_IS_ENOUGH,
            )
        if options:
            after.out_power[game, unit] = piece[0]
            after.out_kind[game, unit] = piece[1]
            after.out_place[game, unit] = piece[2]
            after.out_origin[game, unit] = origin
        fate[unit] = DISLODGED if options else DESTROYED
