"""Chooses orders."""

from legation.bots.bot import Bot
from legation.bots.greedy_bot import GreedyBot
from legation.bots.random_bot import RandomBot

__all__ = ["Bot", "GreedyBot", "RandomBot"]
