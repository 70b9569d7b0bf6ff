"""Legal orders as a program asks for them: all of them in lists, as masks, or as sets that combine."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.sim.batch.batch import Batch
from legation.sim.batch.batch_board import BatchBoard
from legation.sim.batch.chart import make_chart
from legation.sim.batch.codes import kind_of, place_of
from legation.sim.batch.compiling import Codes, Longs, kernel
from legation.sim.batch.convoy_listing import make_strands
from legation.sim.batch.listing import find_most, list_some_orders, make_helped
from legation.sim.batch.masks import LegalMasks, make_room, mask_all_orders
from legation.sim.batch.sea import make_sea

KINDS_OF_ORDER: Final = 6
Masks: TypeAlias = NDArray[np.bool_]
ROOM: Final = 32
"""Legal orders of a unit for which there is room at first."""


class LegalCodes(NamedTuple):
    """Legal orders of all units of all games, one after another."""

    codes: Codes
    starts: Longs
    """Of row ``game * spaces + space``: where the orders of the unit there begin; they end where the next begin."""
    spaces: int

    def of(self, game: int, space: int) -> Codes:
        """The legal orders of one unit; none where there is no unit."""
        row = game * self.spaces + space
        return self.codes[self.starts[row] : self.starts[row + 1]]


def list_orders(board: BatchBoard, batch: Batch, *, convoys: bool = True) -> LegalCodes:
    """Every legal movement order of every unit; a full giant board has very many convoys, which may be left out."""
    words = board.words
    most = find_most(words, batch.spaces, convoys)
    starts = np.zeros(batch.games * batch.spaces + 1, np.int64)
    codes = np.empty(ROOM * int(np.count_nonzero(batch.power >= 0)) + most, np.int32)
    room = (make_chart(words), make_helped(words), make_strands(words), make_sea(board.tables))
    listed = 0
    while listed < batch.games:
        listed = list_some_orders(words, *room, batch, codes, starts, listed, convoys)
        if listed < batch.games:
            total = starts[listed * batch.spaces]
            codes = np.concatenate([codes[:total], np.empty(len(codes) + most, np.int32)])
    return LegalCodes(codes[: starts[-1]], starts, batch.spaces)


def mask_orders(board: BatchBoard, legal: LegalCodes) -> Masks:
    """Whether there is a legal order: by game, space, kind of order and place; the second space is chosen after."""
    masks = np.zeros((len(legal.starts) - 1, KINDS_OF_ORDER, len(board.locations)), np.bool_)
    _mark_orders(legal.codes, legal.starts, masks)
    return masks.reshape(-1, legal.spaces, KINDS_OF_ORDER, len(board.locations))


@kernel
def _mark_orders(codes: Codes, starts: Longs, masks: Masks) -> None:
    for row in range(masks.shape[0]):
        for number in range(starts[row], starts[row + 1]):
            masks[row, kind_of(codes[number]), place_of(codes[number])] = True


def make_legal_masks(board: BatchBoard, batch: Batch) -> LegalMasks:
    """What every unit may do, as sets that combine."""
    masks = make_room(board.words, batch.games, int(np.count_nonzero(batch.power >= 0)))
    mask_all_orders(make_chart(board.words), batch, masks)
    return masks
