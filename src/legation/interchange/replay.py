"""Judges a foreign game again, phase by phase; where its file differs, the file's position is taken over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from legation.board import PowerId
from legation.errors import LegationError, RequestError
from legation.game import (
    GameState,
    History,
    Inbox,
    Message,
    Phase,
    PhaseKind,
    SavedGame,
    SetState,
    Setup,
    advance,
    choose_rulebook,
    make_setup,
    start_state,
)
from legation.interchange.causes import Causes
from legation.interchange.compare import Difference, Differing, list_differences, read_state
from legation.interchange.fit import fit_game
from legation.interchange.model import ForeignGame, ForeignPhase, Origin
from legation.judge import Rulebook
from legation.orders import Submission, read_submissions
from legation.variants import Variant

READINGS: Mapping[Origin, Mapping[str, str]] = {
    Origin.DIPLOMACY: {"land_fallback": "no_route_only"},
    Origin.DIPCC: {"adjacent_convoy": "explicit"},
    Origin.GODIP: {"land_fallback": "always"},
    Origin.JDIP: {},
}
"""The switches of each program that differ from rulebook 2000."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A foreign game as ours."""

    saved: SavedGame
    phases: int
    """How many phases were judged."""
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]


MOST_EXPLAINED = 200
"""The greatest number of phases whose differences are explained; each takes dozens of judgements."""


def replay_game(
    game: ForeignGame,
    variant: Variant,
    *,
    rules: str = "",
    options: Mapping[str, object] | None = None,
    source: str = "",
    most_explained: int = MOST_EXPLAINED,
) -> Replayed:
    """Judge a foreign game again; raises if a name, a unit or a phase does not belong to this board.

    By default it uses the switches of its program, unless a rulebook or switches are given.
    """
    readings: Mapping[str, object] = {} if rules else READINGS[game.origin]
    rulebook = choose_rulebook(variant, rules or None, {**readings, **(options or {})})
    setup = make_setup(variant, rulebook, start_state(variant), rules=rules, source=source)
    return _Replayer(fit_game(game, variant), variant, rulebook, setup, most_explained).run()


