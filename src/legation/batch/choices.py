"""The choices of a learner for many games at once, on any device: legal choices, their meaning, and random choices.

A choice is a template such as "move to the third neighbour" (``legation.sim.action_table``). Choices by sea need a
search for routes and are not made here: ``templates.mark_templates`` marks those from a list of legal orders.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.batch.adjustments import DUE, count_due, find_place, is_site
from legation.batch.batch import Batch, line_up
from legation.batch.batch_board import BatchBoard
from legation.batch.chart import (
    BESIDE,
    BY_SEA,
    BY_STEP,
    CARRIERS,
    KNOWN,
    ONCE,
    UNITS,
    Chart,
    enter_game,
    join_armies,
    join_shores,
    make_chart,
    make_groups,
)
from legation.batch.codes import (
    ARMY,
    BUILD_ARMY,
    BUILD_FLEET,
    HOLD,
    MOVE,
    NOBODY,
    PLACE_SHIFT,
    REMOVE,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    pack,
)
from legation.batch.compiling import ZERO, Codes, DeviceArray, Longs, Small, kernel, part
from legation.batch.devices import Pass
from legation.batch.draws import begin_draws, draw_below
from legation.batch.field import OPTIONS, Workspace
from legation.batch.retreat_options import list_retreats
from legation.batch.tables import Tables
from legation.batch.templates import (
    ARMY_AT,
    FLEET_AT,
    HOLDS_AT,
    LANDINGS_AT,
    REMOVE_AT,
    STEPS_AT,
    SUPPORTS_AT,
    VOYAGES_AT,
    Templates,
)
from legation.batch.word_tables import WordTables
from legation.batch.words import bit, has, lowest

Mask = NDArray[np.bool_]


class WinterChoices(NamedTuple):
    """The possible choices of a Winter."""

    mask: Mask
    """By game, space and template."""
    builder: Small
    """By game and space: the power that may build there, or -1; of several at a build-only centre, the first."""
    due: Small
    """By game and power: builds due, or removals if negative."""


@kernel
def mark_all_moves(
    tables: Tables, chart: Chart, words: WordTables, templates: Templates, batch: Batch, mask: Mask
) -> None:
    """Mark the legal choices of a movement phase of every game, without those by sea."""
    for game in range(batch.power.shape[0]):
        mark_game_moves(tables, chart, words, templates, batch, mask, game)


@part
def mark_game_moves(
    tables: Tables, chart: Chart, words: WordTables, templates: Templates, batch: Batch, mask: Mask, game: int
) -> None:
    """The same for one game."""
    count = enter_game(words, chart, batch.power[game], batch.kind[game], batch.place[game])
    for space in range(chart.helped.shape[0]):
        chart.helped[space, BY_STEP] = 0
        chart.helped[space, BY_SEA] = 0
    for number in range(count):
        _mark_steps(tables, chart, words, templates, batch, mask, game, number)
    if templates.has_straits[0] and make_groups(words, chart):
        for number in range(count):
            _note_landings(chart, words, templates, chart.lists[UNITS, number])
    for number in range(count):
        _mark_supports(chart, words, templates, batch, mask, game, number)


@part
def _mark_steps(
    tables: Tables,
    chart: Chart,
    words: WordTables,
    templates: Templates,
    batch: Batch,
    mask: Mask,
    game: int,
    number: int,
) -> None:
    """Mark the moves of a unit, and note in each target space that it may be helped there."""
    unit, row = chart.lists[UNITS, number], chart.lists[KNOWN, number]
    for step in range(1, words.move_codes[row, 0] + 1):
        place = words.move_codes[row, step] >> PLACE_SHIFT
        rank = templates.ranks.step[batch.kind[game, unit], batch.place[game, unit], place]
        mask[game, unit, templates.ranges[STEPS_AT] + rank] = True
        space = tables.space_of[place]
        origin = templates.ranks.origin[space, unit]
        if origin >= 0:
            chart.helped[space, BY_STEP] |= bit(origin)


@part
def _note_landings(chart: Chart, words: WordTables, templates: Templates, unit: int) -> None:
    """Note in each space beside an army that it may be helped there if it can only arrive by sea."""
    if not has(chart.sets[BESIDE], unit):
        return
    for word in range(chart.sets.shape[1]):
        chart.sets[ONCE, word] = join_shores(words, chart, unit, word)
    for number in range(templates.origin.shape[1]):
        space = templates.origin[unit, number]
        if space >= 0 and has(chart.sets[ONCE], space) and has(words.landings, space):
            origin = templates.ranks.origin[space, unit]
            if origin >= 0 and not has(words.walkers[space], unit):
                chart.helped[space, BY_SEA] |= bit(origin)


@part
def _mark_supports(
    chart: Chart, words: WordTables, templates: Templates, batch: Batch, mask: Mask, game: int, number: int
) -> None:
    """Mark the units that a unit may support, both to hold and to move."""
    unit, row = chart.lists[UNITS, number], chart.lists[KNOWN, number]
    spaces, origins = batch.power.shape[1], templates.origin.shape[1]
    for step in range(1, words.near_places[row, 0] + 1):
        space = ZERO + words.near_places[row, step]
        if space >= spaces:  # a separate coast of a space that is itself in the list
            continue
        near = templates.ranks.near[batch.kind[game, unit], batch.place[game, unit], space]
        if batch.power[game, space] >= 0:
            mask[game, unit, templates.ranges[HOLDS_AT] + near] = True
        helped = chart.helped[space, BY_STEP]
        if chart.helped[space, BY_SEA]:
            helped |= _leave_carried(chart, words, templates, space, unit)
        while helped:
            origin = lowest(helped)
            helped &= helped - 1
            if templates.origin[space, origin] != unit:
                mask[game, unit, templates.ranges[SUPPORTS_AT] + near * origins + origin] = True


@part
def _leave_carried(chart: Chart, words: WordTables, templates: Templates, space: int, unit: int) -> int:
    """Units that arrive by sea, without armies that the helper itself would have to carry (DATC 6.D.31)."""
    helped = chart.helped[space, BY_SEA]
    if has(chart.sets[CARRIERS], unit):
        for word in range(chart.sets.shape[1]):
            chart.sets[ONCE, word] = join_armies(words, chart, space, unit, word)
        rest = helped
        while rest:
            origin = lowest(rest)
            rest &= rest - 1
            if not has(chart.sets[ONCE], templates.origin[space, origin]):
                helped &= ~bit(origin)
    return helped


@kernel
def mark_all_retreats(tables: Tables, work: Workspace, templates: Templates, batch: Batch, mask: Mask) -> None:
    """Mark the legal choices of a retreat phase of every game."""
    for game in range(batch.power.shape[0]):
        mark_game_retreats(tables, work, templates, batch, mask, game)


@part
def mark_game_retreats(
    tables: Tables, work: Workspace, templates: Templates, batch: Batch, mask: Mask, game: int
) -> None:
    """The same for one game."""
    options = work.lists[OPTIONS]
    for space in range(batch.power.shape[1]):
        if batch.out_power[game, space] >= 0:
            unit = (batch.out_power[game, space], batch.out_kind[game, space], batch.out_place[game, space])
            count = list_retreats(
                tables,
                batch.power[game],
                batch.kind[game],
                batch.contested[game],
                options,
                unit,
                batch.out_origin[game, space],
                options.shape[0],
            )
            for number in range(count):
                rank = templates.ranks.step[unit[1], unit[2], options[number]]
                ferry = templates.ranges[VOYAGES_AT] + templates.ranks.shore[tables.space_of[options[number]]]
                mask[game, space, templates.ranges[STEPS_AT] + rank if rank >= 0 else ferry] = True


@kernel
def mark_all_winters(
    tables: Tables, work: Workspace, templates: Templates, batch: Batch, choices: WinterChoices
) -> None:
    """Mark the legal choices of a Winter of every game; the judge prevents excess builds."""
    for game in range(batch.power.shape[0]):
        mark_game_winter(tables, work, templates, batch, choices, game)


@part
def mark_game_winter(
    tables: Tables, work: Workspace, templates: Templates, batch: Batch, choices: WinterChoices, game: int
) -> None:
    """The same for one game."""
    due = work.lists[DUE]
    powers = choices.due.shape[1]
    count_due(tables, batch.owner[game], batch.power[game], due, powers)
    for power in range(powers):
        choices.due[game, power] = due[power]
    for space in range(batch.power.shape[1]):
        holder = batch.power[game, space]
        if holder >= 0:
            choices.mask[game, space, templates.ranges[REMOVE_AT]] = due[holder] < 0
            continue
        builder = ZERO + NOBODY
        for power in range(powers):
            is_due = builder < 0 and due[power] > 0
            if is_due and is_site(tables, batch.owner[game], batch.power[game], space, power):
                builder = ZERO + power
        choices.builder[game, space] = builder
        if builder >= 0:
            _mark_builds(tables, templates, choices.mask[game, space], space)


@part
def _mark_builds(tables: Tables, templates: Templates, mask: Mask, space: int) -> None:
    mask[templates.ranges[ARMY_AT]] = find_place(tables, ARMY, space) >= 0
    for coast in range(tables.places.shape[1]):
        place = tables.places[space, coast]
        if place >= 0 and tables.is_port[place]:
            mask[templates.ranges[FLEET_AT] + coast] = True


@part
def choose(mask: Mask, actions: Longs, game: int, space: int) -> int:
    """The choice in a space; nothing if it is not legal."""
    chosen = ZERO + actions[game, space]
    if chosen < 0 or chosen >= mask.shape[2] or not mask[game, space, chosen]:
        return ZERO
    return chosen


@kernel
def read_all_moves(
    tables: Tables, work: Workspace, templates: Templates, batch: Batch, mask: Mask, actions: Longs, orders: Codes
) -> None:
    """Read the choices of every game as orders; illegal ones, and help for voyages, become holds."""
    for game in range(batch.power.shape[0]):
        read_game_moves(tables, work, templates, batch, mask, actions, orders, game)


@part
def read_game_moves(
    _tables: Tables,
    _work: Workspace,
    templates: Templates,
    batch: Batch,
    mask: Mask,
    actions: Longs,
    orders: Codes,
    game: int,
) -> None:
    """The same for one game."""
    for space in range(batch.power.shape[1]):
        if batch.power[game, space] >= 0:
            chosen = choose(mask, actions, game, space)
            orders[game, space] = _read_move(templates, batch.kind[game, space], batch.place[game, space], chosen)


@part
def _read_move(templates: Templates, kind: int, place: int, chosen: int) -> int:
    ranges, origins = templates.ranges, templates.origin.shape[1]
    if chosen < ranges[STEPS_AT]:
        return HOLD
    if chosen < ranges[HOLDS_AT]:
        return pack(MOVE, templates.step[kind, place, chosen - ranges[STEPS_AT]], ZERO)
    if chosen < ranges[SUPPORTS_AT]:
        goal = templates.near[kind, place, chosen - ranges[HOLDS_AT]]
        return pack(SUPPORT_HOLD, goal, goal)
    if chosen < ranges[LANDINGS_AT]:
        number = chosen - ranges[SUPPORTS_AT]
        goal = templates.near[kind, place, number // origins]
        return pack(SUPPORT_MOVE, goal, templates.origin[goal, number % origins])
    number = chosen - ranges[VOYAGES_AT]
    if 0 <= number < templates.shore.shape[0]:
        return pack(VIA, templates.shore[number], ZERO)
    return HOLD


@kernel
def read_all_retreats(
    tables: Tables, work: Workspace, templates: Templates, batch: Batch, mask: Mask, actions: Longs, orders: Codes
) -> None:
    """Read the choices of every game as retreats; illegal ones become disbandments."""
    for game in range(batch.power.shape[0]):
        read_game_retreats(tables, work, templates, batch, mask, actions, orders, game)


@part
def read_game_retreats(
    _tables: Tables,
    _work: Workspace,
    templates: Templates,
    batch: Batch,
    mask: Mask,
    actions: Longs,
    orders: Codes,
    game: int,
) -> None:
    """The same for one game."""
    ranges = templates.ranges
    for space in range(batch.power.shape[1]):
        chosen = choose(mask, actions, game, space)
        if batch.out_power[game, space] >= 0 and chosen:
            if chosen < ranges[HOLDS_AT]:
                kind, stood = batch.out_kind[game, space], batch.out_place[game, space]
                place = templates.step[kind, stood, chosen - ranges[STEPS_AT]]
            else:
                place = templates.shore[chosen - ranges[VOYAGES_AT]]
            orders[game, space] = pack(RETREAT, place, ZERO)


@kernel
def read_all_winters(
    tables: Tables,
    work: Workspace,
    templates: Templates,
    batch: Batch,
    choices: WinterChoices,
    actions: Longs,
    lines: Codes,
) -> None:
    """Read the choices of every game as Winter lines by game, power and line, in the order of the spaces.

    There are as many lines as the largest number of builds or removals: further choices could not be followed.
    """
    for game in range(batch.power.shape[0]):
        read_game_winter(tables, work, templates, batch, choices, actions, lines, game)


@part
def read_game_winter(
    tables: Tables,
    work: Workspace,
    templates: Templates,
    batch: Batch,
    choices: WinterChoices,
    actions: Longs,
    lines: Codes,
    game: int,
) -> None:
    """The same for one game."""
    used = work.lists[DUE]
    for power in range(lines.shape[1]):
        used[power] = 0
    for space in range(batch.power.shape[1]):
        chosen = choose(choices.mask, actions, game, space)
        if chosen:
            is_removal = chosen == templates.ranges[REMOVE_AT]
            power = batch.power[game, space] if is_removal else choices.builder[game, space]
            if used[power] < lines.shape[2]:
                lines[game, power, used[power]] = _read_line(tables, templates, space, chosen)
                used[power] += 1


@part
def _read_line(tables: Tables, templates: Templates, space: int, chosen: int) -> int:
    if chosen == templates.ranges[REMOVE_AT]:
        return pack(REMOVE, space, ZERO)
    if chosen == templates.ranges[ARMY_AT]:
        return pack(BUILD_ARMY, space, ZERO)
    return pack(BUILD_FLEET, tables.places[space, chosen - templates.ranges[FLEET_AT]], ZERO)


@kernel
def sample_all_choices(tables: Tables, work: Workspace, mask: Mask, actions: Longs, seed: int) -> None:
    """A random legal choice in every space of every game."""
    for game in range(mask.shape[0]):
        sample_game_choices(tables, work, mask, actions, seed, game)


@part
def sample_game_choices(_tables: Tables, work: Workspace, mask: Mask, actions: Longs, seed: int, game: int) -> None:
    """The same for one game."""
    begin_draws(work.draws, seed, game)
    for space in range(mask.shape[1]):
        count = ZERO
        for template in range(mask.shape[2]):
            count += mask[game, space, template]
        wanted = draw_below(work.draws, count)
        for template in range(mask.shape[2]):
            if mask[game, space, template]:
                if wanted == 0:
                    actions[game, space] = template
                wanted -= 1


_LISTS: Final = frozenset({"lists"})
MARK_MOVES: Final = Pass(mark_all_moves, mark_game_moves, frozenset(Chart._fields), make_room=make_chart)
MARK_RETREATS: Final = Pass(mark_all_retreats, mark_game_retreats, _LISTS)
MARK_WINTERS: Final = Pass(mark_all_winters, mark_game_winter, _LISTS)
READ_MOVES: Final = Pass(read_all_moves, read_game_moves, frozenset())
READ_RETREATS: Final = Pass(read_all_retreats, read_game_retreats, frozenset())
READ_WINTERS: Final = Pass(read_all_winters, read_game_winter, _LISTS)
CHOICES_BY_CHANCE: Final = Pass(sample_all_choices, sample_game_choices, frozenset({"draws"}))


def make_mask(board: BatchBoard, templates: Templates, games: int) -> DeviceArray:
    """Make a mask that allows only the choice of nothing."""
    mask = board.device.arrays.zeros((games, board.columns, templates.size), np.bool_)
    mask[..., 0] = True
    return mask


def mask_moves(board: BatchBoard, templates: Templates, batch: Batch) -> DeviceArray:
    """The legal choices of a movement phase by game, space and template, without those by sea."""
    batch, mask = line_up(batch, board.device.arrays), make_mask(board, templates, batch.games)
    board.device.run(board.tables, MARK_MOVES, batch.games, board.words, templates, batch, mask)
    return mask


def mask_retreats(board: BatchBoard, templates: Templates, batch: Batch) -> DeviceArray:
    """The legal choices of a retreat phase."""
    mask = make_mask(board, templates, batch.games)
    board.device.run(board.tables, MARK_RETREATS, batch.games, templates, batch, mask)
    return mask


def mask_winter(board: BatchBoard, templates: Templates, batch: Batch) -> WinterChoices:
    """The legal choices of a Winter."""
    arrays = board.device.arrays
    choices = WinterChoices(
        make_mask(board, templates, batch.games),
        arrays.full(batch.power.shape, NOBODY, np.int8),
        arrays.zeros((batch.games, len(board.powers)), np.int8),
    )
    board.device.run(board.tables, MARK_WINTERS, batch.games, templates, batch, choices)
    return choices


def read_moves(board: BatchBoard, templates: Templates, batch: Batch, mask: DeviceArray, actions: DeviceArray) -> Codes:
    """Read choices as orders; illegal ones, and help for voyages, become holds."""
    orders: Codes = board.device.arrays.zeros(batch.power.shape, np.int32)
    board.device.run(board.tables, READ_MOVES, batch.games, templates, batch, mask, actions, orders)
    return orders


def read_retreats(
    board: BatchBoard, templates: Templates, batch: Batch, mask: DeviceArray, actions: DeviceArray
) -> Codes:
    """Read choices as retreats; illegal ones become disbandments."""
    orders: Codes = board.device.arrays.zeros(batch.power.shape, np.int32)
    board.device.run(board.tables, READ_RETREATS, batch.games, templates, batch, mask, actions, orders)
    return orders


def read_winter(
    board: BatchBoard, templates: Templates, batch: Batch, choices: WinterChoices, actions: DeviceArray
) -> Codes:
    """Read choices as Winter lines."""
    most = max(1, int(abs(choices.due).max())) if batch.games else 1
    lines: Codes = board.device.arrays.zeros((batch.games, len(board.powers), most), np.int32)
    board.device.run(board.tables, READ_WINTERS, batch.games, templates, batch, choices, actions, lines)
    return lines


def sample_choices(board: BatchBoard, mask: DeviceArray, seed: int) -> DeviceArray:
    """A random legal choice for every space; the same seed gives the same choices on both devices."""
    actions = board.device.arrays.zeros(mask.shape[:2], np.int64)
    board.device.run(board.tables, CHOICES_BY_CHANCE, len(mask), mask, actions, seed)
    return actions
