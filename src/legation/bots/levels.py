"""The bots by name: the rungs of the ladder, and the three levels that players choose from."""

import threading
from collections.abc import Callable
from typing import Final

from legation.bots.bot import Bot
from legation.bots.greedy_bot import GreedyBot
from legation.bots.planner_bot import PlannerBot
from legation.bots.random_bot import RandomBot
from legation.bots.whim_bot import WhimBot
from legation.errors import UnknownNameError

Maker = Callable[[], Bot]
WHIMS: Final = 0.45
"""How many orders of an easy bot are given by whim."""

# The searching bot lives in ``legation.sim``, which bots may not know; who starts a program adds it to these.
_makers: dict[str, Maker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "easy": lambda: WhimBot(GreedyBot(), WHIMS),
    "steady": PlannerBot,
    "strong": PlannerBot,
}
_made = threading.local()


def list_levels() -> tuple[str, ...]:
    """The names that a bot can be asked for by."""
    return tuple(_makers)


def register_bot(name: str, maker: Maker) -> None:
    """Let a name stand for a bot from now on, in this process."""
    _makers[name] = maker


def make_bot(name: str) -> Bot:
    """The bot of that name. A thread gets the same one every time, since bots keep what they saw for the next power."""
    if name not in _makers:
        raise UnknownNameError("bot", name, list_levels())
    made: dict[str, tuple[Maker, Bot]] = _made.__dict__
    maker = _makers[name]
    if name not in made or made[name][0] is not maker:
        made[name] = maker, maker()
    return made[name][1]
