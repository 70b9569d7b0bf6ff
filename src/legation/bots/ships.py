"""Armies aboard ships (Colonial Variant): going aboard, sailing, going ashore."""

from legation.board import LocationId, SpaceId, Unit, aboard, space_of
from legation.bots.draft import Draft
from legation.orders import Embark, Hold, Move, UnitOptions, piece_of

NEAR = 2
"""An army goes ashore where a goal is no farther than this."""
STRANDED = 4
"""An army with so many moves to its goal had better go by ship."""


def use_ships(draft: Draft) -> None:
    """Land what is aboard and can be of use ashore, sail with the rest, and take stranded armies aboard."""
    if not draft.survey.scene.takes_aboard:
        return
    for options in list(draft.movable()):
        if options.unit.is_aboard and not draft.has_order(options.unit):
            _land(draft, options) or _change_ships(draft, options) or _sail(draft, options)
    for options in list(draft.movable()):
        if not draft.has_order(options.unit) and _is_stranded(draft, options.unit):
            _go_aboard(draft, options)


def _carrier(draft: Draft, army: Unit) -> Unit | None:
    """The ship under an army, if it is the power's own and has no other order yet."""
    ship = draft.position.units[army.space]
    return ship if ship.power == draft.power and not draft.has_order(ship) else None


def _land(draft: Draft, options: UnitOptions) -> bool:
    """Go ashore on a goal, or where a goal is near on land; the ship holds meanwhile."""
    army = options.unit
    ship = _carrier(draft, army)
    if ship is None:
        return False
    ways = [(_way_from(draft, army, target), target) for target in draft.survey.steps(options)]
    for way, target in sorted(ways):
        space = space_of(target)
        if way > NEAR or not draft.is_open(army, space):
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


def _way_from(draft: Draft, army: Unit, target: LocationId) -> int:
    """Moves on land from a shore to the nearest goal."""
    atlas = draft.survey.atlas
    found = [
        atlas.steps(goal, sails=False).get(target) for goal in draft.values.goals if draft.values.can_take(army, goal)
    ]
    return min((steps for steps in found if steps is not None), default=NEAR + 1)


def _change_ships(draft: Draft, options: UnitOptions) -> bool:
    """Now and then pass from ship to ship, where another own ship lies no farther from the goal."""
    army = options.unit
    ship, goal = _carrier(draft, army), draft.goal_of(army)
    if ship is None or goal is None or draft.chance.random() > 0.4:
        return False
    here = draft.survey.atlas.plain_steps(goal, army.location)
    for other in _ships_beside(draft, army):
        if draft.survey.atlas.plain_steps(goal, other.unit.location) <= here:
            draft.enter(Hold(piece_of(ship)))
            _take_aboard(draft, other.unit, army)
            return True
    return False


def _sail(draft: Draft, options: UnitOptions) -> bool:
    """The army stays aboard, and its ship makes for the army's goal."""
    army = options.unit
    goal = draft.goal_of(army)
    ship = _carrier(draft, army)
    if ship is not None and goal is not None:
        draft.goals[ship.space] = goal
        draft.pinned.discard(ship.space)
    draft.enter(Hold(piece_of(army)))
    return True


def _is_stranded(draft: Draft, unit: Unit) -> bool:
    """Whether an army ashore has no goal that it could march to soon."""
    if draft.survey.sails(unit.kind) or unit.is_aboard:
        return False
    goal = draft.goal_of(unit)
    if goal is None:
        return False
    way = draft.values.distance(unit.kind, unit.location, goal)
    return way >= STRANDED or (way > NEAR and draft.chance.random() < 0.3)


def _go_aboard(draft: Draft, options: UnitOptions) -> bool:
    for ship in _ships_beside(draft, options.unit):
        _take_aboard(draft, ship.unit, options.unit)
        return True
    return False


def _ships_beside(draft: Draft, army: Unit) -> list[UnitOptions]:
    """Own ships without an order that may take an army aboard, transport fleets first."""
    found = [ship for ship in draft.idle() if piece_of(army) in ship.embarkable]
    found.sort(key=lambda ship: (-len(ship.unit.kind.value), str(ship.unit)))
    return found


def _take_aboard(draft: Draft, ship: Unit, army: Unit) -> None:
    draft.enter(Embark(piece_of(ship), piece_of(army)))
    draft.enter(Move(piece_of(army), LocationId(ship.space)))


def call_ships(draft: Draft) -> None:
    """Empty ships go beside stranded armies."""
    if not draft.survey.scene.takes_aboard:
        return
    for options in list(draft.movable()):
        if _is_stranded(draft, options.unit) and not draft.has_order(options.unit):
            seas = set(draft.survey.atlas.beside(options.unit.space))
            if _send_ship(draft, seas):
                draft.pinned.add(draft.survey.key(options.unit))


def _send_ship(draft: Draft, seas: set[LocationId]) -> bool:
    for ship in draft.movable():
        if not draft.survey.sails(ship.unit.kind) or aboard(ship.unit.space) in draft.units:
            continue
        for target in ship.moves:
            space = SpaceId(space_of(target))
            if target in seas and space not in draft.position.units and draft.is_open(ship.unit, space):
                draft.enter(Move(piece_of(ship.unit), target))
                return True
    return False
