"""Legal orders where ships carry armies: what transport fleets may not do, who may go aboard which ship, and landings.

The kernels list and mask what armies and fleets do on any board, transport fleets taken for fleets; here the rest is
added and what is refused is left out. Must agree with ``orders.carriage``, ``orders.listing`` and rule 11.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.batch import codes
from legation.batch.batch import AGE, CARGO, Batch
from legation.batch.batch_board import BatchBoard
from legation.batch.colonial_tables import ColonialTables
from legation.batch.compiling import Codes, Longs, Small
from legation.batch.disruption import YEARS_TO_PERMANENT

Cells = NDArray[np.bool_]


class Pairs(NamedTuple):
    """Armies and ships beside them that have room."""

    game: Longs
    army: Longs
    """The space of the army; if it is aboard, that of its ship plus the number of spaces."""
    ship: Longs


def bar_transports(board: BatchBoard, colonial: ColonialTables, batch: Batch, game: Longs, power: Small) -> Cells:
    """Of a power in a game, one a row: the permanent centres of others, closed to its transport fleets (rule 11)."""
    owner = batch.owner[game]
    is_ripe = (owner >= 0) & (batch.colonial[game, :, AGE] >= YEARS_TO_PERMANENT)
    is_permanent = (board.tables.centre > 0) & (is_ripe | (colonial.arrays.is_colonial == 0))
    return np.asarray(is_permanent & (owner != power[:, None]))


def pair_ashore(colonial: ColonialTables, batch: Batch) -> Pairs:
    """The armies ashore and the ships that they could go aboard (rule 7)."""
    game, start = np.nonzero((batch.power >= 0) & (batch.kind == codes.ARMY))
    beside = colonial.arrays.beside[start].astype(np.int64)
    place = batch.place[game[:, None], beside]
    army, column = np.nonzero(_has_room(batch, game, beside) & (colonial.arrays.boards[start[:, None], place] > 0))
    return Pairs(game[army], start[army], beside[army, column])


def pair_aboard(colonial: ColonialTables, batch: Batch) -> Pairs:
    """The armies aboard and the other ships that they could change to (rule 8)."""
    game, start = np.nonzero(batch.colonial[..., CARGO] >= 0)
    deck = batch.place[game, start]
    beside = colonial.arrays.beside_ship[deck].astype(np.int64)
    place = batch.place[game[:, None], beside]
    army, column = np.nonzero(_has_room(batch, game, beside) & (colonial.arrays.changes[deck[:, None], place] > 0))
    return Pairs(game[army], start[army] + batch.spaces, beside[army, column])


def _has_room(batch: Batch, game: Longs, spaces: Longs) -> Cells:
    """Whether there is a ship with nobody aboard; -1 is no space."""
    here = (game[:, None], spaces)
    is_ship = (spaces >= 0) & (batch.power[here] >= 0) & (batch.kind[here] != codes.ARMY)
    return np.asarray(is_ship & (batch.colonial[(*here, CARGO)] < 0))


def list_landings(colonial: ColonialTables, batch: Batch) -> tuple[Longs, Longs, Longs]:
    """Of every army aboard: its game, the space of its ship, and a space where it may land."""
    game, ship = np.nonzero(batch.colonial[..., CARGO] >= 0)
    shores = colonial.arrays.landings[batch.place[game, ship]].astype(np.int64)
    army, column = np.nonzero(shores >= 0)
    return game[army], ship[army], shores[army, column]


def add_carriage(board: BatchBoard, batch: Batch, listed: Codes, starts: Longs) -> tuple[Codes, Longs]:
    """All legal orders, and where those of each column begin; the kernels ``listed`` what fleets and armies may do."""
    assert board.colonial is not None
    colonial = board.colonial
    ashore, aboard = pair_ashore(colonial, batch), pair_aboard(colonial, batch)
    parts = [
        _leave_out_refused(board, colonial, batch, listed, starts),
        _list_boarding(board, colonial, batch, ashore),
        _list_boarding(board, colonial, batch, aboard),
        _list_taking(board, ashore),
        _list_taking(board, aboard),
        *_list_ashore(board, colonial, batch),
    ]
    rows = np.concatenate([rows for rows, _ in parts])
    found = np.concatenate([found for _, found in parts])
    ends = np.bincount(rows, minlength=batch.games * board.columns).cumsum()
    return found[np.argsort(rows, kind="stable")].astype(np.int32), np.concatenate([[0], ends]).astype(np.int64)


def _leave_out_refused(
    board: BatchBoard, colonial: ColonialTables, batch: Batch, listed: Codes, starts: Longs
) -> tuple[Longs, Codes]:
    """Transport fleets stay out of foreign permanent centres, and no attack of theirs or others has their support.

    Nor is any of theirs supported (rules 11, 14 and 15).
    """
    unit = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    game, space = unit // batch.spaces, unit % batch.spaces
    kind, place = listed & codes.KIND_MASK, listed >> codes.PLACE_SHIFT & codes.PLACE_MASK
    is_attack = kind == codes.SUPPORT_MOVE
    is_refused = is_attack & (batch.kind[game, listed >> codes.OTHER_SHIFT] == codes.TRANSPORT)
    lines = np.flatnonzero(batch.kind[game, space] == codes.TRANSPORT)
    barred = bar_transports(board, colonial, batch, game[lines], batch.power[game[lines], space[lines]])
    target = board.tables.space_of[place[lines]]
    is_closed = (kind[lines] != codes.HOLD) & barred[np.arange(len(lines)), target]
    is_refused[lines] |= is_attack[lines] | is_closed
    kept = ~is_refused
    return (game * board.columns + space)[kept], listed[kept]


def _list_boarding(board: BatchBoard, colonial: ColonialTables, batch: Batch, pairs: Pairs) -> tuple[Longs, Codes]:
    """The moves of armies aboard ships, but to ports where they could march or land: that move is listed."""
    start = pairs.army % batch.spaces
    by_land = board.tables.army_near[start, pairs.ship]
    by_sea = colonial.arrays.lands[batch.place[pairs.game, start], pairs.ship]
    is_new = np.where(pairs.army < batch.spaces, by_land, by_sea) == 0
    rows = (pairs.game * board.columns + pairs.army)[is_new]
    return rows, (codes.MOVE | pairs.ship[is_new] << codes.PLACE_SHIFT).astype(np.int32)


def _list_taking(board: BatchBoard, pairs: Pairs) -> tuple[Longs, Codes]:
    """The orders of ships to take armies aboard."""
    where = pairs.army % board.space_count
    found = codes.EMBARK | where << codes.PLACE_SHIFT | pairs.army << codes.OTHER_SHIFT
    return pairs.game * board.columns + pairs.ship, found.astype(np.int32)


def _list_ashore(board: BatchBoard, colonial: ColonialTables, batch: Batch) -> list[tuple[Longs, Codes]]:
    """To stay aboard, to land, and supports of landings by any unit but transport fleets and the army's own ship."""
    holding, deck = np.nonzero(batch.colonial[..., CARGO] >= 0)
    game, ship, shore = list_landings(colonial, batch)
    helper = colonial.arrays.helpers[shore].astype(np.int64)
    here = (game[:, None], helper)
    kind = batch.kind[here]
    may_help = (helper >= 0) & (batch.power[here] >= 0) & (kind != codes.TRANSPORT) & (helper != ship[:, None])
    is_near = colonial.arrays.near[np.minimum(kind, codes.FLEET), batch.place[here], shore[:, None]] > 0
    line, column = np.nonzero(may_help & is_near)
    support = codes.SUPPORT_MOVE | shore << codes.PLACE_SHIFT | (ship + batch.spaces) << codes.OTHER_SHIFT
    return [
        (holding * board.columns + deck + batch.spaces, np.full(len(deck), codes.HOLD, np.int32)),
        (
            game * board.columns + ship + batch.spaces,
            (codes.MOVE | shore << codes.PLACE_SHIFT).astype(np.int32),
        ),
        (game[line] * board.columns + helper[line, column], support[line].astype(np.int32)),
    ]
