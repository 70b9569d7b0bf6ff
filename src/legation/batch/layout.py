"""From orders to the field: the targets of moves, the partners of supports and convoys, and the armies that go by sea.

Must agree with ``orders.plan`` and ``judge.convoy``.
"""

from legation.batch import switches as rule
from legation.batch.codes import (
    ARMY,
    CONVOY,
    MOVE,
    NOBODY,
    SUPPORT_HOLD,
    VIA,
    kind_of,
    other_of,
    place_of,
)
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, Small, kernel, known, part
from legation.batch.field import (
    ACT,
    AIMED,
    ATTACKER,
    BY_SEA,
    CONVOYED,
    CONVOYER,
    FALLEN_BACK,
    HELPER,
    HELPING,
    KIND,
    MARK,
    MOVE_ACT,
    MOVERS,
    NEXT,
    NO,
    ON_ROUTE,
    OPTIONS,
    POWER,
    RIVAL,
    STAND,
    STATE,
    SUPPORT,
    TARGET,
    UNITS,
    UNKNOWN,
    UNROUTED,
    VOYAGERS,
    WALKS,
    WAY,
    WEAK,
    WIDTH,
    YES,
    Workspace,
)
from legation.batch.lanes import append, clear, is_any, is_within, lane, lanes, meet, push
from legation.batch.paths import MOST_NUMBERED, free_marks, has_route
from legation.batch.proper_routes import is_on_proper_route
from legation.batch.sea import FLEETS
from legation.batch.strength import opposite
from legation.batch.tables import Tables
from legation.batch.words import bit


@part
def _list_units(field: Shorts, lists: Shorts, power: Small) -> int:
    """Clear the field and list the units of one game; returns their number."""
    clear(field, power.shape[0], WIDTH)
    count = ZERO
    for first in range(0, power.shape[0], lanes()):
        space = first + lane()
        is_unit = is_within(space, power.shape[0]) and power[space] >= 0
        count = append(lists, UNITS, count, space, is_unit)
    meet()
    return count


@part
def _enter_unit(field: Shorts, space: int, power: Small, kind: Small, act: int, target: int) -> None:
    field[space, POWER] = power[space]
    field[space, KIND] = kind[space]
    field[space, ACT] = act
    field[space, STATE] = UNKNOWN
    field[space, CONVOYED] = WALKS
    field[space, WAY] = YES
    field[space, WEAK] = 0
    field[space, TARGET] = target


@part
def enter_units(field: Shorts, lists: Shorts, power: Small, kind: Small) -> int:
    """Put the units of one game on the field, without orders; returns their number."""
    count = _list_units(field, lists, power)
    for place in range(lane(), count, lanes()):
        _enter_unit(field, known(lists[UNITS, place]), power, kind, STAND, NOBODY)
    meet()
    return count


@part
def enter_moves(
    tables: Tables, field: Shorts, lists: Shorts, power: Small, kind: Small, orders: Codes
) -> tuple[int, int, int, bool]:
    """Put the units of one game on the field, with their moves.

    Returns the numbers of units, moves and helpers, and whether anything is ordered by sea.
    """
    count = _list_units(field, lists, power)
    movers, helping, by_sea = ZERO, ZERO, False
    for first in range(0, count, lanes()):
        place = first + lane()
        number, goal, is_move, helps = ZERO, ZERO, False, False
        if is_within(place, count):
            number = known(lists[UNITS, place])
            what, goal = kind_of(orders[number]), known(tables.space_of[place_of(orders[number])])
            is_move, helps = (what == MOVE) | (what == VIA), what >= SUPPORT_HOLD
            is_near = tables.army_near[number, goal] != 0
            by_sea |= (what == VIA) | (what == CONVOY) | (is_move & (kind[number] == ARMY) & (not is_near))
            _enter_unit(field, number, power, kind, MOVE_ACT if is_move else STAND, goal if is_move else NOBODY)
        push(field, goal, ATTACKER, number, RIVAL, is_move)
        movers = append(lists, MOVERS, movers, number, is_move)
        helping = append(lists, HELPING, helping, number, helps)
    meet()
    return count, movers, helping, is_any(by_sea)


