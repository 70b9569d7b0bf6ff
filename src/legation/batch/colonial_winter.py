"""Winter in the Colonial Variant, where transport fleets are counted separately and armies are aboard ships.

Must agree with ``judge.adjustments`` and ``judge.quotas``.
"""

from typing import Final

from legation.batch import switches as rule
from legation.batch.adjustments import find_place, is_built, is_site, put_unit
from legation.batch.batch import CARGO, Batch
from legation.batch.codes import (
    ARMY,
    BUILD_ARMY,
    BUILD_FLEET,
    DESTROYED,
    FLEET,
    NOBODY,
    REMOVE,
    REMOVE_ABOARD,
    SUCCEEDS,
    TRANSPORT,
    VOID,
    WAIVE,
    kind_of,
    place_of,
)
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, Small, kernel, part
from legation.batch.field import Workspace
from legation.batch.removals import measure_distances
from legation.batch.tables import Tables

DUE: Final = 1
"""The row of ``lists`` with a power's remaining builds and removals. Row 0 is the queue of ``removals``."""
RANKED: Final = 2
"""The row of ``lists`` with a power's units in the order of removal."""
BUILDS, TRANSPORT_BUILDS, REMOVALS, TRANSPORT_REMOVALS = range(4)
"""Places of ``DUE``: for centres, and for transport fleets beyond or within their own number."""


@kernel
def judge_all_colonial_winters(
    tables: Tables,
    work: Workspace,
    before: Batch,
    counted: Small,
    lines: Codes,
    after: Batch,
    results: Small,
    fates: Small,
) -> None:
    """Judge a Winter of every game: each power's lines from top to bottom, then forced builds and removals.

    The arrays are those of ``adjustments.judge_all_adjustments``, but ``fates`` continues with the armies aboard. It
    must be all zeros: it records which units are gone.
    """
    for game in range(lines.shape[0]):
        judge_colonial_winter_game(tables, work, before, counted, lines, after, results, fates, game)


@part
def judge_colonial_winter_game(
    tables: Tables,
    work: Workspace,
    before: Batch,
    counted: Small,
    lines: Codes,
    after: Batch,
    results: Small,
    fates: Small,
    game: int,
) -> None:
    """Judge a Winter of one game."""
    due = work.lists[DUE]
    for power in range(lines.shape[1]):
        count_colonial_due(tables, counted, before, due, game, power)
        for line in range(lines.shape[2]):
            code = lines[game, power, line]
            if code:
                is_followed = _follow(tables, due, before, counted, after, fates, code, game, power)
                results[game, power, line] = SUCCEEDS if is_followed else VOID
        if due[REMOVALS] or due[TRANSPORT_REMOVALS]:
            _remove_rest(tables, work, before, fates, game, power)
        if due[BUILDS] and not tables.switches[rule.DECLINE_BUILDS]:
            _raise_armies(tables, due, before, counted, after, game, power)
    _take_off(before, after, fates, game)


@kernel
def count_colonial_due(tables: Tables, counted: Small, batch: Batch, due: Shorts, game: int, power: int) -> None:
    """Count a power's builds and removals (rule 10); ``counted`` holds the owners whose centres count."""
    switches = tables.switches
    centres, fed, transports = ZERO, ZERO, ZERO
    for space in range(batch.power.shape[1]):
        if counted[game, space] == power:
            centres += tables.counts[space]
        if batch.power[game, space] == power:
            is_transport = batch.kind[game, space] == TRANSPORT
            transports += is_transport
            fed += not is_transport
        fed += batch.colonial[game, space, CARGO] == power
    if switches[rule.USE_UP_CENTRES]:
        fed += transports
    is_played = not (switches[rule.UNPLAYED] >> power) & 1
    left = centres - fed if is_played else ZERO
    more = centres // switches[rule.CENTRES_EACH] - transports if is_played else ZERO
    due[BUILDS] = max(ZERO, left)
    due[TRANSPORT_BUILDS] = max(ZERO, more)
    due[REMOVALS] = max(ZERO, -left)
    due[TRANSPORT_REMOVALS] = max(ZERO, -more)


