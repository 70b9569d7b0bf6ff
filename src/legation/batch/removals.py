"""The units that are removed when a power does not choose. Must agree with ``judge.removals``."""

from typing import Final

from legation.batch import switches as rule
from legation.batch.batch import Batch
from legation.batch.codes import FLEET, NOBODY
from legation.batch.compiling import ZERO, Shorts, Small, kernel
from legation.batch.field import Workspace
from legation.batch.tables import COLONIAL, HOME, SPECIAL, Tables

FAR: Final = 32_000
QUEUE: Final = 0
"""The row of ``lists`` used as a queue."""


@kernel
def is_named(tables: Tables, space: int, power: int) -> bool:
    """True if a centre is the power's home, or names it."""
    return (tables.named[space] >> power) & 1 != 0


@kernel
def _is_goal(tables: Tables, owner: Small, space: int, power: int) -> bool:
    """True if the power's way home ends in a space."""
    switches = tables.switches
    is_owner = owner[space] == power
    if switches[rule.REMOVAL_TARGET] or switches[rule.BUILD_IN]:
        return is_owner and tables.counts[space] != 0
    centre = tables.centre[space]
    if centre == HOME:
        return is_named(tables, space, power)
    if centre == COLONIAL:
        return is_owner and switches[rule.COLONIES] == rule.AS_HOME
    if centre == SPECIAL:
        return is_owner and switches[rule.SPECIALS] == rule.AS_HOME and is_named(tables, space, power)
    return False


@kernel
def measure_distances(tables: Tables, work: Workspace, owner: Small, power: int) -> None:
    """Write to ``far`` the steps from every space, and for a fleet from every location, to the power's home."""
    spaces = owner.shape[0]
    work.far[:, :] = FAR
    count = ZERO
    for space in range(spaces):
        if _is_goal(tables, owner, space, power):
            work.far[0, space] = 0
            work.lists[QUEUE, count] = space
            count += 1
    _spread(tables.neighbours, work.far[0], work.lists[QUEUE], count)
    count = ZERO
    for place in range(tables.space_of.shape[0]):
        if _is_goal(tables, owner, tables.space_of[place], power):
            work.far[1, place] = 0
            work.lists[QUEUE, count] = place
            count += 1
    _spread(tables.fleet_origins, work.far[1], work.lists[QUEUE], count)


@kernel
def _spread(rows: Shorts, far: Shorts, queue: Shorts, count: int) -> None:
    head = 0
    while head < count:
        here = queue[head]
        head += 1
        for place in range(rows.shape[1]):
            near = rows[here, place]
            if near < 0:
                break
            if far[near] == FAR:
                far[near] = far[here] + 1
                queue[count] = near
                count += 1


@kernel
def choose_farthest(tables: Tables, work: Workspace, batch: Batch, after: Batch, game: int, power: int) -> int:
    """The unit to remove next: farthest from home, a fleet before an army, then by the name of the space."""
    best, best_steps, best_kind = NOBODY, -1, -1
    for space in range(batch.power.shape[1]):
        if batch.power[game, space] != power or after.power[game, space] != power:
            continue
        kind = batch.kind[game, space]
        is_legal = kind == FLEET and not tables.switches[rule.REMOVAL_STEPS]
        steps = work.far[1, batch.place[game, space]] if is_legal else work.far[0, space]
        if (
            steps > best_steps
            or (steps == best_steps and kind > best_kind)
            or (steps == best_steps and kind == best_kind and tables.by_name[space] < tables.by_name[best])
        ):
            best, best_steps, best_kind = space, steps, kind
    return best
