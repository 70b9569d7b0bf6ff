"""Games as zines print them: reads and compares positions, orders of all powers and results."""

from legation.zine.game import ReadGame, need_game, read_game
from legation.zine.phase_text import read_printed_phase
from legation.zine.position import MOST_CHARACTERS, count_forces, read_position
from legation.zine.reading import Count, Finding, Gravity, ReadLine, ReadPosition
from legation.zine.turns import MOST_TURNS, Difference, Differing, ReadTurn, ReadTurns, TurnText, read_turns

__all__ = [
    "MOST_CHARACTERS",
    "MOST_TURNS",
    "Count",
    "Difference",
    "Differing",
    "Finding",
    "Gravity",
    "ReadGame",
    "ReadLine",
    "ReadPosition",
    "ReadTurn",
    "ReadTurns",
    "TurnText",
    "count_forces",
    "need_game",
    "read_game",
    "read_position",
    "read_printed_phase",
    "read_turns",
]
