"""Chooses orders."""

from legation.bots.bot import Bot
from legation.bots.greedy_bot import GreedyBot
from legation.bots.match import Patience, Quiet, play_match, play_phase
from legation.bots.random_bot import RandomBot
from legation.bots.voting import propose_draw, vote_on_all, wants
from legation.bots.whim_bot import WhimBot

__all__ = [
    "Bot",
    "GreedyBot",
    "Patience",
    "Quiet",
    "RandomBot",
    "WhimBot",
    "play_match",
    "play_phase",
    "propose_draw",
    "vote_on_all",
    "wants",
]
