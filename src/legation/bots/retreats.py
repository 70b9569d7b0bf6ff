"""Retreats of dislodged units."""

import random

from legation.board import DislodgedUnit, LocationId, PowerId, SpaceId, space_of
from legation.bots.survey import Survey
from legation.bots.values import Values
from legation.judge import list_retreat_orders
from legation.orders import Disband, Order, piece_of


def choose_good_retreats(survey: Survey, power: PowerId, chance: random.Random) -> list[Order]:
    """Each unit to the best place left: a centre to take or to keep, or else near one; none if two would meet."""
    if not any(found.unit.power == power for found in survey.position.dislodged):
        return []
    values = Values(survey, power, chance)
    orders: list[Order] = []
    taken: set[SpaceId] = set()
    for found in survey.position.dislodged:
        if found.unit.power != power:
            continue
        options = [
            (_score(values, found, order.target), chance.random(), number, order)
            for number, order in enumerate(list_retreat_orders(survey.board, survey.position, found, survey.rulebook))
            if space_of(order.target) not in taken and order.via not in taken
        ]
        if not options:
            orders.append(Disband(piece_of(found.unit)))
            continue
        best = max(options)[-1]
        taken |= {space_of(best.target)} | ({best.via} if best.via else set())
        orders.append(best)
    return orders


def _score(values: Values, found: DislodgedUnit, target: LocationId) -> float:
    space = space_of(target)
    kind = found.unit.kind
    if values.is_goal_for(found.unit, space):
        return 10.0
    if values.is_own_centre(space):
        return 5.0 + min(2, values.threat(space))
    near = [values.distance(kind, target, goal) - worth for goal, worth in values.goals.items()]
    return -min(near, default=0.0)
