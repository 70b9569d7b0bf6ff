"""Games to learn from: bots of several kinds share a board, and seats are dealt at random."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from legation.bots import Bot, GreedyBot, Patience, PlannerBot, WhimBot, play_match
from legation.bots.learned import Sage, load_sage
from legation.bots.searching import Effort, SearchBot
from legation.game import PhaseRecord
from legation.library import Game
from legation.sim.learning.examples import Examples, gather_examples

QUICK = Effort(joint_moves=1500, judged_one_by_one=60, replies=12, seconds=None)
"""The effort of a searching bot in games played only for learning."""
WHIMS = 0.15
"""How often a bot does something odd, so that boards occur that no bot seeks."""

STARTING: Final[Mapping[str, float]] = {"greedy": 0.35, "planner": 0.45, "whim": 0.2}
"""The first games: quick bots only."""
LEARNING: Final[Mapping[str, float]] = {"learned": 0.6, "planner": 0.2, "greedy": 0.1, "whim": 0.1}
"""Later games: mostly the learning bot, against itself and others."""


@dataclass(frozen=True, slots=True)
class BotMix:
    """The players: how often each kind of bot is dealt a seat."""

    variant: str
    years: int = 13
    horizon: int = 3
    """After how many years the centres are counted."""
    seats: Mapping[str, float] = field(default_factory=lambda: STARTING)
    sage: Path | None = None
    """The weights of the learning bot, once it has some."""


def make_players(table: BotMix) -> dict[str, Bot]:
    """One bot of each kind."""
    sage: Sage | None = load_sage(table.sage) if table.sage else None
    return {
        "greedy": GreedyBot(),
        "planner": PlannerBot(),
        "whim": WhimBot(GreedyBot(), WHIMS),
        "searcher": SearchBot(QUICK),
        "learned": SearchBot(QUICK, find_sage=lambda _: sage),
    }


def play_examples(table: BotMix, seed: int) -> Examples:
    """Play one game and return its examples."""
    chance = random.Random(f"{table.variant} {seed}")
    players = make_players(table)
    game = Game.new(table.variant)
    names = list(table.seats)
    seating = {
        power: players[chance.choices(names, [table.seats[name] for name in names])[0]] for power in game.variant.seats
    }
    records: list[PhaseRecord] = []
    patience = Patience(years=table.years, quiet_years=table.years)
    play_match(game, seating, seed=chance.getrandbits(48), patience=patience, watch=records.append)
    return gather_examples(game.variant, game.rulebook, records, horizon=table.horizon, seed=seed)
