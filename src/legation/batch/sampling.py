"""Positions and orders by chance, made so that units meet: for tests, figures and random play. All orders are legal."""

import numpy as np

from legation.batch.batch import Batch
from legation.batch.codes import (
    ARMY,
    CONVOY,
    FLEET,
    HOLD,
    MOVE,
    NOBODY,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    pack,
    place_of,
)
from legation.batch.compiling import ZERO, Codes, Shorts, kernel
from legation.batch.field import (
    ACT,
    ATTACKER,
    KIND,
    MOVE_ACT,
    MOVERS,
    POWER,
    RIVAL,
    STATE,
    TARGET,
    UNITS,
    YES,
    Workspace,
)
from legation.batch.layout import enter_units
from legation.batch.proper_routes import is_on_proper_route
from legation.batch.sea import FLEETS
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables
from legation.batch.words import Words, bit, has

TRIES = 4
"""How often a unit looks for something to help before it does something else."""
AFLOAT = YES
"""The state of an army that goes by sea, a mark for the fleets that look for armies to carry."""
VOYAGES = MOVERS


@kernel
def sample_units(tables: Tables, batch: Batch, powers: int, units: int, seed: int) -> None:
    """Put so many units on every board, anywhere; the centres under them are their power's."""
    np.random.seed(seed)
    spaces = batch.power.shape[1]
    for game in range(batch.power.shape[0]):
        placed = 0
        while placed < units:
            space = np.random.randint(spaces)
            location = tables.places[space, np.random.randint(tables.places.shape[1])]
            if batch.power[game, space] >= 0 or location < 0:
                continue
            kind = np.random.randint(2)
            if (kind == ARMY and (location != space or not tables.is_land[space] or tables.closed[space])) or (
                kind == FLEET and not tables.is_port[location]
            ):
                continue
            batch.power[game, space] = np.random.randint(powers)
            batch.kind[game, space] = kind
            batch.place[game, space] = location
            placed += 1
            if tables.centre[space]:
                batch.owner[game, space] = np.random.randint(powers)


@kernel
def sample_all_moves(
    tables: Tables, words: WordTables, work: Workspace, batch: Batch, orders: Codes, seed: int
) -> None:
    """Legal movement orders for every unit of every game: moves and voyages, then helpers that mostly match them."""
    np.random.seed(seed)
    locations = words.moves.shape[0] // 2  # the rows of fleets come behind those of armies; transports move as fleets
    field, lists = work.field, work.lists
    for game in range(orders.shape[0]):
        count = enter_units(field, lists, batch.power[game], batch.kind[game])
        fleets = work.sea.sets[FLEETS]
        fleets[:] = 0
        for number in range(count):
            unit = lists[UNITS, number]
            if field[unit, KIND] == FLEET and tables.carries[unit] != 0:
                fleets[unit >> 6] |= bit(unit)
        voyages = ZERO
        for number in range(count):
            unit = lists[UNITS, number]
            row = (batch.kind[game, unit] != ARMY) * locations + batch.place[game, unit]
            orders[game, unit] = _sample_move(tables, words, work, row, unit)
            if orders[game, unit] != HOLD:
                _enter(tables, field, unit, orders[game, unit])
                lists[VOYAGES, voyages] = unit
                voyages += field[unit, STATE] == AFLOAT
        for number in range(count):
            unit = lists[UNITS, number]
            if field[unit, ACT] != MOVE_ACT:
                row = (batch.kind[game, unit] != ARMY) * locations + batch.place[game, unit]
                orders[game, unit] = _sample_help(tables, words, work, orders[game], row, unit, voyages)


@kernel
def _enter(tables: Tables, field: Shorts, unit: int, code: int) -> None:
    goal = tables.space_of[place_of(code)]
    field[unit, ACT] = MOVE_ACT
    field[unit, TARGET] = goal
    field[unit, RIVAL] = field[goal, ATTACKER]
    field[goal, ATTACKER] = unit


@kernel
def _sample_move(tables: Tables, words: WordTables, work: Workspace, row: int, unit: int) -> int:
    is_army = work.field[unit, KIND] == ARMY
    if is_army and np.random.random() < 0.4:
        goal = _sample_voyage(tables, work.sea.sets[FLEETS], unit)
        if goal >= 0:
            work.field[unit, STATE] = AFLOAT
            return pack(VIA if np.random.random() < 0.5 else MOVE, goal, ZERO)
    if np.random.random() < (0.65 if has(work.sea.sets[FLEETS], unit) else 0.4):
        return HOLD
    count = words.move_codes[row, 0]
    return words.move_codes[row, 1 + np.random.randint(count)] if count else HOLD


@kernel
def _sample_from(rows: Shorts, row: int) -> int:
    """One entry of a row, or ``NOBODY`` if it is empty."""
    count = 0
    while count < rows.shape[1] and rows[row, count] >= 0:
        count += 1
    return rows[row, np.random.randint(count)] if count else NOBODY


@kernel
def _sample_voyage(tables: Tables, fleets: Words, unit: int) -> int:
    """A shore within reach of the fleets that stand at sea, or nobody."""
    sea = NOBODY
    for _ in range(TRIES):
        near = _sample_from(tables.links, unit if sea < 0 else sea)
        if near >= 0 and has(fleets, near):
            sea = near
    if sea < 0:
        return NOBODY
    shore = tables.space_of[_sample_from(tables.fleet_steps, sea)]
    if shore == unit or not tables.is_land[shore] or tables.closed[shore] or has(fleets, shore):
        return NOBODY
    return shore


@kernel
def _sample_help(
    tables: Tables, words: WordTables, work: Workspace, orders: Codes, row: int, unit: int, voyages: int
) -> int:
    """A convoy or a support that matches, if there is one to be found; else a support that may not, or a hold."""
    if has(work.sea.sets[FLEETS], unit) and voyages and np.random.random() < 0.8:
        code = _sample_convoy(tables, work, unit, voyages)
        if code != HOLD:
            return code
    count = words.near_places[row, 0]
    for _ in range(TRIES if count else 0):
        place = words.near_places[row, 1 + np.random.randint(count)]
        code = _sample_support(tables, work, orders, unit, tables.space_of[place])
        if code != HOLD:
            return code
    return HOLD


@kernel
def _sample_convoy(tables: Tables, work: Workspace, unit: int, voyages: int) -> int:
    for _ in range(TRIES):
        army = work.lists[VOYAGES, np.random.randint(voyages)]
        goal = work.field[army, TARGET]
        if is_on_proper_route(work.sea, tables.links, army, goal, unit):
            return pack(CONVOY, goal, army)
    return HOLD


@kernel
def _sample_support(tables: Tables, work: Workspace, orders: Codes, unit: int, space: int) -> int:
    """Support in a space: of a move there, or of the unit that stands there."""
    field = work.field
    mover = field[space, ATTACKER]
    while mover >= 0 and field[mover, RIVAL] >= 0 and np.random.random() < 0.5:
        mover = field[mover, RIVAL]
    if (
        mover >= 0
        and np.random.random() < 0.8
        and not (field[mover, STATE] == AFLOAT and has(work.sea.sets[FLEETS], unit))
    ):
        target = place_of(orders[mover])
        is_plain = np.random.random() < 0.2  # a support may leave out the coast
        return pack(SUPPORT_MOVE, tables.space_of[target] if is_plain else target, mover)
    if field[space, POWER] >= 0:
        return pack(SUPPORT_HOLD, space, space)
    return HOLD
