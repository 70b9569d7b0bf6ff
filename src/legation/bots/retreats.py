"""Retreats of dislodged units."""

import random

from legation.board import Board, DislodgedUnit, LocationId, Position, PowerId, SpaceId, bits_of, space_of
from legation.bots.survey import Survey
from legation.bots.values import Values
from legation.judge import Rulebook
from legation.orders import Disband, Order, Retreat, Scene, piece_of


def list_retreat_orders(board: Board, position: Position, rulebook: Rulebook, found: DislodgedUnit) -> list[Retreat]:
    """Every retreat of a unit; one that no step reaches names the sea whose fleet ferries it."""
    piece = piece_of(found.unit)
    steps = set(Scene(board, position, rulebook.order_rules).targets(found.unit))
    orders: list[Retreat] = []
    for target in found.retreats:
        if target in steps:
            orders.append(Retreat(piece, target))
        else:
            orders += [Retreat(piece, target, sea) for sea in ferries(board, position, found, target)]
    return orders


def ferries(board: Board, position: Position, found: DislodgedUnit, target: LocationId) -> list[SpaceId]:
    """Seas beside both shores with a fleet of the unit's own power."""
    links, index = board.convoy_links, board.index
    between = links[index[found.unit.location]] & links[index[target]]
    seas = [board.order[number] for number in bits_of(between)]
    return [sea for sea in seas if sea in position.units and position.units[sea].power == found.unit.power]


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
            for number, order in enumerate(list_retreat_orders(survey.board, survey.position, survey.rulebook, found))
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
