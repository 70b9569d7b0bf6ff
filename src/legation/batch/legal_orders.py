"""Legal orders for programs: all of them in lists, as masks, or as sets that combine."""

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch.batch import CARGO, Batch, line_up
from legation.batch.batch_board import BatchBoard
from legation.batch.carriage_listing import count_most_aboard, list_some_carriage
from legation.batch.carriage_masks import CarriageMasks, ShipSets, add_ships, join_ships
from legation.batch.chart import Chart, make_chart
from legation.batch.codes import kind_of, place_of
from legation.batch.compiling import Codes, Longs, kernel
from legation.batch.devices import PROCESSOR, Pass
from legation.batch.legal_codes import LegalCodes, write_codes
from legation.batch.listing import count_most_sets, count_most_shared, list_some_orders, make_list_room
from legation.batch.masks import LegalMasks, make_room, mask_all_orders, mask_game_orders
from legation.batch.words import SIXTEEN
from legation.errors import RequestError

KINDS_OF_ORDER: Final = 6
"""Where ships carry armies, there is one more: to take an army aboard."""
Masks: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[Any]
SETS: Final = Pass(mask_all_orders, mask_game_orders, frozenset(Chart._fields), make_room=make_chart)
SHARED: Final = 8
SETS_SHARED: Final = 1
OWN: Final = 8
"""The initial room per unit for what units share, as numbers and as sets, and for orders of their own."""


def list_orders(board: BatchBoard, batch: Batch, *, convoys: bool = True) -> LegalCodes:
    """Every legal movement order of every unit; a full giant board has very many convoys, which may be left out."""
    _need_processor(board)
    batch = line_up(batch)
    words, games, legal = board.words, 0, _leave_list(board, batch)
    with PROCESSOR.lend(board.tables, make_list_room) as room:
        while True:
            if board.colonial is None:
                games = list_some_orders(words, room, batch, legal, games, convoys)
            else:
                games = list_some_carriage(board.tables, words, board.colonial.arrays, room, batch, legal, games)
            if games == batch.games:
                return _cut(legal)
            legal = _grow(board, legal)


def _leave_list(board: BatchBoard, batch: Batch) -> LegalCodes:
    """Room for the legal orders of all games, for kernels to fill in."""
    games, units = batch.games, int(np.count_nonzero(batch.power >= 0))
    if board.colonial is not None:
        units += int(np.count_nonzero(batch.colonial[..., CARGO] >= 0))
    words, places = board.words, len(board.locations)
    rows = SETS_SHARED * units + count_most_sets(words, board.space_count)
    return LegalCodes(
        words.move_codes,
        words.near_places,
        words.rooms,
        words.walkers,
        words.landings,
        shared=np.empty(SHARED * units + count_most_shared(words), np.int16),
        games=_starts(games),
        begins=np.empty((games, places + 1), np.int16),
        sets=np.empty((rows, words.links.shape[1]), np.int64),
        firsts=_starts(games),
        groups=np.empty(games, np.int16),
        joined=np.empty((games, batch.spaces), np.int16),
        units=_starts(games),
        columns=np.empty(units, np.int16),
        rows=np.empty(units, np.int16),
        fleets=np.empty(units, np.int16),
        part_starts=np.empty(units, np.int16),
        part_ends=np.empty(units, np.int16),
        own=_starts(units),
        codes=np.empty(OWN * units + _count_most_own(board), np.int32),
    )


def _starts(count: int) -> Longs:
    starts = np.empty(count + 1, np.int64)
    starts[0] = 0
    return starts


def _count_most_own(board: BatchBoard) -> int:
    """An upper bound for the orders that no other unit has: of one unit or, where ships carry armies, of one game."""
    return board.space_count**2 if board.colonial is None else int(count_most_aboard(board.words))


def _cut(legal: LegalCodes) -> LegalCodes:
    """The same without the room that was not needed. ``copy_help`` reads sixteen numbers at once."""
    shared, sets, own = int(legal.games[-1]) + SIXTEEN, int(legal.firsts[-1]), int(legal.own[-1])
    return legal._replace(shared=legal.shared[:shared], sets=legal.sets[:sets], codes=legal.codes[:own])


def _grow(board: BatchBoard, legal: LegalCodes) -> LegalCodes:
    """The same with half as much room again, and enough for at least one game."""
    return legal._replace(
        shared=_extend(legal.shared, count_most_shared(board.words)),
        sets=_extend(legal.sets, count_most_sets(board.words, board.space_count)),
        codes=_extend(legal.codes, _count_most_own(board)),
    )


def _extend(numbers: Numbers, least: int) -> Numbers:
    more = np.empty((len(numbers) // 2 + least, *numbers.shape[1:]), numbers.dtype)
    return np.concatenate([numbers, more])


def _need_processor(board: BatchBoard) -> None:
    if board.device is not PROCESSOR:
        advice = "fetch the games with fetch_batch, or use make_legal_masks"
        raise RequestError("device", f"lists of legal orders are made on cpu only; {advice}")


def mask_orders(board: BatchBoard, legal: LegalCodes) -> Masks:
    """True where there is a legal order: by game, space, kind of order and place; the second space is chosen later."""
    kinds = KINDS_OF_ORDER if board.colonial is None else KINDS_OF_ORDER + 1
    masks = np.zeros((len(legal.units) - 1, board.columns, kinds, len(board.locations)), np.bool_)
    _mark_orders(legal, legal.make_room(), masks)
    return masks


@kernel
def _mark_orders(legal: LegalCodes, codes: Codes, masks: Masks) -> None:
    for game in range(masks.shape[0]):
        for unit in range(legal.units[game], legal.units[game + 1]):
            for number in range(write_codes(legal, game, unit, codes)):
                masks[game, legal.columns[unit], kind_of(codes[number]), place_of(codes[number])] = True


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
