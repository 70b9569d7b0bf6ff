"""Conversion between the judge's positions and orders and rows of arrays, in both directions."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from legation.batch import codes
from legation.batch.batch import AGE, CARGO, COLONIAL_COLUMNS, HELD, MOST_YEARS, OUT_CARGO, Batch, make_batch, select
from legation.batch.batch_board import BatchBoard
from legation.batch.colonial_tables import KINDS, ColonialTables
from legation.batch.compiling import ArrayModule, Codes
from legation.batch.devices import PROCESSOR, fetch_batch, put_batch
from legation.batch.retreat_options import list_retreats
from legation.board import (
    DislodgedUnit,
    LocationId,
    Position,
    SpaceId,
    Unit,
    UnitKey,
    UnitKind,
    aboard,
    make_units,
    space_of,
)
from legation.errors import RequestError
from legation.orders import (
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    MovementOrder,
    Order,
    Piece,
    Retreat,
    RetreatOrder,
    SupportHold,
    SupportMove,
    Waive,
    piece_of,
)
from legation.variants.rules import IslandRetreats


def encode_positions(board: BatchBoard, positions: Sequence[Position]) -> Batch:
    """Encode positions as arrays. Raises for what arrays cannot hold: powers in civil disorder, memory of rules that
    are not covered, and outside the Colonial Variant transport fleets and armies aboard.
    """
    batch = make_empty(board, len(positions))
    for game, position in enumerate(positions):
        _check_room(board, position)
        if board.colonial is not None:
            _enter_colonial(board, board.colonial, batch, game, position)
        for unit in position.units.values():
            number = board.board.index[unit.location]
            if unit.is_aboard:
                batch.colonial[game, number, CARGO] = board.powers.index(unit.power)
                continue
            batch.power[game, number], batch.kind[game, number], batch.place[game, number] = _parts(board, unit)
        for space, power in position.owners.items():
            batch.owner[game, board.board.index[LocationId(space)]] = board.powers.index(power)
        for dislodged in position.dislodged:
            _enter_dislodged(board, batch, game, dislodged)
        for space in position.contested:
            batch.contested[game, board.board.index[LocationId(space)]] = codes.STOOD_OFF
        for rule in _list_ferry_rules(board):
            for sea in rule.list_convoyers(position) & board.board.spaces.keys():
                batch.contested[game, board.board.index[LocationId(sea)]] = codes.HAS_CONVOYED
    return put_batch(batch, board.device)


def make_empty(board: BatchBoard, games: int, arrays: ArrayModule = np) -> Batch:
    """Make empty games of a board."""
    return make_batch(games, board.space_count, 0 if board.colonial is None else COLONIAL_COLUMNS, arrays)


def _check_room(board: BatchBoard, position: Position) -> None:
    known = {rule.name for rule in _list_ferry_rules(board)} | {"quiet_years"}  # the caller counts the years
    if board.colonial is not None:
        known.add(board.colonial.rules.name)
    has_ships = any(unit.is_aboard or unit.kind is UnitKind.TRANSPORT for unit in position.units.values())
    if (
        position.in_disorder - board.rulebook.unplayed
        or set(position.memory) - known
        or (has_ships and board.colonial is None)
    ):
        raise RequestError("position", "the batch engine has no room for its ships, memory or disorder; use the judge")


def _enter_colonial(board: BatchBoard, colonial: ColonialTables, batch: Batch, game: int, position: Position) -> None:
    """Enter the clocks, including those that a start leaves out, and the armies aboard dislodged ships."""
    index, row = board.board.index, batch.colonial[game]
    for space, clock in colonial.rules.clocks(board.board, position).items():
        row[index[LocationId(space)], HELD] = min(clock.held, MOST_YEARS)
        row[index[LocationId(space)], AGE] = min(clock.age, MOST_YEARS)
    for dislodged in position.dislodged:
        if dislodged.cargo:
            row[index[dislodged.unit.location], OUT_CARGO] = board.powers.index(dislodged.cargo.power)


def _parts(board: BatchBoard, unit: Unit) -> tuple[int, int, int]:
    return board.powers.index(unit.power), KINDS.index(unit.kind), board.numbers[unit.location]


def _enter_dislodged(board: BatchBoard, batch: Batch, game: int, dislodged: DislodgedUnit) -> None:
    number = board.board.index[dislodged.unit.location]
    parts = _parts(board, dislodged.unit)
    batch.out_power[game, number], batch.out_kind[game, number], batch.out_place[game, number] = parts
    origin = dislodged.attacker_from
    is_open = origin is None or any(space_of(place) == origin for place in dislodged.retreats)
    start = 0 if origin is None else board.board.index[LocationId(origin)]
    batch.out_origin[game, number] = start + (codes.OPEN if is_open else 0)


def decode_position(board: BatchBoard, batch: Batch, game: int) -> Position:
    """One game of a batch as a position of the judge; units are in the order of the spaces."""
    if board.device is not PROCESSOR:
        batch, game = fetch_batch(select(batch, slice(game, game + 1)), board.device), 0
    names = board.board.order
    position = Position(
        units=make_units([*_tell_units(board, batch, game)]),
        owners={names[space]: board.powers[batch.owner[game, space]] for space in _numbers(batch.owner[game] >= 0)},
        dislodged=tuple(_tell_dislodged(board, batch, game, space) for space in _numbers(batch.out_power[game] >= 0)),
        contested=frozenset(names[space] for space in _numbers(batch.contested[game] == codes.STOOD_OFF)),
        in_disorder=board.rulebook.unplayed,
        memory={} if board.colonial is None else {board.colonial.rules.name: _tell_clocks(board, batch, game)},
    )
    used = frozenset(names[space] for space in _numbers(batch.contested[game] == codes.HAS_CONVOYED))
    for rule in _list_ferry_rules(board) if used and position.dislodged else ():
        armies = [found.unit for found in position.dislodged]
        position = rule.note_moves(board.board, position, used, armies)
    return position


def _list_ferry_rules(board: BatchBoard) -> list[IslandRetreats]:
    return [module for module in board.rulebook.modules if isinstance(module, IslandRetreats)]


def _tell_units(board: BatchBoard, batch: Batch, game: int) -> Iterator[Unit]:
    for space in _numbers(batch.power[game] >= 0):
        yield tell_unit(board, batch, game, space)
    for space in list_laden_ships(batch, game):
        yield _tell_army(board, batch, game, space, CARGO)


def list_laden_ships(batch: Batch, game: int) -> tuple[int, ...]:
    """The spaces of a game where a ship has an army aboard."""
    has_army = (batch.colonial[game, :, CARGO:OUT_CARGO] >= 0).any(axis=1)
    return tuple(int(space) for space in np.flatnonzero(has_army))


def _tell_army(board: BatchBoard, batch: Batch, game: int, space: int, column: int) -> Unit:
    power = board.powers[batch.colonial[game, space, column]]
    return Unit(power, UnitKind.ARMY, aboard(board.board.order[space]))


def _tell_clocks(board: BatchBoard, batch: Batch, game: int) -> dict[str, dict[str, int]]:
    """The clocks in the form of ``variants.rules.centre_clocks``."""
    assert board.colonial is not None
    names, row = board.board.order, batch.colonial[game]
    spaces = _numbers((board.colonial.arrays.is_colonial > 0) & (batch.owner[game] >= 0))
    return {
        str(names[space]): {"held": int(row[space, HELD]), "age": int(row[space, AGE])}
        for space in sorted(spaces, key=names.__getitem__)
    }


def _numbers(flags: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Iterable[int]:
    return (int(number) for number in np.flatnonzero(flags))


def tell_unit(board: BatchBoard, batch: Batch, game: int, space: int) -> Unit:
    """The unit in a space; the armies aboard come after all spaces."""
    if space >= batch.spaces:
        return _tell_army(board, batch, game, space - batch.spaces, CARGO)
    return Unit(
        board.powers[batch.power[game, space]],
        KINDS[batch.kind[game, space]],
        board.locations[batch.place[game, space]],
    )


def _tell_dislodged(board: BatchBoard, batch: Batch, game: int, space: int) -> DislodgedUnit:
    unit = Unit(
        board.powers[batch.out_power[game, space]],
        KINDS[batch.out_kind[game, space]],
        board.locations[batch.out_place[game, space]],
    )
    origin = board.board.order[int(batch.out_origin[game, space]) % codes.OPEN]
    has_army = board.colonial is not None and batch.colonial[game, space, OUT_CARGO] >= 0
    army = _tell_army(board, batch, game, space, OUT_CARGO) if has_army else None
    return DislodgedUnit(unit, origin, tuple(sorted(decode_retreats(board, batch, game, space))), army)


def decode_retreats(board: BatchBoard, batch: Batch, game: int, space: int) -> tuple[LocationId, ...]:
    """Where the unit dislodged from a space may retreat."""
    options = np.empty(len(board.locations), np.int16)
    unit = (
        int(batch.out_power[game, space]), int(batch.out_kind[game, space]), int(batch.out_place[game, space])
    )  # fmt: skip
    count = list_retreats(
        board.tables,
        batch.power[game],
        batch.kind[game],
        batch.contested[game],
        options,
        unit,
        int(batch.out_origin[game, space]),
        len(options),
    )
    return tuple(board.locations[option] for option in options[:count])


def encode_orders(
    board: BatchBoard, books: Sequence[Mapping[UnitKey, MovementOrder]], laden: Collection[SpaceId] = ()
) -> Codes:
    """The accepted orders of a movement phase, one book a game.

    ``laden`` are the spaces of ships with an army aboard, for books without the orders of all armies aboard.
    """
    orders = np.zeros((len(books), board.columns), np.int32)
    for game, book in enumerate(books):
        decks = {*laden, *(order.unit.space for key, order in book.items() if key not in board.board.spaces)}
        for key, order in book.items():
            orders[game, column_of(board, key)] = encode_order(board, order, decks)
    return orders


def column_of(board: BatchBoard, key: UnitKey) -> int:
    """The column of the order that an order book has under a key."""
    return board.board.index[LocationId(key)] if board.colonial is None else board.colonial.column[key]


def encode_order(board: BatchBoard, order: MovementOrder, laden: Collection[SpaceId] = ()) -> int:
    """A movement order as a number; ``laden`` are the spaces of ships with an army aboard.

    Raises for an order that arrays cannot hold.
    """
    numbers, index = board.numbers, board.board.index
    match order:
        case Hold():
            return codes.HOLD
        case Move() if not order.carry:
            return codes.pack(codes.VIA if order.via_convoy else codes.MOVE, numbers[order.target], 0)
        case SupportHold():
            space = index[order.supported.location]
            return codes.pack(codes.SUPPORT_HOLD, space, space)
        case SupportMove():
            return codes.pack(codes.SUPPORT_MOVE, numbers[order.target], _get_other(board, order.supported, laden))
        case Convoy():
            return codes.pack(codes.CONVOY, numbers[order.target], index[order.army.location])
        case Embark() if board.colonial is not None:
            return codes.pack(codes.EMBARK, index[order.army.location], _get_other(board, order.army, laden))
    raise RequestError("orders", f"{type(order).__name__} is not covered by the batch engine; use the judge")


def _get_other(board: BatchBoard, piece: Piece, laden: Collection[SpaceId]) -> int:
    """The number of the unit that an order helps."""
    space = board.board.index[piece.location]
    return space + board.space_count if piece.kind is UnitKind.ARMY and piece.space in laden else space


def decode_orders(board: BatchBoard, batch: Batch, orders: Codes, game: int) -> dict[UnitKey, MovementOrder]:
    """One game's row of orders as orders of the judge: one for every unit, and for every army aboard."""
    names, row = board.board.order, orders[game]
    told: dict[UnitKey, MovementOrder] = {
        names[space]: decode_order(board, batch, game, space, int(row[space]))
        for space in _numbers(batch.power[game] >= 0)
    }
    for space in list_laden_ships(batch, game):
        column = space + batch.spaces
        code = int(row[column]) if column < len(row) else codes.HOLD
        told[aboard(names[space])] = decode_order(board, batch, game, column, code)
    return told


