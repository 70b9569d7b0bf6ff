"""Marks the choices of a learner from legal orders: see ``legation.sim.choice_arrays``."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.batch.batch import Batch
from legation.batch.codes import CONVOY, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, VIA, kind_of, other_of, place_of
from legation.batch.compiling import Codes, Longs, Shorts, kernel

(
    STEPS_AT, HOLDS_AT, SUPPORTS_AT, LANDINGS_AT, VOYAGES_AT, CONVOYS_AT, EMBARK_AT, ARMY_AT, TRANSPORT_AT, FLEET_AT,
    REMOVE_AT, SIZE,
) = range(12)  # fmt: skip
"""The start of each kind of template in ``Templates.ranges``, as in ``legation.sim.action_table.Ranges``."""


class Ranks(NamedTuple):
    """The template of an order, by its target; -1 where there is none."""

    step: Codes
    """By kind, location and target location: the number of the step."""
    near: Codes
    """By kind, location and space: the number of the nearby space."""
    origin: Codes
    """For each pair of spaces: the rank of the second among the first's neighbours."""
    shore: Codes


class Templates(NamedTuple):
    """The meaning of a board's choices; -1 where they have none."""

    step: Codes
    """By kind of unit, location and k: the target of the k-th step."""
    near: Codes
    """By kind, location and k: the k-th space nearby."""
    origin: Codes
    """For each space and j: the j-th space beside it."""
    shore: Codes
    ranks: Ranks
    """The inverse."""
    ranges: Longs
    has_straits: Longs
    """One number: whether an army may reach a neighbouring space only by sea."""

    @property
    def size(self) -> int:
        """The number of choices."""
        return int(self.ranges[SIZE])


@kernel
def mark_templates(
    templates: Templates,
    space_of: Shorts,
    batch: Batch,
    codes: Codes,
    starts: Longs,
    convoys: bool,
    mask: NDArray[np.bool_],
) -> None:
    """Mark by game, space and template every choice with a legal order."""
    spaces = batch.power.shape[1]
    for game in range(batch.power.shape[0]):
        for space in range(spaces):
            row = game * spaces + space
            for number in range(starts[row], starts[row + 1]):
                template = _get_template(templates, space_of, batch, game, space, codes[number], convoys)
                if template >= 0:
                    mask[game, space, template] = True


@kernel
def _get_template(
    templates: Templates, space_of: Shorts, batch: Batch, game: int, space: int, code: int, convoys: bool
) -> int:
    kind, place = kind_of(code), place_of(code)
    ranks, ranges = templates.ranks, templates.ranges
    unit, stand, target = batch.kind[game, space], batch.place[game, space], space_of[place]
    if kind == MOVE:
        return ranges[STEPS_AT] + ranks.step[unit, stand, place]
    if kind == SUPPORT_HOLD:
        return ranges[HOLDS_AT] + ranks.near[unit, stand, target]
    if kind == SUPPORT_MOVE and ranks.origin[target, other_of(code)] >= 0:
        near = ranks.near[unit, stand, target]
        return ranges[SUPPORTS_AT] + near * templates.origin.shape[1] + ranks.origin[target, other_of(code)]
    if kind == VIA and convoys:
        return ranges[VOYAGES_AT] + ranks.shore[target]
    is_own = convoys and batch.power[game, other_of(code)] == batch.power[game, space]
    if kind == CONVOY and is_own:
        return ranges[CONVOYS_AT] + ranks.shore[target]
    if kind == SUPPORT_MOVE and is_own:
        return ranges[LANDINGS_AT] + ranks.near[unit, stand, target]
    return -1
