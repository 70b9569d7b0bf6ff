"""What a user of the library imports: a game."""

from legation.library.game import Game

__all__ = ["Game"]
