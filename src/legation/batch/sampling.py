"""Random positions and orders, made so that units meet: for tests, figures and random play. All orders are legal."""

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
from legation.batch.compiling import ZERO, Codes, Shorts, kernel, part
from legation.batch.draws import State, begin_draws, draw, draw_below
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
"""The state of an army that goes by sea: a mark for the fleets that look for armies to carry."""
VOYAGES = MOVERS


@kernel
def sample_units(tables: Tables, work: Workspace, batch: Batch, powers: int, units: int, seed: int) -> None:
    """Put ``units`` units on every board, anywhere; the centres under them get owners."""
    for game in range(batch.power.shape[0]):
        sample_game_units(tables, work, batch, powers, units, seed, game)


@part
def sample_game_units(
    tables: Tables, work: Workspace, batch: Batch, powers: int, units: int, seed: int, game: int
) -> None:
    """The same for one game."""
    draws, spaces = work.draws, batch.power.shape[1]
    begin_draws(draws, seed, game)
    placed = ZERO
    while placed < units:
        space = draw_below(draws, spaces)
        location = tables.places[space, draw_below(draws, tables.places.shape[1])]
        if batch.power[game, space] >= 0 or location < 0:
            continue
        kind = draw_below(draws, 2)
        if (kind == ARMY and (location != space or not tables.is_land[space] or tables.closed[space])) or (
            kind == FLEET and not tables.is_port[location]
        ):
            continue
        batch.power[game, space] = draw_below(draws, powers)
        batch.kind[game, space] = kind
        batch.place[game, space] = location
        placed += 1
        if tables.centre[space]:
            batch.owner[game, space] = draw_below(draws, powers)


@kernel
def sample_all_moves(
    tables: Tables, work: Workspace, words: WordTables, batch: Batch, orders: Codes, seed: int
) -> None:
    """Legal movement orders for every unit of every game: moves and voyages, then helpers, most of which match."""
    for game in range(orders.shape[0]):
        sample_game_moves(tables, work, words, batch, orders, seed, game)


@part
def sample_game_moves(
    tables: Tables, work: Workspace, words: WordTables, batch: Batch, orders: Codes, seed: int, game: int
) -> None:
    """The same for one game."""
    begin_draws(work.draws, seed, game)
    locations = words.moves.shape[0] // 2  # the rows of fleets come after those of armies; transports move as fleets
    field, lists = work.field, work.lists
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
    if is_army and draw(work.draws) < 0.4:
        goal = _sample_voyage(tables, work.draws, work.sea.sets[FLEETS], unit)
        if goal >= 0:
            work.field[unit, STATE] = AFLOAT
            return pack(VIA if draw(work.draws) < 0.5 else MOVE, goal, ZERO)
    if draw(work.draws) < (0.65 if has(work.sea.sets[FLEETS], unit) else 0.4):
        return HOLD
    count = words.move_codes[row, 0]
    return words.move_codes[row, 1 + draw_below(work.draws, count)] if count else HOLD


@kernel
def _sample_from(draws: State, rows: Shorts, row: int) -> int:
    """A random entry of a row, or ``NOBODY`` if it is empty."""
    count = 0
    while count < rows.shape[1] and rows[row, count] >= 0:
        count += 1
    return rows[row, draw_below(draws, count)] if count else NOBODY


@kernel
def _sample_voyage(tables: Tables, draws: State, fleets: Words, unit: int) -> int:
    """A shore within reach of the fleets at sea, or ``NOBODY``."""
    sea = NOBODY
    for _ in range(TRIES):
        near = _sample_from(draws, tables.links, unit if sea < 0 else sea)
        if near >= 0 and has(fleets, near):
            sea = near
    if sea < 0:
        return NOBODY
    shore = tables.space_of[_sample_from(draws, tables.fleet_steps, sea)]
    if shore == unit or not tables.is_land[shore] or tables.closed[shore] or has(fleets, shore):
        return NOBODY
    return shore


@kernel
def _sample_help(
    tables: Tables, words: WordTables, work: Workspace, orders: Codes, row: int, unit: int, voyages: int
) -> int:
    """A matching convoy or support, if one can be found; otherwise any support, or a hold."""
    if has(work.sea.sets[FLEETS], unit) and voyages and draw(work.draws) < 0.8:
        code = _sample_convoy(tables, work, unit, voyages)
        if code != HOLD:
            return code
    count = words.near_places[row, 0]
    for _ in range(TRIES if count else 0):
        place = words.near_places[row, 1 + draw_below(work.draws, count)]
        code = _sample_support(tables, work, orders, unit, tables.space_of[place])
        if code != HOLD:
            return code
    return HOLD


@kernel
def _sample_convoy(tables: Tables, work: Workspace, unit: int, voyages: int) -> int:
    for _ in range(TRIES):
        army = work.lists[VOYAGES, draw_below(work.draws, voyages)]
        goal = work.field[army, TARGET]
        if is_on_proper_route(work.sea, tables.links, army, goal, unit):
            return pack(CONVOY, goal, army)
    return HOLD


@kernel
def _sample_support(tables: Tables, work: Workspace, orders: Codes, unit: int, space: int) -> int:
    """Support in a space: of a move there, or of the unit there."""
    field = work.field
    mover = field[space, ATTACKER]
    while mover >= 0 and field[mover, RIVAL] >= 0 and draw(work.draws) < 0.5:
        mover = field[mover, RIVAL]
    if (
        mover >= 0
        and draw(work.draws) < 0.8
        and not (field[mover, STATE] == AFLOAT and has(work.sea.sets[FLEETS], unit))
    ):
        target = place_of(orders[mover])
        is_plain = draw(work.draws) < 0.2  # a support may leave out the coast
        return pack(SUPPORT_MOVE, tables.space_of[target] if is_plain else target, mover)
    if field[space, POWER] >= 0:
        return pack(SUPPORT_HOLD, space, space)
    return HOLD