@kernel
def _follow(
    tables: Tables,
    due: Shorts,
    before: Batch,
    counted: Small,
    after: Batch,
    fates: Small,
    code: int,
    game: int,
    power: int,
) -> bool:
    """Follow one line; returns whether that was possible."""
    kind, place = kind_of(code), place_of(code)
    if kind == WAIVE:
        return _waive(tables.switches, due)
    if kind == REMOVE or kind == REMOVE_ABOARD:
        unit = place if kind == REMOVE else place + before.power.shape[1]
        if not _may_go(tables.switches, due, before, fates, game, power, unit):
            return False
        _remove(tables.switches, due, before, fates, game, power, unit)
        return True
    space = tables.space_of[place]
    built = ARMY if kind == BUILD_ARMY else FLEET if kind == BUILD_FLEET else TRANSPORT
    stand = find_place(tables, built, place)
    if (
        stand < 0
        or is_built(before, after, game, space, power)
        or not is_site(tables, counted[game], before.power[game], space, power)
        or not may_build(tables.switches, due, built)
    ):
        return False
    _use_build(tables.switches, due, built)
    put_unit(after, game, power, built, stand, space)
    return True


@kernel
def _waive(switches: Longs, due: Shorts) -> bool:
    """Give up a build, first of those for centres; returns whether there was one."""
    quota = BUILDS if due[BUILDS] else TRANSPORT_BUILDS
    if not due[quota] or not switches[rule.DECLINE_BUILDS]:
        return False
    due[quota] -= 1
    return True


@part
def is_fed(switches: Longs, kind: int) -> bool:
    """True if units of a kind are maintained by centres."""
    return kind != TRANSPORT or switches[rule.USE_UP_CENTRES] != 0


@kernel
def may_build(switches: Longs, due: Shorts, kind: int) -> bool:
    """True if a build of this kind is left, by every quota that applies to it."""
    return (due[BUILDS] > 0 or not is_fed(switches, kind)) and (due[TRANSPORT_BUILDS] > 0 or kind != TRANSPORT)


@kernel
def _use_build(switches: Longs, due: Shorts, kind: int) -> None:
    if is_fed(switches, kind):
        due[BUILDS] -= 1
    if kind == TRANSPORT:
        due[TRANSPORT_BUILDS] -= 1


@part
def _get_power(batch: Batch, game: int, unit: int) -> int:
    """The power of a unit; the armies aboard have numbers after those of all spaces."""
    spaces = batch.power.shape[1]
    if unit < spaces:
        return ZERO + batch.power[game, unit]
    return ZERO + batch.colonial[game, unit - spaces, CARGO]


@part
def _get_kind(batch: Batch, game: int, unit: int) -> int:
    return ZERO + batch.kind[game, unit] if unit < batch.power.shape[1] else ARMY


@kernel
def _may_go(switches: Longs, due: Shorts, before: Batch, fates: Small, game: int, power: int, unit: int) -> bool:
    """True if a unit belongs to the power, is still there, and satisfies a removal that is due."""
    if _get_power(before, game, unit) != power or fates[game, unit] == DESTROYED:
        return False
    kind = _get_kind(before, game, unit)
    is_due = due[REMOVALS] > 0 and is_fed(switches, kind)
    return is_due or (kind == TRANSPORT and due[TRANSPORT_REMOVALS] > 0)


@kernel
def _remove(switches: Longs, due: Shorts, before: Batch, fates: Small, game: int, power: int, unit: int) -> None:
    """Remove a unit; an army of the same power aboard goes down with it and counts as a removal."""
    kind, spaces = _get_kind(before, game, unit), before.power.shape[1]
    fates[game, unit] = DESTROYED
    if is_fed(switches, kind):
        due[REMOVALS] = max(ZERO, due[REMOVALS] - 1)
    if kind == TRANSPORT:
        due[TRANSPORT_REMOVALS] = max(ZERO, due[TRANSPORT_REMOVALS] - 1)
    if _has_own_army(before, fates, game, power, unit):
        fates[game, unit + spaces] = DESTROYED
        due[REMOVALS] = max(ZERO, due[REMOVALS] - 1)


