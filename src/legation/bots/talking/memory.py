"""A bot's memory of its talks: promises and how they were kept. Derived from letters and records alone."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from legation.board import Board, PowerId
from legation.bots.talking.messages import Letter
from legation.bots.talking.promises import Promise, Upshot, judge_promise, list_promises
from legation.game import Phase, PhaseKind, PhaseRecord

KEPT: Final = 0.08
"""The gain of trust with each promise kept."""
BROKEN: Final = 0.45
"""The loss of trust with each broken promise."""
YEARS_REMEMBERED: Final = 5
"""The number of years that a bot remembers."""


class JudgedPromise(NamedTuple):
    """A promise, the phase that it bound, and the result."""

    promise: Promise
    phase: Phase
    upshot: Upshot


class Memory(NamedTuple):
    """What one power knows of promises: those it made and those made to it."""

    power: PowerId
    promises: tuple[Promise, ...] = ()
    judged: tuple[JudgedPromise, ...] = ()
    last: Phase | None = None
    """The last movement phase that was judged."""

    def list_upshots(self, other: PowerId, upshot: Upshot) -> list[JudgedPromise]:
        """The promises of another power to this one with that result."""
        return [
            found
            for found in self.judged
            if found.promise.by == other and found.promise.to == self.power and found.upshot is upshot
        ]

    def trust(self, other: PowerId) -> float:
        """The trust in another power: 0.5 while nothing is known of it, 0 to 1."""
        kept = len(self.list_upshots(other, Upshot.KEPT))
        broken = len(self.list_upshots(other, Upshot.BROKEN))
        return min(1.0, max(0.0, 0.5 + KEPT * kept - BROKEN * broken))

    def list_own(self, phase: Phase) -> list[Promise]:
        """This power's own promises for a phase; a peace that either side broke binds neither any more."""
        ended = {_name_peace(found.promise) for found in self.judged if found.upshot is Upshot.BROKEN}
        return [
            promise
            for promise in self.promises
            if promise.by == self.power and promise.binds(phase) and _name_peace(promise) not in ended
        ]


def remember(
    board: Board, power: PowerId, now: Phase, letters: Sequence[Letter], records: Mapping[Phase, PhaseRecord]
) -> Memory:
    """The memory of a power, from the letters that it wrote or received and the phases that were judged."""
    promises = tuple(
        promise
        for promise in list_promises(letter for letter in letters if power in (letter.sender, letter.to))
        if promise.made.year > now.year - YEARS_REMEMBERED
    )
    judged: list[JudgedPromise] = []
    ended: set[object] = set()
    for phase in sorted(records, key=lambda phase: phase.rank):
        bound = [found for found in promises if found.binds(phase) and _name_peace(found) not in ended]
        judged += [JudgedPromise(found, phase, judge_promise(board, found, records[phase])) for found in bound]
        ended |= {_name_peace(found.promise) for found in judged if found.upshot is Upshot.BROKEN}
    moves = [phase for phase in records if phase.kind is PhaseKind.MOVES]
    return Memory(power, promises, tuple(judged), max(moves, key=lambda phase: phase.rank, default=None))


def _name_peace(promise: Promise) -> object:
    """A key that both sides of a peace share; every other promise has its own."""
    return (frozenset({promise.by, promise.to}), promise.made) if promise.is_peace else promise
