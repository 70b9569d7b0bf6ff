"""Random orders where ships carry armies: some armies go aboard and ashore, and some new fleets are transports.

All movement orders are legal; some of the Winter lines cannot be followed.
"""

from typing import Final

from legation.batch.batch import AGE, CARGO, HELD, Batch
from legation.batch.berths import has_room, list_armies, list_ships, list_steps
from legation.batch.carriage import enter_all_units
from legation.batch.codes import (
    ARMY,
    BUILD_FLEET,
    BUILD_TRANSPORT,
    EMBARK,
    FLEET,
    HOLD,
    MOVE,
    REMOVE,
    REMOVE_ABOARD,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TRANSPORT,
    kind_of,
    pack,
    place_of,
)
from legation.batch.colonial_centres import is_closed
from legation.batch.colonial_tables import ColonialArrays
from legation.batch.compiling import ZERO, Codes, Shorts, kernel, known, part
from legation.batch.draws import begin_draws, draw, draw_below
from legation.batch.field import (
    ACT,
    ATTACKER,
    BOARD_ACT,
    CONVOY_ACT,
    LEND_ACT,
    MOVE_ACT,
    OPTIONS,
    POWER,
    RIVAL,
    SAIL_ACT,
    STAND,
    TARGET,
    UNITS,
    Workspace,
)
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables

BOARDING: Final = 0.15
"""The share of games without transport fleets and armies aboard in which armies may go aboard."""
TAKING: Final = 0.3
"""The share of ships beside an army that take one aboard."""
GOING: Final = 0.9
"""The share of the armies taken aboard that actually go."""
MOVING: Final = 0.65
WAITING: Final = 0.8
"""The share of ships that hold while their army goes ashore."""
HELPING: Final = 0.8
"""The share of helpers that help a move rather than the unit in its way."""
TRIES: Final = 4
"""The number of times that a unit looks for something to help."""
BUILDING: Final = 0.3
"""The share of new fleets that are transport fleets."""
YEARS: Final = 5
"""Random colonial centres are held for fewer years than this."""


@kernel
def sample_all_colonies(
    tables: Tables, work: Workspace, colonial: ColonialArrays, batch: Batch, powers: int, is_laden: bool, seed: int
) -> None:
    """Give the colonial centres of every game a random age and, where ships are laden, load armies on ships."""
    for game in range(batch.power.shape[0]):
        sample_game_colonies(tables, work, colonial, batch, powers, is_laden, seed, game)


@part
def sample_game_colonies(
    _tables: Tables,
    work: Workspace,
    colonial: ColonialArrays,
    batch: Batch,
    powers: int,
    is_laden: bool,
    seed: int,
    game: int,
) -> None:
    """The same for one game: half of the ships are transport fleets, and half have an army aboard."""
    draws = work.draws
    begin_draws(draws, seed, game)
    for space in range(batch.power.shape[1]):
        is_owned = colonial.is_colonial[space] != 0 and batch.owner[game, space] >= 0
        batch.colonial[game, space, HELD] = draw_below(draws, YEARS) if is_owned else ZERO
        batch.colonial[game, space, AGE] = draw_below(draws, YEARS) if is_owned else ZERO
        if is_laden and batch.power[game, space] >= 0 and batch.kind[game, space] != ARMY:
            batch.kind[game, space] = TRANSPORT if draw(draws) < 0.5 else FLEET
            if draw(draws) < 0.5:
                is_own = draw(draws) < 0.5
                army = ZERO + batch.power[game, space] if is_own else draw_below(draws, powers)
                batch.colonial[game, space, CARGO] = army


@kernel
def sample_all_carriage(
    tables: Tables,
    work: Workspace,
    words: WordTables,
    colonial: ColonialArrays,
    batch: Batch,
    orders: Codes,
    may_embark: bool,
    seed: int,
) -> None:
    """Legal movement orders for every unit of every game: boarding, then moves, then helpers, most of which match."""
    for game in range(orders.shape[0]):
        sample_game_carriage(tables, work, words, colonial, batch, orders, may_embark, seed, game)


@part
def sample_game_carriage(
    tables: Tables,
    work: Workspace,
    words: WordTables,
    colonial: ColonialArrays,
    batch: Batch,
    orders: Codes,
    may_embark: bool,
    seed: int,
    game: int,
) -> None:
    """The same for one game. ``ACT`` is set for units that have their order."""
    begin_draws(work.draws, seed, game)
    field, lists, row = work.field, work.lists, orders[game]
    for column in range(row.shape[0]):
        row[column] = HOLD
    count = enter_all_units(field, lists, batch, game)
    boards = may_embark and (_is_laden(batch, game) or draw(work.draws) < BOARDING)
    if boards:
        for number in range(count):
            _sample_taking(tables, work, colonial, batch, row, game, known(lists[UNITS, number]))
    # The armies aboard are the last of the list and come first here, as most ships wait for armies that leave.
    for number in range(count):
        unit = known(lists[UNITS, count - 1 - number])
        if field[unit, ACT] == STAND:
            _sample_move(tables, work, words, colonial, batch, row, boards, game, unit)
    for number in range(count):
        unit = known(lists[UNITS, number])
        if field[unit, ACT] == STAND and unit < batch.power.shape[1]:
            row[unit] = _sample_help(tables, work, words, colonial, batch, row, game, unit)


