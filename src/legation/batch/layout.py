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
    CERTAIN,
    CONVOY_ACT,
    CONVOYED,
    CONVOYER,
    FACING,
    FALLEN_BACK,
    HELPER,
    HELPING,
    KIND,
    MOVE_ACT,
    MOVERS,
    NEXT,
    NO,
    ON_ROUTE,
    POWER,
    RIVAL,
    STAND,
    STATE,
    SUPPORT,
    TARGET,
    UNITS,
    UNKNOWN,
    UNROUTED,
    WALKS,
    WEAK,
    WIDTH,
    Workspace,
)
from legation.batch.paths import has_path, has_route
from legation.batch.proper_routes import is_on_proper_route
from legation.batch.sea import FLEETS
from legation.batch.strength import opposite
from legation.batch.tables import Tables
from legation.batch.words import bit


@part
def enter_units(field: Shorts, lists: Shorts, power: Small, kind: Small) -> int:
    """Put the units of one game on the field; how many there are."""
    count = ZERO
    for space in range(power.shape[0]):
        for column in range(WIDTH):
            field[space, column] = -1
        lists[UNITS, count] = space
        count += power[space] >= 0
    for place in range(count):
        space = lists[UNITS, place]
        field[space, POWER] = power[space]
        field[space, KIND] = kind[space]
        field[space, ACT] = STAND
        field[space, STATE] = UNKNOWN
        field[space, CONVOYED] = WALKS
        field[space, WEAK] = 0
    return count


@part
def enter_moves(field: Shorts, lists: Shorts, space_of: Shorts, orders: Codes, count: int) -> int:
    """Enter the moves; how many there are."""
    movers = ZERO
    for place in range(count):
        number = lists[UNITS, place]
        kind = kind_of(orders[number])
        if kind == MOVE or kind == VIA:
            goal = space_of[place_of(orders[number])]
            field[number, ACT] = MOVE_ACT
            field[number, TARGET] = goal
            field[number, RIVAL] = field[goal, ATTACKER]
            field[goal, ATTACKER] = number
            lists[MOVERS, movers] = number
            movers += 1
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
    for place in range(count):
        number = lists[UNITS, place]
        kind = kind_of(orders[number])
        if kind < SUPPORT_HOLD:
            continue
        partner = other_of(orders[number])
        goal = partner if kind == SUPPORT_HOLD else space_of[place_of(orders[number])]
        if kind == SUPPORT_HOLD:
            fits = field[partner, ACT] != MOVE_ACT
        else:
            fits = field[partner, TARGET] == goal and (
                kind == CONVOY or _agrees(orders, space_of, switches, number, partner)
            )
        if fits:
            field[number, AIMED] = goal
            chain = CONVOYER if kind == CONVOY else HELPER
            field[number, ACT] = CONVOY_ACT if kind == CONVOY else ASSIST if kind == SUPPORT_MOVE else SUPPORT
            field[number, NEXT] = field[partner, chain]
            field[partner, chain] = number
            lists[HELPING, helping] = number
            helping += 1
    return helping


@part
def choose_paths(tables: Tables, work: Workspace, orders: Codes, places: Shorts, movers: int) -> None:
    """Decide for every army whether it walks or is convoyed, then who meets head on."""
    field, lists = work.field, work.lists
    for place in range(movers):
        mover = lists[MOVERS, place]
        is_near = tables.army_near[mover, field[mover, TARGET]] != 0
        is_tagged = kind_of(orders[mover]) == VIA
        is_army = (field[mover, KIND] == ARMY) & (field[mover, CONVOYED] != FALLEN_BACK)
        if is_army & ((field[mover, CONVOYER] >= 0) | (not is_near) | is_tagged):
            _choose_path(tables, work, mover, is_near, is_tagged)
    _face(tables, field, lists, orders, places, movers)


@kernel
def _choose_path(tables: Tables, work: Workspace, mover: int, is_near: bool, is_tagged: bool) -> None:
    field, switches = work.field, tables.switches
    field[mover, CONVOYED] = WALKS
    routed = has_route(field, mover, ZERO, ZERO, NOBODY)
    if is_near and not _wants_convoy(field, switches, mover, is_tagged, routed):
        return
    fleet = field[mover, CONVOYER]
    while fleet >= 0:
        field[fleet, ON_ROUTE] = 1
        fleet = field[fleet, NEXT]
    field[mover, CONVOYED] = BY_SEA
    if not routed:
        field[mover, CONVOYED] = UNROUTED
        field[mover, STATE] = NO
    elif switches[rule.MULTI_ROUTE] or switches[rule.PARADOX_RULE] != rule.NO_PARADOX_RULE:
        _keep_proper(tables.links, work, mover)


@kernel
def _keep_proper(links: Shorts, work: Workspace, mover: int) -> None:
    """Leave out the convoyers that lie on no proper route."""
    field, sets = work.field, work.sea.sets
    fleet = field[mover, CONVOYER]
    if field[fleet, NEXT] < 0:
        return
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
    for place in range(movers):
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
    for place in range(movers):
        mover = lists[MOVERS, place]
        if (
            field[mover, CONVOYED] > WALKS
            and tables.army_near[mover, field[mover, TARGET]]
            and not has_path(field, mover, CERTAIN)
        ):
            field[mover, CONVOYED] = FALLEN_BACK
            found = True
    return found
