"""Which fleet takes which army off an island. Must agree with ``variants.rules.island_retreats``."""

from legation.batch import switches as rule
from legation.batch.batch import Batch
from legation.batch.codes import ARMY, NOBODY, RETREAT, kind_of, other_of, place_of
from legation.batch.compiling import ZERO, Codes, Flags, Shorts, kernel
from legation.batch.field import Workspace
from legation.batch.retreat_options import is_ferry
from legation.batch.tables import Tables

# Rows of ``lists``, by the number of the army or the sea: they share the names of rows that retreats do not need.
ARMIES, SEA_COUNT, MEANT, CARRIES, AT_SEA, COMES_BY, QUEUE = range(1, 8)


@kernel
def stop_ferries(
    tables: Tables, work: Workspace, batch: Batch, orders: Codes, game: int, count: int, stopped: Flags
) -> None:
    """Flag the armies, among the dislodged units in the first list, for which no fleet is left."""
    lists, seas = work.lists, work.seas
    armies = ZERO
    for place in range(count):
        army = lists[0, place]
        if _needs_ferry(tables, batch, orders[game, army], game, army):
            lists[ARMIES, armies] = army
            lists[SEA_COUNT, armies] = _list_seas(tables, batch, orders[game, army], game, army, seas[armies])
            armies += 1
    if not tables.switches[rule.ONE_ARMY_PER_FLEET]:
        for number in range(armies):
            if lists[SEA_COUNT, number] == 0:
                stopped[lists[ARMIES, number]] = 1
    elif armies:
        _share(lists, seas, armies, stopped)


@kernel
def _needs_ferry(tables: Tables, batch: Batch, code: int, game: int, army: int) -> bool:
    """True if a retreat goes over the sea: the order names one, or the army could not walk there."""
    if kind_of(code) != RETREAT or batch.out_kind[game, army] != ARMY or not tables.ferried[army]:
        return False
    return other_of(code) > 0 or not tables.army_near[army, place_of(code)]


@kernel
def _list_seas(tables: Tables, batch: Batch, code: int, game: int, army: int, seas: Flags) -> int:
    """Flag the seas over which an ordered retreat could go; returns their number."""
    seas[:] = 0
    count = ZERO
    for place in range(tables.links.shape[1]):
        sea = tables.links[army, place]
        if sea < 0:
            break
        is_meant = other_of(code) == 0 or other_of(code) == sea + 1
        power = batch.out_power[game, army]
        if (
            is_meant
            and is_ferry(tables, batch.power[game], batch.kind[game], batch.contested[game], sea, power)
            and _touches(tables, sea, place_of(code))
        ):
            seas[sea] = 1
            count += 1
    return count


@kernel
def _touches(tables: Tables, sea: int, shore: int) -> bool:
    """True if a land space touches a sea."""
    for place in range(tables.fleet_steps.shape[1]):
        target = tables.fleet_steps[sea, place]
        if target < 0:
            break
        if tables.space_of[target] == shore:
            return tables.is_land[shore] != 0
    return False


@kernel
def _share(lists: Shorts, seas: Flags, armies: int, stopped: Flags) -> None:
    """Stop the armies left behind when each fleet takes one: see ``share_ferries`` for what is fair."""
    lists[MEANT, :] = 0
    for number in range(armies):
        if lists[SEA_COUNT, number] == 1:
            for sea in range(seas.shape[1]):
                lists[MEANT, sea] += seas[number, sea]
    for number in range(armies):
        if lists[SEA_COUNT, number] < 2:
            is_carried = False
            for sea in range(seas.shape[1]):
                is_carried = is_carried or (seas[number, sea] == 1 and lists[MEANT, sea] == 1)
            if not is_carried:
                stopped[lists[ARMIES, number]] = 1
    most = _count_carried(lists, seas, armies, NOBODY)
    for number in range(armies):
        if lists[SEA_COUNT, number] > 1 and _count_carried(lists, seas, armies, number) == most:
            stopped[lists[ARMIES, number]] = 1


@kernel
def _count_carried(lists: Shorts, seas: Flags, armies: int, without: int) -> int:
    """The number of armies with a choice that can go over seas that are no other army's only way."""
    lists[CARRIES, :] = NOBODY
    lists[AT_SEA, :] = NOBODY
    carried = ZERO
    for number in range(armies):
        if number != without and lists[SEA_COUNT, number] > 1:
            carried += _give_place(lists, seas, number)
    return carried


@kernel
def _give_place(lists: Shorts, seas: Flags, army: int) -> int:
    """Find a fleet for one more army, moving others to another fleet where needed (augmenting paths)."""
    lists[COMES_BY, :] = NOBODY
    lists[QUEUE, 0] = army
    head, tail = 0, 1
    while head < tail:
        here = lists[QUEUE, head]
        head += 1
        for sea in range(seas.shape[1]):
            if not seas[here, sea] or lists[MEANT, sea] or lists[COMES_BY, sea] >= 0:
                continue
            lists[COMES_BY, sea] = here
            if lists[CARRIES, sea] < 0:
                _reassign(lists, army, sea)
                return 1
            lists[QUEUE, tail] = lists[CARRIES, sea]
            tail += 1
    return 0


@kernel
def _reassign(lists: Shorts, army: int, sea: int) -> None:
    while True:
        carried = lists[COMES_BY, sea]
        former = lists[AT_SEA, carried]
        lists[CARRIES, sea] = carried
        lists[AT_SEA, carried] = sea
        if carried == army:
            break
        sea = former
