"""The centres of the Colonial Variant: which of them count, how they change hands and age, and how they win (rules 3 to
5, 11 and 17). Must agree with ``variants.rules.colonial_centres``.
"""

import numpy as np
from numpy.typing import NDArray

from legation.batch.batch import AGE, HELD, MOST_YEARS, Batch
from legation.batch.codes import NOBODY, TRANSPORT
from legation.batch.colonial_tables import ColonialArrays
from legation.batch.compiling import ZERO, Shorts, Small, kernel, part
from legation.batch.disruption import YEARS_TO_PERMANENT
from legation.batch.field import Workspace
from legation.batch.tables import Tables

PERMANENT, COLONIAL = 0, 1
"""Rows of ``lists``: the numbers of permanent and colonial centres of each power."""


@part
def _is_counted(colonial: ColonialArrays, batch: Batch, game: int, space: int) -> bool:
    """True if a centre counts: a colonial one from its second year with its owner, or once it is permanent (rule 5)."""
    is_ripe = (batch.colonial[game, space, HELD] >= 1) | (batch.colonial[game, space, AGE] >= YEARS_TO_PERMANENT)
    return (colonial.is_colonial[space] == 0) | is_ripe


@part
def is_closed(tables: Tables, colonial: ColonialArrays, batch: Batch, game: int, space: int, power: int) -> bool:
    """True if a space is another power's permanent centre, closed to a power's transport fleets (rule 11)."""
    owner = batch.owner[game, space]
    is_ripe = (owner >= 0) & (batch.colonial[game, space, AGE] >= YEARS_TO_PERMANENT)
    is_permanent = (tables.centre[space] > 0) & (is_ripe | (colonial.is_colonial[space] == 0))
    return is_permanent & (owner != power)


@kernel
def mark_all_counted(tables: Tables, work: Workspace, colonial: ColonialArrays, batch: Batch, counted: Small) -> None:
    """Write the owners of every game, but ``NOBODY`` where a centre does not count yet."""
    for game in range(batch.power.shape[0]):
        mark_game_counted(tables, work, colonial, batch, counted, game)


@part
def mark_game_counted(
    _tables: Tables, _work: Workspace, colonial: ColonialArrays, batch: Batch, counted: Small, game: int
) -> None:
    """The same for one game."""
    for space in range(batch.power.shape[1]):
        counted[game, space] = batch.owner[game, space] if _is_counted(colonial, batch, game, space) else NOBODY


@kernel
def settle_all_centres(
    tables: Tables, work: Workspace, colonial: ColonialArrays, before: Batch, owner: Small, clocks: Shorts
) -> None:
    """Write the owners and clocks of every game after Fall; ``clocks`` starts as a copy of ``before.colonial``."""
    for game in range(before.power.shape[0]):
        settle_game_centres(tables, work, colonial, before, owner, clocks, game)


@part
def settle_game_centres(
    _tables: Tables,
    _work: Workspace,
    colonial: ColonialArrays,
    before: Batch,
    owner: Small,
    clocks: Shorts,
    game: int,
) -> None:
    """Change the owners of centres, but not of permanent ones to transport fleets (rule 11); advance the clocks."""
    for space in range(before.power.shape[1]):
        former, taker, kind = before.owner[game, space], before.power[game, space], before.kind[game, space]
        held, age = ZERO + before.colonial[game, space, HELD], ZERO + before.colonial[game, space, AGE]
        goes_on = (former >= 0) & (colonial.is_colonial[space] != 0)
        is_safe = goes_on & (age >= YEARS_TO_PERMANENT - 1) & (kind == TRANSPORT)
        is_taken = taker >= 0 and colonial.takes[kind, space] != 0 and not is_safe
        owner[game, space] = taker if is_taken else former
        clocks[game, space, HELD] = min(held + 1, MOST_YEARS) if goes_on and owner[game, space] == former else ZERO
        clocks[game, space, AGE] = min(age + 1, YEARS_TO_PERMANENT) if goes_on else ZERO


@kernel
def mark_all_victors(
    tables: Tables, work: Workspace, colonial: ColonialArrays, batch: Batch, victors: NDArray[np.bool_]
) -> None:
    """Write for every game and power whether its own condition holds (rule 3)."""
    for game in range(batch.power.shape[0]):
        mark_game_victors(tables, work, colonial, batch, victors, game)


@part
def mark_game_victors(
    _tables: Tables,
    work: Workspace,
    colonial: ColonialArrays,
    batch: Batch,
    victors: NDArray[np.bool_],
    game: int,
) -> None:
    """The same for one game; a permanent colonial centre still counts as colonial (rule 17)."""
    powers = victors.shape[1]
    for power in range(powers):
        work.lists[PERMANENT, power] = 0
        work.lists[COLONIAL, power] = 0
    for space in range(batch.power.shape[1]):
        owner = batch.owner[game, space]
        if owner >= 0 and _is_counted(colonial, batch, game, space):
            work.lists[COLONIAL if colonial.is_colonial[space] else PERMANENT, owner] += 1
    for power in range(powers):
        victors[game, power] = (work.lists[PERMANENT, power] >= colonial.needs[power, PERMANENT]) & (
            work.lists[COLONIAL, power] >= colonial.needs[power, COLONIAL]
        )