@part
def _agrees(orders: Codes, space_of: Shorts, switches: Longs, number: int, partner: int) -> bool:
    """True if a support's coast matches the move that it helps (DATC 4.B.4)."""
    place, goal = place_of(orders[number]), place_of(orders[partner])
    is_plain = (switches[rule.SUPPORT_COAST] == rule.MATCH_IF_GIVEN) & (place == space_of[place])
    return (place == goal) | (switches[rule.SUPPORT_COAST] == rule.IGNORE) | is_plain


@part
def match_helpers(field: Shorts, lists: Shorts, space_of: Shorts, orders: Codes, switches: Longs, count: int) -> int:
    """Pair supports and convoys with the orders that they help; returns how many match.

    Those that do not are left standing.
    """
    helping = ZERO
    for first in range(0, count, lanes()):
        place = first + lane()
        number, partner, chain, fits = ZERO, ZERO, ZERO, False
        if is_within(place, count):
            number = known(lists[HELPING, place])
            kind, partner = kind_of(orders[number]), known(other_of(orders[number]))
            is_convoy, is_hold = kind == CONVOY, kind == SUPPORT_HOLD
            goal = partner if is_hold else known(space_of[place_of(orders[number])])
            is_apt = is_convoy | _agrees(orders, space_of, switches, number, partner)
            stays, goes = field[partner, ACT] < MOVE_ACT, field[partner, TARGET] == goal
            fits = (is_hold & stays) | ((not is_hold) & goes & is_apt)
            chain = ZERO + (CONVOYER if is_convoy else HELPER)
            if fits:
                field[number, AIMED] = partner if is_convoy else goal
                field[number, ACT] = kind - SUPPORT_HOLD + SUPPORT
        push(field, partner, chain, number, NEXT, fits)
        helping = append(lists, HELPING, helping, number, fits)
    meet()
    return helping


@part
def choose_paths(tables: Tables, work: Workspace, orders: Codes, movers: int, by_sea: bool) -> None:
    """Decide for every army whether it walks or is convoyed, if anything is ordered by sea."""
    field, lists = work.field, work.lists
    if not by_sea:
        if lane() == 0:
            lists[VOYAGERS, 0] = 0
        meet()
        return
    several, voyagers = ZERO, ZERO
    for first in range(0, movers, lanes()):
        place = first + lane()
        mover, is_open, sails = ZERO, False, False
        if is_within(place, movers):
            mover = known(lists[MOVERS, place])
            is_near = tables.army_near[mover, known(field[mover, TARGET])] != 0
            is_tagged = kind_of(orders[mover]) == VIA
            is_army = (field[mover, KIND] == ARMY) & (field[mover, CONVOYED] != FALLEN_BACK)
            if is_army & ((field[mover, CONVOYER] >= 0) | (not is_near) | is_tagged):
                is_open = _choose_path(field, tables.switches, mover, is_near, is_tagged)
                sails = field[mover, CONVOYED] == BY_SEA
        several = append(lists, OPTIONS, several, mover, is_open)
        voyagers = append(lists, VOYAGERS, voyagers + 1, mover, sails) - 1
    if lane() == 0:
        lists[VOYAGERS, 0] = voyagers
    meet()
    if several:
        if lane() == 0:
            for place in range(several):
                _keep_proper(tables.links, work, lists[OPTIONS, place])
        meet()


@kernel
def _choose_path(field: Shorts, switches: Longs, mover: int, is_near: bool, is_tagged: bool) -> bool:
    """Decide for one army; returns whether some of its convoyers may lie on no proper route, where that matters."""
    field[mover, CONVOYED] = WALKS
    field[mover, WAY] = YES
    _number_convoyers(field, mover)
    routed = has_route(field, mover, ZERO, ZERO, NOBODY)
    if is_near and not _wants_convoy(field, switches, mover, is_tagged, routed):
        return False
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        field[fleet, ON_ROUTE] = 1
        fleet = field[fleet, NEXT]
    field[mover, CONVOYED] = BY_SEA
    if not routed:
        field[mover, CONVOYED] = UNROUTED
        field[mover, STATE] = NO
        field[mover, WAY] = NO
        return False
    has_several = field[field[mover, CONVOYER], NEXT] >= 0
    return has_several and (switches[rule.MULTI_ROUTE] != 0 or switches[rule.PARADOX_RULE] != rule.NO_PARADOX_RULE)


