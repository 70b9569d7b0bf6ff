"""The action table as arrays, for the batch engine: codes of orders to choices and back, for many games at once."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch import (
    BUILD_ONLY,
    COLONIAL,
    HOME,
    SPECIAL,
    Batch,
    BatchBoard,
    LegalCodes,
    Ranks,
    codes,
    list_orders,
    list_retreats,
    mark_templates,
)
from legation.batch import switches as rule
from legation.board import LocationId
from legation.sim.action_table import NOTHING, ActionTable, Ranges

Table: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.bool_]
Actions: TypeAlias = NDArray[np.int64]
NONE: Final = -1


class ChoiceArrays(NamedTuple):
    """Look-ups by number; -1 where there is nothing."""

    board: BatchBoard
    ranges: Ranges
    most_origins: int
    step: Table
    """Of kind of unit, location and k: where the k-th step leads."""
    near: Table
    """Of kind, location and k: the k-th space nearby."""
    origin: Table
    """For each space and j: the j-th space beside it."""
    shore: Table
    ranks: Ranks
    """The same turned round."""


def make_choice_arrays(table: ActionTable, board: BatchBoard) -> ChoiceArrays:
    """The action table of a board that the batch engine covers."""
    count, places = board.space_count, table.locations
    index, numbers = board.board.index, board.numbers
    steps = [[[numbers[target] for target in kind[place]] for place in places] for kind in table.steps]
    near = [[[index[LocationId(space)] for space in kind[place]] for place in places] for kind in table.near]
    origins = [[index[LocationId(space)] for space in table.origins[start]] for start in board.board.order]
    shores = [index[LocationId(space)] for space in table.shores]
    return ChoiceArrays(
        board,
        table.ranges,
        table.most_origins,
        step=np.stack([_rows(kind, table.ranges.support_hold - table.ranges.move) for kind in steps]),
        near=np.stack([_rows(kind, table.ranges.support_hold - table.ranges.move) for kind in near]),
        origin=_rows(origins, table.most_origins),
        shore=np.array(shores, np.int32),
        ranks=Ranks(
            step=np.stack([_ranks(kind, len(places)) for kind in steps]),
            near=np.stack([_ranks(kind, count) for kind in near]),
            origin=_ranks(origins, count),
            shore=_ranks([shores], count)[0],
            ranges=_order_ranges(table),
        ),
    )


def _order_ranges(table: ActionTable) -> Actions:
    """Where the templates of each kind of order begin, as ``Ranks.ranges`` wants them."""
    ranges = table.ranges
    hold = NOTHING
    first = (hold, ranges.move, ranges.voyage, ranges.support_hold, ranges.support_move, ranges.convoy)
    return np.array([*first, ranges.support_landing, table.most_origins], np.int64)


def _rows(lists: Sequence[Sequence[int]], width: int) -> Table:
    rows = np.full((len(lists), width), NONE, np.int32)
    for number, row in enumerate(lists):
        rows[number, : len(row)] = row
    return rows


def _ranks(lists: Sequence[Sequence[int]], width: int) -> Table:
    ranks = np.full((len(lists), width), NONE, np.int32)
    for number, row in enumerate(lists):
        ranks[number, row] = np.arange(len(row))
    return ranks


def mask_nothing(arrays: ChoiceArrays, batch: Batch) -> Masks:
    """Masks in which nothing can be chosen but nothing."""
    mask = np.zeros((batch.games, batch.spaces, arrays.ranges.size), np.bool_)
    mask[..., NOTHING] = True
    return mask


def mask_moves(arrays: ChoiceArrays, batch: Batch, *, convoys: bool) -> tuple[Masks, LegalCodes]:
    """The legal choices of a movement phase by game, space and template, and the orders behind them."""
    legal = list_orders(arrays.board, batch, convoys=convoys)
    mask = mask_nothing(arrays, batch)
    mark_templates(arrays.ranks, arrays.board.tables.space_of, batch, legal.codes, legal.starts, convoys, mask)
    return mask, legal


def read_moves(arrays: ChoiceArrays, batch: Batch, legal: LegalCodes, masks: Masks, actions: Actions) -> Table:
    """Choices as orders. What is not legal is a hold, as is help for a voyage that nobody makes."""
    ranges = arrays.ranges
    chosen = _only_legal(masks, actions)
    unit, stand = batch.kind, batch.place
    orders = np.zeros(chosen.shape, np.int32)

    def within(start: int, end: int) -> tuple[Masks, Actions]:
        is_so = (chosen >= start) & (chosen < end)
        return is_so, chosen[is_so] - start

    is_so, number = within(ranges.move, ranges.support_hold)
    orders[is_so] = codes.MOVE | arrays.step[unit[is_so], stand[is_so], number] << codes.PLACE_SHIFT
    is_so, number = within(ranges.support_hold, ranges.support_move)
    goal = arrays.near[unit[is_so], stand[is_so], number]
    orders[is_so] = codes.SUPPORT_HOLD | goal << codes.PLACE_SHIFT | goal << codes.OTHER_SHIFT
    is_so, number = within(ranges.support_move, ranges.support_landing)
    goal = arrays.near[unit[is_so], stand[is_so], number // arrays.most_origins]
    origin = arrays.origin[goal, number % arrays.most_origins]
    orders[is_so] = codes.SUPPORT_MOVE | goal << codes.PLACE_SHIFT | origin << codes.OTHER_SHIFT
    is_so, number = within(ranges.voyage, ranges.convoy)
    orders[is_so] = codes.VIA | arrays.shore[number] << codes.PLACE_SHIFT
    _help_voyages(arrays, batch, legal, chosen, orders)
    return orders


def _only_legal(masks: Masks, actions: Actions) -> Actions:
    inside = np.clip(actions, 0, masks.shape[2] - 1).astype(np.int64)
    is_open = np.take_along_axis(masks, inside[..., None], axis=2)[..., 0]
    return np.where(is_open, inside, NOTHING)


def _help_voyages(arrays: ChoiceArrays, batch: Batch, legal: LegalCodes, chosen: Actions, orders: Table) -> None:
    """Convoys and supports of landings: of an own army that goes there by convoy, where that is legal."""
    ranges = arrays.ranges
    is_support = (chosen >= ranges.support_landing) & (chosen < ranges.voyage)
    is_convoy = (chosen >= ranges.convoy) & (chosen < ranges.embark)
    for game, space in np.argwhere(is_support | is_convoy):
        number = chosen[game, space]
        if is_support[game, space]:
            near = arrays.near[batch.kind[game, space], batch.place[game, space], number - ranges.support_landing]
            kind, goal = codes.SUPPORT_MOVE, int(near)
        else:
            kind, goal = codes.CONVOY, int(arrays.shore[number - ranges.convoy])
        voyage = codes.VIA | goal << codes.PLACE_SHIFT
        armies = np.flatnonzero((orders[game] == voyage) & (batch.power[game] == batch.power[game, space]))
        wanted = [int(kind) | goal << codes.PLACE_SHIFT | int(army) << codes.OTHER_SHIFT for army in armies]
        known = set(legal.of(int(game), int(space)).tolist())
        orders[game, space] = next((code for code in wanted if code in known), codes.HOLD)


def mask_retreats(arrays: ChoiceArrays, batch: Batch) -> Masks:
    """The legal choices of a retreat phase."""
    mask, board = mask_nothing(arrays, batch), arrays.board
    options = np.empty(len(board.locations), np.int16)
    for game, space in np.argwhere(batch.out_power >= 0):
        unit = (
            int(batch.out_power[game, space]), int(batch.out_kind[game, space]), int(batch.out_place[game, space])
        )  # fmt: skip
        origin = int(batch.out_origin[game, space])
        standing = (batch.power[game], batch.kind[game], batch.contested[game])
        count = list_retreats(board.tables, *standing, options, unit, origin, len(options))
        for place in options[:count]:
            rank = arrays.ranks.step[unit[1], unit[2], place]
            ferry = arrays.ranges.voyage + arrays.ranks.shore[board.tables.space_of[place]]
            mask[game, space, arrays.ranges.move + rank if rank >= 0 else ferry] = True
    return mask


def read_retreats(arrays: ChoiceArrays, batch: Batch, masks: Masks, actions: Actions) -> Table:
    """Choices as retreats; what is not legal disbands."""
    chosen, ranges = _only_legal(masks, actions), arrays.ranges
    orders = np.zeros(chosen.shape, np.int32)
    for game, space in np.argwhere((batch.out_power >= 0) & (chosen > 0)):
        number = int(chosen[game, space])
        if number < ranges.support_hold:
            place = arrays.step[batch.out_kind[game, space], batch.out_place[game, space], number - ranges.move]
        else:
            place = arrays.shore[number - ranges.voyage]
        orders[game, space] = codes.RETREAT | int(place) << codes.PLACE_SHIFT
    return orders


def list_builders(arrays: ChoiceArrays, batch: Batch) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """For each space: who may build there, or -1; of each game and power: builds due, or removals if negative.

    Must agree with ``batch.adjustments.is_site``; a build-only centre that need not be owned goes to its first power.
    """
    board, tables = arrays.board, arrays.board.tables
    powers = range(len(board.powers))
    counted = np.where(tables.counts > 0, batch.owner, NONE)
    due = np.stack([(counted == power).sum(1) - (batch.power == power).sum(1) for power in powers], axis=1)
    due[:, [power for power in powers if board.powers[power] in board.rulebook.unplayed]] = 0
    builder = np.full(batch.power.shape, NONE, np.int8)
    for power in powers:
        is_named = (tables.named >> power & 1) > 0
        is_mine = batch.owner == power
        is_site = is_mine & (tables.counts > 0) & _is_building_ground(arrays, is_named, is_mine)
        if tables.switches[rule.BUILD_ONLY]:
            is_free = is_mine | bool(tables.switches[rule.BUILD_ONLY] == rule.VACANT)
            is_site |= is_free & (tables.centre == BUILD_ONLY) & is_named
        is_site &= (batch.power < 0) & (due[:, power] > 0)[:, None] & (builder < 0)
        builder[is_site] = power
    return builder, due


def _is_building_ground(arrays: ChoiceArrays, is_named: Masks, is_mine: Masks) -> Masks:
    tables = arrays.board.tables
    build_in = tables.switches[rule.BUILD_IN]
    if build_in == rule.OWNED:
        return np.asarray(tables.centre != BUILD_ONLY)
    is_home = (tables.centre == HOME) & (is_named | bool(build_in == rule.ANY_HOME))
    if build_in == rule.OWNED_WITH_HOME:
        is_home = (is_mine & is_home).any(axis=1, keepdims=True) & (tables.centre != BUILD_ONLY)
    is_special = (tables.centre == SPECIAL) & is_named & bool(tables.switches[rule.SPECIALS])
    is_colony = (tables.centre == COLONIAL) & bool(tables.switches[rule.COLONIES])
    return np.asarray(is_home | is_special | is_colony)


def mask_adjustments(arrays: ChoiceArrays, batch: Batch) -> Masks:
    """The legal choices of a Winter; that a power builds no more than it may is seen to when it is judged."""
    mask, tables, ranges = mask_nothing(arrays, batch), arrays.board.tables, arrays.ranges
    builder, due = list_builders(arrays, batch)
    is_site = builder >= 0
    mask[..., ranges.build_army] = is_site & (tables.is_land > 0) & (tables.closed == 0)
    for coast in range(ranges.remove - ranges.build_fleet):
        if coast < tables.places.shape[1]:
            place = tables.places[:, coast]
            mask[..., ranges.build_fleet + coast] = is_site & (place >= 0) & (tables.is_port[place] > 0)
    owed = np.take_along_axis(due, np.maximum(batch.power, 0).astype(np.int64), axis=1)
    mask[..., ranges.remove] = (batch.power >= 0) & (owed < 0)
    return mask


def read_adjustments(arrays: ChoiceArrays, batch: Batch, masks: Masks, actions: Actions) -> Table:
    """Choices as lines of Winter by game, power and line, in the sequence of the spaces."""
    chosen, ranges = _only_legal(masks, actions), arrays.ranges
    builder, _ = list_builders(arrays, batch)
    found = np.argwhere(chosen > 0)
    powers = len(arrays.board.powers)
    used = np.zeros((batch.games, powers), np.int64)
    lines = np.zeros((batch.games, powers, max(1, _most_lines(chosen, builder, batch))), np.int32)
    for game, space in found:
        number = int(chosen[game, space])
        power = int(batch.power[game, space] if number == ranges.remove else builder[game, space])
        if number == ranges.remove:
            code = int(codes.REMOVE) | int(space) << codes.PLACE_SHIFT
        elif number == ranges.build_army:
            code = int(codes.BUILD_ARMY) | int(space) << codes.PLACE_SHIFT
        else:
            place = int(arrays.board.tables.places[space, number - ranges.build_fleet])
            code = int(codes.BUILD_FLEET) | place << codes.PLACE_SHIFT
        lines[game, power, used[game, power]] = code
        used[game, power] += 1
    return lines


def _most_lines(chosen: Actions, builder: NDArray[np.int8], batch: Batch) -> int:
    """The most lines that any power has."""
    whose = np.where(batch.power >= 0, batch.power, builder)
    whose = np.where(chosen > 0, whose, NONE)
    return max(
        (int((whose == power).sum(1).max(initial=0)) for power in range(int(whose.max(initial=0)) + 1)), default=0
    )
