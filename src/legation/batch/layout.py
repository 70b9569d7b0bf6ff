"""From orders to the field: who moves where, whom supports and convoys are for, who goes by sea.

Must agree with ``orders.plan`` and ``judge.convoy``.
"""

from legation.batch import switches as rule
from legation.batch.codes import (
    ARMY,
    CONVOY,
    FLEET,
    MOVE,
    NOBODY,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    kind_of,
    other_of,
    place_of,
)
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, Small, kernel, part
from legation.batch.field import (
    ACT,
    AIMED,
    ASSIST,
    ATTACKER,
    BY_SEA,
    CONVOY_ACT,
    CONVOYED,
    CONVOYER,
    FACING,
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
from legation.batch.lanes import append, clear, is_any, lane, lanes, meet, push
from legation.batch.paths import MOST_NUMBERED, free_marks, has_route
from legation.batch.proper_routes import is_on_proper_route
from legation.batch.sea import FLEETS
from legation.batch.strength import opposite
from legation.batch.tables import Tables
from legation.batch.words import bit


@part
def enter_units(field: Shorts, lists: Shorts, power: Small, kind: Small) -> int:
    """Put the units of one game on the field; how many there are."""
    clear(field, power.shape[0], WIDTH)
    count = ZERO
    for first in range(0, power.shape[0], lanes()):
        space = first + lane()
        is_unit = (space < power.shape[0]) and power[space] >= 0
        count = append(lists, UNITS, count, space, is_unit)
    meet()
    for place in range(lane(), count, lanes()):
        space = lists[UNITS, place]
        field[space, POWER] = power[space]
        field[space, KIND] = kind[space]
        field[space, ACT] = STAND
        field[space, STATE] = UNKNOWN
        field[space, CONVOYED] = WALKS
        field[space, WAY] = YES
        field[space, WEAK] = 0
    meet()
    return count


@part
def enter_moves(field: Shorts, lists: Shorts, space_of: Shorts, orders: Codes, count: int) -> int:
    """Enter the moves; how many there are."""
    movers = ZERO
    for first in range(0, count, lanes()):
        place = first + lane()
        number, goal, is_move = ZERO, ZERO, False
        if place < count:
            number = ZERO + lists[UNITS, place]
            kind = kind_of(orders[number])
            is_move = kind == MOVE or kind == VIA
            if is_move:
                goal = ZERO + space_of[place_of(orders[number])]
                field[number, ACT] = MOVE_ACT
                field[number, TARGET] = goal
        push(field, goal, ATTACKER, number, RIVAL, is_move)
        movers = append(lists, MOVERS, movers, number, is_move)
    meet()
    return movers


@part
def _agrees(orders: Codes, space_of: Shorts, switches: Longs, number: int, partner: int) -> bool:
    """Whether a support's coast suits the move it is for (DATC 4.B.4)."""
    place, goal = place_of(orders[number]), place_of(orders[partner])
    if place == goal or switches[rule.SUPPORT_COAST] == rule.IGNORE:
        return True
    return switches[rule.SUPPORT_COAST] == rule.MATCH_IF_GIVEN and place == space_of[place]


@part
def match_helpers(field: Shorts, lists: Shorts, space_of: Shorts, orders: Codes, switches: Longs, count: int) -> int:
    """Pair supports and convoys with what they are for; how many fit. Those that do not are left standing."""
    helping = ZERO
    for first in range(0, count, lanes()):
        place = first + lane()
        number, partner, chain, fits = ZERO, ZERO, ZERO, False
        if place < count:
            number = ZERO + lists[UNITS, place]
            kind = kind_of(orders[number])
            if kind >= SUPPORT_HOLD:
                partner = ZERO + other_of(orders[number])
                goal = partner if kind == SUPPORT_HOLD else space_of[place_of(orders[number])]
                if kind == SUPPORT_HOLD:
                    fits = field[partner, ACT] < MOVE_ACT
                else:
                    fits = field[partner, TARGET] == goal and (
                        kind == CONVOY or _agrees(orders, space_of, switches, number, partner)
                    )
                chain = ZERO + (CONVOYER if kind == CONVOY else HELPER)
                if fits:
                    field[number, AIMED] = partner if kind == CONVOY else goal
                    field[number, ACT] = CONVOY_ACT if kind == CONVOY else ASSIST if kind == SUPPORT_MOVE else SUPPORT
        push(field, partner, chain, number, NEXT, fits)
        helping = append(lists, HELPING, helping, number, fits)
    meet()
    return helping


@part
def choose_paths(tables: Tables, work: Workspace, orders: Codes, places: Shorts, movers: int) -> None:
    """Decide for every army whether it walks or is convoyed, then who meets head on."""
    field, lists = work.field, work.lists
    several, voyagers = ZERO, ZERO
    for first in range(0, movers, lanes()):
        place = first + lane()
        mover, is_open, sails = ZERO, False, False
        if place < movers:
            mover = ZERO + lists[MOVERS, place]
            is_near = tables.army_near[mover, field[mover, TARGET]] != 0
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
    _face(tables, field, lists, orders, places, movers)
    meet()


@kernel
def _choose_path(field: Shorts, switches: Longs, mover: int, is_near: bool, is_tagged: bool) -> bool:
    """Decide for one army; whether some of its convoyers may lie on no proper route, where that matters."""
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
    """Give each fleet of the chain its number in ``MARK``, and the army how many there are."""
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
    """Leave out the convoyers, of several, that lie on no proper route."""
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
    """Whether an army that could walk goes by sea (DATC 4.A.3)."""
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
def _face(tables: Tables, field: Shorts, lists: Shorts, orders: Codes, places: Shorts, movers: int) -> None:
    """Two units meet head on when each moves to the other's space and neither is convoyed."""
    for place in range(lane(), movers, lanes()):
        mover = lists[MOVERS, place]
        other = field[mover, TARGET]
        field[mover, FACING] = NOBODY
        if (
            field[other, TARGET] == mover
            and field[mover, CONVOYED] <= WALKS
            and field[other, CONVOYED] <= WALKS
            and not (tables.switches[rule.COASTAL_CRAWL] and _crawl_past(field, orders, places, mover, other))
        ):
            field[mover, FACING] = other
        if tables.switches[rule.DIFFICULT] and field[mover, CONVOYED] <= WALKS:
            field[mover, WEAK] = tables.difficult[places[mover], place_of(orders[mover])]


@kernel
def _crawl_past(field: Shorts, orders: Codes, places: Shorts, mover: int, other: int) -> bool:
    """Whether two fleets exchange places along different coasts."""
    if field[mover, KIND] != FLEET or field[other, KIND] != FLEET:
        return False
    return places[mover] != place_of(orders[other]) or place_of(orders[mover]) != places[other]


@part
def fall_back(tables: Tables, field: Shorts, lists: Shorts, movers: int) -> bool:
    """Let armies walk whose convoy came out broken, where the rulebook does; whether there were any."""
    switches = tables.switches
    if switches[rule.LAND_FALLBACK] != rule.ALWAYS or switches[rule.ADJACENT_CONVOY] == rule.STRICT:
        return False
    found = False
    for place in range(lane(), movers, lanes()):
        mover = lists[MOVERS, place]
        if (
            field[mover, CONVOYED] > WALKS
            and tables.army_near[mover, field[mover, TARGET]]
            and field[mover, WAY] != YES
        ):
            field[mover, CONVOYED] = FALLEN_BACK
            field[mover, WAY] = YES
            found = True
    meet()
    return is_any(found)
