"""Legation: plays, judges and explains the great postal Diplomacy variants."""

from legation.library import Game
from legation.variants import list_variants, load_variant

__version__ = "0.3.0"

__all__ = ["Game", "__version__", "list_variants", "load_variant"]
