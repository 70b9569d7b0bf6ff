"""Marks the choices of a learner behind legal orders: see ``legation.sim.choice_arrays``."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.batch.batch import Batch
from legation.batch.codes import CONVOY, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, VIA, kind_of, other_of, place_of
from legation.batch.compiling import Codes, Longs, Shorts, kernel


class Ranks(NamedTuple):
    """Which template an order is, by what it leads to; -1 where it is none."""

    step: Codes
    """Of kind, location and target location: which step it is."""
    near: Codes
    """Of kind, location and space: which space nearby."""
    origin: Codes
    """For each pair of spaces: which neighbour of the first the second is."""
    shore: Codes
    ranges: Longs
    """Where the templates of each kind of order begin, by its code; behind them those of landings, and the width of
    supports of moves."""


LANDING = 6
ORIGINS = 7


@kernel
def mark_templates(
    ranks: Ranks, space_of: Shorts, batch: Batch, codes: Codes, starts: Longs, convoys: bool, mask: NDArray[np.bool_]
) -> None:
    """Mark by game, space and template every choice that a legal order has."""
    spaces = batch.power.shape[1]
    for game in range(batch.power.shape[0]):
        for space in range(spaces):
            row = game * spaces + space
            for number in range(starts[row], starts[row + 1]):
                template = _get_template(ranks, space_of, batch, game, space, codes[number], convoys)
                if template >= 0:
                    mask[game, space, template] = True


@kernel
def _get_template(ranks: Ranks, space_of: Shorts, batch: Batch, game: int, space: int, code: int, convoys: bool) -> int:
    kind, place = kind_of(code), place_of(code)
    unit, stand, target = batch.kind[game, space], batch.place[game, space], space_of[place]
    first = ranks.ranges[kind]
    if kind == MOVE:
        return first + ranks.step[unit, stand, place]
    if kind == SUPPORT_HOLD:
        return first + ranks.near[unit, stand, target]
    if kind == SUPPORT_MOVE and ranks.origin[target, other_of(code)] >= 0:
        near = ranks.near[unit, stand, target]
        return first + near * ranks.ranges[ORIGINS] + ranks.origin[target, other_of(code)]
    if kind == VIA and convoys:
        return first + ranks.shore[target]
    is_own = convoys and batch.power[game, other_of(code)] == batch.power[game, space]
    if kind == CONVOY and is_own:
        return first + ranks.shore[target]
    if kind == SUPPORT_MOVE and is_own:
        return ranks.ranges[LANDING] + ranks.near[unit, stand, target]
    return -1
