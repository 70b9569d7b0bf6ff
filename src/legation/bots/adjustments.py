"""Winter: what to build and where, and what to remove."""

import random
from collections import Counter
from collections.abc import Sequence

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKind, aboard
from legation.bots.survey import Survey
from legation.bots.values import Values
from legation.judge import Winter, is_spared, list_adjustments
from legation.orders import Build, Disband, Order, Piece, Refusal

FADE = 0.72
"""The share of a goal's value that is left with each step of distance."""


def choose_good_adjustments(survey: Survey, power: PowerId, chance: random.Random) -> list[Order]:
    """Builds where there is most to gain, and removals of the least useful units."""
    options = list_adjustments(survey.board, survey.position, power, survey.rulebook)
    if not options:
        return []
    values = Values(survey, power, chance)
    winter = Winter(survey.board, survey.position, power, survey.rulebook)
    return [*_removals(values, options, winter), *_builds(values, options, winter)]


def _builds(values: Values, options: Sequence[Order], winter: Winter) -> list[Order]:
    """One build after another, the best first, as far as they are followed."""
    kinds = Counter(unit.kind for unit in values.position.units_of(values.power))
    worth = {order: _worth(values, order.unit) for order in options if isinstance(order, Build)}
    chosen: list[Order] = []
    used: set[SpaceId] = set()
    while True:
        left = [
            order for order in worth if order.unit.space not in used and winter.quotas.may_build(kind_of(order.unit))
        ]
        if not left:
            return chosen
        best = max(left, key=lambda order: (worth[order] * _balance(kinds, kind_of(order.unit)), str(order.unit)))
        used.add(best.unit.space)
        kinds[kind_of(best.unit)] += 1
        winter.take_order(best)
        chosen.append(best)


def kind_of(piece: Piece) -> UnitKind:
    """The kind of unit, which a listed order always names."""
    assert piece.kind is not None
    return piece.kind


def _balance(kinds: Counter[UnitKind], kind: UnitKind) -> float:
    """Prefers the kind of unit that the power has fewer of."""
    return 1.0 - 0.6 * (kinds[kind] + 1) / (kinds.total() + 2)


def _worth(values: Values, piece: Piece) -> float:
    """The value of goals around a place, near ones for more; guards are worth something where others are close."""
    total = 0.3 * min(2, values.threat(piece.space)) + 0.05 * values.chance.random()
    return total + _prospects(values, kind_of(piece), piece.location)


def _prospects(values: Values, kind: UnitKind, location: LocationId) -> float:
    return sum(
        FADE ** values.distance(kind, location, goal) * (1.0 + 0.3 * worth)
        for goal, worth in values.goals.items()
        if values.captures(kind, goal) and not values.survey.is_closed(kind, goal)
    )


def _removals(values: Values, options: Sequence[Order], winter: Winter) -> list[Order]:
    """The least useful units, until no removal is due."""
    removals = [order for order in options if isinstance(order, Disband)]
    survey = values.survey
    units = {order: Unit(values.power, kind_of(order.unit), order.unit.location) for order in removals}
    spared = {order: is_spared(survey.board, survey.position, units[order], survey.rulebook) for order in removals}
    use = {order: _use_with_cargo(values, units[order]) for order in removals}
    ranked = sorted(removals, key=lambda order: (spared[order], use[order], str(order.unit)))
    return [order for order in ranked if winter.open_removals and not isinstance(winter.take_order(order), Refusal)]


def _use_with_cargo(values: Values, unit: Unit) -> float:
    """How useful a unit is, together with the army of its own that would go down with it."""
    army = None if unit.is_aboard else values.position.units.get(aboard(unit.space))
    is_lost = army is not None and army.power == unit.power
    return _use(values, unit) + (_use(values, army) if army and is_lost else 0.0)


def _use(values: Values, unit: Unit) -> float:
    """How useful a unit is: the goals around it, and the centre it guards."""
    guarding = values.is_own_centre(unit.space)
    guard = 1.0 + min(2, values.threat(unit.space)) if guarding else 0.0
    return guard + _prospects(values, unit.kind, unit.location)
