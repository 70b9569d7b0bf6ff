"""The workspace of one movement phase for the kernels: a row of small numbers for every space; a unit is its space.

Must agree with ``legation.orders.plan`` and ``legation.judge.battlefield``; the names are the same where possible.
Lists are chains: ``HELPER`` names the first helper of a unit, and each helper's ``NEXT`` the one after it. Everything
that the solver needs is in this one array, as passing several to a small function costs more than its answer: after the
sixteen numbers of a space come one of a stack and its sea links, and the last row holds the switches.

The settled part of an order is a state, and a state is a *span*: its least value in the low byte, its greatest in the
byte above. An order that succeeds is worth one, one that fails nothing, and an open one at least nothing and at most
one. So the sum of the helpers' states is the least and greatest strength of a unit.
"""

from typing import Final, NamedTuple

import numpy as np

from legation.batch import switches as rule
from legation.batch.compiling import Flags, Shorts, constant
from legation.batch.draws import State
from legation.batch.sea import Sea, make_sea
from legation.batch.tables import Tables

WIDTH: Final = 16
(
    POWER, KIND, ACT, STATE, CONVOYED, ON_ROUTE, WEAK, TARGET, AIMED, HELPER, NEXT, CONVOYER, ATTACKER, RIVAL, MARK,
    ENTERED,
) = range(WIDTH)  # fmt: skip
"""Per unit; ``ATTACKER``, the first move to a space, and ``ENTERED``, the one that succeeded, per space. ``AIMED``:
where a support helps, or the army of a convoy. ``RIVAL``: the next move to a target. The initial values of every unit
are contiguous, so that they are written at once.
"""
FACING: Final = AIMED
"""For a unit that moves: the unit that it meets head on."""
WAY: Final = ON_ROUTE
"""For a unit that moves: whether its way is open (PATH), as a state; fleets that convoy have ``ON_ROUTE`` here."""
STACK: Final = WIDTH
"""The column used as a stack by searches."""
LINKS: Final = WIDTH + 1
"""The first of the columns with the neighbours where a fleet can convoy; the list ends with -1."""
RULES: Final = -1
"""The row with the switches."""
NOTES: Final = -1
"""The last column of that row: 1 where a game needs more room than its workspace has."""

# The acts of units.
STAND: Final = 0
SUPPORT: Final = 1
ASSIST: Final = 2
"""Support of a move."""
CONVOY_ACT: Final = 3
"""Also of a ship that lets its army land (Colonial Variant, 8): a landing is a convoy by that ship alone."""
LEND_ACT: Final = 4
"""Takes an army aboard, or hands one over to another ship: like a convoy, this works unless the ship is dislodged."""
MOVE_ACT: Final = 5
"""From here on a unit leaves its space if it succeeds."""
SAIL_ACT: Final = 6
"""The move of a transport fleet, which cuts nothing and stops only its own kind (Colonial Variant, 13 and 16)."""
BOARD_ACT: Final = 7
"""Going aboard, which is not an attack; ``CONVOYER`` is the ship, or ``NOBODY`` if no ship takes or lets off the army.
"""

# How an army goes: the values of ``CONVOYED``. Above 0 it goes by sea.
FALLEN_BACK: Final = -1
"""Its convoy turned out broken and it walks instead."""
WALKS: Final = 0
BY_SEA: Final = 1
UNROUTED: Final = 2
STOPPED: Final = 3
"""Of a unit that convoys or carries: a paradox stopped it."""

# States, and which of them an order must have reached to be possible or certain.
NO: Final = constant(0)
UNKNOWN: Final = constant(256)
YES: Final = constant(257)
POSSIBLE: Final = UNKNOWN
CERTAIN: Final = YES
LEAST: Final = 255
"""The bits of a span with its least value."""
MOST: Final = 8
"""The shift of a span's greatest value."""

# Rows of ``Workspace.lists``. Cycles are finished before the results are listed, so they share rows: a block of a GPU
# has little memory.
LISTS: Final = 9
UNITS, MOVERS, HELPING, PENDING, VOYAGERS, SEEN, WINNERS, LOSERS, OPTIONS = range(LISTS)
"""``VOYAGERS``: the number of armies that go by sea, and then these."""
COMPONENT, ANSWER, KEPT = WINNERS, LOSERS, OPTIONS
OUSTED: Final = PENDING
"""The moves that dislodge a unit."""

MAX_GUESSES: Final = 200


class Workspace(NamedTuple):
    """Scratch arrays for the kernels, made once for many games."""

    field: Shorts
    lists: Shorts
    sea: Sea
    flags: Flags
    """One of each space."""
    seas: Flags
    """For each army that retreats by ferry: the seas over which it can."""
    far: Shorts
    """Steps from home to each space, and for a fleet to each location."""
    draws: State
    """The random state of the current game."""
    guesses: Shorts
    """Assignments still to be tried in a cycle: the number of guessed orders, then order and state in turn."""


def make_workspace(tables: Tables) -> Workspace:
    """Make a workspace for a board, with its sea links and switches entered.

    Where ships carry armies, the armies aboard have rows after those of all spaces.
    """
    links, places = tables.links, len(tables.space_of)
    spaces = len(links)
    rows = spaces + int(tables.switches[rule.DECKS])
    field = np.full((rows + 1, LINKS + max(links.shape[1], rule.COUNT + 1 - LINKS)), -1, np.int16)
    field[:spaces, LINKS : LINKS + links.shape[1]] = links
    field[RULES, : rule.COUNT] = tables.switches[: rule.COUNT]
    return Workspace(
        field=field,
        lists=np.empty((LISTS, max(places, rows) + 2), np.int16),
        sea=make_sea(tables),
        flags=np.empty(spaces, np.uint8),
        seas=np.empty((spaces, spaces), np.uint8),
        far=np.empty((2, places), np.int16),
        draws=np.zeros(1, np.uint64),
        guesses=np.empty((2 * MAX_GUESSES + 4, 2 * rows + 1), np.int16),
    )
