"""The DumbBot of diplomacy/research beside our bots, on the regular board.

    LEGATION_RESEARCH=path/to/diplomacy-research \
        legation tournament standard --bots planner,benchmarks.dumb_bot:DumbBot --rounds 4

The rules of that bot are read from a checkout of https://github.com/diplomacy/research (MIT licence), which is not part
of this project; only its module ``dumbbot_ruleset`` is used. It plays on a game of the PyPI package ``diplomacy`` that
is set to our position each time.
"""

import os
import random
import sys
import types
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from legation.board import PowerId
from legation.contract import describe_state
from legation.errors import LegationError, RequestError
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import Order, read_submissions
from legation.variants import Variant

with warnings.catch_warnings():
    # It opens its table of convoy paths on import and leaves the closing to the garbage collector.
    warnings.simplefilter("ignore", ResourceWarning)
    from diplomacy import Game as PeerGame

CHECKOUT: Final = "LEGATION_RESEARCH"
RULES: Final = Path("diplomacy_research/players/rulesets/dumbbot_ruleset.py")
STATES: Final = "diplomacy_research.models.state_space"
"""The module from which the rules take the function that makes a game of a state; TensorFlow comes with it."""


class DumbBot:
    """Asks the rules of DumbBot for orders; ``faults`` has the orders that our judge cannot read."""

    def __init__(self) -> None:
        self.rules = load_rules()
        self.faults: list[str] = []

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """What DumbBot orders; it draws its lots from Python's common source, which is seeded here."""
        del rulebook
        random.seed(chance.getrandbits(48))
        game = make_peer_game(variant, state)
        lines = self.rules.run_ruleset(_State(game), str(power))
        orders: list[Order] = []
        for submission in read_submissions(variant.board, {power: list(lines)}):
            if isinstance(submission.order, LegationError):
                self.faults.append(f"{state.phase} {power}: {submission.text!r}: {submission.order}")
            else:
                orders.append(submission.order)
        return orders


@lru_cache(maxsize=1)
def load_rules() -> Any:  # noqa: ANN401 - the peer has no types
    """The module with the rules, without the package around it."""
    place = os.environ.get(CHECKOUT)
    if not place or not (Path(place) / RULES).is_file():
        raise RequestError("bots", f"{CHECKOUT} must name a checkout of diplomacy/research, which has {RULES}")
    states = types.ModuleType(STATES)
    states.build_game_from_state_proto = lambda state: state.game  # type: ignore[attr-defined]
    sys.modules[STATES] = states
    rules = types.ModuleType("dumbbot_ruleset")
    source = (Path(place) / RULES).read_text(encoding="utf-8")
    exec(compile(source, str(RULES), "exec"), rules.__dict__)
    return rules


class _State:
    """As much of a state as the rules look at before they make a game of it."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401
        self.game = game
        powers = game.powers.items()
        self.units = {name: types.SimpleNamespace(value=[*power.units, *power.retreats]) for name, power in powers}
        self.centers = {name: types.SimpleNamespace(value=power.centers) for name, power in powers}


def make_peer_game(variant: Variant, state: GameState) -> Any:  # noqa: ANN401
    """A game of theirs in our position."""
    game = PeerGame()
    ours = describe_state(variant, state)
    units: dict[str, list[str]] = {name: list(ours["units"].get(PowerId(name), ())) for name in game.powers}
    retreats: dict[str, dict[str, list[str]]] = {name: {} for name in game.powers}
    for out in ours["dislodged"]:
        units[out["power"]].append(f"*{out['unit']}")
        retreats[out["power"]][out["unit"]] = list(out["retreats"])
    game.set_state(
        {
            "name": str(state.phase),
            "units": units,
            "retreats": retreats,
            "centers": {name: list(ours["centres"].get(PowerId(name), ())) for name in game.powers},
        }
    )
    return game
