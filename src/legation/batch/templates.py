"""Marks the choices of a learner from legal orders: see ``legation.sim.choice_arrays``."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.batch.batch import Batch
from legation.batch.codes import (
    ARMY,
    CONVOY,
    EMBARK,
    FLEET,
    MOVE,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    kind_of,
    other_of,
    place_of,
)
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, kernel
from legation.batch.legal_codes import LegalCodes, write_codes

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
    legal: LegalCodes,
    codes: Codes,
    convoys: bool,
    mask: NDArray[np.bool_],
) -> None:
    """Mark by game, column and template every choice with a legal order; ``codes`` is room for the longest list."""
    for game in range(batch.power.shape[0]):
        for unit in range(legal.units[game], legal.units[game + 1]):
            column = legal.columns[unit]
            for number in range(write_codes(legal, game, unit, codes)):
                template = get_template(templates, space_of, batch, game, column, codes[number], convoys)
                if template >= 0:
                    mask[game, column, template] = True


@kernel
def get_template(
    templates: Templates, space_of: Shorts, batch: Batch, game: int, column: int, code: int, convoys: bool
) -> int:
    """The template of a legal order, or -1; an army aboard goes ashore as from its ship's space."""
    kind, place, spaces = kind_of(code), place_of(code), batch.power.shape[1]
    ranks, ranges, target = templates.ranks, templates.ranges, space_of[place_of(code)]
    is_aboard = column >= spaces
    unit = ARMY if is_aboard or batch.kind[game, column] == ARMY else FLEET
    stand = column - spaces if is_aboard else ZERO + batch.place[game, column]
    if kind == MOVE:
        return ranges[STEPS_AT] + ranks.step[unit, stand, place]
    if kind == SUPPORT_HOLD:
        return ranges[HOLDS_AT] + ranks.near[unit, stand, target]
    if kind == EMBARK:
        beside = ranks.origin[column, target]
        return ranges[EMBARK_AT] + beside if beside >= 0 else ZERO - 1
    if kind == SUPPORT_MOVE and ranks.origin[target, other_of(code) % spaces] >= 0:
        near = ranks.near[unit, stand, target]
        origin = ranks.origin[target, other_of(code) % spaces]
        return ranges[SUPPORTS_AT] + near * templates.origin.shape[1] + origin
    if kind == VIA and convoys:
        return ranges[VOYAGES_AT] + ranks.shore[target]
    is_own = convoys and batch.power[game, other_of(code)] == batch.power[game, column]
    if kind == CONVOY and is_own:
        return ranges[CONVOYS_AT] + ranks.shore[target]
    if kind == SUPPORT_MOVE and is_own:
        return ranges[LANDINGS_AT] + ranks.near[unit, stand, target]
    return ZERO - 1
