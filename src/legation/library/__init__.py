"""The library's interface for users: a game."""

from legation.library.game import Game

__all__ = ["Game"]
