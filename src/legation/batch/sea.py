"""Room for the search for convoy routes: the links between spaces at sea as words, and sets of spaces."""

from typing import Final, NamedTuple

import numpy as np

from legation.batch.compiling import Shorts, constant
from legation.batch.tables import Tables
from legation.batch.words import Words

SETS: Final = 9
FLEETS, AT_START, AT_GOAL, MIDDLE, ARM, BARRED, REACHED, FIRSTS, LASTS = map(constant, range(SETS))
"""Rows of ``Sea.sets``."""

SEARCH_STEPS: Final = 120
ARMS: Final = SEARCH_STEPS * 24
"""More open ends than this number of steps can leave."""


class Sea(NamedTuple):
    """Scratch arrays for a search for routes."""

    links: Words
    """For each space: the neighbours where a fleet can convoy."""
    sets: Words
    depth: Shorts
    stack: Shorts
    tips: Shorts
    arms: Words
    """For each open end of a search for two arms: the arm so far, and the spaces that it bars."""


def make_sea(tables: Tables) -> Sea:
    """Make room for the board of these tables."""
    spaces, width = tables.link_words.shape
    return Sea(
        links=tables.link_words,
        sets=np.zeros((SETS, width), np.int64),
        depth=np.empty(spaces, np.int16),
        stack=np.empty(spaces + 1, np.int16),
        tips=np.empty(ARMS, np.int16),
        arms=np.empty((ARMS + 1, 2, width), np.int64),
    )
