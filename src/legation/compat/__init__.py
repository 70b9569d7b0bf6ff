"""The method names of the PyPI package ``diplomacy`` on our judge.

Modules have the same paths as in that package, so a script written for it runs with ``diplomacy`` replaced by
``legation.compat`` in its imports. The differences are listed in ``docs/reference/compat.md``.
"""

from legation.compat.engine.game import Game
from legation.compat.engine.map import Map
from legation.compat.engine.message import Message
from legation.compat.engine.power import Power
from legation.compat.utils.game_phase_data import GamePhaseData

__all__ = ["Game", "GamePhaseData", "Map", "Message", "Power"]