class _Replayer:
    """Goes through the phases of a file once."""

    def __init__(
        self, game: ForeignGame, variant: Variant, rulebook: Rulebook, setup: Setup, most_explained: int
    ) -> None:
        self.game, self.variant, self.rulebook = game, variant, rulebook
        self.left_to_explain = most_explained
        self.differences: list[Difference] = []
        self.notes = list(game.notes)
        self.judged = 0
        first = game.phases[0]
        if first.phase is None:
            raise RequestError(first.name, "the game is over before its first phase")
        self.state = self._begin(first, first.phase)
        self.history = History(replace(setup, start=self.state))

    def _begin(self, first: ForeignPhase, phase: Phase) -> GameState:
        """The state at the start of the variant, or the first position of the file."""
        usual, theirs = start_state(self.variant), read_state(self.variant, self.rulebook, first, phase)
        if not list(list_differences("", usual, theirs, states_retreats=True)):
            return usual
        self.notes.append(f"the game begins in {phase} with the position of the file")
        return theirs

    def run(self) -> Replayed:
        """Judge every phase that is followed by another."""
        phases = self.game.phases
        for now, coming in pairwise(phases):
            self._judge(now, coming)
        last = phases[-1]
        orders: dict[PowerId, tuple[str, ...]] = {}
        if last.phase == self.state.phase and not self.state.ending:
            orders = {self.variant.parse_power(power): lines for power, lines in last.orders.items() if lines}
        saved = SavedGame(self.history.sign(), Inbox(orders), tuple(self._list_press()))
        return Replayed(saved, self.judged, tuple(self.differences), tuple(self.notes))

    def _judge(self, now: ForeignPhase, coming: ForeignPhase) -> None:
        if now.phase is None:
            raise RequestError(now.name, "the game goes on after its end")
        if self.state.phase != now.phase or self.state.ending is not None:
            self._meet(now, coming)  # nobody had anything to order in this one
            return
        texts = {power: lines for power, lines in now.orders.items() if lines}
        self._advance({self.variant.parse_power(power): lines for power, lines in texts.items()})
        self._meet(now, coming)

    def _advance(self, texts: Mapping[PowerId, Sequence[str]]) -> None:
        record = advance(self.variant, self.state, _read_orders(self.variant, texts), self.rulebook)
        self.history = self.history.add_record(record)
        self.state = record.after
        self.judged += 1

    def _meet(self, now: ForeignPhase, coming: ForeignPhase) -> None:
        """Compare our result with the next phase of the file, and take over the file's on differences."""
        if coming.phase is None:
            self._meet_end(now, coming)
            return
        theirs = read_state(self.variant, self.rulebook, coming, coming.phase)
        if self._is_needless(coming, theirs):
            return  # what comes after it is compared
        while self.state.ending is None and self.state.phase.rank < coming.phase.rank:
            self._advance({})  # they skipped a phase in which nobody ordered anything
        found = list(self._compare(now.name, self.state, theirs, coming))
        if not found:
            return
        self.differences += self._explain(found, theirs, coming)
        note = f"{self.game.origin} judges {now.name} differently"
        self.history = self.history.change(self.history.state, [SetState(theirs.phase, theirs.position)], note)
        self.state = self.history.state

    def _explain(self, found: list[Difference], theirs: GameState, coming: ForeignPhase) -> Iterator[Difference]:
        """The same differences with their causes."""
        causes = Causes(self.variant, self.rulebook, self.history.records[-1], self.game.origin)
        for one in found:
            if one.kind is Differing.ENDING:
                yield replace(one, cause="they end the game later")
        rest = [one for one in found if one.kind is not Differing.ENDING]
        self.left_to_explain -= bool(rest)
        if rest and self.left_to_explain < 0:
            yield from rest
        elif rest:
            cause = causes.find(rest, theirs, lambda after: not list(self._compare("", after, theirs, coming)))
            yield from (replace(one, cause=cause) for one in rest)

    def _is_needless(self, coming: ForeignPhase, theirs: GameState) -> bool:
        """True if the file contains a phase without possible orders, which we skip."""
        is_behind = self.state.phase.rank > theirs.phase.rank
        if not is_behind or any(coming.orders.values()) or theirs.position.dislodged:
            return False
        owners = theirs.position.owners
        if theirs.phase.kind is PhaseKind.RETREATS and theirs.phase.is_fall:
            owners = self.state.position.owners  # they change hands when the phase is over
        aligned = replace(self.state, phase=theirs.phase, ending=None)
        expected = replace(theirs, position=theirs.position._replace(owners=owners))
        return not list(list_differences("", aligned, expected, states_retreats=False))

    def _compare(self, name: str, ours: GameState, theirs: GameState, coming: ForeignPhase) -> Iterator[Difference]:
        states_retreats = all(ends is not None for ways in coming.position.dislodged.values() for ends in ways.values())
        return list_differences(name, ours, theirs, states_retreats=states_retreats)

    def _meet_end(self, now: ForeignPhase, coming: ForeignPhase) -> None:
        """Compare the final position when the file says that the game is over; we name no winner of our own."""
        theirs = read_state(self.variant, self.rulebook, coming, self.state.phase)
        ours = replace(self.state, ending=None)
        self.differences += self._compare(now.name, ours, theirs, coming)
        if self.state.ending is None:
            self.notes.append(f"the file says that the game is over after {now.name}; nobody has won by our rules")

    def _list_press(self) -> Iterator[Message]:
        for found in self.game.press:
            try:
                sender = self.variant.parse_power(found.sender)
                readers = tuple(self.variant.parse_power(reader) for reader in found.to)
            except LegationError as error:
                raise RequestError(f"messages of {found.phase}", str(error)) from None
            yield Message(found.phase, sender, readers, found.text, found.sent)


def _read_orders(variant: Variant, texts: Mapping[PowerId, Sequence[str]]) -> list[Submission]:
    return read_submissions(variant.board, texts)
