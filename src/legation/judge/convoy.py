"""Convoys: which moves go by sea, and whether their paths hold.

A set of spaces is one integer with a bit for each space (``board.sea_routes``): no route is ever listed.
"""

from collections.abc import Mapping
from typing import Final

from legation.board import Border, LocationId, has_route, proper_fleets
from legation.judge.battlefield import NO, NOBODY, Battlefield
from legation.judge.rulebook import AdjacentConvoy, ForeignFleets, LandFallback, MultiRoute, ParadoxRule
from legation.orders import Move

# Bound once, as in the other judge files: looking up a member of an Enum is slow in Python 3.11.
EXPLICIT: Final = AdjacentConvoy.EXPLICIT
R1971: Final = AdjacentConvoy.R1971
R1971_STRICT: Final = AdjacentConvoy.R1971_STRICT
INTENT_1982: Final = AdjacentConvoy.INTENT_1982
IF_NEEDED: Final = ForeignFleets.IF_NEEDED
NEVER: Final = LandFallback.NEVER
ANY: Final = MultiRoute.ANY
NO_RULE: Final = ParadoxRule.NONE


def choose_paths(field: Battlefield, walkers: frozenset[int] = frozenset()) -> None:
    """Decide for every army whether it walks or is convoyed (rulebooks section 3.1.4); ``walkers`` must walk."""
    if field.overseas or field.convoyers:
        for mover in sorted({*field.overseas, *field.convoyers}):
            order = field.orders[mover]
            assert isinstance(order, Move)
            if mover in field.landing:
                _choose_ship(field, mover)
            elif mover not in walkers:
                _choose_path(field, mover, order)
    for army in field.stranded:
        field.state[army] = NO
    if field.exchanges:
        field.facing = _pair_head_on(field)


def _choose_ship(field: Battlefield, army: int) -> None:
    """A landing is a convoy by the army's own ship alone: without effect if that is dislodged (Colonial Variant, 8)."""
    field.convoyed.add(army)
    field.route_fleets[army] = 1 << field.spaces[army]


def can_walk(field: Battlefield, mover: int) -> bool:
    """True if the move needs no convoy."""
    unit = field.units[mover]
    traits = field.rulebook.traits[unit.kind]
    if traits.sails or field.board.army_reach[unit.location] >> field.target[mover] & 1:
        return True
    return not traits.is_convoyed or _is_opened(field, mover)


def _is_opened(field: Battlefield, mover: int) -> bool:
    """True if a rule module opens a conditional border to this army."""
    unit, goal, index = field.units[mover], field.target[mover], field.board.index
    return any(
        module.may_cross(field.position, unit, border)
        for border in field.board.conditional
        if border.army and _leads(border, unit.location, goal, index)
        for module in field.rulebook.modules
    )


def _leads(border: Border, start: LocationId, goal: int, index: Mapping[LocationId, int]) -> bool:
    if border.start == start and index[border.end] == goal:
        return True
    return border.end == start and index[border.start] == goal and not border.is_one_way


def _leave_out_foreign_fleets(field: Battlefield, mover: int) -> None:
    """If fleets of the army's own power reach its goal, leave out the others that offer a convoy."""
    offered = field.convoyers.get(mover, [])
    own = [fleet for fleet in offered if field.powers[fleet] == field.powers[mover]]
    seas = 0
    for fleet in own:
        seas |= 1 << field.spaces[fleet]
    if len(own) < len(offered) and has_route(field.links, field.spaces[mover], field.target[mover], seas):
        # The table belongs to the order book, which may also be judged by another rulebook: it is not changed.
        field.convoyers = {**field.convoyers, mover: own}


