"""All legal orders as numbers where ships carry armies: those of ``listing``, and going aboard and ashore.

Must agree with ``orders.carriage``, ``orders.listing`` and rule 11 of the Colonial Variant. There are no convoys there.
Transport fleets receive no help with moves, and support others only to hold; no ship helps its own army ashore. So the
orders of these ships are picked one by one.
"""

from legation.batch.batch import CARGO, Batch
from legation.batch.berths import has_room, is_army, list_armies, list_ships, list_steps
from legation.batch.chart import KNOWN, UNITS, enter_game
from legation.batch.codes import (
    EMBARK,
    HOLD,
    MOVE,
    TRANSPORT,
    pack,
)
from legation.batch.colonial_centres import is_closed
from legation.batch.colonial_tables import ColonialArrays
from legation.batch.compiling import ZERO, Codes, kernel, known, part
from legation.batch.legal_codes import NO_ROW, LegalCodes, pack_help
from legation.batch.listing import (
    ListRoom,
    count_most_shared,
    enter_unit,
    note_help,
    note_steps,
    share_groups,
    share_steps,
)
from legation.batch.tables import Tables
from legation.batch.word_tables import WordTables
from legation.batch.words import ONE


@kernel
def count_most_aboard(words: WordTables) -> int:
    """An upper bound for the codes of a game."""
    spaces, largest = words.links.shape[0], ZERO
    for place in range(words.rooms.shape[0] - 1):
        largest = max(largest, words.rooms[place + 1] - words.rooms[place])
    return 2 * spaces * (1 + words.move_codes.shape[1] + words.near_places.shape[1] * largest + spaces)


@kernel
def list_some_carriage(
    tables: Tables,
    words: WordTables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    legal: LegalCodes,
    game: int,
) -> int:
    """List legal orders from one game on, while there is room for them; returns the number of games listed."""
    own, shared = legal.codes.shape[0] - count_most_aboard(words), legal.shared.shape[0] - count_most_shared(words)
    while game < batch.power.shape[0] and legal.own[legal.units[game]] <= own and legal.games[game] <= shared:
        _list_game(tables, words, colonial, room, batch, legal, game)
        game += 1
    return game


@part
def _list_game(
    tables: Tables,
    words: WordTables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    legal: LegalCodes,
    game: int,
) -> None:
    """The same for one game."""
    chart, kind, first, start = room.chart, batch.kind[game], legal.units[game], legal.games[game]
    count = enter_game(words, chart, batch.power[game], kind, batch.place[game])
    note_steps(words, room, kind, count)
    _note_landings(colonial, room, batch, game)
    legal.games[game + 1] = start + share_steps(words, room, legal, legal.shared[start:], game)
    share_groups(chart, legal, legal.sets, game, ZERO)
    legal.firsts[game + 1] = legal.firsts[game]
    total = legal.own[first]
    for number in range(count):
        unit = known(chart.lists[UNITS, number])
        is_picked = (kind[unit] == TRANSPORT) | (batch.colonial[game, unit, CARGO] >= 0)
        enter_unit(legal, first + number, unit, NO_ROW if is_picked else known(chart.lists[KNOWN, number]))
        if is_picked:
            total = _pick(tables, words, colonial, room, batch, legal, total, game, number)
        total = _list_boarding(tables, colonial, room, batch, legal.codes, total, game, unit)
        legal.own[first + number + 1] = total
    legal.units[game + 1] = _list_aboard(tables, words, colonial, room, batch, legal, total, game, first + count)


@part
def _note_landings(colonial: ColonialArrays, room: ListRoom, batch: Batch, game: int) -> None:
    """Note for every shore which armies may land there."""
    spaces = batch.power.shape[1]
    for ship in range(spaces):
        if batch.colonial[game, ship, CARGO] >= 0:
            place = known(batch.place[game, ship])
            for link in range(colonial.landings.shape[1]):
                shore = colonial.landings[place, link]
                if shore < 0:
                    break
                note_help(room, known(shore), (ship + spaces) << 1 | ONE)


@kernel
def _pick(
    tables: Tables,
    words: WordTables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    legal: LegalCodes,
    total: int,
    game: int,
    number: int,
) -> int:
    """List the orders of a transport fleet, or of a ship with an army aboard."""
    codes, spaces = legal.codes, batch.power.shape[1]
    ship, row = known(room.chart.lists[UNITS, number]), known(room.chart.lists[KNOWN, number])
    power, is_transport = batch.power[game, ship], batch.kind[game, ship] == TRANSPORT
    codes[total] = HOLD
    total += 1
    for step in range(list_steps(tables, words, colonial, batch, room.options, game, ship)):
        codes[total] = pack(MOVE, known(room.options[step]), ZERO)
        total += 1
    for near in range(1, words.near_places[row, 0] + 1):
        place = known(words.near_places[row, near])
        if is_transport and is_closed(tables, colonial, batch, game, known(tables.space_of[place]), power):
            continue
        for number_there in range(words.rooms[place], room.ends[place]):
            helped = known(room.helped[number_there])
            codes[total] = pack_help(place, helped)
            may_help = (not is_transport) & ((helped >> 1) % spaces != ship)
            total += (helped & 1 == 0) | may_help
    return total


@kernel
def _list_boarding(
    tables: Tables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    codes: Codes,
    total: int,
    game: int,
    unit: int,
) -> int:
    """List the armies that a ship may take aboard, or the ships that an army may board.

    An army's move to a port is listed already, whether there is a ship or not.
    """
    spaces, options = batch.power.shape[1], room.options
    if is_army(batch, game, unit):
        for number in range(list_ships(colonial, batch, options, game, unit, ZERO)):
            ship = known(options[number])
            codes[total] = pack(MOVE, ship, ZERO)
            total += tables.army_near[unit, ship] == 0
    elif has_room(batch, game, unit):
        for number in range(list_armies(tables, colonial, batch, options, game, unit)):
            army = known(options[number])
            codes[total] = pack(EMBARK, army % spaces, army)
            total += 1
    return total


@kernel
def _list_aboard(
    tables: Tables,
    words: WordTables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    legal: LegalCodes,
    total: int,
    game: int,
    unit: int,
) -> int:
    """List the orders of armies aboard: stay, land, or change ships if they cannot land in that port.

    Returns the new number of units.
    """
    spaces, options, codes = batch.power.shape[1], room.options, legal.codes
    for ship in range(spaces):
        if batch.colonial[game, ship, CARGO] >= 0:
            army, place = ship + spaces, known(batch.place[game, ship])
            enter_unit(legal, unit, army, NO_ROW)
            codes[total] = HOLD
            total += 1
            for number in range(list_steps(tables, words, colonial, batch, options, game, army)):
                codes[total] = pack(MOVE, known(options[number]), ZERO)
                total += 1
            for number in range(list_ships(colonial, batch, options, game, army, ZERO)):
                other = known(options[number])
                codes[total] = pack(MOVE, other, ZERO)
                total += colonial.lands[place, other] == 0
            unit += 1
            legal.own[unit] = total
    return unit
