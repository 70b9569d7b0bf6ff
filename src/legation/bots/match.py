"""Whole games between bots."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from legation.board import PowerId, SpaceId
from legation.bots.bot import Bot
from legation.bots.played_game import PlayedGame
from legation.bots.voting import propose_draw, vote_on_all
from legation.game import PhaseRecord, Season
from legation.orders import write_submissions

Playing = TypeVar("Playing", bound=PlayedGame)
Watcher = Callable[[PhaseRecord], None]
GRACE = 2
"""Rounds of Spring and Fall after the last in which a vote may still end a game."""


@dataclass(frozen=True, slots=True)
class Patience:
    """When bots agree on a draw: after this many years in all, or this many without a centre changing hands.

    On a board whose turns last several years, a year is one round of Spring and Fall.
    """

    years: int = 60
    quiet_years: int = 8
    whims: float = 0.0
    """The chance, in each phase, that a bot proposes a draw anyway."""


def play_match(
    game: Playing,
    bots: Bot | Mapping[PowerId, Bot],
    *,
    seed: int = 0,
    patience: Patience | None = None,
    watch: Watcher | None = None,
) -> Playing:
    """Play a game to its end: by victory, or by a vote for a draw when the bots lose patience."""
    chance = random.Random(seed)
    limit = patience or Patience()
    quiet = Quiet(game)
    step = game.variant.calendar.round_years
    last = game.state.phase.year + limit.years * step
    while game.state.ending is None and game.state.phase.year < last + GRACE * step:
        is_over = game.state.phase.year >= last or quiet.years_now(game) >= limit.quiet_years
        if is_over or (limit.whims and chance.random() < limit.whims):
            propose_draw(game)
        vote_on_all(game, list(game.variant.seats), is_quiet=is_over)
        record = play_phase(game, bots, chance)
        if watch:
            watch(record)
    return game


def play_phase(game: PlayedGame, bots: Bot | Mapping[PowerId, Bot], chance: random.Random) -> PhaseRecord:
    """Let every power's bot order, and judge the phase. Powers without a bot keep the orders that were handed in."""
    for power in game.variant.seats:
        bot = bots.get(power) if isinstance(bots, Mapping) else bots
        if bot is not None:
            orders = bot.choose(game.variant, game.rulebook, game.state, power, chance)
            game.enter(write_submissions({power: orders}))
    return game.advance()


class Quiet:
    """Counts the years since a centre last changed hands."""

    def __init__(self, game: PlayedGame) -> None:
        self._owners: Mapping[SpaceId, PowerId] = game.state.position.owners
        self._since = game.state.phase.year

    def years_now(self, game: PlayedGame) -> int:
        """Full years without a change, up to the current state of the game."""
        state = game.state
        if dict(state.position.owners) != dict(self._owners):
            self._owners = state.position.owners
            self._since = state.phase.year
        rounds = game.variant.calendar.count_rounds(state.phase.year - self._since)
        return rounds - (state.phase.season is Season.WINTER)
