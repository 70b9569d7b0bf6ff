"""Legal orders where ships carry armies: what the kernels list, and who may go aboard which ship.

A game with transport fleets or armies aboard is listed by ``legation.orders``. Must agree with ``orders.listing``.
"""

import numpy as np

from legation.batch import codes
from legation.batch.batch import Batch
from legation.batch.batch_board import BatchBoard
from legation.batch.colonial_tables import ColonialTables
from legation.batch.compiling import Codes, Longs
from legation.batch.convert import column_of, decode_position, encode_order
from legation.batch.through_judge import Games
from legation.orders import list_orders


def add_carriage(board: BatchBoard, batch: Batch, laden: Games, listed: Codes, starts: Longs) -> tuple[Codes, Longs]:
    """All legal orders, and where those of each column begin; the kernels ``listed`` those of the games not laden."""
    assert board.colonial is not None
    games = np.flatnonzero(~laden)
    unit = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    game, space = games[unit // batch.spaces], unit % batch.spaces
    parts = [(game * board.columns + space, listed), _list_boarding(board, board.colonial, batch, ~laden)]
    parts += [_list_laden(board, batch, int(game)) for game in np.flatnonzero(laden)]
    rows = np.concatenate([rows for rows, _ in parts])
    found = np.concatenate([found for _, found in parts])
    ends = np.bincount(rows, minlength=batch.games * board.columns).cumsum()
    return found[np.argsort(rows, kind="stable")].astype(np.int32), np.concatenate([[0], ends]).astype(np.int64)


def _list_boarding(board: BatchBoard, colonial: ColonialTables, batch: Batch, games: Games) -> tuple[Longs, Codes]:
    """For every army ashore and every ship beside it: the army's move aboard, and the ship's order to take it."""
    game, start = np.nonzero((batch.power >= 0) & (batch.kind == codes.ARMY) & games[:, None])
    beside = colonial.beside[start].astype(np.int64)
    here = (game[:, None], beside)
    is_ship = (beside >= 0) & (batch.power[here] >= 0) & (batch.kind[here] != codes.ARMY)
    is_ship &= colonial.boards[start[:, None], batch.place[here]] > 0
    army, place = np.nonzero(is_ship)
    game, start, ship = game[army], start[army], beside[army, place]
    is_far = board.tables.army_near[start, ship] == 0  # to a port it can march, and that move is listed
    moves = codes.MOVE | ship[is_far] << codes.PLACE_SHIFT
    embarks = codes.EMBARK | start << codes.PLACE_SHIFT | start << codes.OTHER_SHIFT
    rows = np.concatenate([(game * board.columns + start)[is_far], game * board.columns + ship])
    return rows, np.concatenate([moves, embarks]).astype(np.int32)


def _list_laden(board: BatchBoard, batch: Batch, game: int) -> tuple[Longs, Codes]:
    """The legal orders of one game as ``legation.orders`` lists them."""
    position = decode_position(board, batch, game)
    legal = list_orders(board.board, position, None, board.rulebook.order_rules)
    laden = [army.space for army in position.armies_aboard]
    found = [
        (game * board.columns + column_of(board, key), encode_order(board, order, laden))
        for key, options in legal.units.items()
        for order in options.orders()
    ]
    pairs = np.array(found, np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1].astype(np.int32)
