"""Past turns as zines print them: judges the orders of all powers and compares the printed results with ours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from legation.board import Position, PowerId, SpaceId, Unit, UnitKey, space_of
from legation.errors import LegationError, RequestError
from legation.game import (
    Change,
    GameState,
    History,
    Inbox,
    PhaseKind,
    PhaseRecord,
    PutAboard,
    PutUnit,
    SavedGame,
    SetOwner,
    Setup,
    TakeUnit,
    advance,
    apply_changes,
    read_letter,
)
from legation.judge import Outcome, Rulebook
from legation.orders import Build, Move, Retreat, Waive, read_submissions
from legation.render.words import ENGLISH, word_outcome, word_phase, word_rejection
from legation.variants import Variant
from legation.zine.phase_text import read_phase_line
from legation.zine.position import read_position
from legation.zine.reading import Finding, Gravity, ReadPosition

MOST_TURNS = 300
"""More phases than any game by post has had."""


@dataclass(frozen=True, slots=True)
class TurnText:
    """One past turn as typed."""

    orders: str
    """The orders of all powers, under their headings."""
    printed: str = ""
    """The position afterwards, for comparison."""
    takes_printed: bool = False
    """True if the printed position replaces ours where they differ."""
    note: str = ""
    """Why."""


class Differing(StrEnum):
    """What differs in a space."""

    UNIT = "unit"
    OWNER = "owner"
    DISLODGED = "dislodged"


@dataclass(frozen=True, slots=True)
class Difference:
    """A space in which the printed position differs from ours, and the reason for ours."""

    kind: Differing
    space: SpaceId
    printed: str
    judged: str
    reasons: tuple[str, ...] = ()

    def word(self) -> str:
        """The difference as a sentence."""
        none = ENGLISH.texts["zine.difference.none"]
        text = ENGLISH.fill(
            f"zine.difference.{self.kind.value}",
            space=self.space,
            printed=self.printed or none,
            judged=self.judged or none,
        )
        return f"{text}."


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """A past turn, judged."""

    record: PhaseRecord | None
    """None if it could not be judged."""
    findings: tuple[Finding, ...] = ()
    printed: ReadPosition | None = None
    differences: tuple[Difference, ...] = ()
    changes: tuple[Change, ...] = ()
    """The changes that take over the printed position, if requested."""

    @property
    def is_open(self) -> bool:
        """True if the game cannot continue yet: there is an error or an undecided difference."""
        return self.record is None or bool(self.errors) or (bool(self.differences) and not self.changes)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The problems."""
        return tuple(found for found in self.findings if found.weight is Gravity.ERROR)


@dataclass(frozen=True, slots=True)
class ReadTurns:
    """All past turns up to the first open one, and the resulting game."""

    turns: tuple[ReadTurn, ...]
    saved: SavedGame

    @property
    def is_open(self) -> bool:
        """True if a turn has a problem."""
        return any(turn.is_open for turn in self.turns)


def read_turns(variant: Variant, rulebook: Rulebook, setup: Setup, texts: Sequence[TurnText]) -> ReadTurns:
    """Judge past turns one after another, up to the first problem."""
    if len(texts) > MOST_TURNS:
        raise RequestError("turns", f"{len(texts)} turns; at most {MOST_TURNS} are read")
    history, turns = History(setup), []
    for text in texts:
        turn = _read_turn(variant, rulebook, history.state, text)
        turns.append(turn)
        if turn.is_open or turn.record is None:
            break
        history = history.add_record(turn.record)
        if turn.changes:
            note = text.note.strip() or ENGLISH.texts["zine.turn.taken"]
            history = history.change(history.state, turn.changes, note)
    history = history.sign()
    return ReadTurns(tuple(turns), SavedGame(history, Inbox({}, history.state.proposals)))


def _read_turn(variant: Variant, rulebook: Rulebook, state: GameState, text: TurnText) -> ReadTurn:
    if state.ending:
        return ReadTurn(None, (Finding(Gravity.ERROR, ENGLISH.texts["zine.turn.over"]),))
    try:
        letter = _drop_phase(variant, state, text.orders)
        texts = read_letter(variant, letter, state=state)
    except LegationError as error:
        return ReadTurn(None, (Finding(Gravity.ERROR, str(getattr(error, "problem", error))),))
    record = advance(variant, state, read_submissions(variant.board, texts), rulebook)
    findings = [
        Finding(Gravity.WARNING, f"{found.power} {found.text}: {word_rejection(found)}") for found in record.rejections
    ]
    if not texts:
        findings.append(Finding(Gravity.WARNING, ENGLISH.texts["zine.turn.no_orders"]))
    if not text.printed.strip():
        return ReadTurn(record, tuple(findings))
    return _compare(variant, rulebook, record, text, findings)


def _drop_phase(variant: Variant, state: GameState, text: str) -> str:
    """The orders without their phase heading, which must name the phase to judge."""
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        found = read_phase_line(line, variant.first_year)
        if found is None:
            break
        must_retreat = state.phase.kind is PhaseKind.RETREATS and found.season is state.phase.season
        phase = found.settle(must_retreat=must_retreat)
        if phase != state.phase:
            problem = ENGLISH.fill("zine.turn.begins", printed=word_phase(phase), phase=word_phase(state.phase))
            raise RequestError("orders", problem)
        return "\n".join(lines[number + 1 :])
    return text