@kernel
def _number_convoyers(field: Shorts, mover: int) -> None:
    """Give each fleet of the chain its number in ``MARK``, and the army the length of the chain."""
    count = ZERO
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        field[fleet, MARK] = count
        count += 1
        fleet = field[fleet, NEXT]
    field[mover, MARK] = count
    if count > MOST_NUMBERED:
        free_marks(field, mover)


@kernel
def _keep_proper(links: Shorts, work: Workspace, mover: int) -> None:
    """Leave out those of several convoyers that lie on no proper route."""
    field, sets = work.field, work.sea.sets
    fleet = field[mover, CONVOYER]
    sets[FLEETS, :] = 0
    while fleet >= 0:
        sets[FLEETS, fleet >> 6] |= bit(fleet)
        fleet = field[fleet, NEXT]
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        is_proper = is_on_proper_route(work.sea, links, mover, field[mover, TARGET], fleet)
        field[fleet, ON_ROUTE] = 1 if is_proper else 0
        fleet = field[fleet, NEXT]


@kernel
def _wants_convoy(field: Shorts, switches: Longs, mover: int, is_tagged: bool, routed: bool) -> bool:
    """True if an army that could walk goes by sea (DATC 4.A.3)."""
    policy = switches[rule.ADJACENT_CONVOY]
    if policy == rule.EXPLICIT:
        wants = is_tagged
    elif policy == rule.AS_1971:
        wants = routed and opposite(field, mover) != NOBODY
    elif policy == rule.STRICT:
        wants = routed
    else:
        wants = is_tagged or _own_fleet_offers(field, mover)
        if policy == rule.INTENT_1982:
            other = opposite(field, mover)
            wants = wants or (other != NOBODY and field[other, POWER] == field[mover, POWER])
    return wants and (routed or switches[rule.LAND_FALLBACK] == rule.NEVER)


@kernel
def _own_fleet_offers(field: Shorts, mover: int) -> bool:
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        if field[fleet, POWER] == field[mover, POWER]:
            return True
        fleet = field[fleet, NEXT]
    return False


@part
def face(tables: Tables, field: Shorts, orders: Codes, places: Shorts, mover: int, other: int) -> int:
    """The unit that a move meets head on, if any: each moves to the other's space and neither is convoyed."""
    is_met = (field[other, TARGET] == mover) & (field[mover, CONVOYED] <= WALKS) & (field[other, CONVOYED] <= WALKS)
    if is_met and tables.switches[rule.COASTAL_CRAWL]:
        is_met = not _crawl_past(field, orders, places, mover, other)
    return other if is_met else NOBODY


@part
def mark_weak(tables: Tables, field: Shorts, lists: Shorts, orders: Codes, places: Shorts, movers: int) -> None:
    """Note the moves over difficult borders, if there are any."""
    if tables.switches[rule.DIFFICULT]:
        for place in range(lane(), movers, lanes()):
            mover = known(lists[MOVERS, place])
            if field[mover, CONVOYED] <= WALKS:
                field[mover, WEAK] = tables.difficult[places[mover], place_of(orders[mover])]
        meet()


@kernel
def _crawl_past(field: Shorts, orders: Codes, places: Shorts, mover: int, other: int) -> bool:
    """True if two ships exchange places along different coasts."""
    if field[mover, KIND] == ARMY or field[other, KIND] == ARMY:
        return False
    return places[mover] != place_of(orders[other]) or place_of(orders[mover]) != places[other]


@part
def fall_back(tables: Tables, field: Shorts, lists: Shorts, movers: int) -> bool:
    """Let armies walk whose convoy turned out broken, if the rulebook allows it; returns whether there were any."""
    switches = tables.switches
    if switches[rule.LAND_FALLBACK] != rule.ALWAYS or switches[rule.ADJACENT_CONVOY] == rule.STRICT:
        return False
    found = False
    for place in range(lane(), movers, lanes()):
        mover = known(lists[MOVERS, place])
        if (
            field[mover, CONVOYED] > WALKS
            and tables.army_near[mover, known(field[mover, TARGET])]
            and field[mover, WAY] != YES
        ):
            field[mover, CONVOYED] = FALLEN_BACK
            field[mover, WAY] = YES
            found = True
    meet()
    return is_any(found)
