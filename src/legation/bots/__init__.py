"""Chooses orders."""

from legation.bots.bot import Bot
from legation.bots.changes import Orders, list_changes
from legation.bots.draft import Draft
from legation.bots.greedy_bot import GreedyBot, draft_moves
from legation.bots.levels import list_levels, make_bot, register_bot
from legation.bots.match import Patience, Quiet, play_match, play_phase
from legation.bots.odds import Odds
from legation.bots.planner_bot import PlannerBot, add_bombs, plan_moves
from legation.bots.random_bot import RandomBot
from legation.bots.scales import Scales
from legation.bots.surroundings import Surroundings
from legation.bots.survey import Survey
from legation.bots.thinking_bot import ThinkingBot
from legation.bots.values import Values
from legation.bots.voting import propose_draw, vote_on_all, wants
from legation.bots.whim_bot import WhimBot

__all__ = [
    "Bot",
    "Draft",
    "GreedyBot",
    "Odds",
    "Orders",
    "Patience",
    "PlannerBot",
    "Quiet",
    "RandomBot",
    "Scales",
    "Surroundings",
    "Survey",
    "ThinkingBot",
    "Values",
    "WhimBot",
    "add_bombs",
    "draft_moves",
    "list_changes",
    "list_levels",
    "make_bot",
    "plan_moves",
    "play_match",
    "play_phase",
    "propose_draw",
    "register_bot",
    "vote_on_all",
    "wants",
]