@kernel
def _is_laden(batch: Batch, game: int) -> bool:
    """True if there is a transport fleet or an army aboard."""
    for space in range(batch.power.shape[1]):
        is_transport = batch.power[game, space] >= 0 and batch.kind[game, space] == TRANSPORT
        if is_transport or batch.colonial[game, space, CARGO] >= 0:
            return True
    return False


@kernel
def _sample_taking(
    tables: Tables, work: Workspace, colonial: ColonialArrays, batch: Batch, orders: Codes, game: int, ship: int
) -> None:
    """Let a ship occasionally take an army aboard, and usually let the army go."""
    spaces = batch.power.shape[1]
    if ship >= spaces or work.field[ship, ACT] != STAND or not has_room(batch, game, ship):
        return
    armies = work.lists[OPTIONS]
    count = list_armies(tables, colonial, batch, armies, game, ship)
    if count and draw(work.draws) < TAKING:
        army = known(armies[draw_below(work.draws, count)])
        orders[ship] = pack(EMBARK, army % spaces, army)
        work.field[ship, ACT] = LEND_ACT
        if draw(work.draws) < GOING:
            orders[army] = pack(MOVE, ship, ZERO)
            work.field[army, ACT] = BOARD_ACT


@kernel
def _sample_move(
    tables: Tables,
    work: Workspace,
    words: WordTables,
    colonial: ColonialArrays,
    batch: Batch,
    orders: Codes,
    boards: bool,
    game: int,
    unit: int,
) -> None:
    """Usually let a unit move; a ship usually waits while its army goes."""
    field, options, spaces = work.field, work.lists[OPTIONS], batch.power.shape[1]
    is_ship = unit < spaces and batch.kind[game, unit] != ARMY
    has_goer = is_ship and field[unit + spaces, POWER] >= 0 and field[unit + spaces, ACT] >= MOVE_ACT
    if has_goer and draw(work.draws) < WAITING:
        field[unit, ACT] = CONVOY_ACT
        return
    if draw(work.draws) >= MOVING:
        return
    steps = list_steps(tables, words, colonial, batch, options, game, unit)
    count = steps if is_ship or not boards else list_ships(colonial, batch, options, game, unit, steps)
    if not count:
        return
    chosen = draw_below(work.draws, count)
    orders[unit] = pack(MOVE, known(options[chosen]), ZERO)
    if chosen >= steps:
        field[unit, ACT] = BOARD_ACT
    elif is_ship and batch.kind[game, unit] == TRANSPORT:
        field[unit, ACT] = SAIL_ACT
    else:
        _enter(field, unit, known(tables.space_of[options[chosen]]))


@part
def _enter(field: Shorts, unit: int, goal: int) -> None:
    """Enter a move that can be supported."""
    field[unit, ACT] = MOVE_ACT
    field[unit, TARGET] = goal
    field[unit, RIVAL] = field[goal, ATTACKER]
    field[goal, ATTACKER] = unit


@kernel
def _sample_help(
    tables: Tables,
    work: Workspace,
    words: WordTables,
    colonial: ColonialArrays,
    batch: Batch,
    orders: Codes,
    game: int,
    unit: int,
) -> int:
    """Support a move or a unit nearby, if there is one; transport fleets support no moves (rule 14)."""
    kind, power = batch.kind[game, unit], batch.power[game, unit]
    row = (kind != ARMY) * (words.moves.shape[0] // 2) + batch.place[game, unit]
    count = words.near_places[row, 0]
    for _ in range(TRIES if count else 0):
        space = known(tables.space_of[words.near_places[row, 1 + draw_below(work.draws, count)]])
        if kind == TRANSPORT and is_closed(tables, colonial, batch, game, space, power):
            continue
        mover = _sample_mover(work, space)
        if mover >= 0 and kind != TRANSPORT and mover % batch.power.shape[1] != unit:
            return pack(SUPPORT_MOVE, place_of(orders[mover]), mover)
        if batch.power[game, space] >= 0:
            return pack(SUPPORT_HOLD, space, space)
    return HOLD


@kernel
def _sample_mover(work: Workspace, space: int) -> int:
    """One of the moves to a space, or ``NOBODY``; occasionally ``NOBODY`` even if there are moves."""
    field = work.field
    mover = ZERO + field[space, ATTACKER]
    while mover >= 0 and field[mover, RIVAL] >= 0 and draw(work.draws) < 0.5:
        mover = ZERO + field[mover, RIVAL]
    return mover if draw(work.draws) < HELPING else ZERO - 1


@kernel
def sample_all_transports(tables: Tables, work: Workspace, batch: Batch, lines: Codes, seed: int) -> None:
    """Make some new fleets transport fleets, and remove some armies from their ships."""
    for game in range(lines.shape[0]):
        sample_game_transports(tables, work, batch, lines, seed, game)


@part
def sample_game_transports(tables: Tables, work: Workspace, batch: Batch, lines: Codes, seed: int, game: int) -> None:
    """The same for one game."""
    begin_draws(work.draws, seed, game)
    for power in range(lines.shape[1]):
        for line in range(lines.shape[2]):
            code = ZERO + lines[game, power, line]
            if code and draw(work.draws) < BUILDING:
                space = tables.space_of[place_of(code)]
                if kind_of(code) == BUILD_FLEET:
                    lines[game, power, line] = code - BUILD_FLEET + BUILD_TRANSPORT
                elif kind_of(code) == REMOVE and batch.colonial[game, space, CARGO] >= 0:
                    lines[game, power, line] = code - REMOVE + REMOVE_ABOARD
