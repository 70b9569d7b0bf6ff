"""A synthetic giant board: 300 spaces that wrap east-west, every sea full of convoying fleets, 137 units."""

import random
from collections.abc import Mapping

from legation.board import (
    Board,
    Border,
    LocationId,
    Position,
    PowerId,
    Space,
    SpaceId,
    Terrain,
    Unit,
    UnitKey,
    UnitKind,
    make_board,
    make_units,
)
from legation.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    OrderBook,
    OrderRules,
    Piece,
    Scene,
    SupportMove,
    list_orders,
    piece_of,
)

WIDTH, HEIGHT = 20, 15
UNITS = 137
POWERS = [PowerId(name) for name in "ALPHA BRAVO CHARLIE DELTA ECHO FOXTROT GOLF HOTEL".split()]


def _is_sea(x: int, y: int) -> bool:
    return x % 5 == 4 or y in (0, 7)


def _code(x: int, y: int) -> SpaceId:
    return SpaceId(f"{'S' if _is_sea(x, y) else 'L'}{x:02}{y:02}")


def make_giant_board() -> Board:
    """A hexagonal grid on a cylinder: four continents between seas that all hang together."""
    cells = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    spaces = [
        Space(
            _code(x, y),
            f"Space {x} {y}",
            Terrain.SEA if _is_sea(x, y) else Terrain.LAND,
            carries_convoys=_is_sea(x, y),
        )
        for x, y in cells
    ]
    borders = []
    for x, y in cells:
        lean = 1 if y % 2 else 0
        for dx, dy in ((1, 0), (lean, 1), (lean - 1, 1)):
            nx, ny = (x + dx) % WIDTH, y + dy
            if ny < HEIGHT:
                borders.append(_border((x, y), (nx, ny)))
    return make_board(spaces, borders)


def _border(one: tuple[int, int], other: tuple[int, int]) -> Border:
    seas = _is_sea(*one) + _is_sea(*other)
    fleet = seas > 0 or _shares_sea(one, other)
    return Border(LocationId(_code(*one)), LocationId(_code(*other)), army=seas == 0, fleet=fleet)


def _shares_sea(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Two lands beside the same sea let fleets pass along the coast."""
    return any(
        abs((x - one[0] + 1) % WIDTH - 1) <= 1 and abs(y - one[1]) <= 1 and abs((x - other[0] + 1) % WIDTH - 1) <= 1
        and abs(y - other[1]) <= 1 and _is_sea(x, y)
        for x in range(WIDTH) for y in (one[1], other[1])
    )  # fmt: skip


def make_giant_position(board: Board, seed: int = 1) -> Position:
    """A fleet in every sea and armies on coasts, 137 units in all."""
    chance = random.Random(seed)
    seas = [space for space in board.order if board.spaces[space].terrain is Terrain.SEA]
    shores = [
        space for number, space in enumerate(board.order)
        if board.convoy_links[number] and board.spaces[space].terrain is Terrain.LAND
    ]  # fmt: skip
    armies = chance.sample(shores, UNITS - len(seas))
    units = [Unit(chance.choice(POWERS), UnitKind.FLEET, LocationId(sea)) for sea in seas]
    units += [Unit(chance.choice(POWERS), UnitKind.ARMY, LocationId(shore)) for shore in armies]
    return Position(make_units(units))


def make_convoy_book(board: Board, position: Position, seed: int = 2) -> OrderBook:
    """Every fleet convoys, every army sails far; a few supports besides."""
    chance = random.Random(seed)
    scene = Scene(board, position, OrderRules())
    orders: dict[UnitKey, MovementOrder] = {}
    moves = []
    for space, options in list_orders(board, position, None, OrderRules()).units.items():
        if options.convoyed_moves:
            move = Move(piece_of(options.unit), chance.choice(options.convoyed_moves), via_convoy=True)
            orders[space] = move
            moves.append((options.unit, move))
    for space, unit in position.units.items():
        if unit.kind is UnitKind.FLEET:
            orders[space] = Hold(piece_of(unit))
            for army, move in chance.sample(moves, len(moves)):
                if scene.is_of_use(unit, army, SpaceId(str(move.target))):
                    orders[space] = Convoy(piece_of(unit), piece_of(army), move.target)
                    break
    return OrderBook(orders)


def make_fighting_book(board: Board, position: Position, seed: int = 3) -> OrderBook:
    """Moves, supports that match them, and convoys, by chance."""
    chance = random.Random(seed)
    tables = list_orders(board, position, None, OrderRules()).units
    orders: dict[UnitKey, MovementOrder] = {}
    for space, options in tables.items():
        if chance.random() < 0.5 and options.moves:
            orders[space] = Move(piece_of(options.unit), chance.choice(options.moves))
    for space, options in tables.items():
        if space not in orders:
            orders[space] = _matching_support(options.unit, options.support_moves, orders, chance)
    return OrderBook(orders)


def _matching_support(
    unit: Unit,
    choices: Mapping[LocationId, tuple[Piece, ...]],
    orders: dict[UnitKey, MovementOrder],
    chance: random.Random,
) -> MovementOrder:
    matching: list[MovementOrder] = [
        SupportMove(piece_of(unit), mover, target)
        for target, movers in choices.items()
        for mover in movers
        if isinstance(order := orders.get(mover.space), Move) and order.target == target
    ]
    return chance.choice(matching) if matching else Hold(piece_of(unit))
