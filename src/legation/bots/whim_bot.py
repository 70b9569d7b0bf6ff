"""A bot that occasionally does something odd, so that everything legal happens sooner or later."""

import random

from legation.board import PowerId
from legation.bots.bot import Bot
from legation.bots.random_bot import RandomBot
from legation.game import GameState, PhaseKind
from legation.judge import Rulebook
from legation.orders import Bomb, Order, Piece, Waive
from legation.variants import Variant


class WhimBot:
    """Plays like another bot, but gives a share of the units random orders instead."""

    def __init__(self, bot: Bot, share: float = 0.1) -> None:
        self.bot = bot
        self.share = share
        self.random = RandomBot()

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """The other bot's orders, some of them replaced; in Winter all or none."""
        sensible = self.bot.choose(variant, rulebook, state, power, chance)
        if state.phase.kind is not PhaseKind.MOVES:
            if chance.random() < self.share:
                return self.random.choose(variant, rulebook, state, power, chance)
            return sensible
        odd = self.random.choose(variant, rulebook, state, power, chance)
        swapped = {_unit(order): order for order in odd if chance.random() < self.share}
        return [order if isinstance(order, Bomb) else swapped.get(_unit(order), order) for order in sensible]


def _unit(order: Order) -> Piece | None:
    return None if isinstance(order, Bomb | Waive) else order.unit
