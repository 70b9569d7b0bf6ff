"""Games of other programs: read from their files, judged again, and written in their formats.

Each format has one reader, which fills a ``ForeignGame``; ``replay_game`` judges every phase of it, compares the
result with the file and continues from there.
"""

from legation.interchange.compare import Difference, Differing
from legation.interchange.formats import GAME_FORMATS, find_game_format, read_game_file
from legation.interchange.importer import ImportedGame, choose_board, import_games, list_game_files
from legation.interchange.model import ForeignGame, ForeignPhase, ForeignPosition, Origin
from legation.interchange.replay import Replayed, replay_game
from legation.interchange.write_saved import (
    dump_saved_game,
    write_orders,
    write_results,
    write_saved_game,
    write_state,
)

__all__ = [
    "GAME_FORMATS",
    "Difference",
    "Differing",
    "ForeignGame",
    "ForeignPhase",
    "ForeignPosition",
    "ImportedGame",
    "Origin",
    "Replayed",
    "choose_board",
    "dump_saved_game",
    "find_game_format",
    "import_games",
    "list_game_files",
    "read_game_file",
    "replay_game",
    "write_orders",
    "write_results",
    "write_saved_game",
    "write_state",
]
