"""Going back to a phase: it is judged again with changed orders or facts, and so are later phases.

Everything is computed first, so that the differences can be shown before anything is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from legation.board import PowerId, SpaceId, Unit
from legation.errors import RequestError
from legation.game.advance import advance
from legation.game.changes import Change, SetMemory, apply_changes
from legation.game.given_position import check_given_position
from legation.game.history import Changed, Judged, follows
from legation.game.letters import Texts, list_due
from legation.game.phase import Phase
from legation.game.review import Review, amend_orders_of, review_lines
from legation.game.state import Ending, GameState, PhaseRecord, Proposal
from legation.judge import Outcome, Rulebook
from legation.orders import Order, Rejection, format_order, read_submissions, settle_letter
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class Revision:
    """The changes in the phase that a game goes back to, and how far later phases are judged again."""

    changes: tuple[Change, ...] = ()
    """Facts that are set right before the phase is judged again."""
    orders: Texts = field(default_factory=dict)
    """Lines by power: each replaces the order of its unit."""
    whole_sheets: bool = False
    """True if the lines of a power replace all its orders instead."""
    replay: bool = False
    """True if the phase and the later ones are judged again; otherwise the game stops in the phase gone back to."""
    until: Phase | None = None
    """The phase in which to stop; none: the phase in which the game was."""
    holds: bool = False
    """True if units that no longer have an order hold, retreats disband and builds are waived.

    Otherwise the game stops in the first phase in which a player has a new decision to make.
    """
    note: str = ""


class Stop(StrEnum):
    """Why no further phase is judged again."""

    ASKED = "asked"
    """The game master asked for this phase."""
    ORDERS_MISSING = "orders_missing"
    """A player has a new decision to make."""
    CORRECTION_FAILS = "correction_fails"
    """A correction that was made in this phase is no longer possible."""
    GAME_OVER = "game_over"
    """The game ends here."""
    CAUGHT_UP = "caught_up"
    """Everything was judged again."""


class Way(StrEnum):
    """What happens to a phase."""

    AGAIN = "again"
    """It is judged again."""
    NEW = "new"
    """There was no such phase before."""
    NEEDLESS = "needless"
    """It is no longer played: no power must retreat or may build, or the game is over."""
    WAITING = "waiting"
    """It is not judged yet. Its orders are on file when it opens."""


@dataclass(frozen=True, slots=True)
class MissingOrders:
    """The decisions that a power must make again in a phase."""

    power: PowerId
    units: tuple[Unit, ...] = ()
    builds: int = 0
    removals: int = 0


@dataclass(frozen=True, slots=True)
class ReplayedPhase:
    """One phase as it was, and as it is now."""

    phase: Phase
    way: Way
    old: PhaseRecord | None = None
    new: PhaseRecord | None = None
    missing: tuple[MissingOrders, ...] = ()
    dropped: tuple[Proposal, ...] = ()
    """Proposals that are no longer open in it."""


@dataclass(frozen=True, slots=True)
class FailedCorrection:
    """A correction made in a later phase that is no longer possible."""

    phase: Phase
    correction: Changed
    why: str


@dataclass(frozen=True, slots=True)
class Replay:
    """All that going back leads to."""

    first: PhaseRecord
    """The phase gone back to, as it was judged."""
    phases: tuple[ReplayedPhase, ...]
    """Every phase from there on, as it was played and as it is now."""
    events: tuple[Judged | Changed, ...]
    """The events added to the chain after the phase is undone."""
    state: GameState
    """The state of the game afterwards."""
    stop: Stop
    orders: Texts
    """The orders on file in the game's new current phase, if it was judged before."""
    failed: tuple[FailedCorrection, ...] = ()
    undone: tuple[Changed, ...] = ()
    """Corrections made in later phases that are undone and not made again."""


def replay_phases(
    variant: Variant,
    rulebook: Rulebook,
    past: Sequence[Judged | Changed],
    revision: Revision,
    now: GameState,
) -> Replay:
    """Go back to the phase of the first event and through all later ones; ``now`` is the current state."""
    return _Replayer(variant, rulebook, past, revision, now).run()


