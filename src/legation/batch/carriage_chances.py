"""Orders by chance where ships carry armies: now and then an army goes aboard or ashore, or a transport fleet is built.

The orders of such games are drawn from the lists of ``legation.orders``, which takes some milliseconds for each.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

import numpy as np

from legation.batch import codes
from legation.batch.batch import AGE, CARGO, HELD, Batch
from legation.batch.batch_board import BatchBoard
from legation.batch.colonial_tables import ColonialTables
from legation.batch.compiling import Codes
from legation.batch.convert import column_of, decode_position, encode_order
from legation.batch.through_judge import Games
from legation.board import LocationId, UnitKey, aboard
from legation.orders import (
    Embark,
    Hold,
    Move,
    MovementOrder,
    Piece,
    SupportHold,
    SupportMove,
    UnitOptions,
    list_orders,
    piece_of,
)

BOARDING: Final = 0.15
"""In which share of the games with no army aboard an army may embark."""
BUILDING: Final = 0.3
"""Which share of the fleets to be built are transport fleets."""
YEARS: Final = 5
"""No colonial centre by chance is held for so long."""

Options = Mapping[UnitKey, UnitOptions]
Book = dict[UnitKey, MovementOrder]


def sample_clocks(colonial: ColonialTables, batch: Batch, seed: int) -> None:
    """Give every colonial centre that somebody owns some years."""
    chance = np.random.default_rng(seed)
    is_owned = (colonial.is_colonial > 0) & (batch.owner >= 0)
    for column in (HELD, AGE):
        batch.colonial[..., column] = np.where(is_owned, chance.integers(YEARS, size=is_owned.shape), 0)


def sample_carriage(board: BatchBoard, batch: Batch, orders: Codes, seed: int, games: Games) -> None:
    """Draw anew the movement orders of some games, with armies that go aboard and ashore. All are legal."""
    for game in map(int, np.flatnonzero(games)):
        chance = Random(f"{seed} {game}")
        position = decode_position(board, batch, game)
        options = list_orders(board.board, position, None, board.rulebook.order_rules).units
        laden = [army.space for army in position.armies_aboard]
        orders[game] = 0
        for key, order in _sample_book(options, chance).items():
            orders[game, column_of(board, key)] = encode_order(board, order, laden)


def choose_boarding(batch: Batch, seed: int) -> Games:
    """Games in which armies may go aboard."""
    return np.asarray(np.random.default_rng(seed).random(batch.games) < BOARDING)


def _sample_book(options: Options, chance: Random) -> Book:
    book: Book = {}
    _board_ships(options, chance, book)
    for key, each in options.items():
        if key not in book and each.moves and chance.random() < 0.5:
            book[key] = Move(piece_of(each.unit), chance.choice(each.moves))
    for key, each in options.items():  # most landings have a ship that holds
        if isinstance(book.get(aboard(each.unit.space)), Move) and not each.unit.is_aboard and chance.random() < 0.8:
            book[key] = Hold(piece_of(each.unit))
    moves = {order.unit: order.target for order in book.values() if isinstance(order, Move)}
    for key, each in options.items():
        if key not in book:
            book[key] = _sample_help(each, moves, chance)
    return book


def _board_ships(options: Options, chance: Random, book: Book) -> None:
    """Ships that take an army aboard, and mostly armies that go."""
    keys = {piece_of(each.unit): key for key, each in options.items()}
    for key, each in options.items():
        if each.embarkable and key not in book and chance.random() < 0.3:
            army = chance.choice(each.embarkable)
            book[key] = Embark(piece_of(each.unit), army)
            if chance.random() < 0.9:
                book[keys[army]] = Move(army, LocationId(each.unit.space))


def _sample_help(options: UnitOptions, moves: Mapping[Piece, LocationId], chance: Random) -> MovementOrder:
    """A support that is of use, if there is one to be found."""
    piece = piece_of(options.unit)
    found: list[MovementOrder] = [
        SupportMove(piece, mover, target)
        for target, movers in options.support_moves.items()
        for mover in movers
        if moves.get(mover) == target
    ]
    found += [SupportHold(piece, held) for held in options.support_holds if held not in moves]
    return chance.choice(found) if found and chance.random() < 0.8 else Hold(piece)


def sample_transports(batch: Batch, lines: Codes, seed: int) -> None:
    """Make some fleets that are to be built transport fleets, and remove some armies from their ships."""
    chance = np.random.default_rng(seed)
    kinds, place = lines & codes.KIND_MASK, lines >> codes.PLACE_SHIFT & codes.PLACE_MASK
    is_changed = chance.random(lines.shape) < BUILDING
    game = np.arange(batch.games)[:, None, None]
    has_army = batch.colonial[game, np.minimum(place, batch.spaces - 1), CARGO] >= 0
    rest = lines - kinds
    lines[:] = np.where(is_changed & (kinds == codes.BUILD_FLEET), rest | codes.BUILD_TRANSPORT, lines)
    lines[:] = np.where(is_changed & (kinds == codes.REMOVE) & has_army, rest | codes.REMOVE_ABOARD, lines)
