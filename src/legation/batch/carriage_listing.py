"""All legal orders as numbers where ships carry armies: those of ``listing``, and going aboard and ashore.

Must agree with ``orders.carriage``, ``orders.listing`` and rule 11 of the Colonial Variant. There are no convoys there.
Transport fleets receive no help with moves, and support others only to hold; no ship helps its own army ashore. So the
orders of these ships are picked one by one, and those of all other units are assembled from pieces.
"""

from legation.batch.batch import CARGO, Batch
from legation.batch.berths import has_room, is_army, list_armies, list_ships, list_steps
from legation.batch.chart import BESIDE, KNOWN, UNITS, enter_game, look_up_rows
from legation.batch.codes import (
    EMBARK,
    HOLD,
    MOVE,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TRANSPORT,
    kind_of,
    other_of,
    pack,
)
from legation.batch.colonial_centres import is_closed
from legation.batch.colonial_tables import ColonialArrays
from legation.batch.compiling import ZERO, Codes, Longs, kernel, known, known_far, part
from legation.batch.listing import (
    ListRoom,
    count_most,
    put_together,
    want_nothing,
    want_pieces,
    write_help,
    write_starts,
    write_steppers,
)
from legation.batch.tables import Tables
from legation.batch.word_tables import ALL, WordTables


@kernel
def list_some_carriage(
    tables: Tables,
    words: WordTables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    codes: Codes,
    starts: Longs,
    game: int,
) -> int:
    """List legal orders starting with one game, while there is room for them; returns the number of games listed.

    A game has twice as many rows as spaces: the armies aboard follow the spaces.
    """
    games, spaces = batch.power.shape
    total = starts[2 * game * spaces]
    while game < games:
        if total + count_most(words, 2 * spaces, False) > codes.shape[0]:
            return game
        total = _list_game(tables, words, colonial, room, batch, codes, starts, total, game)
        game += 1
    return game


@part
def _list_game(
    tables: Tables,
    words: WordTables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    codes: Codes,
    starts: Longs,
    total: int,
    game: int,
) -> int:
    """The same for one game; returns the new number of orders."""
    chart, pieces = room.chart, room.pieces
    spaces, power, kind = batch.power.shape[1], batch.power[game], batch.kind[game]
    count = enter_game(words, chart, power, kind)
    look_up_rows(words, chart, kind, batch.place[game], count)
    write_steppers(words, chart, pieces, kind, count)
    _write_landings(words, colonial, room, batch, game)
    for word in range(chart.sets.shape[1]):
        chart.sets[BESIDE, word] = 0
    done, end = ZERO, ZERO
    for number in range(count):
        unit = known(chart.lists[UNITS, number])
        pieces.firsts[number] = end
        is_picked = (kind[unit] == TRANSPORT) | (batch.colonial[game, unit, CARGO] >= 0)
        end = want_nothing(words, pieces, end, unit) if is_picked else want_pieces(words, chart, pieces, end, number)
        total = put_together(pieces, codes, total, done, end)
        done = end
        if is_picked:
            total = _pick(tables, words, colonial, room, batch, codes, total, game, number)
        total = _list_boarding(tables, colonial, room, batch, codes, total, game, unit)
    write_starts(pieces, power, starts, 2 * game * spaces, end, count, total)
    return _list_aboard(tables, words, colonial, room, batch, codes, starts, total, game)


@part
def _write_landings(words: WordTables, colonial: ColonialArrays, room: ListRoom, batch: Batch, game: int) -> None:
    """Write down for every shore which armies may land there."""
    first, spaces = ALL * (words.moves.shape[0] // 2), batch.power.shape[1]
    for ship in range(spaces):
        if batch.colonial[game, ship, CARGO] >= 0:
            place = known(batch.place[game, ship])
            for link in range(colonial.landings.shape[1]):
                shore = colonial.landings[place, link]
                if shore < 0:
                    break
                write_help(room.pieces, first, known(shore), pack(SUPPORT_MOVE, known(shore), ship + spaces))


@kernel
def _pick(
    tables: Tables,
    words: WordTables,
    colonial: ColonialArrays,
    room: ListRoom,
    batch: Batch,
    codes: Codes,
    total: int,
    game: int,
    number: int,
) -> int:
    """List the orders of a transport fleet, or of a ship with an army aboard."""
    pieces, spaces, locations = room.pieces, batch.power.shape[1], words.moves.shape[0] // 2
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
        begin = known_far(pieces.begins[place])
        for written in range(pieces.counts[ALL * locations + place]):
            code = pieces.codes[begin + written]
            codes[total] = code
            may_help = (not is_transport) & (other_of(code) % spaces != ship)
            total += (kind_of(code) == SUPPORT_HOLD) | may_help
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
    codes: Codes,
    starts: Longs,
    total: int,
    game: int,
) -> int:
    """List the orders of armies aboard: stay, land, or change ships if they cannot land in that port."""
    spaces, options = batch.power.shape[1], room.options
    for ship in range(spaces):
        starts[(2 * game + 1) * spaces + ship] = total
        if batch.colonial[game, ship, CARGO] >= 0:
            army, place = ship + spaces, known(batch.place[game, ship])
            codes[total] = HOLD
            total += 1
            for number in range(list_steps(tables, words, colonial, batch, options, game, army)):
                codes[total] = pack(MOVE, known(options[number]), ZERO)
                total += 1
            for number in range(list_ships(colonial, batch, options, game, army, ZERO)):
                other = known(options[number])
                codes[total] = pack(MOVE, other, ZERO)
                total += colonial.lands[place, other] == 0
    starts[(2 * game + 2) * spaces] = total
    return total
