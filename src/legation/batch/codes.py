"""Orders and results as numbers.

An order is one integer: three bits for its kind, twelve for a place (a location's number), twelve for a second space.
Nothing is 0, so that an array of zeros is a phase in which everybody holds, disbands, or leaves Winter alone.
Where ships carry armies, the army aboard the ship in a space has the number of that space plus that of all spaces.
"""

from typing import Final

from legation.batch.compiling import constant, part

KIND_MASK: Final = 7
PLACE_SHIFT: Final = 3
OTHER_SHIFT: Final = 15
PLACE_MASK: Final = 4095

# Movement: what the place and the second space mean is said beside each kind.
HOLD: Final = constant(0)
MOVE: Final = constant(1)
"""To a location."""
VIA: Final = constant(2)
"""To a space, by convoy."""
SUPPORT_HOLD: Final = constant(3)
"""Supports the unit in the second space in holding."""
SUPPORT_MOVE: Final = constant(4)
"""Supports the unit in the second space to a location."""
CONVOY: Final = constant(5)
"""Convoys the army in the second space to a space."""
EMBARK: Final = constant(6)
"""Takes the army in the second space aboard, from the shore or another ship; the place is where it is."""

# Retreats.
DISBAND: Final = constant(0)
RETREAT: Final = constant(1)
"""To a location; the second space is the sea it goes over plus one, or 0 where none is named."""

# Winter.
NOTHING: Final = constant(0)
BUILD_ARMY: Final = constant(1)
BUILD_FLEET: Final = constant(2)
REMOVE: Final = constant(3)
WAIVE: Final = constant(4)
BUILD_TRANSPORT: Final = constant(5)
REMOVE_ABOARD: Final = constant(6)
"""Removes the army aboard the ship in a space."""

# Results of orders, as in ``legation.judge.Result``; 0 where there was no order.
SUCCEEDS: Final = constant(1)
FAILS: Final = constant(2)
CUT: Final = constant(3)
DISRUPTED: Final = constant(4)
VOID: Final = constant(5)

# Fates of units, as in ``legation.judge.Fate``.
STANDS: Final = constant(0)
DISLODGED: Final = constant(1)
DESTROYED: Final = constant(2)

ARMY: Final = constant(0)
FLEET: Final = constant(1)
TRANSPORT: Final = constant(2)
NOBODY: Final = constant(-1)
SHARED: Final = constant(-2)
"""In place of a winner: several powers met their conditions at once and share a draw."""
STOOD_OFF: Final = 1
HAS_CONVOYED: Final = 2
"""Values of ``Batch.contested``: a space left empty by a stand-off, and a sea whose fleet carried its army already."""
OPEN: Final = constant(4096)
"""Added to where an attacker came from when the unit it dislodged may retreat there all the same."""


@part
def pack(kind: int, place: int, other: int) -> int:
    """The number of an order."""
    return kind | place << PLACE_SHIFT | other << OTHER_SHIFT


@part
def kind_of(code: int) -> int:
    """What is ordered."""
    return code & KIND_MASK


@part
def place_of(code: int) -> int:
    """Where it leads: a location."""
    return (code >> PLACE_SHIFT) & PLACE_MASK


@part
def other_of(code: int) -> int:
    """The second space: of the unit supported or convoyed."""
    return code >> OTHER_SHIFT