@kernel
def _has_own_army(before: Batch, fates: Small, game: int, power: int, unit: int) -> bool:
    """True if a unit is a ship with an army of its own power still aboard."""
    spaces = before.power.shape[1]
    return unit < spaces and before.colonial[game, unit, CARGO] == power and fates[game, unit + spaces] != DESTROYED


@kernel
def _remove_rest(tables: Tables, work: Workspace, before: Batch, fates: Small, game: int, power: int) -> None:
    """Remove units that must go but were not named; first only ships that do not take down an army that may stay.

    Each time transport fleets beyond their limit go before other units.
    """
    measure_distances(tables, work, before.owner[game], power)
    count = _rank_units(tables, work, before, game, power)
    switches, due = tables.switches, work.lists[DUE]
    for turn in range(4):
        is_sparing, is_limited = turn < 2, turn % 2 == 0
        for place in range(count):
            unit = work.lists[RANKED, place]
            kind = _get_kind(before, game, unit)
            if is_limited and not (kind == TRANSPORT and due[TRANSPORT_REMOVALS]):
                continue
            if not _may_go(switches, due, before, fates, game, power, unit):
                continue
            is_dear = _has_own_army(before, fates, game, power, unit) and due[REMOVALS] <= is_fed(switches, kind)
            if not (is_sparing and is_dear):
                _remove(switches, due, before, fates, game, power, unit)


@kernel
def _rank_units(tables: Tables, work: Workspace, batch: Batch, game: int, power: int) -> int:
    """Sort a power's units into ``RANKED`` in the order of removal; returns their number."""
    ranked = work.lists[RANKED]
    count = ZERO
    for unit in range(2 * batch.power.shape[1]):
        if _get_power(batch, game, unit) != power:
            continue
        place = count
        while place and _goes_before(tables, work.far, batch, game, unit, ZERO + ranked[place - 1]):
            ranked[place] = ranked[place - 1]
            place -= 1
        ranked[place] = unit
        count += 1
    return count


@kernel
def _goes_before(tables: Tables, far: Shorts, batch: Batch, game: int, unit: int, other: int) -> bool:
    """The farthest from home goes first, ships before armies, then by name of the space."""
    kind, other_kind = _get_kind(batch, game, unit), _get_kind(batch, game, other)
    steps = _count_steps(tables, far, batch, game, unit)
    other_steps = _count_steps(tables, far, batch, game, other)
    if steps != other_steps:
        return steps > other_steps
    if (kind == ARMY) != (other_kind == ARMY):
        return other_kind == ARMY
    spaces = batch.power.shape[1]
    return tables.by_name[unit % spaces] < tables.by_name[other % spaces]


@kernel
def _count_steps(tables: Tables, far: Shorts, batch: Batch, game: int, unit: int) -> int:
    """The distance of a unit from home; an army aboard starts at its ship, and goes by land and sea."""
    if _get_kind(batch, game, unit) == ARMY or tables.switches[rule.REMOVAL_STEPS]:
        return ZERO + far[0, unit % batch.power.shape[1]]
    return ZERO + far[1, batch.place[game, unit]]


@kernel
def _raise_armies(
    tables: Tables, due: Shorts, before: Batch, counted: Small, after: Batch, game: int, power: int
) -> None:
    """Where builds may not be declined, raise armies on the remaining sites, in the order of their codes."""
    for place in range(tables.by_id.shape[0]):
        space = tables.by_id[place]
        if (
            due[BUILDS]
            and is_site(tables, counted[game], before.power[game], space, power)
            and find_place(tables, ARMY, space) != NOBODY
            and not is_built(before, after, game, space, power)
        ):
            put_unit(after, game, power, ARMY, space, space)
            due[BUILDS] -= 1


@kernel
def _take_off(before: Batch, after: Batch, fates: Small, game: int) -> None:
    """Clear the spaces of removed units; an army of any power aboard such a ship goes down with it."""
    spaces = before.power.shape[1]
    for space in range(spaces):
        is_laden = before.colonial[game, space, CARGO] >= 0
        if fates[game, space] == DESTROYED:
            after.power[game, space] = NOBODY
            if is_laden:
                fates[game, space + spaces] = DESTROYED
        if is_laden and fates[game, space + spaces] == DESTROYED:
            after.colonial[game, space, CARGO] = NOBODY