def _compare(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, text: TurnText, findings: list[Finding]
) -> ReadTurn:
    after = record.after
    names_phase = any(read_phase_line(line, variant.first_year) for line in text.printed.splitlines())
    printed = read_position(variant, rulebook, text.printed, "" if names_phase else str(after.phase))
    position = printed.shown
    fatal = [found for found in printed.errors if found.line is not None or position is None]
    findings += fatal
    if position is None or fatal:
        return ReadTurn(record, tuple(findings), printed)
    if printed.phase and printed.phase != after.phase:
        problem = ENGLISH.fill("zine.turn.leads_to", printed=word_phase(printed.phase), phase=word_phase(after.phase))
        return ReadTurn(record, (*findings, Finding(Gravity.ERROR, problem)), printed)
    differences = tuple(_list_differences(variant, record, printed, position))
    if not differences or not text.takes_printed:
        return ReadTurn(record, tuple(findings), printed, differences)
    try:
        changes = tuple(_list_changes(after.position, position, printed))
        apply_changes(after, changes)
    except LegationError as error:
        problem = ENGLISH.fill("zine.turn.cannot_take", problem=getattr(error, "problem", error))
        return ReadTurn(record, (*findings, Finding(Gravity.ERROR, problem)), printed, differences)
    return ReadTurn(record, tuple(findings), printed, differences, changes)


def _list_units(position: Position, named: frozenset[PowerId]) -> dict[UnitKey, Unit]:
    """The units of some powers."""
    return {key: unit for key, unit in position.units.items() if unit.power in named}


def _list_waiting(position: Position, named: frozenset[PowerId]) -> dict[SpaceId, Unit]:
    return {found.unit.space: found.unit for found in position.dislodged if found.unit.power in named}


def _list_differences(
    variant: Variant, record: PhaseRecord, printed: ReadPosition, position: Position
) -> Iterator[Difference]:
    """Compare positions; powers that the printed text does not name are skipped, and owners if it names none."""
    ours, named = record.after.position, printed.named
    judged, there = _list_units(ours, named), _list_units(position, named)
    for key in sorted(judged.keys() | there.keys()):
        if judged.get(key) != there.get(key):
            space = SpaceId(space_of((judged.get(key) or there[key]).location))
            yield Difference(
                Differing.UNIT, space, _name(there.get(key)), _name(judged.get(key)), _explain(variant, record, space)
            )
    waiting, expected = _list_waiting(ours, named), _list_waiting(position, named)
    for space in sorted(waiting.keys() | expected.keys()):
        if waiting.get(space) != expected.get(space):
            pair = _name(expected.get(space)), _name(waiting.get(space))
            yield Difference(Differing.DISLODGED, space, *pair, _explain(variant, record, space))
    if not printed.has_owners:
        return
    for space in sorted({*ours.owners, *position.owners}):
        old, new = ours.owners.get(space), position.owners.get(space)
        if old != new and (old in named or new in named):
            yield Difference(Differing.OWNER, space, str(new or ""), str(old or ""))


def _name(unit: Unit | None) -> str:
    return f"{unit.power} {unit}" if unit else ""


def _explain(variant: Variant, record: PhaseRecord, space: SpaceId) -> tuple[str, ...]:
    """The outcomes of the orders of units in a space or moving there."""
    return tuple(word_outcome(variant.board, one) for one in record.outcomes if _concerns(one, space))


def _concerns(outcome: Outcome, space: SpaceId) -> bool:
    order = outcome.order
    if isinstance(order, Waive):
        return False
    if isinstance(order, Move | Retreat) and space_of(order.target) == space:
        return True
    if isinstance(order, Build):
        return order.unit.space == space
    unit = getattr(order, "unit", None)
    return unit is not None and unit.space == space


def _list_changes(ours: Position, position: Position, printed: ReadPosition) -> Iterator[Change]:
    """The corrections that make our position the printed one."""
    named = printed.named
    judged, there = _list_units(ours, named), _list_units(position, named)
    waiting, expected = _list_waiting(ours, named), _list_waiting(position, named)
    if expected.keys() - waiting.keys():
        names = ", ".join(_name(expected[space]) for space in sorted(expected.keys() - waiting.keys()))
        raise RequestError("printed", f"{names} must retreat by the text, but was not dislodged; look at the orders")
    gone = [unit for key, unit in judged.items() if there.get(key) != unit]
    gone += [waiting[space] for space in sorted(waiting.keys() - expected.keys())]
    for unit in sorted(gone, key=lambda unit: not unit.is_aboard):
        yield TakeUnit(_at_its_ship(unit))
    come = [unit for key, unit in there.items() if judged.get(key) != unit]
    for unit in sorted(come, key=lambda unit: unit.is_aboard):
        yield PutAboard(_at_its_ship(unit)) if unit.is_aboard else PutUnit(unit)
    if printed.has_owners:
        for space in sorted({*ours.owners, *position.owners}):
            old, new = ours.owners.get(space), position.owners.get(space)
            if old != new and (old in named or new in named):
                yield SetOwner(space, new)


def _at_its_ship(unit: Unit) -> Unit:
    """The unit, with an army aboard named by the space of its ship."""
    return unit._replace(location=space_of(unit.location)) if unit.is_aboard else unit  # type: ignore[arg-type]
