"""Legal orders for programs: all of them in lists, as masks, or as sets that combine."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch.batch import Batch, line_up
from legation.batch.batch_board import BatchBoard
from legation.batch.carriage_listing import list_some_carriage
from legation.batch.carriage_masks import CarriageMasks, ShipSets, add_ships, join_ships
from legation.batch.chart import Chart, make_chart
from legation.batch.codes import kind_of, place_of
from legation.batch.compiling import Codes, Longs, kernel
from legation.batch.devices import PROCESSOR, Pass
from legation.batch.listing import count_most, list_some_orders, make_list_room
from legation.batch.masks import LegalMasks, make_room, mask_all_orders, mask_game_orders
from legation.errors import RequestError

KINDS_OF_ORDER: Final = 6
"""Where ships carry armies, there is one more: to take an army aboard."""
Masks: TypeAlias = NDArray[np.bool_]
SETS: Final = Pass(mask_all_orders, mask_game_orders, frozenset(Chart._fields), make_room=make_chart)
ROOM: Final = 32
"""The initial room for legal orders, per unit."""


class LegalCodes(NamedTuple):
    """Legal orders of all units of all games, one after another."""

    codes: Codes
    starts: Longs
    """For row ``game * spaces + space``: the start of the orders of the unit there; they end where the next begin."""
    spaces: int

    def of(self, game: int, space: int) -> Codes:
        """The legal orders of one unit; empty if there is no unit."""
        row = game * self.spaces + space
        return self.codes[self.starts[row] : self.starts[row + 1]]


def list_orders(board: BatchBoard, batch: Batch, *, convoys: bool = True) -> LegalCodes:
    """Every legal movement order of every unit; a full giant board has very many convoys, which may be left out.

    Where ships carry armies, a game has ``board.columns`` rows: the armies aboard follow the spaces.
    """
    _need_processor(board)
    batch = line_up(batch)
    words, rows = board.words, batch.games * board.columns
    most = count_most(words, board.columns, convoys)
    starts = np.empty(rows + 1, np.int64)
    starts[0] = 0
    codes = np.empty(ROOM * int(np.count_nonzero(batch.power >= 0)) + most, np.int32)
    games = 0
    with PROCESSOR.lend(board.tables, make_list_room) as room:
        while games < batch.games:
            if board.colonial is None:
                games = list_some_orders(words, room, batch, codes, starts, games, convoys)
            else:
                ships = board.colonial.arrays
                games = list_some_carriage(board.tables, words, ships, room, batch, codes, starts, games)
            if games < batch.games:
                kept = codes[: starts[games * board.columns]]
                codes = np.concatenate([kept, np.empty(len(codes) + most, np.int32)])
    return LegalCodes(codes[: starts[rows]], starts, board.columns)


def _need_processor(board: BatchBoard) -> None:
    if board.device is not PROCESSOR:
        advice = "fetch the games with fetch_batch, or use make_legal_masks"
        raise RequestError("device", f"lists of legal orders are made on cpu only; {advice}")


def mask_orders(board: BatchBoard, legal: LegalCodes) -> Masks:
    """True where there is a legal order: by game, space, kind of order and place; the second space is chosen later."""
    kinds = KINDS_OF_ORDER if board.colonial is None else KINDS_OF_ORDER + 1
    masks = np.zeros((len(legal.starts) - 1, kinds, len(board.locations)), np.bool_)
    _mark_orders(legal.codes, legal.starts, masks)
    return masks.reshape(-1, legal.spaces, kinds, len(board.locations))


@kernel
def _mark_orders(codes: Codes, starts: Longs, masks: Masks) -> None:
    for row in range(masks.shape[0]):
        for number in range(starts[row], starts[row + 1]):
            masks[row, kind_of(codes[number]), place_of(codes[number])] = True


def make_legal_masks(board: BatchBoard, batch: Batch) -> LegalMasks:
    """The possible orders of every unit, as sets that combine; where ships carry armies these are ``CarriageMasks``.

    On a device the sets are arrays there; ``fetch_masks`` copies them to the processor, where questions are answered.
    """
    batch = line_up(batch, board.device.arrays)
    masks = make_room(board.words, batch.power, board.device.arrays)
    board.device.run(board.tables, SETS, batch.games, batch, masks)
    return masks if board.colonial is None else add_ships(board, batch, masks)


def fetch_masks(board: BatchBoard, masks: LegalMasks) -> LegalMasks:
    """Copy masks from a board's device to the processor."""
    fetch = board.device.fetch
    fetched = masks._replace(**{name: fetch(getattr(masks, name)) for name in masks._fields if name != "words"})
    if not isinstance(masks, CarriageMasks):
        return fetched
    return join_ships(fetched, ShipSets._make(map(fetch, masks.ships)))
