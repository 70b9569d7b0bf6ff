"""One game through time."""

from legation.game.advance import advance, find_ending, has_orders_due, judge_phase, start_state
from legation.game.codec import JudgeRequest, read_request
from legation.game.explain import Explanation, Link, explain_outcome
from legation.game.game import Game
from legation.game.phase import Phase, PhaseKind, Season, next_phase, parse_phase
from legation.game.state import Ending, GameState, PhaseRecord

__all__ = [
    "Ending",
    "Explanation",
    "Game",
    "GameState",
    "JudgeRequest",
    "Link",
    "Phase",
    "PhaseKind",
    "PhaseRecord",
    "Season",
    "advance",
    "explain_outcome",
    "find_ending",
    "has_orders_due",
    "judge_phase",
    "next_phase",
    "parse_phase",
    "read_request",
    "start_state",
]
