"""The bot of the levels "strong" and "master" for programs that must not wait: it plans until machine code is ready."""

import random
import threading
from collections.abc import Callable

from legation.board import PowerId
from legation.bots.learned import Sage
from legation.bots.planner_bot import PlannerBot
from legation.bots.searching.search_bot import Effort, SearchBot, warm_up
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import Order
from legation.variants import Variant

SECONDS = 0.8
"""For one power: eight of them must not keep a player waiting."""


class StrongBot:
    """Plans until the machine code is ready, then searches. The first question starts compiling in the background."""

    def __init__(self, find_sage: Callable[[Variant], Sage | None] = lambda variant: None) -> None:
        self._find_sage = find_sage
        self._planner = PlannerBot()
        self._searchers = threading.local()
        self._ready = threading.Event()
        self._warming: threading.Thread | None = None

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """Orders for everything that the power must order in this phase."""
        return (self.find_searcher() or self._planner).choose(variant, rulebook, state, power, chance)

    def find_searcher(self) -> SearchBot | None:
        """The searching bot, as soon as its machine code is ready; asking starts the compilation."""
        if self._ready.is_set():
            return self._searcher()
        self.warm_up()
        return None

    def warm_up(self) -> threading.Thread:
        """Compile the machine code in the background, unless that is already under way."""
        if self._warming is None:
            self._warming = threading.Thread(target=self._make, name="machine code of the searcher", daemon=True)
            self._warming.start()
        return self._warming

    def _make(self) -> None:
        warm_up()
        self._ready.set()

    def _searcher(self) -> SearchBot:
        """One for each thread: a searcher keeps its work on a position for the next power."""
        found: SearchBot | None = getattr(self._searchers, "bot", None)
        if found is None:
            found = self._searchers.bot = SearchBot(Effort(seconds=SECONDS), find_sage=self._find_sage)
        return found