class _Replayer:
    """Goes through the events of a game once more."""

    def __init__(
        self,
        variant: Variant,
        rulebook: Rulebook,
        past: Sequence[Judged | Changed],
        revision: Revision,
        now: GameState,
    ) -> None:
        self.variant, self.rulebook = variant, rulebook
        self.past, self.revision, self.now = past, revision, now
        first = past[0]
        assert isinstance(first, Judged)
        self.first = first.record
        self.until = revision.until if revision.replay else self.first.phase
        if self.until is not None and self.until.rank < self.first.phase.rank:
            raise RequestError("until", f"{self.until} comes before {self.first.phase}")
        self.events: list[Judged | Changed] = []
        self.phases: list[ReplayedPhase] = []
        self.failed: list[FailedCorrection] = []
        self.state = self.first.before
        self.then = self.first.before
        """The state in which the next event was made before."""
        if revision.changes:
            self.state = self._apply(self.state, revision.changes)
            self.events.append(Changed(revision.changes, self.state, revision.note))
        self.amended = amend_orders(variant, rulebook, self.state, self.first.texts, revision)

    def _apply(self, state: GameState, changes: Sequence[Change]) -> GameState:
        """The state with facts set right; raises if a unit would be where it cannot be, as for any correction."""
        after = apply_changes(state, changes)
        check_given_position(self.variant, after.position, self.rulebook, "position")
        return after

    def run(self) -> Replay:
        """Go through all events, as far as possible."""
        stop = Stop.CAUGHT_UP
        done = 0
        for event in self.past:
            found = self._take(event)
            if found is not None:
                stop = found
                break
            self.then = event.record.after if isinstance(event, Judged) else event.after
            done += 1
        else:
            if not self.now.ending:
                stop = self._fill_up_to(self.now.phase) or Stop.CAUGHT_UP
        if self.state.ending:
            stop = Stop.GAME_OVER
        rest = self.past[done:]
        way = Way.NEEDLESS if self.state.ending else Way.WAITING
        named = {found.phase for found in self.phases}
        for event in rest:
            if isinstance(event, Judged) and event.record.phase not in named:
                self.phases.append(ReplayedPhase(event.record.phase, way, event.record))
        undone = tuple(event for event in rest if isinstance(event, Changed))
        return Replay(
            self.first, tuple(self.phases), tuple(self.events), self._settle_proposals(), stop, self._list_on_file(),
            tuple(self.failed), undone,
        )  # fmt: skip

    def _take(self, event: Judged | Changed) -> Stop | None:
        """Judge one phase again, or make a correction again; a reason to stop where that cannot be."""
        phase = event.record.phase if isinstance(event, Judged) else event.after.phase
        stop = self._fill_up_to(phase)
        if stop is not None:
            return stop
        if self.state.ending:
            return Stop.GAME_OVER
        if isinstance(event, Changed):
            return self._correct(phase, event)
        if self.state.phase.rank > phase.rank:
            self.phases.append(ReplayedPhase(phase, Way.NEEDLESS, event.record))
            return None
        return self._judge(event.record)

    def _fill_up_to(self, phase: Phase) -> Stop | None:
        """Pass through phases that were not played before, such as retreats that have become necessary."""
        while not self.state.ending and self.state.phase.rank < phase.rank:
            missing = list_missing(self.variant, self.rulebook, self.state, {})
            is_asked = self._is_asked(self.state.phase)
            if is_asked or not self.revision.holds:
                self.phases.append(ReplayedPhase(self.state.phase, Way.NEW, missing=missing))
                return Stop.ASKED if is_asked else Stop.ORDERS_MISSING
            record = advance(self.variant, self.state, [], self.rulebook)
            self._add(ReplayedPhase(record.phase, Way.NEW, None, record, missing))
        return None

    def _is_asked(self, phase: Phase) -> bool:
        return self.until is not None and phase.rank >= self.until.rank

    def _correct(self, phase: Phase, event: Changed) -> Stop | None:
        try:
            changes = self._rebase(event.changes)
            after = self._apply(self.state, changes)
        except RequestError as error:
            self.failed.append(FailedCorrection(phase, event, error.problem))
            return None if self.revision.holds else Stop.CORRECTION_FAILS
        self.events.append(replace(event, changes=changes, after=after))
        self.state = after
        return None

    def _rebase(self, changes: Sequence[Change]) -> tuple[Change, ...]:
        """The changes as they are made in the new state: a rule remembers other things now, and only the fact that was
        set right is changed.
        """
        modules = {module.name: module for module in self.rulebook.modules}
        then, now = self.then, self.state
        rebased = []
        for change in changes:
            made = change
            if isinstance(change, SetMemory) and change.module in modules:
                module, board = modules[change.module], self.variant.board
                memory = module.rebase_memory(board, then.position, change.memory, now.position)
                made = replace(change, memory=memory)
            then, now = apply_changes(then, [change]), apply_changes(now, [made])
            rebased.append(made)
        return tuple(rebased)

    def _judge(self, old: PhaseRecord) -> Stop | None:
        if self._is_asked(old.phase):
            return Stop.ASKED
        proposals, dropped = merge_proposals(self.state, old.before)
        before = replace(self.state, proposals=proposals)
        texts = old.texts
        missing: tuple[MissingOrders, ...] = ()
        if old is self.first:
            texts = self.amended
        elif before.position != old.before.position:
            missing = list_missing(self.variant, self.rulebook, before, texts, old)
        if missing and not self.revision.holds:
            self.phases.append(ReplayedPhase(old.phase, Way.WAITING, old, None, missing, dropped))
            return Stop.ORDERS_MISSING
        ordering = {power: lines for power, lines in texts.items() if power not in before.position.in_disorder}
        lines = read_submissions(self.variant.board, ordering)
        record = advance(self.variant, before, lines, self.rulebook)
        self._add(ReplayedPhase(old.phase, Way.AGAIN, old, record, missing, dropped))
        return None

    def _add(self, phase: ReplayedPhase) -> None:
        assert phase.new is not None
        self.phases.append(phase)
        self.events.append(Judged(phase.new))
        self.state = phase.new.after

    def _settle_proposals(self) -> GameState:
        """The state with the proposals and votes of the new current phase, as they were then."""
        then = self._find_old(self.state.phase)
        if self.state.ending:
            return self.state
        if then is not None:
            return replace(self.state, proposals=merge_proposals(self.state, then.before)[0])
        if not self.now.ending and self.state.phase == self.now.phase:
            return replace(self.state, proposals=merge_proposals(self.state, self.now)[0])
        return self.state

    def _find_old(self, phase: Phase) -> PhaseRecord | None:
        records = [event.record for event in self.past if isinstance(event, Judged)]
        return next((record for record in records if record.phase == phase), None)

    def _list_on_file(self) -> Texts:
        """The orders of the new current phase, as far as they are still possible."""
        if self.state.ending:
            return {}
        if self.state.phase == self.first.phase:
            return self.amended
        old = self._find_old(self.state.phase)
        return list_on_file(self.variant, self.rulebook, self.state, old) if old else {}


