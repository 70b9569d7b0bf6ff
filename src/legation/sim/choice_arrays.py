"""The action table as arrays, for the batch engine: the meaning of choices on a board, and choices by sea.

Choices that need no search for routes are made by ``legation.batch.choices``, on any device.
"""

from collections.abc import Sequence
from dataclasses import astuple
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch import (
    Batch,
    BatchBoard,
    LegalCodes,
    Ranks,
    Templates,
    codes,
    list_orders,
    make_mask,
    mark_templates,
)
from legation.batch import read_moves as read_plain_moves
from legation.board import LocationId
from legation.sim.action_table import ActionTable

Table: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.bool_]
Actions: TypeAlias = NDArray[np.int64]
NONE: Final = -1


def make_templates(table: ActionTable, board: BatchBoard) -> Templates:
    """The action table of a board that the batch engine covers, on the board's device."""
    count, places = board.space_count, table.locations
    index, numbers = board.board.index, board.numbers
    steps = [[[numbers[target] for target in kind[place]] for place in places] for kind in table.steps]
    near = [[[index[LocationId(space)] for space in kind[place]] for place in places] for kind in table.near]
    origins = [[index[LocationId(space)] for space in table.origins[start]] for start in board.board.order]
    shores = [index[LocationId(space)] for space in table.shores]
    most = table.ranges.support_hold - table.ranges.move
    put = board.device.put
    return Templates(
        step=put(np.stack([_rows(kind, most) for kind in steps])),
        near=put(np.stack([_rows(kind, most) for kind in near])),
        origin=put(_rows(origins, table.most_origins)),
        shore=put(np.array(shores, np.int32)),
        ranks=Ranks(
            step=put(np.stack([_ranks(kind, len(places)) for kind in steps])),
            near=put(np.stack([_ranks(kind, count) for kind in near])),
            origin=put(_ranks(origins, count)),
            shore=put(_ranks([shores], count)[0]),
        ),
        ranges=put(np.array(astuple(table.ranges), np.int64)),
        has_straits=put(np.array([_has_straits(board, origins)], np.int64)),
    )


def _has_straits(board: BatchBoard, origins: Sequence[Sequence[int]]) -> bool:
    """True if two neighbouring shores of one sea have no way by land between them."""
    tables = board.tables
    return any(
        tables.is_land[start] and tables.is_land[end] and not tables.army_near[start, end]
        for start, ends in enumerate(origins)
        for end in ends
    )


def _rows(lists: Sequence[Sequence[int]], width: int) -> Table:
    rows = np.full((len(lists), width), NONE, np.int32)
    for number, row in enumerate(lists):
        rows[number, : len(row)] = row
    return rows


def _ranks(lists: Sequence[Sequence[int]], width: int) -> Table:
    ranks = np.full((len(lists), width), NONE, np.int32)
    for number, row in enumerate(lists):
        ranks[number, row] = np.arange(len(row))
    return ranks


class ListedChoices(NamedTuple):
    """The choices of a movement phase that come from lists of legal orders; on the processor only."""

    mask: Masks
    """By game, space and template."""
    legal: LegalCodes
    """The orders behind it."""


def mask_listed_moves(board: BatchBoard, templates: Templates, batch: Batch) -> ListedChoices:
    """The legal choices of a movement phase, with those by sea and of armies aboard."""
    legal = list_orders(board, batch)
    mask: Masks = make_mask(board, templates, batch.games)
    mark_templates(templates, board.tables.space_of, batch, legal, legal.make_room(), True, mask)
    return ListedChoices(mask, legal)


def read_moves_and_voyages(
    board: BatchBoard, templates: Templates, batch: Batch, choices: ListedChoices, actions: Actions
) -> Table:
    """Read choices as orders. Illegal choices become holds, as does help for a voyage that no army makes."""
    mask = choices.mask
    orders = read_plain_moves(board, templates, batch, mask, actions)
    inside = np.clip(actions, 0, mask.shape[2] - 1).astype(np.int64)
    chosen = np.where(np.take_along_axis(mask, inside[..., None], axis=2)[..., 0], inside, 0)
    _, _, _, landings, voyages, convoys, embark, *_ = templates.ranges
    is_support = (chosen >= landings) & (chosen < voyages)
    is_convoy = (chosen >= convoys) & (chosen < embark)
    for game, space in np.argwhere(is_support | is_convoy):
        number = chosen[game, space]
        if is_support[game, space]:
            near = templates.near[batch.kind[game, space], batch.place[game, space], number - landings]
            kind, goal = codes.SUPPORT_MOVE, int(near)
        else:
            kind, goal = codes.CONVOY, int(templates.shore[number - convoys])
        voyage = codes.VIA | goal << codes.PLACE_SHIFT
        armies = np.flatnonzero((orders[game] == voyage) & (batch.power[game] == batch.power[game, space]))
        wanted = [int(kind) | goal << codes.PLACE_SHIFT | int(army) << codes.OTHER_SHIFT for army in armies]
        known = set(choices.legal.of(int(game), int(space)).tolist())
        orders[game, space] = next((code for code in wanted if code in known), codes.HOLD)
    return orders
