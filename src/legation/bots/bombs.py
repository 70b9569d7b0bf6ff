"""Gigaton bombs: the launch sites of a power, and the occasional launches of bots."""

import random
from dataclasses import replace

from legation.board import PowerId, SpaceId
from legation.bots.draft import Draft
from legation.bots.survey import Survey
from legation.orders import Bomb, Move, MovementOrder, Order

LAUNCH = 0.04
"""The chance of a launch in a phase, for a power that has bombs."""
CARRY = 0.1
"""The chance that a unit that would leave a bomb behind takes it along instead."""


def list_bomb_sites(survey: Survey, power: PowerId) -> list[SpaceId]:
    """The spaces from which the power may launch a bomb, each tried with itself as the target."""
    rules = survey.scene.rules
    if Bomb not in rules.extra_kinds:
        return []
    return [
        space
        for space in survey.board.order
        if not any(
            check.refuse_launch(survey.board, survey.position, power, Bomb(space, space), ())
            for check in rules.launch_checks
        )
    ]


def launch_bombs(draft: Draft) -> list[Order]:
    """Occasionally launch one bomb, at a centre or a unit of the strongest other power."""
    if Bomb not in draft.survey.scene.rules.extra_kinds or draft.chance.random() > LAUNCH:
        return []
    sites = list_bomb_sites(draft.survey, draft.power)
    targets = _targets(draft)
    if not sites or not targets:
        return []
    return [Bomb(draft.chance.choice(sites), draft.chance.choice(targets))]


def _targets(draft: Draft) -> list[SpaceId]:
    """Spaces of the largest other power that are worth a bomb, its occupied centres before the others."""
    counts = {power: count for power, count in draft.values.counts.items() if power != draft.power}
    rival = max(counts, key=lambda power: (counts[power], power))
    if draft.chance.random() < 0.2:  # now and then a unit in the field, so that bombs cannot be foreseen
        return [unit.space for unit in draft.position.units_of(rival)]
    owned = draft.position.centres_of(rival)
    # A bomb would also destroy an own unit there.
    occupied = [space for space in owned if space in draft.position.units and space not in draft.units]
    return occupied or list(owned)


def carry_bomb(survey: Survey, order: MovementOrder, chance: random.Random) -> MovementOrder:
    """Occasionally take a bomb along with a move, if there is one to take."""
    if not isinstance(order, Move) or Bomb not in survey.scene.rules.extra_kinds or chance.random() > CARRY:
        return order
    loaded = replace(order, carry=1)
    unit = survey.scene.find(order.unit)
    return loaded if unit is not None and survey.is_legal(unit, loaded) else order
