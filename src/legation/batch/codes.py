"""Orders and results as numbers.

An order is one integer: three bits for its kind, twelve for a place (a location's number), twelve for a second space.
No order is 0, so an array of zeros is a phase in which all units hold or disband, and Winter changes nothing. Where
ships carry armies, the number of an army aboard is its ship's space plus the number of spaces.
"""

from typing import Final

from legation.batch.compiling import constant, part

KIND_MASK: Final = 7
PLACE_SHIFT: Final = 3
OTHER_SHIFT: Final = 15
PLACE_MASK: Final = 4095

# Movement: each constant explains the place and the second space.
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
"""Takes the army in the second space aboard, from the shore or another ship; the place is the army's space."""

# Retreats.
DISBAND: Final = constant(0)
RETREAT: Final = constant(1)
"""To a location; the second space is the sea that it crosses plus one, or 0 if none is named."""

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
"""Values of ``Batch.contested``: a space left empty by a stand-off, and a sea whose fleet has carried its army."""
OPEN: Final = constant(4096)
"""Added to the attacker's origin when the dislodged unit may retreat there even so."""


@part
def pack(kind: int, place: int, other: int) -> int:
    """Encode an order as a number."""
    return kind | place << PLACE_SHIFT | other << OTHER_SHIFT


@part
def kind_of(code: int) -> int:
    """The kind of an order."""
    return code & KIND_MASK


@part
def place_of(code: int) -> int:
    """Its place: a location."""
    return (code >> PLACE_SHIFT) & PLACE_MASK


@part
def other_of(code: int) -> int:
    """Its second space: that of the unit supported or convoyed."""
    return code >> OTHER_SHIFT
