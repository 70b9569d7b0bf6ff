"""The choices of a learner where ships carry armies, for many games at once. Must agree with ``sim.choices``.

Those of the moves are marked and read from legal orders; retreats are those of any board. An army aboard has the column
of its ship's space plus the number of spaces.
"""

from typing import Final

import numpy as np

from legation.batch.adjustments import find_place, is_site
from legation.batch.batch import CARGO, Batch
from legation.batch.batch_board import BatchBoard
from legation.batch.choices import Mask, WinterChoices, choose, make_mask
from legation.batch.codes import (
    ARMY,
    BUILD_ARMY,
    BUILD_FLEET,
    BUILD_TRANSPORT,
    FLEET,
    NOBODY,
    REMOVE,
    REMOVE_ABOARD,
    SUPPORT_MOVE,
    TRANSPORT,
    kind_of,
    other_of,
    pack,
    place_of,
)
from legation.batch.colonial_phases import counted_owners
from legation.batch.colonial_winter import (
    BUILDS,
    DUE,
    REMOVALS,
    TRANSPORT_BUILDS,
    TRANSPORT_REMOVALS,
    count_colonial_due,
    is_fed,
    may_build,
)
from legation.batch.compiling import ZERO, Codes, DeviceArray, Longs, Shorts, Small, kernel, part
from legation.batch.devices import Pass
from legation.batch.field import Workspace
from legation.batch.legal_codes import LegalCodes, write_codes
from legation.batch.tables import Tables
from legation.batch.templates import (
    ARMY_AT,
    FLEET_AT,
    REMOVE_AT,
    TRANSPORT_AT,
    Templates,
    get_template,
)


def read_carriage(
    board: BatchBoard, templates: Templates, batch: Batch, legal: LegalCodes, mask: Mask, actions: Longs
) -> Codes:
    """Read choices of a movement phase as orders; illegal ones become holds."""
    orders = np.zeros((batch.games, board.columns), np.int32)
    _read_moves(templates, board.tables.space_of, batch, legal, legal.make_room(), mask, actions, orders)
    return orders


@kernel
def _read_moves(
    templates: Templates,
    space_of: Shorts,
    batch: Batch,
    legal: LegalCodes,
    codes: Codes,
    mask: Mask,
    actions: Longs,
    orders: Codes,
) -> None:
    for game in range(batch.power.shape[0]):
        for unit in range(legal.units[game], legal.units[game + 1]):
            column = legal.columns[unit]
            chosen = choose(mask, actions, game, column)
            if chosen:
                count = write_codes(legal, game, unit, codes)
                orders[game, column] = _code_of(templates, space_of, batch, codes[:count], game, column, chosen)


@kernel
def _code_of(
    templates: Templates, space_of: Shorts, batch: Batch, codes: Codes, game: int, column: int, chosen: int
) -> int:
    """The order with a template. A ship and the army aboard may both go to one space: then the first place counts, and
    the ship before the army. A support leaves out the coast.
    """
    found = ZERO
    for number in range(codes.shape[0]):
        code = ZERO + codes[number]
        if get_template(templates, space_of, batch, game, column, code, True) == chosen:
            is_first = (place_of(code), other_of(code)) < (place_of(found), other_of(found))
            found = code if found == 0 or is_first else found
    if kind_of(found) == SUPPORT_MOVE:
        return pack(SUPPORT_MOVE, ZERO + space_of[place_of(found)], other_of(found))
    return found


@kernel
def mark_all_colonial_winters(
    tables: Tables, work: Workspace, templates: Templates, batch: Batch, counted: Small, choices: WinterChoices
) -> None:
    """Mark the legal choices of a Winter of every game; ``counted`` holds the owners whose centres count."""
    for game in range(batch.power.shape[0]):
        mark_colonial_winter_game(tables, work, templates, batch, counted, choices, game)


@part
def mark_colonial_winter_game(
    tables: Tables,
    work: Workspace,
    templates: Templates,
    batch: Batch,
    counted: Small,
    choices: WinterChoices,
    game: int,
) -> None:
    """The same for one game."""
    due, spaces, remove = work.lists[DUE], batch.power.shape[1], templates.ranges[REMOVE_AT]
    choices.builder[game, :] = NOBODY
    for power in range(choices.due.shape[1]):
        count_colonial_due(tables, counted, batch, due, game, power)
        removals = due[REMOVALS] + due[TRANSPORT_REMOVALS]
        choices.due[game, power] = -removals if removals else due[BUILDS] + due[TRANSPORT_BUILDS]
        for space in range(spaces):
            if batch.power[game, space] == power:
                kind = batch.kind[game, space]
                is_due = due[REMOVALS] > 0 and is_fed(tables.switches, kind)
                is_due |= kind == TRANSPORT and due[TRANSPORT_REMOVALS] > 0
                choices.mask[game, space, remove] = is_due
            elif choices.builder[game, space] == NOBODY and is_site(
                tables, counted[game], batch.power[game], space, power
            ):
                has_marked = _mark_builds(tables, due, templates, choices.mask[game, space], space)
                choices.builder[game, space] = power if has_marked else NOBODY
            if batch.colonial[game, space, CARGO] == power:
                choices.mask[game, space + spaces, remove] = due[REMOVALS] > 0


