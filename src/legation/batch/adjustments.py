"""Winter in many games: builds and removals. Must agree with ``judge.adjustments``."""

from legation.batch import switches as rule
from legation.batch.batch import Batch
from legation.batch.codes import (
    ARMY,
    BUILD_ARMY,
    DESTROYED,
    FLEET,
    NOBODY,
    REMOVE,
    SUCCEEDS,
    VOID,
    WAIVE,
    kind_of,
    place_of,
)
from legation.batch.compiling import Codes, Shorts, Small, kernel, part
from legation.batch.field import Workspace
from legation.batch.removals import choose_farthest, is_named, measure_distances
from legation.batch.tables import BUILD_ONLY, COLONIAL, HOME, SPECIAL, Tables

DUE = 1
"""The row of ``lists`` with every power's builds due, or removals if negative."""


@kernel
def count_due(tables: Tables, counted: Small, power: Small, due: Shorts, powers: int) -> None:
    """For each power: centres minus units. ``counted`` holds the owners whose centres count."""
    for number in range(powers):
        due[number] = 0
    for space in range(counted.shape[0]):
        if counted[space] >= 0:
            due[counted[space]] += tables.counts[space]
        if power[space] >= 0:
            due[power[space]] -= 1
    for number in range(powers):
        if (tables.switches[rule.UNPLAYED] >> number) & 1:
            due[number] = 0


@kernel
def owns_home(tables: Tables, owner: Small, power: int) -> bool:
    """True if a power owns one of its home centres."""
    for space in range(owner.shape[0]):
        if owner[space] == power and tables.centre[space] == HOME and is_named(tables, space, power):
            return True
    return False


@kernel
def is_site(tables: Tables, owner: Small, power: Small, space: int, builder: int) -> bool:
    """True if a power may build in a space."""
    if power[space] >= 0:
        return False
    switches = tables.switches
    centre = tables.centre[space]
    if centre == BUILD_ONLY:
        is_mine = owner[space] == builder or switches[rule.BUILD_ONLY] == rule.VACANT
        return switches[rule.BUILD_ONLY] != 0 and is_mine and is_named(tables, space, builder)
    if owner[space] != builder or not tables.counts[space]:
        return False
    build_in = switches[rule.BUILD_IN]
    if build_in == rule.OWNED or (centre == COLONIAL and switches[rule.COLONIES]):
        return True
    if build_in == rule.ANY_HOME and centre == HOME:
        return True
    if build_in == rule.OWNED_WITH_HOME and owns_home(tables, owner, builder):
        return True
    return (centre == HOME or (centre == SPECIAL and switches[rule.SPECIALS] != 0)) and is_named(tables, space, builder)


@kernel
def find_place(tables: Tables, kind: int, place: int) -> int:
    """The location of a new unit, with the only coast filled in (DATC 4.B.7); ``NOBODY`` where it cannot stand."""
    space = tables.space_of[place]
    if kind == ARMY:
        return space if tables.is_land[space] and not tables.closed[space] else NOBODY
    if tables.is_port[place]:
        return place
    found = NOBODY
    for number in range(tables.places.shape[1]):
        coast = tables.places[space, number]
        if coast >= 0 and tables.is_port[coast]:
            if found != NOBODY:
                return NOBODY
            found = coast
    return found


@kernel
def judge_all_adjustments(
    tables: Tables,
    work: Workspace,
    before: Batch,
    counted: Small,
    lines: Codes,
    after: Batch,
    results: Small,
    fates: Small,
) -> None:
    """Judge a Winter of every game: each power's lines from top to bottom, then forced removals.

    ``lines`` and ``results`` are indexed by game, power and line. ``after`` is a copy of the units before; ``counted``
    holds the owners before, but ``NOBODY`` where a centre does not count yet.
    """
    for game in range(lines.shape[0]):
        judge_game_adjustments(tables, work, before, counted, lines, after, results, fates, game)


@part
def judge_game_adjustments(
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
    count_due(tables, counted[game], before.power[game], due, lines.shape[1])
    for power in range(lines.shape[1]):
        left = due[power]
        for line in range(lines.shape[2]):
            code = lines[game, power, line]
            if code:
                change = _follow(tables, before, after, fates, code, left, game, power)
                results[game, power, line] = VOID if change == 0 else SUCCEEDS
                left += change
        if left < 0:
            _remove_rest(tables, work, before, after, fates, game, power, -left)
        elif left > 0 and not tables.switches[rule.DECLINE_BUILDS]:
            _raise_armies(tables, before, after, game, power, left)


@part
def _follow(
    tables: Tables, before: Batch, after: Batch, fates: Small, code: int, left: int, game: int, power: int
) -> int:
    """Follow one line; returns the change in builds due, or 0 where the line cannot be followed."""
    kind, place = kind_of(code), place_of(code)
    if kind == REMOVE:
        if left >= 0 or before.power[game, place] != power or after.power[game, place] != power:
            return 0
        after.power[game, place] = NOBODY
        fates[game, place] = DESTROYED
        return 1
    if left <= 0:
        return 0
    if kind == WAIVE:
        return -1 if tables.switches[rule.DECLINE_BUILDS] else 0
    space = tables.space_of[place]
    unit = ARMY if kind == BUILD_ARMY else FLEET
    stand = find_place(tables, unit, place)
    if stand < 0 or is_built(before, after, game, space, power):
        return 0
    if not is_site(tables, before.owner[game], before.power[game], space, power):
        return 0
    put_unit(after, game, power, unit, stand, space)
    return -1


@kernel
def is_built(before: Batch, after: Batch, game: int, space: int, power: int) -> bool:
    """True if the power has already built there in this Winter."""
    return before.power[game, space] < 0 and after.power[game, space] == power


@kernel
def put_unit(after: Batch, game: int, power: int, kind: int, place: int, space: int) -> None:
    """Place a new unit in a space."""
    after.power[game, space] = power
    after.kind[game, space] = kind
    after.place[game, space] = place


@kernel
def _remove_rest(
    tables: Tables, work: Workspace, before: Batch, after: Batch, fates: Small, game: int, power: int, count: int
) -> None:
    """Remove units that must go but were not named."""
    measure_distances(tables, work, before.owner[game], power)
    for _ in range(count):
        unit = choose_farthest(tables, work, before, after, game, power)
        if unit < 0:
            break
        after.power[game, unit] = NOBODY
        fates[game, unit] = DESTROYED


@kernel
def _raise_armies(tables: Tables, before: Batch, after: Batch, game: int, power: int, count: int) -> None:
    """Where builds may not be declined, raise armies on the remaining sites, in the order of their codes."""
    for place in range(tables.by_id.shape[0]):
        space = tables.by_id[place]
        if (
            count
            and is_site(tables, before.owner[game], before.power[game], space, power)
            and find_place(tables, ARMY, space) != NOBODY
            and not is_built(before, after, game, space, power)
        ):
            put_unit(after, game, power, ARMY, space, space)
            count -= 1
