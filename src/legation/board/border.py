"""Borders: which locations are connected, and for which units."""

from dataclasses import dataclass

from legation.board.space import LocationId

DIFFICULT = "difficult"
"""The condition of a border that every unit may cross, but only with help against resistance (DATC 2.4, section 10)."""


@dataclass(frozen=True, slots=True)
class Border:
    """A passage between two locations."""

    start: LocationId
    end: LocationId
    army: bool
    fleet: bool
    is_one_way: bool = False
    condition: str = ""
    """Empty, ``difficult``, or the name of a condition that a rule module must grant before a unit may cross."""

    @property
    def is_difficult(self) -> bool:
        """True if a move over it has no strength of its own."""
        return self.condition == DIFFICULT
