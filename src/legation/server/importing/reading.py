"""The game in a file, from any supported program."""

from collections.abc import Callable
from dataclasses import dataclass

from legation.game import SavedGame, open_setup, read_saved_game
from legation.interchange import Difference, choose_board, find_game_format, read_game_file, replay_game
from legation.server.base.refusals import HttpRefusal
from legation.variants import Variant

MOST_PHASES = 400
"""Phases of another program's game; each is judged, and a game of thirty years has some 120."""
MOST_EXPLAINED = 10
"""Phases whose differences are examined; each takes dozens of judgements."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A game from a file."""

    variant: Variant
    saved: SavedGame
    differences: tuple[Difference, ...] = ()
    """Where another program judged differently."""
    is_foreign: bool = False


def read_file(
    data: bytes, find: Callable[[str], Variant], variant: str = "", meter: Callable[[int], None] | None = None
) -> ReadFile:
    """The game in a file: our own with its chain, or another program's, judged again.

    ``meter`` is told how many entries or phases will be judged; it may refuse. ``variant`` is the board of another
    program's game, if it is not the regular one.
    """
    if find_game_format(data) is None:
        saved = read_saved_game(data, find, meter)
        return ReadFile(open_setup(saved.history.setup, find)[0], saved)
    game = read_game_file(data, "file")
    if len(game.phases) > MOST_PHASES:
        raise HttpRefusal(422, "too_many", case="turns", field="file", most=MOST_PHASES)
    if meter is not None:
        meter(len(game.phases))
    board = find(choose_board(game, variant))
    replayed = replay_game(game, board, most_explained=MOST_EXPLAINED)
    return ReadFile(board, replayed.saved, replayed.differences, is_foreign=True)
