"""The movement phase where ships carry armies (Colonial Variant, rules 7, 8, 12, 13 and 16).

An army aboard has a row of the field after those of all spaces: its ship's number plus ``DECKS``. A landing is a convoy
by the army's own ship; going aboard is not an attack, and works unless a ship that it needs is dislodged. Moves of
transport fleets have a chain of their own, which begins in the row after their target's: combat units neither stop for
them nor are cut by them. Must agree with ``orders.plan`` and ``judge.carriage``.
"""

from legation.batch import switches as rule
from legation.batch.batch import CARGO, OUT_CARGO, Batch, Outcomes
from legation.batch.codes import (
    ARMY,
    DISLODGED,
    DISRUPTED,
    EMBARK,
    FAILS,
    HOLD,
    MOVE,
    NOBODY,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TRANSPORT,
    VOID,
    kind_of,
    other_of,
    place_of,
)
from legation.batch.compiling import ZERO, Codes, Flags, Shorts, Small, kernel, known, part
from legation.batch.cycles import resolve_cycles
from legation.batch.disruption import disrupt_centres
from legation.batch.field import (
    ACT,
    AIMED,
    ATTACKER,
    BOARD_ACT,
    BY_SEA,
    CONVOY_ACT,
    CONVOYED,
    CONVOYER,
    ENTERED,
    FACING,
    HELPING,
    KIND,
    LEND_ACT,
    MOVE_ACT,
    MOVERS,
    NO,
    ON_ROUTE,
    OUSTED,
    PENDING,
    POWER,
    RIVAL,
    SAIL_ACT,
    STAND,
    STATE,
    STOPPED,
    TARGET,
    UNITS,
    UNKNOWN,
    VOYAGERS,
    WALKS,
    WAY,
    WEAK,
    WIDTH,
    WINNERS,
    YES,
    Workspace,
)
from legation.batch.lanes import clear
from legation.batch.layout import face, match_helpers
from legation.batch.moves import begin_game, dislodge, list_successes, mark_contested, tell_results
from legation.batch.solver import settle, start
from legation.batch.tables import Tables


@kernel
def judge_all_carriage(
    tables: Tables,
    work: Workspace,
    is_colonial: Flags,
    before: Batch,
    orders: Codes,
    after: Batch,
    outcomes: Outcomes,
) -> None:
    """Judge a movement phase of every game; fills in ``outcomes`` and all of ``after`` except the winners."""
    for game in range(orders.shape[0]):
        judge_game_carriage(tables, work, is_colonial, before, orders, after, outcomes, game)


@part
def judge_game_carriage(
    tables: Tables,
    work: Workspace,
    is_colonial: Flags,
    before: Batch,
    orders: Codes,
    after: Batch,
    outcomes: Outcomes,
    game: int,
) -> None:
    """Judge a movement phase of one game."""
    field, lists, result, fate = work.field, work.lists, outcomes.result[game], outcomes.fate[game]
    begin_game(before, after, outcomes, game)
    begin_cargo(before, after, game)
    count = enter_all_units(field, lists, before, game)
    _enter_carriage(tables, field, lists, orders[game], count)
    movers = _solve(tables, work, before.place[game], orders[game], count)
    winners = list_successes(field, lists, movers)
    ousted = _move_units(work, orders, after, game, count, winners)
    mark_contested(field, lists, after.contested[game], movers - winners)
    tell_results(field, lists, orders[game], result, count, movers - winners)
    _tell_carriage(field, lists, result, count)
    dislodge(tables, work, before, after, fate, game, ousted)
    _sink(work, after, result, fate, game, ousted)
    disrupt_centres(work, is_colonial, before, fate, after, game, winners, movers - winners)


@part
def begin_cargo(before: Batch, after: Batch, game: int) -> None:
    """Copy clocks and armies aboard from before, with no army aboard a dislodged ship."""
    for space in range(before.power.shape[1]):
        for column in range(OUT_CARGO):
            after.colonial[game, space, column] = before.colonial[game, space, column]
        after.colonial[game, space, OUT_CARGO] = NOBODY


@kernel
def enter_all_units(field: Shorts, lists: Shorts, before: Batch, game: int) -> int:
    """Put the units and the armies aboard on the field, without orders; returns their number."""
    spaces = before.power.shape[1]
    clear(field, 2 * spaces, WIDTH)
    count = ZERO
    for space in range(spaces):
        if before.power[game, space] >= 0:
            _enter_unit(field, space, before.power[game, space], before.kind[game, space])
            lists[UNITS, count] = space
            count += 1
    for space in range(spaces):
        if before.colonial[game, space, CARGO] >= 0:
            _enter_unit(field, space + spaces, before.colonial[game, space, CARGO], ARMY)
            lists[UNITS, count] = space + spaces
            count += 1
    return count


