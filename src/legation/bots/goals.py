"""Decides which units stay, and which unit goes to which centre."""

from legation.board import SpaceId, Unit
from legation.bots.draft import Draft
from legation.orders import UnitOptions


def pin_units(draft: Draft) -> None:
    """Units on a centre that they are taking stay; so do most of those whose centre an enemy could enter."""
    values = draft.values
    for key, options in draft.units.items():
        space = options.unit.space
        if options.unit.is_aboard:
            continue
        guards = values.is_own_centre(space) and _must_guard(draft, space)
        if values.is_goal_for(options.unit, space) or guards or _escorts(draft, options):
            draft.pinned.add(key)


def _escorts(draft: Draft, options: UnitOptions) -> bool:
    """True if a fleet is beside its power's army on an island that others could attack; it usually stays then."""
    return draft.chance.random() < 0.6 and any(
        held.space in draft.units
        and draft.board.spaces[held.space].is_island
        and not draft.survey.sails(draft.units[held.space].unit.kind)
        and draft.values.threat(held.space) > 0
        for held in options.support_holds
    )


def _must_guard(draft: Draft, space: SpaceId) -> bool:
    threat = draft.values.threat(space)
    if not threat:
        return False
    return draft.chance.random() < (0.75 if draft.is_fall else 0.35)


def assign_goals(draft: Draft) -> None:
    """Pairs of unit and goal, the cheapest first; a goal gets as many units as it probably needs."""
    values = draft.values
    pairs = [
        (cost, goal, key)
        for key, options in draft.units.items()
        if key not in draft.pinned and key not in draft.orders
        for cost, goal in values.nearest_goals(options.unit)
    ]
    pairs.sort()
    room: dict[SpaceId, int] = {}
    for _, goal, key in pairs:
        if goal not in room:
            room[goal] = 0 if goal in draft.units else min(3, 1 + _strength_met(draft, goal))
        if key not in draft.goals and room[goal]:
            room[goal] -= 1
            draft.goals[key] = goal
    for _, goal, key in pairs:
        draft.goals.setdefault(key, goal)


def _strength_met(draft: Draft, goal: SpaceId) -> int:
    occupant = draft.position.units.get(goal)
    return draft.values.threat(goal) + (occupant is not None)


def guards_wanted(draft: Draft) -> list[SpaceId]:
    """Empty own centres that a unit of another power could enter, home centres first."""
    values = draft.values
    return sorted(
        (
            space
            for space in draft.position.centres_of(draft.power)
            if space not in draft.position.units and space not in draft.taken and values.threat(space)
        ),
        key=lambda space: (draft.power not in draft.board.spaces[space].powers, space),
    )


def is_free_to_guard(draft: Draft, unit: Unit) -> bool:
    """True if the unit has nothing better to do nearby than pursue a distant goal."""
    goal = draft.goal_of(unit)
    return goal is None or draft.values.distance(unit.kind, unit.location, goal) > 1
