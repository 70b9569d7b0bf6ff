"""What a bot has learned from games: a small network that values boards. Needs ``legation[sim]``."""

from legation.extras import needs_extra

with needs_extra("sim"):
    from legation.bots.aftermaths import Aftermaths, enter_boards, mark_routed, repeat_board
    from legation.bots.learned.features import FEATURES, HELD, Terrain, describe, make_terrain
    from legation.bots.learned.network import Network, Sage, find_sage, load_sage, save_sage

__all__ = [
    "FEATURES",
    "HELD",
    "Aftermaths",
    "Network",
    "Sage",
    "Terrain",
    "describe",
    "enter_boards",
    "find_sage",
    "load_sage",
    "make_terrain",
    "mark_routed",
    "repeat_board",
    "save_sage",
]