@part
def _enter_unit(field: Shorts, unit: int, power: int, kind: int) -> None:
    field[unit, POWER] = power
    field[unit, KIND] = kind
    field[unit, ACT] = STAND
    field[unit, STATE] = UNKNOWN
    field[unit, CONVOYED] = WALKS
    field[unit, WAY] = YES
    field[unit, WEAK] = 0


@kernel
def _enter_carriage(tables: Tables, field: Shorts, lists: Shorts, orders: Codes, count: int) -> None:
    """Settle which armies go aboard or ashore, and by which ship, as far as the orders alone decide it."""
    decks = tables.switches[rule.DECKS]
    for place in range(count):
        army = known(lists[UNITS, place])
        if field[army, KIND] != ARMY or kind_of(orders[army]) != MOVE:
            continue
        goal = known(tables.space_of[place_of(orders[army])])
        is_aboard = army >= decks
        ship = army - decks if is_aboard else army
        if is_aboard and kind_of(orders[ship]) != HOLD:
            _strand(field, army)
        elif _takes(tables, field, orders, goal, army):
            field[army, ACT] = BOARD_ACT
            field[army, CONVOYER] = goal
            field[goal, ACT] = LEND_ACT
            if is_aboard:
                field[ship, ACT] = LEND_ACT
        elif is_aboard and tables.is_land[goal]:
            field[army, ACT] = MOVE_ACT
            field[army, CONVOYED] = BY_SEA
            field[army, CONVOYER] = ship
            field[ship, ACT] = CONVOY_ACT
            field[ship, AIMED] = army
            field[ship, ON_ROUTE] = 1
        elif is_aboard or not tables.army_near[army, goal]:
            _strand(field, army)


@part
def _strand(field: Shorts, army: int) -> None:
    """Record that no ship takes the army aboard or lets it off."""
    field[army, ACT] = BOARD_ACT
    field[army, STATE] = NO


@kernel
def _takes(tables: Tables, field: Shorts, orders: Codes, ship: int, army: int) -> bool:
    """True if a ship takes an army aboard, provided that the ship is not dislodged."""
    if field[ship, POWER] < 0 or kind_of(orders[ship]) != EMBARK or other_of(orders[ship]) != army:
        return False
    if not tables.switches[rule.OWN_IN_PORT] or field[ship, POWER] == field[army, POWER]:
        return True
    if army >= tables.switches[rule.DECKS]:
        return not tables.is_land[ship]  # it could land there
    return not tables.army_near[army, ship]


@kernel
def _solve(tables: Tables, work: Workspace, places: Shorts, orders: Codes, count: int) -> int:
    """Settle every order of one game; returns how many units move. Transport fleets come last in ``MOVERS``."""
    field, lists = work.field, work.lists
    movers, voyagers, helping = _enter_moves(tables, field, lists, orders, count)
    lists[VOYAGERS, 0] = voyagers
    helping = match_helpers(field, lists, tables.space_of, orders, tables.switches, helping)
    helping = _add_ships(field, lists, count, helping)
    pending = start(tables, field, lists, orders, places, movers, helping)
    for place in range(count):
        unit = known(lists[UNITS, place])
        if field[unit, ACT] == SAIL_ACT:
            field[unit, FACING] = face(tables, field, orders, places, unit, known(field[unit, TARGET]))
            lists[MOVERS, movers] = unit
            movers += 1
        elif field[unit, ACT] != BOARD_ACT or field[unit, STATE] == NO:
            continue
        lists[PENDING, pending] = unit
        pending += 1
    pending = settle(field, lists, pending)
    if pending:
        resolve_cycles(field, lists, work.guesses, pending)
    return movers


@kernel
def _enter_moves(tables: Tables, field: Shorts, lists: Shorts, orders: Codes, count: int) -> tuple[int, int, int]:
    """Enter the target of every move; returns how many combat units move, how many of them land, and how many units
    help.
    """
    decks = tables.switches[rule.DECKS]
    movers, voyagers, helping = ZERO, ZERO, ZERO
    for place in range(count):
        unit = known(lists[UNITS, place])
        what = kind_of(orders[unit])
        if what == MOVE and field[unit, ACT] != BOARD_ACT:
            goal = known(tables.space_of[place_of(orders[unit])])
            is_transport = field[unit, KIND] == TRANSPORT
            head = goal + decks if is_transport else goal
            field[unit, ACT] = SAIL_ACT if is_transport else MOVE_ACT
            field[unit, TARGET] = goal
            field[unit, RIVAL] = field[head, ATTACKER]
            field[head, ATTACKER] = unit
            lists[MOVERS, movers] = unit
            movers += not is_transport
            lists[VOYAGERS, voyagers + 1] = unit
            voyagers += field[unit, CONVOYED] == BY_SEA
        elif what == SUPPORT_HOLD or what == SUPPORT_MOVE:
            lists[HELPING, helping] = unit
            helping += 1
    return movers, voyagers, helping


