"""The reliability of a player: the only definition of the word. Pure.

A phase counts for a player whose power had something to order when it was judged. Orders that were in by then are in
time. Orders that came only after the phase had been extended because they were missing are late. Orders that never came
are missed, unless the phase was judged before its deadline or had none: such a phase does not count at all. The share
is that of phases in time, rounded down, so that 100 % means every one of them. It is accompanied by the number of
powers that the player gave up while they were still in the game, or in which someone else replaced the player.

The code that reads marks decides which games count: private games never do, and a game with anonymous players does only
once it is over.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from legation.server.judging.attendance_storage import AttendanceMark


@dataclass(frozen=True, slots=True)
class Reliability:
    """The reliability of a player."""

    phases: int
    """Phases that count."""
    in_time: int
    late: int
    missed: int
    percent: int | None
    """The share of phases in time; null if no phase counts yet."""
    given_up: int
    """Powers that the player gave up before the game was over, or lost to someone else."""


def measure_reliability(marks: Iterable[AttendanceMark], given_up: int) -> Reliability:
    """The reliability of a player with these marks."""
    counted = Counter(marks)
    in_time, late, missed = (
        counted[AttendanceMark.IN_TIME],
        counted[AttendanceMark.LATE],
        counted[AttendanceMark.MISSED],
    )
    phases = in_time + late + missed
    percent = in_time * 100 // phases if phases else None
    return Reliability(phases, in_time, late, missed, percent, given_up)
