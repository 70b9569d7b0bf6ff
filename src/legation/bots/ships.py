"""Armies aboard ships (Colonial Variant): going aboard, sailing, going ashore."""

from collections.abc import Mapping

from legation.board import LocationId, Unit, space_of
from legation.bots.atlas import FAR
from legation.bots.draft import Draft
from legation.bots.survey import Berth
from legation.orders import Embark, Hold, Move, UnitOptions, piece_of


def use_ships(draft: Draft) -> None:
    """Carry armies to their goals: land those that have arrived, sail with the others, and take more aboard."""
    if not draft.survey.scene.takes_aboard:
        return
    for options in list(draft.movable()):
        if options.unit.is_aboard and not draft.has_order(options.unit):
            _land(draft, options) or _change_ships(draft, options) or _sail(draft, options)
    for options in list(draft.movable()):
        goal = draft.goal_of(options.unit)
        if goal is None or draft.has_order(options.unit):
            continue
        voyage = draft.values.find_voyage(options.unit, goal)
        if voyage is not None:
            _begin_voyage(draft, options, voyage[1])


def _carrier(draft: Draft, army: Unit) -> Unit | None:
    """The ship under an army, if it is the power's own and has no other order yet."""
    ship = draft.position.units[army.space]
    return ship if ship.power == draft.power and not draft.has_order(ship) else None


def _land(draft: Draft, options: UnitOptions) -> bool:
    """Go ashore where that is the shortest way to the goal; the ship holds meanwhile."""
    army = options.unit
    ship, goal = _carrier(draft, army), draft.goal_of(army)
    if ship is None or goal is None:
        return False
    here = draft.values.distance(army.kind, army.location, goal)
    marches = draft.survey.atlas.steps(goal, sails=False)
    ways = [(marches[target], target) for target in draft.survey.steps(options) if target in marches]
    for march, target in sorted(ways):
        space = space_of(target)
        if march + 1 > here or not draft.is_open(army, space):
            continue
        resistance = draft.values.resistance(space)
        helpers = draft.supporters(army, target)
        if space in draft.position.units and len(helpers) < resistance:
            continue
        draft.enter(Hold(piece_of(ship)))
        draft.enter(Move(piece_of(army), target))
        draft.support(army, target, resistance)
        return True
    return False


def _change_ships(draft: Draft, options: UnitOptions) -> bool:
    """Change to a transport fleet nearer to the goal, so that a combat fleet is free again."""
    army = options.unit
    ship, goal = _carrier(draft, army), draft.goal_of(army)
    if ship is None or goal is None or not draft.survey.rulebook.traits[ship.kind].supports_attacks:
        return False
    ways = draft.survey.atlas.voyage_steps(goal)
    for other in draft.idle():
        is_transport = not draft.survey.rulebook.traits[other.unit.kind].supports_attacks
        if is_transport and piece_of(army) in other.embarkable and _is_nearer(ways, other.unit, ship):
            draft.enter(Hold(piece_of(ship)))
            _take_aboard(draft, other.unit, army)
            return True
    return False


def _is_nearer(ways: Mapping[LocationId, int], one: Unit, other: Unit) -> bool:
    return ways.get(one.location, FAR) < ways.get(other.location, FAR)


def _sail(draft: Draft, options: UnitOptions) -> bool:
    """Keep the army aboard and sail its ship a step nearer to the army's goal; the ship holds if the way is barred."""
    army = options.unit
    goal = draft.goal_of(army)
    ship = _carrier(draft, army)
    draft.enter(Hold(piece_of(army)))
    if ship is not None and goal is not None:
        ways = draft.survey.atlas.voyage_steps(goal)
        if not _sail_nearer(draft, draft.units[ship.space], ways):
            draft.enter(Hold(piece_of(ship)))
    return True


def _sail_nearer(draft: Draft, ship: UnitOptions, ways: Mapping[LocationId, int]) -> bool:
    """Move a ship to a free place from which the way is shorter."""
    here = ways.get(ship.unit.location, FAR)
    places = sorted((ways.get(place, FAR), draft.chance.random(), place) for place in ship.moves)
    for way, _, place in places:
        space = space_of(place)
        is_free = not draft.is_held_by_others(space) and draft.is_open(ship.unit, space)
        if way < here and is_free:
            draft.enter(Move(piece_of(ship.unit), place))
            return True
    return False


def _begin_voyage(draft: Draft, options: UnitOptions, berth: Berth) -> None:
    """Take the army aboard, or send the ship to it while it waits; not a ship with something better to do."""
    army, ship = options.unit, draft.units[berth.ship]
    if draft.has_order(ship.unit) or berth.ship in draft.pinned or _has_goal_at_hand(draft, ship.unit):
        return
    if berth.turns == 1:
        if piece_of(army) in ship.embarkable:
            _take_aboard(draft, ship.unit, army)
    elif _sail_nearer(draft, ship, draft.survey.atlas.steps(space_of(berth.place), sails=True)):
        draft.pinned.add(draft.survey.key(army))


def _has_goal_at_hand(draft: Draft, ship: Unit) -> bool:
    goal = draft.goal_of(ship)
    return goal is not None and draft.values.distance(ship.kind, ship.location, goal) <= 1


def _take_aboard(draft: Draft, ship: Unit, army: Unit) -> None:
    draft.enter(Embark(piece_of(ship), piece_of(army)))
    draft.enter(Move(piece_of(army), LocationId(ship.space)))
