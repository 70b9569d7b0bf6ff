"""The bots by name: the rungs of the ladder, and the four levels that players choose from."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from legation.board import PowerId
from legation.bots.bot import Bot
from legation.bots.greedy_bot import GreedyBot
from legation.bots.planner_bot import PlannerBot
from legation.bots.random_bot import RandomBot
from legation.bots.whim_bot import WhimBot
from legation.errors import MissingExtraError, RequestError, UnknownNameError

WHIMS: Final = 0.45
"""The share of an easy bot's orders that are random."""


def _make_searcher() -> Bot:
    """The searching bot without a time limit, so that the same seed plays the same game."""
    from legation.bots.searching import Effort, SearchBot  # noqa: PLC0415 - Numba loads slowly, and may be missing

    return SearchBot(Effort(seconds=None))


def _make_learned() -> Bot:
    """The same, using learned weights where the board has them."""
    from legation.bots.learned import find_sage  # noqa: PLC0415 - Numba loads slowly, and may be missing
    from legation.bots.searching import Effort, SearchBot  # noqa: PLC0415

    return SearchBot(Effort(seconds=None), find_sage=find_sage)


@cache
def _make_strong() -> Bot:
    """One for the whole process, so that all threads wait for the same machine code; the planner without Numba."""
    try:
        from legation.bots.searching import StrongBot  # noqa: PLC0415 - Numba loads slowly, and may be missing
    except MissingExtraError:
        return PlannerBot()
    return StrongBot()


@cache
def _make_master() -> Bot:
    """The same, using learned weights where the board has them."""
    try:
        from legation.bots.learned import find_sage  # noqa: PLC0415 - Numba loads slowly, and may be missing
        from legation.bots.searching import StrongBot  # noqa: PLC0415
    except MissingExtraError:
        return PlannerBot()
    return StrongBot(find_sage)


_MAKERS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "searcher": _make_searcher,
    "learned": _make_learned,
    "easy": lambda: WhimBot(GreedyBot(), WHIMS),
    "steady": PlannerBot,
    "strong": _make_strong,
    "master": _make_master,
}
_UNTIMED: Final = {"strong": "searcher", "master": "learned"}
"""For each bot that watches the clock, its equivalent without a clock."""
_made = threading.local()


def list_levels() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_MAKERS)


def check_level(name: str) -> None:
    """Raises if there is no bot of that name."""
    if name not in _MAKERS:
        raise UnknownNameError("bot", name, list_levels())


def make_bot(name: str, *, timed: bool = True) -> Bot:
    """The bot of that name; ``timed=False`` if its games must be repeatable, so that it may not watch the clock.

    A thread always gets the same bot, since bots keep what they computed for the next power.
    """
    check_level(name)
    chosen = name if timed else _UNTIMED.get(name, name)
    made: dict[str, Bot] = _made.__dict__
    if chosen not in made:
        made[chosen] = _MAKERS[chosen]()
    return made[chosen]


def deal_levels(names: Sequence[str], powers: Iterable[PowerId], turn: int = 0) -> dict[PowerId, str]:
    """Assign bots to powers: the names in turn, shifted by one seat in each turn."""
    if not names:
        raise RequestError("bots", "name at least one")
    for name in names:
        check_level(name)
    return {power: names[(seat + turn) % len(names)] for seat, power in enumerate(powers)}


def deal_bots(names: Sequence[str], powers: Iterable[PowerId], *, turn: int = 0) -> dict[PowerId, Bot]:
    """A bot for each power, assigned in turn. None watches the clock, so that the same seed plays the same game."""
    return {power: make_bot(name, timed=False) for power, name in deal_levels(names, powers, turn).items()}
