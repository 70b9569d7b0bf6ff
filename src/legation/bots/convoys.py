"""Armies carried by a chain of their power's fleets, found by reachability."""

from legation.board import LocationId, SpaceId, bits_of, flood
from legation.bots.atlas import FAR
from legation.bots.draft import Draft
from legation.orders import Convoy, Move, MovementOrder, UnitOptions, piece_of

GAIN = 2
"""A convoy to a shore that is not a goal must save at least this many moves."""
STRANDED = 5
"""An army this many moves from its goal should be carried."""


def send_convoys(draft: Draft) -> None:
    """Carry armies to goals, or much nearer to one, while there are free fleets."""
    busy = {
        options.unit.space
        for options in draft.idle()
        if _has_goal_at_hand(draft, options) and draft.chance.random() < 0.4
    }
    fleets = _free_fleets(draft, busy)
    armies = [options for options in draft.movable() if options.convoyed_moves] if fleets else []
    costs = _landing_costs(draft, armies[0]) if armies else {}
    for options in armies:
        if draft.has_order(options.unit):  # it supports the landing of another
            continue
        landing = _best_landing(draft, options, fleets, costs)
        if landing is not None and _carry(draft, options, landing, fleets):
            fleets = _free_fleets(draft, busy)


def _free_fleets(draft: Draft, busy: set[SpaceId]) -> int:
    """Fleets at sea without an order. Some with a goal of their own nearby leave it, or give it to an army."""
    free = draft.board.mask(options.unit.space for options in draft.idle() if options.unit.space not in busy)
    return draft.survey.scene.fleets & free


def _has_goal_at_hand(draft: Draft, options: UnitOptions) -> bool:
    unit = options.unit
    goal = draft.goal_of(unit)
    return goal is not None and draft.values.distance(unit.kind, unit.location, goal) <= 1


def _best_landing(draft: Draft, options: UnitOptions, fleets: int, costs: dict[LocationId, float]) -> SpaceId | None:
    """The shore, within reach of a chain of free fleets, from which the army reaches a goal soonest."""
    unit, values = options.unit, draft.values
    links, index = draft.board.convoy_links, draft.board.index
    reached = flood(links, links[index[unit.location]], fleets)
    if not reached:
        return None
    here = min((cost for cost, _ in draft.values.nearest_goals(unit)), default=float(FAR))
    found: list[tuple[float, SpaceId]] = []
    for target in options.convoyed_moves:
        space = SpaceId(target)
        if target not in costs or not links[index[target]] & reached or not draft.is_open(unit, space):
            continue
        cost = costs[target] + 2.0 * (space in draft.position.units) + 0.4 * values.threat(space)
        if cost + (0 if space in values.goals else GAIN) < here:
            found.append((cost, space))
    return min(found)[1] if found else None


def _landing_costs(draft: Draft, options: UnitOptions) -> dict[LocationId, float]:
    """For each shore with a goal nearby: the remaining distance after landing."""
    values, atlas = draft.values, draft.survey.atlas
    costs: dict[LocationId, float] = {}
    for goal, worth in values.goals.items():
        if not values.can_take(options.unit, goal):
            continue
        for location, steps in atlas.around(goal, sails=False):
            cost = steps - worth + 1
            if cost < costs.get(location, FAR):
                costs[location] = cost
    return costs


def _carry(draft: Draft, options: UnitOptions, landing: SpaceId, fleets: int) -> bool:
    """Order the army and the shortest chain of fleets; nothing if the variant refuses one of the orders."""
    unit = options.unit
    chain = shortest_chain(draft, unit.location, LocationId(landing), fleets)
    move = Move(piece_of(unit), LocationId(landing), via_convoy=True)
    orders: list[MovementOrder] = [move]
    for number in chain:
        fleet = draft.position.units[draft.board.order[number]]
        orders.append(Convoy(piece_of(fleet), piece_of(unit), move.target))
    if not chain or not all(draft.survey.is_legal(draft.position.units[order.unit.space], order) for order in orders):
        return False
    for order in orders:
        draft.enter(order)
    draft.support(unit, move.target, draft.values.resistance(landing))
    return True


def shortest_chain(draft: Draft, start: LocationId, goal: LocationId, fleets: int) -> list[int]:
    """The spaces (by number) of a shortest chain of fleets between two shores; empty if there is none."""
    links, index = draft.board.convoy_links, draft.board.index
    ends = links[index[goal]]
    came: dict[int, int] = {}
    frontier = list(bits_of(links[index[start]] & fleets))
    seen = links[index[start]] & fleets
    while frontier:
        for number in frontier:
            if ends >> number & 1:
                chain = [number]
                while chain[-1] in came:
                    chain.append(came[chain[-1]])
                return chain
        near: list[int] = []
        for number in frontier:
            for other in bits_of(links[number] & fleets & ~seen):
                came[other] = number
                seen |= 1 << other
                near.append(other)
        frontier = near
    return []


def call_ferries(draft: Draft) -> None:
    """Bring idle fleets beside armies that cannot march anywhere soon."""
    for options in draft.movable():
        unit = options.unit
        goal = draft.goal_of(unit)
        if goal is None or not options.scene.traits(unit).is_convoyed:
            continue
        if draft.values.distance(unit.kind, unit.location, goal) >= STRANDED and _call_ferry(draft, options, goal):
            draft.pinned.add(unit.space)


def _call_ferry(draft: Draft, options: UnitOptions, goal: SpaceId) -> bool:
    """True if a fleet is or now goes beside the army, in the sea nearest to its goal if there is a choice."""
    links = draft.board.convoy_links[draft.board.index[options.unit.location]]
    seas = [draft.board.order[number] for number in bits_of(links)]
    if any(sea in draft.units or sea in draft.taken for sea in seas):
        return True
    ways = [
        (draft.survey.atlas.plain_steps(goal, target), target, fleet)
        for fleet in draft.movable()
        if not _has_goal_at_hand(draft, fleet)
        for target in fleet.moves
        if SpaceId(target) in seas and SpaceId(target) not in draft.position.units
    ]
    if not ways:
        return False
    _, target, fleet = min(ways, key=lambda way: way[:2])
    draft.enter(Move(piece_of(fleet.unit), target))
    return True
