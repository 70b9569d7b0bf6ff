"""All legal orders as numbers. Must agree with ``orders.listing``.

Lists of different lengths stand one after another in one array; a second array says where each begins. The counting
goes on when there is no more room, so that the caller knows how much is needed.
"""

from legation.sim.batch.batch import Batch
from legation.sim.batch.codes import (
    ARMY,
    CONVOY,
    FLEET,
    HOLD,
    MOVE,
    NOBODY,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    pack,
)
from legation.sim.batch.compiling import ZERO, Codes, Flags, Longs, Shorts, kernel, part
from legation.sim.batch.field import (
    FLEETS,
    FOUND,
    GROUP,
    KIND,
    NEAR,
    OPTIONS,
    OTHER_GROUP,
    POWER,
    REACH,
    UNITS,
    Desk,
)
from legation.sim.batch.layout import enter_units
from legation.sim.batch.proper_routes import is_on_proper_route
from legation.sim.batch.tables import Tables


@kernel
def list_all_orders(tables: Tables, desk: Desk, batch: Batch, codes: Codes, starts: Longs, convoys: bool) -> int:
    """List the legal movement orders of every unit; ``starts`` says at ``game * spaces + space`` where they begin."""
    spaces = batch.power.shape[1]
    total = ZERO
    for game in range(batch.power.shape[0]):
        count = enter_units(desk.field, desk.lists, batch.power[game], batch.kind[game])
        _find_groups(tables, desk, count)
        for space in range(spaces):
            starts[game * spaces + space] = total
            if batch.power[game, space] >= 0:
                total = _list_unit(tables, desk, batch.place[game], codes, total, space, count, convoys)
    starts[batch.power.shape[0] * spaces] = total
    return total


@part
def _add(codes: Codes, total: int, code: int) -> int:
    if total < codes.shape[0]:
        codes[total] = code
    return total + 1


@part
def _find_groups(tables: Tables, desk: Desk, count: int) -> None:
    """Number the connected groups of fleets at sea, and flag the spaces beside each."""
    desk.sets[FLEETS, :] = 0
    for place in range(count):
        unit = desk.lists[UNITS, place]
        desk.sets[FLEETS, unit] = desk.field[unit, KIND] == FLEET and tables.carries[unit] != 0
    groups = _number_groups(tables, desk, desk.lists[GROUP], count, NOBODY)
    for group in range(groups):
        desk.shores[group, :] = 0
    for place in range(count):
        sea = desk.lists[UNITS, place]
        if desk.sets[FLEETS, sea]:
            group = desk.lists[GROUP, sea]
            for step in range(tables.fleet_steps.shape[1]):
                target = tables.fleet_steps[sea, step]
                if target < 0:
                    break
                desk.shores[group, tables.space_of[target]] = 1


@kernel
def _number_groups(tables: Tables, desk: Desk, numbers: Shorts, count: int, without: int) -> int:
    """Give every fleet at sea the number of its group; how many groups there are without one of the fleets."""
    queue = desk.lists[OPTIONS]
    for space in range(tables.is_sea.shape[0]):
        numbers[space] = -1
    groups = 0
    for place in range(count):
        unit = desk.lists[UNITS, place]
        if not desk.sets[FLEETS, unit] or numbers[unit] >= 0 or unit == without:
            continue
        numbers[unit] = groups
        queue[0] = unit
        top = 1
        while top:
            top -= 1
            here = queue[top]
            for link in range(tables.links.shape[1]):
                near = tables.links[here, link]
                if near < 0:
                    break
                if desk.sets[FLEETS, near] and numbers[near] < 0 and near != without:
                    numbers[near] = groups
                    queue[top] = near
                    top += 1
        groups += 1
    return groups


@part
def _list_unit(
    tables: Tables, desk: Desk, places: Shorts, codes: Codes, total: int, unit: int, count: int, convoys: bool
) -> int:
    is_army = desk.field[unit, KIND] == ARMY
    steps = tables.army_steps if is_army else tables.fleet_steps
    total = _add(codes, total, HOLD)
    desk.sets[NEAR, :] = 0
    for step in range(steps.shape[1]):
        target = steps[places[unit], step]
        if target < 0:
            break
        if is_army and tables.closed[target]:
            continue
        total = _add(codes, total, pack(MOVE, target, ZERO))
        is_hard = tables.difficult.shape[0] > 1 and tables.difficult[places[unit], target] != 0
        space = tables.space_of[target]
        if not is_hard:
            desk.sets[NEAR, space] = 1
    if is_army:
        total = _list_voyages(tables, desk, codes, total, unit)
    total = _list_supports(tables, desk, places, codes, total, unit, count)
    if convoys and desk.sets[FLEETS, unit]:
        total = _list_convoys(tables, desk, codes, total, unit, count)
    return total


@part
def _find_shores(tables: Tables, desk: Desk, army: int) -> bool:
    """Flag in ``REACH`` the shores where fleets could bring an army; whether there are any fleets beside it."""
    desk.sets[REACH, :] = 0
    has_fleet = False
    for link in range(tables.links.shape[1]):
        sea = tables.links[army, link]
        if sea < 0:
            break
        if not desk.sets[FLEETS, sea]:
            continue
        has_fleet = True
        group = desk.lists[GROUP, sea]
        for space in range(desk.sets.shape[1]):
            desk.sets[REACH, space] |= desk.shores[group, space]
    return has_fleet


