"""Games as saved-game JSON, in and out."""

import json
from pathlib import Path
from typing import Any

from legation.compat.engine.game import Game
from legation.compat.utils.game_phase_data import GamePhaseData
from legation.errors import LegationError
from legation.interchange import read_game_file, replay_game

RULES_TO_SKIP = ("SOLITAIRE", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "IGNORE_ERRORS")
"""Rules about running a game, not about judging it."""


def to_saved_game_format(game: Game, output_path: str | None = None, output_mode: str = "a") -> dict[str, Any]:
    """A game as one object, written as a line to a file if one is named."""
    rules = [rule for rule in game.rules if rule not in RULES_TO_SKIP]
    phases = [phase.to_dict() for phase in (*game.get_phase_history(), game.get_phase_data())]
    for phase in phases:
        phase["state"] = {**phase["state"], "game_id": game.game_id, "map": game.map_name, "rules": rules}
    saved = {"id": game.game_id, "map": game.map_name, "rules": rules, "phases": phases}
    if output_path:
        with Path(output_path).open(output_mode, encoding="utf-8") as stream:
            stream.write(json.dumps(saved) + "\n")
    return saved


def from_saved_game_format(saved_game: dict[str, Any]) -> Game:
    """The game of an object that ``to_saved_game_format`` gave."""
    game = Game(
        game_id=saved_game.get("id"), map_name=saved_game.get("map", "standard"), rules=saved_game.get("rules", [])
    )
    game.set_phase_data([GamePhaseData.from_dict(phase) for phase in saved_game.get("phases", [])])
    return game


def load_saved_games_from_disk(input_path: str, on_error: str = "raise") -> list[Game]:
    """The games of a file with one game per line; ``on_error`` is ``raise``, ``warn`` or ``ignore``."""
    games = []
    path = Path(input_path)
    if not path.exists():
        return []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            games.append(from_saved_game_format(json.loads(line)))
        except (ValueError, KeyError, TypeError, LegationError):
            if on_error == "raise":
                raise
    return games


def is_valid_saved_game(saved_game: dict[str, Any]) -> bool:
    """True if our judge gives the same positions, phase by phase."""
    try:
        read = read_game_file(json.dumps(saved_game).encode(), "game", "saved-game")
        replayed = replay_game(read, Game(map_name=saved_game.get("map", "standard")).map.variant)
    except LegationError:
        return False
    return not replayed.differences
