"""The entrants of a tournament: our bots, classes of other packages, weights, and programs behind an address."""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, cast

from legation.bots import Bot, list_levels, make_bot
from legation.bots.learned import load_sage
from legation.bots.searching import Effort, SearchBot
from legation.errors import RequestError, UnknownNameError
from legation.sim.http_bot import SCHEMES, HttpBot

GROUP: Final = "legation.bots"
"""The entry points under which other packages offer bots."""
Maker = Callable[[], Bot]


def find_entrant(name: str) -> Maker:
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
        return _check(name, offered[name].load())
    if ":" in name:
        return _check(name, _load(name))
    raise UnknownNameError("bot", name, (*list_levels(), *offered))


def _load(name: str) -> object:
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise RequestError("bots", f"{name} cannot be loaded: {error}") from error


def _check(name: str, found: object) -> Maker:
    if not callable(found) or not callable(getattr(found, "choose", None)):
        raise RequestError("bots", f"{name} is no class with a method choose()")
    return cast("Maker", found)
