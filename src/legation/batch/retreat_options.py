"""The possible retreats of a unit. Must agree with ``judge.retreats.list_retreats`` and the islands' ferries."""

from legation.batch.codes import ARMY, FLEET, HAS_CONVOYED, NOBODY, OPEN
from legation.batch.compiling import ZERO, Flags, Shorts, Small, kernel, part
from legation.batch.tables import Tables


@part
def list_retreats(
    tables: Tables,
    power: Small,
    kind: Small,
    contested: Flags,
    options: Shorts,
    unit: tuple[int, int, int],
    origin: int,
    most: int,
) -> int:
    """Write the options of a dislodged unit (power, kind, location), up to a maximum; returns their number.

    ``power`` and ``kind`` are those of the units after the moves, ``origin`` is where the attacker came from.
    """
    steps = tables.fleet_steps if unit[1] == FLEET else tables.army_steps
    barred = NOBODY if origin >= OPEN else origin
    count = ZERO
    for place in range(steps.shape[1]):
        target = steps[unit[2], place]
        if target < 0 or count == most:
            break
        space = tables.space_of[target]
        if _is_free(tables, power, contested, unit[1], space, barred):
            options[count] = target
            count += 1
    here = tables.space_of[unit[2]]
    if unit[1] == ARMY and tables.ferried[here]:
        count = _add_shores(tables, power, kind, contested, options, unit, barred, most, count)
    return count


@part
def _is_free(tables: Tables, power: Small, contested: Flags, kind: int, space: int, barred: int) -> bool:
    is_open = (power[space] < 0) & (contested[space] == 0) & (space != barred)
    return is_open & ((kind == FLEET) | (tables.closed[space] == 0))


@part
def is_ferry(tables: Tables, power: Small, kind: Small, contested: Flags, sea: int, owner: int) -> bool:
    """True if a sea holds a fleet of the power that could carry one of its armies."""
    return tables.is_sea[sea] != 0 and power[sea] == owner and kind[sea] == FLEET and contested[sea] != HAS_CONVOYED


@kernel
def _add_shores(
    tables: Tables,
    power: Small,
    kind: Small,
    contested: Flags,
    options: Shorts,
    unit: tuple[int, int, int],
    barred: int,
    most: int,
    count: int,
) -> int:
    """Add the shores of every sea beside the island that holds a ferry."""
    here = tables.space_of[unit[2]]
    for place in range(tables.links.shape[1]):
        sea = tables.links[here, place]
        if sea < 0:
            break
        if not is_ferry(tables, power, kind, contested, sea, unit[0]):
            continue
        for step in range(tables.fleet_steps.shape[1]):
            target = tables.fleet_steps[sea, step]
            if target < 0:
                break
            shore = tables.space_of[target]
            if tables.is_land[shore] and _is_free(tables, power, contested, ARMY, shore, barred):
                count = _add(options, shore, count, most)
    return count


@kernel
def _add(options: Shorts, shore: int, count: int, most: int) -> int:
    for place in range(count):
        if options[place] == shore:
            return count
    if count < most:
        options[count] = shore
        count += 1
    return count
