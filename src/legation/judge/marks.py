"""A rule's memory of a space, and a power's progress towards victory: values that pictures, pages and texts show. The
sentences are made in ``render``.
"""

from enum import StrEnum
from typing import NamedTuple

from legation.board import PowerId, SpaceId
from legation.orders import NO_CLAUSE, ClauseId


class ColonyMark(NamedTuple):
    """A colonial centre with an owner (Colonial Variant, rules 5 and 17)."""

    space: SpaceId
    owner: PowerId
    held: int
    """The full years for which its owner has held it."""
    age: int
    """The full years without a battle, under any owner."""
    full_age: int
    """The age at which it is permanent."""
    counts: bool
    """True if it counts for its owner."""

    @property
    def is_permanent(self) -> bool:
        """True if it can no longer be disrupted."""
        return self.age >= self.full_age


class BombMark(NamedTuple):
    """Bombs that lie in a space or are with the unit there (Gigaton Bomb)."""

    space: SpaceId
    owner: PowerId
    bombs: int
    is_retreating: bool = False
    """True if they are with the unit dislodged there, and will go where it goes."""


class RuinMark(NamedTuple):
    """Land that a bomb struck: closed to all units."""

    space: SpaceId


class ClosedSeaMark(NamedTuple):
    """A sea that a bomb struck: closed for this many more movement phases."""

    space: SpaceId
    phases: int


SpaceMark = ColonyMark | BombMark | RuinMark | ClosedSeaMark


class Disruption(NamedTuple):
    """A colonial centre that lost its owner in a fight (Colonial Variant, rule 6)."""

    space: SpaceId
    owner: PowerId
    """Its previous owner."""
    clause: ClauseId


class Winners(NamedTuple):
    """The winners by a rule module, and the clause that says so."""

    powers: tuple[PowerId, ...]
    clause: ClauseId = NO_CLAUSE


class GoalKind(StrEnum):
    """What a power must have to win."""

    PERMANENT = "permanent"
    COLONIAL = "colonial"


class Goal(NamedTuple):
    """One part of a power's own victory condition."""

    kind: GoalKind
    have: int
    need: int
