"""Who receives the place if several people played one power. Pure.

The place belongs to the person who gave, or should have given, the orders in more than half of the phases that people
played for the power. So no one escapes a place by leaving late, and no one who steps in for the end is judged by it.
People who play a power together share its place.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from legation.board import PowerId


@dataclass(frozen=True, slots=True)
class PlayedPhase:
    """A phase in which a person played a power."""

    entry: int
    account: int
    power: PowerId


@dataclass(frozen=True, slots=True)
class SeatShare:
    """A person's share in a power."""

    account: int
    power: PowerId
    phases: int
    is_counted: bool
    """True if the place of the power belongs to this person."""


def share_seats(played: Iterable[PlayedPhase]) -> list[SeatShare]:
    """Each person's share in the power that the person played longest."""
    entries: dict[PowerId, set[int]] = {}
    phases: dict[tuple[int, PowerId], int] = {}
    for one in played:
        entries.setdefault(one.power, set()).add(one.entry)
        key = (one.account, one.power)
        phases[key] = phases.get(key, 0) + 1
    longest: dict[int, SeatShare] = {}
    for (account, power), count in sorted(phases.items()):
        share = SeatShare(account, power, count, is_counted=2 * count > len(entries[power]))
        if account not in longest or longest[account].phases < count:
            longest[account] = share
    return [longest[account] for account in sorted(longest)]