@kernel
def _mark_builds(tables: Tables, due: Shorts, templates: Templates, mask: Mask, space: int) -> bool:
    """Mark what a power may build in a space; returns whether there is anything."""
    ranges, switches = templates.ranges, tables.switches
    has_marked = find_place(tables, ARMY, space) >= 0 and may_build(switches, due, ARMY)
    mask[ranges[ARMY_AT]] = has_marked
    for coast in range(tables.places.shape[1]):
        place = tables.places[space, coast]
        if place >= 0 and tables.is_port[place]:
            mask[ranges[FLEET_AT] + coast] = may_build(switches, due, FLEET)
            mask[ranges[TRANSPORT_AT]] = may_build(switches, due, TRANSPORT)
            has_marked |= may_build(switches, due, FLEET) or may_build(switches, due, TRANSPORT)
    return has_marked


@kernel
def read_all_colonial_winters(
    tables: Tables,
    work: Workspace,
    templates: Templates,
    batch: Batch,
    choices: WinterChoices,
    actions: Longs,
    lines: Codes,
) -> None:
    """Read the choices of every game as Winter lines by game, power and line: those of a ship, then of its army."""
    for game in range(batch.power.shape[0]):
        read_colonial_winter_game(tables, work, templates, batch, choices, actions, lines, game)


@part
def read_colonial_winter_game(
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
    used, spaces = work.lists[DUE], batch.power.shape[1]
    for power in range(lines.shape[1]):
        used[power] = 0
    for space in range(spaces):
        holder = batch.power[game, space]
        chosen = choose(choices.mask, actions, game, space)
        if chosen:
            line = pack(REMOVE, space, ZERO) if holder >= 0 else _read_build(tables, templates, space, chosen)
            _add_line(used, lines, game, holder if holder >= 0 else choices.builder[game, space], line)
        if choose(choices.mask, actions, game, space + spaces):
            _add_line(used, lines, game, batch.colonial[game, space, CARGO], pack(REMOVE_ABOARD, space, ZERO))


@part
def _add_line(used: Shorts, lines: Codes, game: int, power: int, line: int) -> None:
    lines[game, power, used[power]] = line
    used[power] += 1


@kernel
def _read_build(tables: Tables, templates: Templates, space: int, chosen: int) -> int:
    """The build of a choice; a transport fleet goes to the first coast where a ship can stand."""
    if chosen == templates.ranges[ARMY_AT]:
        return pack(BUILD_ARMY, space, ZERO)
    if chosen != templates.ranges[TRANSPORT_AT]:
        return pack(BUILD_FLEET, ZERO + tables.places[space, chosen - templates.ranges[FLEET_AT]], ZERO)
    coast = ZERO
    while not tables.is_port[tables.places[space, coast]]:
        coast += 1
    return pack(BUILD_TRANSPORT, ZERO + tables.places[space, coast], ZERO)


_LISTS: Final = frozenset({"lists"})
MARK_WINTERS: Final = Pass(mark_all_colonial_winters, mark_colonial_winter_game, _LISTS)
READ_WINTERS: Final = Pass(read_all_colonial_winters, read_colonial_winter_game, _LISTS)


def mask_colonial_winter(board: BatchBoard, templates: Templates, batch: Batch) -> WinterChoices:
    """The legal choices of a Winter."""
    assert board.colonial is not None
    arrays = board.device.arrays
    choices = WinterChoices(
        make_mask(board, templates, batch.games),
        arrays.empty(batch.power.shape, np.int8),
        arrays.empty((batch.games, len(board.powers)), np.int8),
    )
    counted = counted_owners(board, board.colonial, batch)
    board.device.run(board.tables, MARK_WINTERS, batch.games, templates, batch, counted, choices)
    return choices


def read_colonial_winter(
    board: BatchBoard, templates: Templates, batch: Batch, choices: WinterChoices, actions: DeviceArray
) -> Codes:
    """Read choices as Winter lines."""
    arrays = board.device.arrays
    chosen = (actions != 0).reshape(batch.games, 2, -1)
    owners = (np.where(batch.power >= 0, batch.power, choices.builder), batch.colonial[..., CARGO])
    most = max(
        (int(sum(((owner == power) & chosen[:, half]).sum(axis=1) for half, owner in enumerate(owners)).max()))
        for power in range(len(board.powers))
    )
    lines: Codes = arrays.zeros((batch.games, len(board.powers), max(1, most)), np.int32)
    board.device.run(board.tables, READ_WINTERS, batch.games, templates, batch, choices, actions, lines)
    return lines