@part
def _is_landing(tables: Tables, desk: Desk, space: int, army: int) -> bool:
    return (
        desk.sets[REACH, space] != 0 and space != army and tables.is_land[space] != 0 and not tables.closed[space]
    )  # fmt: skip


@part
def _list_voyages(tables: Tables, desk: Desk, codes: Codes, total: int, army: int) -> int:
    if _find_shores(tables, desk, army):
        for space in range(desk.sets.shape[1]):
            if _is_landing(tables, desk, space, army):
                total = _add(codes, total, pack(VIA, space, ZERO))
    return total


@part
def _list_convoys(tables: Tables, desk: Desk, codes: Codes, total: int, fleet: int, count: int) -> int:
    """The armies and shores of which this fleet lies on a proper route."""
    for place in range(count):
        army = desk.lists[UNITS, place]
        if desk.field[army, KIND] != ARMY or not desk.shores[desk.lists[GROUP, fleet], army]:
            continue
        _find_shores(tables, desk, army)
        for space in range(desk.sets.shape[1]):
            if _is_landing(tables, desk, space, army) and _is_of_use(tables, desk, army, space, fleet):
                total = _add(codes, total, pack(CONVOY, space, army))
    return total


@part
def _is_of_use(tables: Tables, desk: Desk, army: int, goal: int, fleet: int) -> bool:
    """Whether the fleet lies on a proper route; no fleet carries an army into its own space (DATC 2.4, 9.A)."""
    if goal == fleet:
        return False
    held = desk.sets[FLEETS, goal]
    desk.sets[FLEETS, goal] = 0
    found = is_on_proper_route(
        tables.links, desk.sets, desk.depth, desk.lists[OPTIONS], desk.tips, desk.arms, army, goal, fleet
    )
    desk.sets[FLEETS, goal] = held
    return found


@part
def _list_supports(tables: Tables, desk: Desk, places: Shorts, codes: Codes, total: int, unit: int, count: int) -> int:
    groups = desk.lists[GROUP]
    if desk.sets[FLEETS, unit]:  # what the supporter itself would have to carry it cannot support (DATC 6.D.31)
        groups = desk.lists[OTHER_GROUP]
        _number_groups(tables, desk, groups, count, unit)
    for space in range(desk.sets.shape[1]):
        if not desk.sets[NEAR, space]:
            continue
        if desk.field[space, POWER] >= 0:
            total = _add(codes, total, pack(SUPPORT_HOLD, space, space))
        for number in range(tables.places.shape[1]):
            place = tables.places[space, number]
            if place < 0:
                break
            total = _list_steppers(tables, desk, places, codes, total, unit, place)
        if tables.is_land[space] and not tables.closed[space]:
            total = _list_carried(tables, desk, codes, total, unit, space, groups, count)
    return total


@part
def _list_steppers(tables: Tables, desk: Desk, places: Shorts, codes: Codes, total: int, unit: int, place: int) -> int:
    """Supports of units that go there in one step."""
    for number in range(tables.fleet_origins.shape[1]):
        origin = tables.fleet_origins[place, number]
        if origin < 0:
            break
        mover = tables.space_of[origin]
        if mover != unit and desk.field[mover, KIND] == FLEET and places[mover] == origin:
            total = _add(codes, total, pack(SUPPORT_MOVE, place, mover))
    if place < tables.closed.shape[0] and tables.closed[place]:
        return total
    for number in range(tables.army_origins.shape[1]):
        origin = tables.army_origins[place, number]
        if origin < 0:
            break
        if origin != unit and desk.field[origin, KIND] == ARMY:
            total = _add(codes, total, pack(SUPPORT_MOVE, place, origin))
    return total


@part
def _list_carried(
    tables: Tables, desk: Desk, codes: Codes, total: int, unit: int, space: int, groups: Shorts, count: int
) -> int:
    """Supports of armies that need a convoy to reach the space, and could have one without the supporter."""
    found = desk.sets[FOUND]
    has_fleet = False
    for link in range(tables.links.shape[1]):
        sea = tables.links[space, link]
        if sea < 0:
            break
        if groups[sea] >= 0:
            if not has_fleet:
                found[:] = 0
            has_fleet = True
            found[groups[sea]] = 1
    if not has_fleet:
        return total
    for place in range(count):
        army = desk.lists[UNITS, place]
        if desk.field[army, KIND] != ARMY or army == unit or army == space or tables.army_near[army, space]:
            continue
        if _is_beside(tables, groups, desk.sets[FOUND], army):
            total = _add(codes, total, pack(SUPPORT_MOVE, space, army))
    return total


@part
def _is_beside(tables: Tables, groups: Shorts, found: Flags, army: int) -> bool:
    for link in range(tables.links.shape[1]):
        sea = tables.links[army, link]
        if sea < 0:
            break
        if groups[sea] >= 0 and found[groups[sea]]:
            return True
    return False
