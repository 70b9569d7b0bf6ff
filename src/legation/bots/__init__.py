"""Chooses orders. The bots that search are in ``legation.bots.searching``, which needs the extra ``legation[sim]``."""

from legation.bots.bot import Bot
from legation.bots.counsel import explain_choice, give_hint
from legation.bots.greedy_bot import GreedyBot
from legation.bots.levels import deal_bots, deal_levels, list_levels, make_bot
from legation.bots.match import Patience, Quiet, play_match, play_phase
from legation.bots.planner_bot import PlannerBot
from legation.bots.prospects import Advice, Hint, Prospect
from legation.bots.random_bot import RandomBot
from legation.bots.strengths import MEASURED, Measured, has_master
from legation.bots.voting import propose_draw, vote_on_all, wants, wants_draw
from legation.bots.whim_bot import WhimBot

__all__ = [
    "MEASURED",
    "Advice",
    "Bot",
    "GreedyBot",
    "Hint",
    "Measured",
    "Patience",
    "PlannerBot",
    "Prospect",
    "Quiet",
    "RandomBot",
    "WhimBot",
    "deal_bots",
    "deal_levels",
    "explain_choice",
    "give_hint",
    "has_master",
    "list_levels",
    "make_bot",
    "play_match",
    "play_phase",
    "propose_draw",
    "vote_on_all",
    "wants",
    "wants_draw",
]
