"""Moves of one step: attacks with support, guards, and marches to distant goals."""

from legation.board import LocationId, SpaceId, Unit, space_of
from legation.bots.draft import Draft
from legation.bots.goals import guards_wanted, is_free_to_guard
from legation.orders import Move, UnitOptions, piece_of

MOST = 4
"""The most units in an attack."""


def attack_goals(draft: Draft) -> None:
    """Attack the goals one step away, each with as much support as it probably needs."""
    ready: dict[SpaceId, list[UnitOptions]] = {}
    for options in draft.movable():
        goal = draft.goal_of(options.unit)
        if goal is not None and any(space_of(target) == goal for target in draft.survey.steps(options)):
            ready.setdefault(goal, []).append(options)
    ranked = sorted(ready, key=lambda goal: (-draft.values.goals[goal] - len(ready[goal]), goal))
    for goal in ranked:
        for options in ready[goal]:
            if not draft.has_order(options.unit) and draft.is_open(options.unit, goal):
                attack(draft, options, goal)


def hunt_ships(draft: Draft) -> None:
    """Attack ships of others that have an army aboard, where two units can do it: ship and army go down together."""
    for space in sorted(army.space for army in draft.position.armies_aboard):
        if draft.position.units[space].power == draft.power or space in draft.taken:
            continue
        for options in draft.movable():
            targets = [target for target in draft.survey.steps(options) if space_of(target) == space]
            if targets and draft.supporters(options.unit, targets[0]) and attack(draft, options, space):
                break


def attack(draft: Draft, options: UnitOptions, goal: SpaceId) -> bool:
    """Send a unit to a space, with support where there is resistance; not where it would be hopeless."""
    unit = options.unit
    target = best_coast(draft, options, goal)
    resistance = draft.values.resistance(goal)
    helpers = draft.supporters(unit, target)
    occupant = draft.position.units.get(goal)
    if len(helpers) < resistance and occupant is not None and occupant.power != draft.power:
        if draft.chance.random() > 0.2:
            return False
        resistance = 0
    draft.enter(Move(piece_of(unit), target))
    draft.support(unit, target, min(resistance, MOST - 1))
    return True


def best_coast(draft: Draft, options: UnitOptions, goal: SpaceId) -> LocationId:
    """The coast for a landing in a space with several: random, since both may serve."""
    return draft.chance.choice([target for target in draft.survey.steps(options) if space_of(target) == goal])


def guard_centres(draft: Draft) -> None:
    """Bring idle units into empty own centres that others could take."""
    for space in guards_wanted(draft):
        if not draft.is_fall and draft.chance.random() < 0.5:
            continue
        for options in draft.movable():
            if (
                any(space_of(target) == space for target in draft.survey.steps(options))
                and is_free_to_guard(draft, options.unit)
                and draft.is_open(options.unit, space)
            ):
                draft.enter(Move(piece_of(options.unit), best_coast(draft, options, space)))
                break


def march(draft: Draft) -> None:
    """Every other unit goes a step nearer to its goal. Done twice: blocked ways may be free after others have left."""
    for _ in range(2):
        waiting = draft.movable()
        waiting.sort(key=lambda options: (_way_left(draft, options.unit), str(options.unit)))
        for options in waiting:
            if not draft.has_order(options.unit):
                _step(draft, options)


def _way_left(draft: Draft, unit: Unit) -> int:
    goal = draft.goal_of(unit)
    return 0 if goal is None else draft.values.distance(unit.kind, unit.location, goal)


def _step(draft: Draft, options: UnitOptions) -> None:
    unit = options.unit
    goal = draft.goal_of(unit)
    if goal is None:
        return
    values = draft.values
    here = values.distance(unit.kind, unit.location, goal)
    steps = draft.survey.steps(options)
    ways = [(values.distance(unit.kind, target, goal), draft.chance.random(), target) for target in steps]
    for distance, _, target in sorted(ways):
        if distance > here or (distance == here and draft.chance.random() < 0.6):
            return
        space = space_of(target)
        if not draft.is_open(unit, space):
            continue
        if space in draft.position.units and space not in draft.units:
            if attack(draft, options, space):
                return
            continue
        draft.enter(Move(piece_of(unit), target))
        return
