"""What a bot has learned from games: a small network that values boards. Needs ``legation[sim]``."""

from legation.extras import needs_extra

with needs_extra("sim"):
    from legation.bots.aftermaths import Aftermaths, enter_boards, mark_routed, repeat_board
    from legation.bots.learned.features import FEATURES, HELD, BoardFeatures, describe, make_board_features
    from legation.bots.learned.network import Network, Sage, find_sage, load_sage, save_sage

__all__ = [
    "FEATURES",
    "HELD",
    "Aftermaths",
    "BoardFeatures",
    "Network",
    "Sage",
    "describe",
    "enter_boards",
    "find_sage",
    "load_sage",
    "make_board_features",
    "mark_routed",
    "repeat_board",
    "save_sage",
]