def decode_order(board: BatchBoard, batch: Batch, game: int, space: int, code: int) -> MovementOrder:
    """A number as the movement order of the unit in a space."""
    kind, place = codes.kind_of(code), board.locations[codes.place_of(code)]
    piece = piece_of(tell_unit(board, batch, game, space))
    if kind == codes.HOLD:
        return Hold(piece)
    if kind in (codes.MOVE, codes.VIA):
        return Move(piece, place, via_convoy=kind == codes.VIA)
    other = piece_of(tell_unit(board, batch, game, codes.other_of(code)))
    if kind == codes.SUPPORT_HOLD:
        return SupportHold(piece, other)
    if kind == codes.EMBARK:
        return Embark(piece, other)
    return SupportMove(piece, other, place) if kind == codes.SUPPORT_MOVE else Convoy(piece, other, place)


def encode_retreat(board: BatchBoard, order: RetreatOrder) -> int:
    """A retreat or disbanding as a number."""
    if isinstance(order, Disband):
        return codes.DISBAND
    sea = board.board.index[LocationId(order.via)] + 1 if order.via else 0
    return codes.pack(codes.RETREAT, board.numbers[order.target], sea)


def decode_retreat(board: BatchBoard, batch: Batch, game: int, space: int, code: int) -> RetreatOrder:
    """A number as the order of the unit dislodged from a space."""
    piece = Piece(KINDS[batch.out_kind[game, space]], board.locations[batch.out_place[game, space]])
    if codes.kind_of(code) == codes.DISBAND:
        return Disband(piece)
    sea = codes.other_of(code)
    via = board.board.order[sea - 1] if sea else None
    return Retreat(piece, board.locations[codes.place_of(code)], via)


