"""Borders: which location leads to which, and for whom."""

from dataclasses import dataclass

from legation.board.space import LocationId


@dataclass(frozen=True, slots=True)
class Border:
    """A passage between two locations."""

    start: LocationId
    end: LocationId
    army: bool
    fleet: bool
    is_one_way: bool = False
    condition: str = ""
    """Empty, or the name of a condition that a rule module must grant before the border may be crossed."""
