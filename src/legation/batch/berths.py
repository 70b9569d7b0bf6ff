"""Where armies go aboard ships and ashore (Colonial Variant, rules 7, 8 and 11), for one game.

Must agree with ``orders.carriage``.
"""

from legation.batch.batch import CARGO, Batch
from legation.batch.codes import ARMY, PLACE_SHIFT, TRANSPORT
from legation.batch.colonial_centres import is_closed
from legation.batch.colonial_tables import ColonialArrays
from legation.batch.compiling import ZERO, Shorts, kernel, part
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables


@part
def is_army(batch: Batch, game: int, space: int) -> bool:
    """True if there is an army in a space."""
    return (batch.power[game, space] >= 0) & (batch.kind[game, space] == ARMY)


@part
def has_room(batch: Batch, game: int, space: int) -> bool:
    """True if there is a ship without an army aboard in a space."""
    is_ship = (batch.power[game, space] >= 0) & (batch.kind[game, space] != ARMY)
    return is_ship & (batch.colonial[game, space, CARGO] < 0)


@part
def may_board(colonial: ColonialArrays, batch: Batch, game: int, army: int, ship: int) -> bool:
    """True if a ship with room could take aboard an army ashore; both arguments are spaces."""
    return colonial.boards[army, batch.place[game, ship]] != 0


@part
def may_change(colonial: ColonialArrays, batch: Batch, game: int, deck: int, ship: int) -> bool:
    """True if a ship with room could take over the army aboard another ship; both arguments are spaces."""
    return colonial.changes[batch.place[game, deck], batch.place[game, ship]] != 0


@kernel
def list_armies(tables: Tables, colonial: ColonialArrays, batch: Batch, armies: Shorts, game: int, ship: int) -> int:
    """List the armies that a ship with room could take, those aboard after all spaces; returns their number."""
    spaces = batch.power.shape[1]
    count = ZERO
    for link in range(tables.neighbours.shape[1]):
        near = tables.neighbours[ship, link]
        if near < 0:
            break
        if is_army(batch, game, near):
            armies[count] = near
            count += may_board(colonial, batch, game, near, ship)
        elif batch.colonial[game, near, CARGO] >= 0:
            armies[count] = near + spaces
            count += may_change(colonial, batch, game, near, ship)
    return count


@kernel
def list_ships(colonial: ColonialArrays, batch: Batch, ships: Shorts, game: int, army: int, count: int) -> int:
    """Add the ships that an army could board to a list of ``count``; returns the new number."""
    spaces = batch.power.shape[1]
    is_aboard = army >= spaces
    deck = army - spaces if is_aboard else army
    row = batch.place[game, deck] if is_aboard else deck
    beside = colonial.beside_ship if is_aboard else colonial.beside
    for link in range(beside.shape[1]):
        ship = beside[row, link]
        if ship < 0:
            break
        if has_room(batch, game, ship):
            is_open = (
                may_change(colonial, batch, game, deck, ship)
                if is_aboard
                else may_board(colonial, batch, game, army, ship)
            )
            ships[count] = ship
            count += is_open
    return count


@kernel
def list_steps(
    tables: Tables, words: WordTables, colonial: ColonialArrays, batch: Batch, steps: Shorts, game: int, unit: int
) -> int:
    """List where a unit may go, other than aboard a ship; returns the number of places. An army aboard may land."""
    spaces = batch.power.shape[1]
    count = ZERO
    if unit >= spaces:
        row = batch.place[game, unit - spaces]
        for link in range(colonial.landings.shape[1]):
            shore = colonial.landings[row, link]
            if shore < 0:
                break
            steps[count] = shore
            count += 1
        return count
    kind, power = batch.kind[game, unit], batch.power[game, unit]
    row = (kind != ARMY) * (words.moves.shape[0] // 2) + batch.place[game, unit]
    for step in range(1, words.move_codes[row, 0] + 1):
        place = words.move_codes[row, step] >> PLACE_SHIFT
        is_shut = kind == TRANSPORT and is_closed(tables, colonial, batch, game, tables.space_of[place], power)
        steps[count] = place
        count += not is_shut
    return count