def _choose_path(field: Battlefield, mover: int, order: Move) -> None:
    if field.rulebook.foreign_fleets is IF_NEEDED:
        _leave_out_foreign_fleets(field, mover)
    fleets = 0
    for convoyer in field.convoyers.get(mover, ()):
        fleets |= 1 << field.spaces[convoyer]
    start, goal = field.spaces[mover], field.target[mover]
    routed = fleets != 0 and has_route(field.links, start, goal, fleets)
    walks = can_walk(field, mover)
    if walks and not _wants_convoy(field, mover, order, routed=routed):
        return
    field.convoyed.add(mover)
    field.route_fleets[mover] = fleets
    # Usually every fleet ordered to convoy may count: one that is of no use harms nothing if it is lost.
    if routed and _needs_proper_routes(field):
        field.route_fleets[mover] = proper_fleets(field.links, start, goal, fleets)
    if not routed:
        field.state[mover] = NO
        field.unrouted.add(mover)


def _needs_proper_routes(field: Battlefield) -> bool:
    rulebook = field.rulebook
    return rulebook.multi_route is ANY or rulebook.paradox_rule is not NO_RULE


def _wants_convoy(field: Battlefield, mover: int, order: Move, *, routed: bool) -> bool:
    """True if an army that could walk goes by sea (DATC 4.A.3)."""
    policy = field.rulebook.adjacent_convoy
    if policy is EXPLICIT:
        wants = order.via_convoy
    elif policy is R1971:
        wants = routed and opposite(field, mover) != NOBODY
    elif policy is R1971_STRICT:
        wants = routed
    else:
        wants = order.via_convoy or _own_fleet_offers(field, mover)
        if policy is INTENT_1982:
            other = opposite(field, mover)
            wants = wants or (other != NOBODY and field.powers[other] == field.powers[mover])
    # With no route the army walks, unless the rulebook holds it to its convoy.
    return wants and (routed or field.rulebook.land_fallback is NEVER)


def _own_fleet_offers(field: Battlefield, mover: int) -> bool:
    return any(field.powers[fleet] == field.powers[mover] for fleet in field.convoyers.get(mover, ()))


def opposite(field: Battlefield, mover: int) -> int:
    """The unit in the target space, if it moves to this army's space."""
    return field.exchanges.get(mover, NOBODY)


def _pair_head_on(field: Battlefield) -> Mapping[int, int]:
    """Two units meet head on when each moves to the other's space and neither is convoyed."""
    convoyed = field.convoyed
    if not convoyed and not field.rulebook.coastal_crawl:
        return field.exchanges
    return {
        mover: other
        for mover, other in field.exchanges.items()
        if not (mover in convoyed or other in convoyed)
        and not (field.rulebook.coastal_crawl and _crawl_past(field, mover, other))
    }


def _crawl_past(field: Battlefield, mover: int, other: int) -> bool:
    """True if two fleets exchange places along different coasts (coastal crawl; Colonial Variant, rule 21)."""
    one, back = field.orders[mover], field.orders[other]
    traits = field.rulebook.traits
    if not all(traits[field.units[number].kind].sails for number in (mover, other)):
        return False
    return isinstance(one, Move) and isinstance(back, Move) and not is_way_back(one, back)


def is_way_back(one: Move, other: Move) -> bool:
    """True if a move is the other in reverse, along the same coasts."""
    return (one.unit.location, one.target) == (other.target, other.unit.location)


def has_path(field: Battlefield, mover: int, level: int) -> bool:
    """PATH: whether the army's way is open, possibly or certainly."""
    if mover not in field.convoyed:
        return True
    if mover in field.unrouted:
        return False
    lost = 0
    state, spaces = field.state, field.spaces
    for convoyer in field.convoyers[mover]:
        if state[convoyer] < level:
            lost |= 1 << spaces[convoyer]
    fleets = field.route_fleets[mover]
    if not lost & fleets:
        return True
    if field.rulebook.multi_route is ANY:
        return False  # any fleet on a proper route that is lost breaks the convoy
    return has_route(field.links, spaces[mover], field.target[mover], fleets & ~lost)


def needs_sea(field: Battlefield, mover: int, sea: int, level: int) -> bool:
    """True if no route of the convoyed army that holds avoids a sea (the printed rule of 2000)."""
    kept = 0
    for convoyer in field.convoyers[mover]:
        if field.state[convoyer] >= level and field.spaces[convoyer] != sea:
            kept |= 1 << field.spaces[convoyer]
    return not has_route(field.links, field.spaces[mover], field.target[mover], kept)