BUILDS = {
    UnitKind.ARMY: codes.BUILD_ARMY,
    UnitKind.FLEET: codes.BUILD_FLEET,
    UnitKind.TRANSPORT: codes.BUILD_TRANSPORT,
}


def encode_adjustment(board: BatchBoard, order: Order, laden: Collection[SpaceId] = ()) -> int:
    """A build, removal or waiver as a number; ``laden`` are the spaces of ships with an army aboard.

    Raises for any other order, and for a build without its kind.
    """
    match order:
        case Build(unit=Piece(kind=UnitKind() as kind)) if board.colonial or kind is not UnitKind.TRANSPORT:
            return codes.pack(BUILDS[kind], board.numbers[order.unit.location], 0)
        case Disband():
            is_aboard = order.unit.kind is UnitKind.ARMY and order.unit.space in laden
            kind_of_line = codes.REMOVE_ABOARD if is_aboard else codes.REMOVE
            return codes.pack(kind_of_line, board.board.index[order.unit.location], 0)
        case Waive():
            return codes.WAIVE
    raise RequestError("orders", f"{order!r} is not an adjustment that the batch engine knows")


def decode_adjustment(board: BatchBoard, batch: Batch, game: int, code: int) -> Order:
    """A number as a build, removal or waiver."""
    kind, place = codes.kind_of(code), codes.place_of(code)
    if kind == codes.WAIVE:
        return Waive()
    if kind == codes.REMOVE:
        return Disband(piece_of(tell_unit(board, batch, game, place)))
    if kind == codes.REMOVE_ABOARD:
        return Disband(piece_of(tell_unit(board, batch, game, place + batch.spaces)))
    built = next(each for each, code in BUILDS.items() if code == kind)
    return Build(Piece(built, board.locations[place]))
