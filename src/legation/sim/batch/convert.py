"""Between positions and orders of the judge and rows of arrays, both ways."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from legation.board import DislodgedUnit, LocationId, Position, SpaceId, Unit, UnitKind, space_of
from legation.errors import RequestError
from legation.orders import (
    Build,
    Convoy,
    Disband,
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
from legation.sim.batch import codes
from legation.sim.batch.batch import Batch, make_batch
from legation.sim.batch.batch_board import BatchBoard
from legation.sim.batch.compiling import Codes
from legation.sim.batch.retreat_options import list_retreats

KINDS = (UnitKind.ARMY, UnitKind.FLEET)


def enter_positions(board: BatchBoard, positions: Sequence[Position]) -> Batch:
    """Positions as arrays. Raises for what the arrays have no room for: cargo, memory, powers in civil disorder."""
    batch = make_batch(len(positions), board.space_count)
    for game, position in enumerate(positions):
        if position.cargo or position.memory or position.in_disorder:
            raise RequestError("position", "the batch engine knows no cargo, memory or civil disorder; use the judge")
        for space, unit in position.units.items():
            number = board.board.index[LocationId(space)]
            batch.power[game, number], batch.kind[game, number], batch.place[game, number] = _parts(board, unit)
        for space, power in position.owners.items():
            batch.owner[game, board.board.index[LocationId(space)]] = board.powers.index(power)
        for dislodged in position.dislodged:
            _enter_dislodged(board, batch, game, dislodged)
        for space in position.contested:
            batch.contested[game, board.board.index[LocationId(space)]] = 1
    return batch


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


def tell_position(board: BatchBoard, batch: Batch, game: int) -> Position:
    """One game of a batch as the judge knows it; units stand in the order of the spaces."""
    names = board.board.order
    return Position(
        units={names[space]: tell_unit(board, batch, game, space) for space in _numbers(batch.power[game] >= 0)},
        owners={names[space]: board.powers[batch.owner[game, space]] for space in _numbers(batch.owner[game] >= 0)},
        dislodged=tuple(_tell_dislodged(board, batch, game, space) for space in _numbers(batch.out_power[game] >= 0)),
        contested=frozenset(names[space] for space in _numbers(batch.contested[game] > 0)),
    )


def _numbers(flags: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Iterable[int]:
    return (int(number) for number in np.flatnonzero(flags))


def tell_unit(board: BatchBoard, batch: Batch, game: int, space: int) -> Unit:
    """The unit in a space."""
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
    return DislodgedUnit(unit, origin, tuple(sorted(tell_retreats(board, batch, game, space))))


def tell_retreats(board: BatchBoard, batch: Batch, game: int, space: int) -> tuple[LocationId, ...]:
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


def enter_orders(board: BatchBoard, books: Sequence[Mapping[SpaceId, MovementOrder]]) -> Codes:
    """The accepted orders of a movement phase, one book a game, under the spaces of their units."""
    orders = np.zeros((len(books), board.space_count), np.int32)
    for game, book in enumerate(books):
        for space, order in book.items():
            orders[game, board.board.index[LocationId(space)]] = encode_order(board, order)
    return orders


def encode_order(board: BatchBoard, order: MovementOrder) -> int:
    """A movement order as a number. Raises for an order that the arrays do not know."""
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
            return codes.pack(codes.SUPPORT_MOVE, numbers[order.target], index[order.supported.location])
        case Convoy():
            return codes.pack(codes.CONVOY, numbers[order.target], index[order.army.location])
    raise RequestError("orders", f"{type(order).__name__} is not covered by the batch engine; use the judge")


def tell_orders(board: BatchBoard, batch: Batch, orders: Codes, game: int) -> dict[SpaceId, MovementOrder]:
    """One game's row of orders as the judge knows them: an order for every unit."""
    return {
        board.board.order[space]: decode_order(board, batch, game, space, int(orders[game, space]))
        for space in _numbers(batch.power[game] >= 0)
    }


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


def encode_adjustment(board: BatchBoard, order: Order) -> int:
    """A build, removal or waiver as a number. Raises for any other order, and for a build without its kind."""
    match order:
        case Build(unit=Piece(kind=UnitKind.ARMY)):
            return codes.pack(codes.BUILD_ARMY, board.numbers[order.unit.location], 0)
        case Build(unit=Piece(kind=UnitKind.FLEET)):
            return codes.pack(codes.BUILD_FLEET, board.numbers[order.unit.location], 0)
        case Disband():
            return codes.pack(codes.REMOVE, board.board.index[order.unit.location], 0)
        case Waive():
            return codes.WAIVE
    raise RequestError("orders", f"{order!r} is no adjustment that the batch engine knows")


def decode_adjustment(board: BatchBoard, batch: Batch, game: int, code: int) -> Order:
    """A number as a build, removal or waiver."""
    kind, place = codes.kind_of(code), codes.place_of(code)
    if kind == codes.WAIVE:
        return Waive()
    if kind == codes.REMOVE:
        return Disband(piece_of(tell_unit(board, batch, game, place)))
    return Build(Piece(KINDS[kind - codes.BUILD_ARMY], board.locations[place]))