def find_break(state: GameState, events: Sequence[Judged | Changed]) -> str:
    """The place where events no longer follow from a state, one after the other; empty if they all do."""
    for event in events:
        if isinstance(event, Judged):
            if not follows(state, event.record.before):
                return f"{event.record.phase} does not begin with the state that was left before it"
            state = event.record.after
        else:
            state = event.after
    return ""


def amend_orders(variant: Variant, rulebook: Rulebook, state: GameState, texts: Texts, revision: Revision) -> Texts:
    """The orders of a phase with changed lines: each replaces the order of its unit, or all orders of its power."""
    amended = dict(texts)
    for power, lines in revision.orders.items():
        if lines and power in state.position.in_disorder:
            raise RequestError("orders", f"{power} is in civil disorder and gives no orders")
        base = () if revision.whole_sheets else texts.get(power, ())
        settled = settle_letter(variant.board, power, lines, str(state.phase))
        amended[power] = amend_lines(variant, rulebook, state, power, base=base, lines=settled)
    return {power: lines for power, lines in amended.items() if lines}


def amend_lines(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    power: PowerId,
    *,
    base: Sequence[str],
    lines: Sequence[str],
) -> tuple[str, ...]:
    """Lines of a power with some changed: each new line that is not refused replaces the order of its unit."""
    if not base:
        return tuple(lines)
    earlier, later = (read_submissions(variant.board, {power: found}) for found in (base, lines))
    return tuple(
        line.text for line in amend_orders_of(variant.board, rulebook, state, power, earlier=earlier, later=later)
    )


def list_on_file(variant: Variant, rulebook: Rulebook, state: GameState, old: PhaseRecord) -> Texts:
    """Which orders of a phase that was judged before are on file when it opens again: those still possible."""
    if state.position == old.before.position:
        return old.texts
    return list_fitting(variant, rulebook, state, old.texts)


def list_fitting(variant: Variant, rulebook: Rulebook, state: GameState, texts: Texts) -> Texts:
    """The lines of orders that are possible in a state."""
    fitting = {}
    for power in list_due(variant, state, rulebook):
        review = _review(variant, rulebook, state, power, texts)
        fitting[power] = tuple(line.text for line in review.lines if line.counts)
    return {power: lines for power, lines in fitting.items() if lines}


