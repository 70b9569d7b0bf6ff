"""A bot that orders anything legal."""

import random

from legation.board import PowerId, SpaceId
from legation.game import GameState, PhaseKind
from legation.judge import Rulebook, count_adjustments, list_adjustments
from legation.orders import Build, Disband, Order, Retreat, list_orders, piece_of
from legation.variants import Variant


class RandomBot:
    """Chooses among the legal orders by chance."""

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """A random legal order for each unit, or random builds and removals."""
        if state.phase.kind is PhaseKind.MOVES:
            tables = list_orders(variant.board, state.position, power, rulebook.order_rules)
            return [chance.choice(list(options.orders())) for options in tables.units.values()]
        if state.phase.kind is PhaseKind.RETREATS:
            return choose_retreats(state, power, chance)
        return choose_adjustments(variant, rulebook, state, power, chance)


def choose_retreats(state: GameState, power: PowerId, chance: random.Random) -> list[Order]:
    """Any open place for each dislodged unit."""
    orders: list[Order] = []
    for found in state.position.dislodged:
        if found.unit.power == power:
            piece = piece_of(found.unit)
            orders.append(Retreat(piece, chance.choice(found.retreats)) if found.retreats else Disband(piece))
    return orders


def choose_adjustments(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
) -> list[Order]:
    """As many builds or removals as are due, each in a place of its own; no build is waived."""
    due = abs(count_adjustments(variant.board, state.position, power, rulebook))
    options = list(list_adjustments(variant.board, state.position, power, rulebook))
    chance.shuffle(options)
    chosen: dict[SpaceId, Order] = {}
    for order in options:
        if isinstance(order, Build | Disband) and len(chosen) < due:
            chosen.setdefault(order.unit.space, order)
    return list(chosen.values())
