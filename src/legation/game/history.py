"""A game as a chain of entries, each with a hash over itself and the one before. Nothing is ever removed from it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from legation.board import PowerId
from legation.errors import RequestError
from legation.game.changes import Change, apply_changes, seat_players
from legation.game.json_form import write_value
from legation.game.phase import Phase
from legation.game.record_codec import VERSION, digest
from legation.game.setup import Setup
from legation.game.state import GameState, PhaseRecord


@dataclass(frozen=True, slots=True)
class Judged:
    """A phase was judged."""

    record: PhaseRecord


@dataclass(frozen=True, slots=True)
class Undone:
    """The game went back to just before an entry that judged a phase; what followed it no longer counts."""

    entry: int
    phase: Phase
    note: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """The game master corrected facts, with a note that says why."""

    changes: tuple[Change, ...]
    after: GameState
    note: str = ""


Event = Judged | Undone | Changed


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in its place in the chain."""

    number: int
    previous: str
    event: Event
    hash: str

    @property
    def label(self) -> str:
        """``0003-F1751M``, ``0004-undone``: names the entry's file."""
        event = self.event
        return f"{self.number:04}-{event.record.phase if isinstance(event, Judged) else type(event).__name__.lower()}"


@dataclass(frozen=True, slots=True)
class History:
    """The terms of a game, and everything that happened in it."""

    setup: Setup
    events: tuple[Event, ...] = ()
    hashes: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """For the first events, as far as they have been computed."""

    @property
    def genesis(self) -> str:
        """The hash of the terms, with which the chain begins; it also identifies the game."""
        return digest({"version": VERSION, "setup": write_value(self.setup, Setup)})

    def sign(self) -> Self:
        """The same history with the hashes of all events computed."""
        hashes = list(self.hashes)
        for number in range(len(hashes) + 1, len(self.events) + 1):
            previous = hashes[-1] if hashes else self.genesis
            hashes.append(digest(write_unsigned(number, previous, self.events[number - 1])))
        return replace(self, hashes=tuple(hashes))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The chain."""
        hashes = self.sign().hashes
        links = zip((self.genesis, *hashes), self.events, hashes, strict=False)
        return tuple(Entry(number, *link) for number, link in enumerate(links, start=1))

    @property
    def line(self) -> tuple[tuple[int, Judged | Changed], ...]:
        """The numbered events that led to the state now, without those that were undone."""
        line: list[tuple[int, Judged | Changed]] = []
        for number, event in enumerate(self.events, start=1):
            if isinstance(event, Undone):
                line = [(earlier, kept) for earlier, kept in line if earlier < event.entry]
            else:
                line.append((number, event))
        return tuple(line)

    @property
    def records(self) -> tuple[PhaseRecord, ...]:
        """The judged phases that led to the state now."""
        return tuple(event.record for _, event in self.line if isinstance(event, Judged))

    @property
    def state(self) -> GameState:
        """The current state, before any order or vote in it."""
        if not self.events:
            return self.setup.start
        match self.events[-1]:
            case Judged(record):
                return record.after
            case Changed(_, after):
                return after
            case Undone(entry):
                return self.record_of(entry).before

    @property
    def undone(self) -> PhaseRecord | None:
        """How the current phase was judged before it was undone; None if it was not. Its orders are on file again."""
        state = self.state
        judged = [event.record for event in self.events if isinstance(event, Judged)] if not state.ending else []
        return next((record for record in reversed(judged) if record.phase == state.phase), None)

    @property
    def players(self) -> dict[PowerId, str]:
        """The current player of each power. A seat stays as it is when a phase is undone."""
        players = dict(self.setup.players)
        for event in self.events:
            if isinstance(event, Changed):
                players = seat_players(players, event.changes)
        return players

    def record_of(self, entry: int) -> PhaseRecord:
        """The record of an entry that judged a phase; raises for any other."""
        event = self.events[entry - 1] if 0 < entry <= len(self.events) else None
        if not isinstance(event, Judged):
            raise RequestError("entry", f"entry {entry} judged no phase")
        return event.record

    def add_record(self, record: PhaseRecord) -> Self:
        """The history with one more judged phase."""
        return replace(self, events=(*self.events, Judged(record)))

    def locate(self, phase: Phase) -> int:
        """The entry that judged a phase; raises if none did."""
        judged = {str(event.record.phase): number for number, event in self.line if isinstance(event, Judged)}
        if str(phase) not in judged:
            known = ", ".join(judged) or "none yet"
            raise RequestError("phase", f"{phase} was not judged in this game; there are {known}")
        return judged[str(phase)]

    def go_back(self, phase: Phase, events: Sequence[Judged | Changed] = (), note: str = "") -> Self:
        """The history gone back to before a phase was judged, with the events that came instead; the records stay."""
        return replace(self, events=(*self.events, Undone(self.locate(phase), phase, note), *events))

    def change(self, state: GameState, changes: Sequence[Change], note: str) -> Self:
        """The history with facts corrected; ``state`` is the current state, with its votes."""
        after = apply_changes(state, changes)
        return replace(self, events=(*self.events, Changed(tuple(changes), after, note)))


def make_entry(number: int, previous: str, event: Event) -> Entry:
    """An event with its hash."""
    return Entry(number, previous, event, digest(write_unsigned(number, previous, event)))


def write_unsigned(number: int, previous: str, event: Event) -> dict[str, object]:
    """The data over which the hash of an entry is computed."""
    return {"version": VERSION, "number": number, "previous": previous, "event": write_value(event, Event)}


def follows(left: GameState, begun: GameState) -> bool:
    """True if a phase began with the state that was left; only proposals and votes may have come in the meantime."""
    kept = {(found.made, found.number, found.by, found.places) for found in begun.proposals}
    open_before = {(found.made, found.number, found.by, found.places) for found in left.proposals}
    is_new = all(found[0] == begun.phase for found in kept - open_before)
    return is_new and open_before <= kept and replace(begun, proposals=left.proposals) == left
