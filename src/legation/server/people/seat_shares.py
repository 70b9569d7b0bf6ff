"""Whose place is it where several people played one power? Pure.

The place belongs to whoever gave, or should have given, the orders in more than half of the phases that people played
for the power. So nobody escapes a place by leaving late, and nobody who steps in for the end is judged by it. People
who play a power together share its place.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from legation.board import PowerId


@dataclass(frozen=True, slots=True)
class PlayedPhase:
    """Someone played a power in a phase."""

    entry: int
    account: int
    power: PowerId


@dataclass(frozen=True, slots=True)
class SeatShare:
    """Someone's part in a power."""

    account: int
    power: PowerId
    phases: int
    is_counted: bool
    """Whether the place of the power is this person's."""


def share_seats(played: Iterable[PlayedPhase]) -> list[SeatShare]:
    """Everybody's part in the power that the person played longest."""
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