def list_missing(
    variant: Variant, rulebook: Rulebook, state: GameState, texts: Texts, old: PhaseRecord | None = None
) -> tuple[MissingOrders, ...]:
    """The decisions of a phase that the existing orders do not cover.

    Decisions left open when the phase was first judged do not count, nor does a power that had sent nothing then.
    """
    found = []
    for power in list_due(variant, state, rulebook):
        if old is not None and power not in old.texts and power in list_due(variant, old.before, rulebook):
            continue
        review = _review(variant, rulebook, state, power, texts)
        units, builds, removals = review.idle, max(0, review.unused), max(0, -review.unused)
        if old is not None:
            then = _review(variant, rulebook, old.before, power, old.texts)
            units = tuple(unit for unit in units if unit not in then.idle)
            builds, removals = max(0, builds - max(0, then.unused)), max(0, removals - max(0, -then.unused))
        if units or builds or removals:
            found.append(MissingOrders(power, units, builds, removals))
    return tuple(found)


def _review(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, texts: Texts) -> Review:
    lines = read_submissions(variant.board, {power: texts.get(power, ())})
    return review_lines(variant.board, rulebook, state, power, lines)


def merge_proposals(state: GameState, then: GameState) -> tuple[tuple[Proposal, ...], tuple[Proposal, ...]]:
    """The open proposals with the votes cast on them then, and those that are no longer open."""
    cast = {(found.made, found.number): found for found in then.proposals}
    kept = [cast.get((found.made, found.number), found) for found in state.proposals]
    known = {(found.made, found.number) for found in kept}
    others = [found for key, found in cast.items() if key not in known]
    made_now = [found for found in others if found.made == state.phase]
    dropped = [found for found in others if found.made != state.phase and not found.withdrawn]
    return (*kept, *made_now), tuple(dropped)


@dataclass(frozen=True, slots=True)
class ChangedResult:
    """An order that has a different result, is refused now, or is given in one of the two cases only."""

    power: PowerId
    order: str
    old: Outcome | Rejection | None
    new: Outcome | Rejection | None


@dataclass(frozen=True, slots=True)
class ChangedOwner:
    """A centre that belongs to another power after the phase."""

    space: SpaceId
    old: PowerId | None
    new: PowerId | None


@dataclass(frozen=True, slots=True)
class Difference:
    """How a phase differs from its earlier result."""

    results: tuple[ChangedResult, ...] = ()
    appeared: tuple[Unit, ...] = ()
    """Units in places where they were not before."""
    gone: tuple[Unit, ...] = ()
    owners: tuple[ChangedOwner, ...] = ()
    endings: tuple[Ending | None, Ending | None] = (None, None)
    """How the game ended with the phase, before and now."""

    @property
    def is_empty(self) -> bool:
        """True if everything is as it was."""
        return self == Difference(endings=(self.endings[0], self.endings[0]))


def compare_records(old: PhaseRecord, new: PhaseRecord) -> Difference:
    """How a phase differs from its earlier result."""
    found = compare_states(old.after, new.after)
    return replace(found, results=_compare_results(old, new))


def compare_states(old: GameState, new: GameState) -> Difference:
    """How a position differs from another."""
    before, after = _list_units(old), _list_units(new)
    spaces = sorted({*old.position.owners, *new.position.owners})
    pairs = [(space, old.position.owners.get(space), new.position.owners.get(space)) for space in spaces]
    return Difference(
        appeared=tuple(unit for unit in after if unit not in set(before)),
        gone=tuple(unit for unit in before if unit not in set(after)),
        owners=tuple(ChangedOwner(*pair) for pair in pairs if pair[1] != pair[2]),
        endings=(old.ending, new.ending),
    )


def _list_units(state: GameState) -> list[Unit]:
    """All units: on the board, aboard, and waiting to retreat."""
    waiting = [unit for found in state.position.dislodged for unit in found.units]
    return [*state.position.units.values(), *waiting]


def _compare_results(old: PhaseRecord, new: PhaseRecord) -> tuple[ChangedResult, ...]:
    before, after = _key_results(old), _key_results(new)
    found = []
    for power, order in dict.fromkeys((*before, *after)):
        was, now = before.get((power, order)), after.get((power, order))
        if _word_result(was) != _word_result(now):
            found.append(ChangedResult(power, order, was, now))
    return tuple(sorted(found, key=lambda result: result.power))


def _key_results(record: PhaseRecord) -> Mapping[tuple[PowerId, str], Outcome | Rejection]:
    results: dict[tuple[PowerId, str], Outcome | Rejection] = {}
    for rejection in record.rejections:
        results[rejection.power, _name_order(rejection.order, rejection.text)] = rejection
    for outcome in record.outcomes:
        results[outcome.power, format_order(outcome.order)] = outcome
    return results


def _name_order(order: Order | None, text: str) -> str:
    return format_order(order) if order is not None else text


def _word_result(found: Outcome | Rejection | None) -> tuple[object, ...]:
    """A result without its reasons."""
    if isinstance(found, Rejection):
        return ("refused",)
    return () if found is None else (found.result, found.fate)