@part
def _add_ships(field: Shorts, lists: Shorts, count: int, helping: int) -> int:
    """Add the ships that take an army aboard or let one off to ``HELPING``; returns the new number."""
    for place in range(count):
        unit = known(lists[UNITS, place])
        if field[unit, ACT] == LEND_ACT or field[unit, ACT] == CONVOY_ACT:
            lists[HELPING, helping] = unit
            helping += 1
    return helping


@kernel
def _move_units(work: Workspace, orders: Codes, after: Batch, game: int, count: int, winners: int) -> int:
    """Move units and their cargo, and note in ``ENTERED`` which unit entered a space.

    Returns the number of moves that dislodged a unit; these are listed in ``OUSTED``.
    """
    field, lists = work.field, work.lists
    for place in range(winners):
        unit = known(lists[WINNERS, place])
        _leave(after, game, unit)
        field[known(field[unit, TARGET]), ENTERED] = unit
    _load(field, lists, after, game, count)
    ousted = ZERO
    for place in range(winners):
        unit = known(lists[WINNERS, place])
        target = known(field[unit, TARGET])
        after.power[game, target] = field[unit, POWER]
        after.kind[game, target] = field[unit, KIND]
        after.place[game, target] = place_of(orders[game, unit])
        lists[OUSTED, ousted] = unit
        ousted += (field[target, POWER] >= 0) & (not _has_left(field, target))
    return ousted


@part
def _leave(after: Batch, game: int, unit: int) -> None:
    """Remove a unit from its space, or from its ship."""
    spaces = after.power.shape[1]
    if unit < spaces:
        after.power[game, unit] = NOBODY
    else:
        after.colonial[game, unit - spaces, CARGO] = NOBODY


@part
def _has_left(field: Shorts, unit: int) -> bool:
    return (field[unit, ACT] >= MOVE_ACT) & (field[unit, STATE] == YES)


@kernel
def _load(field: Shorts, lists: Shorts, after: Batch, game: int, count: int) -> None:
    """Put armies aboard, and move armies that stay aboard with their ships.

    An army aboard a dislodged ship waits with it, or goes down: see ``_sink``.
    """
    spaces = after.power.shape[1]
    for place in range(count):
        unit = known(lists[UNITS, place])
        if unit >= spaces or (field[unit, ACT] == BOARD_ACT and field[unit, STATE] == YES):
            _leave(after, game, unit)
    for place in range(count):
        unit = known(lists[UNITS, place])
        if _has_left(field, unit):
            if field[unit, ACT] == BOARD_ACT:
                after.colonial[game, known(field[unit, CONVOYER]), CARGO] = field[unit, POWER]
        elif unit >= spaces:
            ship = unit - spaces
            has_sailed = _has_left(field, ship)
            if has_sailed or field[ship, ENTERED] < 0:
                deck = known(field[ship, TARGET]) if has_sailed else ship
                after.colonial[game, deck, CARGO] = field[unit, POWER]


@kernel
def _tell_carriage(field: Shorts, lists: Shorts, result: Small, count: int) -> None:
    """Correct the results of armies that no ship took, and of ships that took no army."""
    for place in range(count):
        unit = known(lists[UNITS, place])
        act, ship = field[unit, ACT], field[unit, CONVOYER]
        if act == BOARD_ACT and ship < 0:
            result[unit] = VOID
        elif act == BOARD_ACT and field[unit, STATE] != YES and field[ship, STATE] == YES:
            result[ship] = DISRUPTED  # the ship that carried the army before is lost
        elif (act == CONVOY_ACT or act == LEND_ACT) and field[unit, CONVOYED] == STOPPED:
            result[unit] = DISRUPTED


@kernel
def _sink(work: Workspace, after: Batch, result: Small, fate: Small, game: int, ousted: int) -> None:
    """An army aboard shares the fate of its ship (rule 12): it waits with it, or goes down."""
    field, spaces = work.field, after.power.shape[1]
    for place in range(ousted):
        ship = known(field[known(work.lists[OUSTED, place]), TARGET])
        army = ship + spaces
        if field[army, POWER] < 0:
            continue
        fate[army] = fate[ship]
        if fate[ship] == DISLODGED:
            after.colonial[game, ship, OUT_CARGO] = field[army, POWER]
        else:
            result[army] = FAILS
