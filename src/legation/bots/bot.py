"""The interface of bots: a bot chooses a power's orders from what that power may see."""

import random
from typing import Protocol

from legation.board import PowerId
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import Order
from legation.variants import Variant


class Bot(Protocol):
    """Chooses orders. The random numbers are passed in, so the same seed plays the same game."""

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """One order for each item that the power must order in this phase."""
