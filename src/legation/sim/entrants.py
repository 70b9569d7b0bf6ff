"""The entrants of a tournament: our bots, classes of other packages, weights, and programs behind an address."""

import random
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, cast

from legation.board import PowerId
from legation.bots import Bot, list_levels, make_bot
from legation.bots.learned import load_sage
from legation.bots.searching import Effort, SearchBot
from legation.errors import RequestError, UnknownNameError, quote
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import Order
from legation.sim.http_bot import SCHEMES, HttpBot
from legation.variants import Variant

GROUP: Final = "legation.bots"
"""The entry points under which other packages offer bots."""
Maker = Callable[[], Bot]


def get_maker(name: str) -> Maker:
    """A maker for the bot with a name.

    A name is that of one of our bots or of an entry point, ``module:Class``, a file of weights that ends in ``.npz``,
    or an address that begins with ``http://`` or ``https://``.
    """
    if name in list_levels():
        return lambda: make_bot(name, timed=False)
    if name.startswith(SCHEMES):
        bot = HttpBot(name)  # one for all games, so that its faults can be reported at the end
        return lambda: bot
    if name.endswith(".npz"):
        sage = load_sage(Path(name))
        return lambda: SearchBot(Effort(seconds=None), find_sage=lambda _: sage)
    offered = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name in offered:
        return _invite(name, offered[name].load)
    if ":" in name:
        return _invite(name, partial(_load, name))
    raise UnknownNameError("bot", name, (*list_levels(), *offered))


def _load(name: str) -> object:
    if not sys.path or sys.path[0] not in ("", str(Path.cwd())):
        sys.path.insert(0, str(Path.cwd()))  # a bot in the current folder, which a command does not look into
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def _invite(name: str, load: Callable[[], object]) -> Maker:
    """A maker for a class from elsewhere. Whatever goes wrong in it is said with its name."""
    with _blame(name, "cannot be loaded"):
        found = load()
    if not callable(found) or not callable(getattr(found, "choose", None)):
        raise RequestError("bots", f"{name} is not a class with a method choose()")

    def make() -> Bot:
        with _blame(name, "cannot be made"):
            return Guest(name, cast("Maker", found)())

    return make


@contextmanager
def _blame(name: str, what: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # code from elsewhere may raise anything
        frame = traceback.extract_tb(error.__traceback__)[-1]
        is_its_own = frame.filename != __file__ and not frame.filename.startswith("<")
        place = f" ({Path(frame.filename).name}, line {frame.lineno})" if is_its_own else ""
        raise RequestError("bots", f"{name} {what}: {type(error).__name__}: {error}{place}") from error


class Guest:
    """A bot from elsewhere, whose answers are checked."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self.bot = name, bot

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """What the bot answers."""
        with _blame(self.name, f"failed for {power} in {state.phase}"):
            answer = cast("Iterable[object]", self.bot.choose(variant, rulebook, state, power, chance))
            found = [answer] if isinstance(answer, str) else list(answer)
        wrong = next((order for order in found if not isinstance(order, Order)), None)
        if wrong is not None:
            cure = "; legation.orders.parse_order makes an order of a text" if isinstance(wrong, str) else ""
            told = f"{self.name} answers {quote(wrong)} for {power} in {state.phase}, which is no order{cure}"
            raise RequestError("bots", told)
        return [order for order in found if isinstance(order, Order)]
