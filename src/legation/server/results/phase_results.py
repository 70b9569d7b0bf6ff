"""The judged phases of a game, and the results of the orders of one."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from sqlalchemy import Connection

from legation.board import Position, PowerId
from legation.contract import UnitJson, describe_unit
from legation.game import Changed, PhaseKind, PhaseRecord, parse_phase
from legation.judge import Rulebook
from legation.orders import format_order
from legation.render.words import (
    list_events,
    list_near,
    word_changes,
    word_phase,
    word_tally_in_full,
)
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.clause_links import ClauseLink, link_clause
from legation.server.game.loaded_game import LoadedGame, load_event, load_record
from legation.server.game.order_lines import ResultLine, load_lines
from legation.server.game.records import EntryHead
from legation.server.game.visibility import VisibleGame, open_visible
from legation.server.http.routes import EVERY_FIELD
from legation.server.identity.viewers import Viewer
from legation.variants import Variant

PhaseWord = Literal["moves", "retreats", "adjustments"]
PHASE_WORDS: Mapping[PhaseKind, PhaseWord] = {
    PhaseKind.MOVES: "moves", PhaseKind.RETREATS: "retreats", PhaseKind.ADJUSTMENTS: "adjustments",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PhaseTitle:
    """A phase: its code, and its name in words."""

    phase: str
    title: str


@dataclass(frozen=True, slots=True)
class JudgedPhase(PhaseTitle):
    """A judged phase, and when it was judged."""

    entry: int
    hash: str
    """The hash of the entry: with it, anyone can check whether the past was changed."""
    judged_at: str | None
    kind: PhaseWord


@dataclass(frozen=True, slots=True)
class PhaseList:
    """The judged phases, and the current phase."""

    phases: list[JudgedPhase]
    now: PhaseTitle


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Something that happened besides the orders, in a sentence that ends with its clause."""

    text: str
    clause: ClauseLink | None


@dataclass(frozen=True, slots=True)
class Capture:
    """A centre that changed hands."""

    space: str
    old_owner: str | None
    new_owner: str | None


@dataclass(frozen=True, slots=True)
class Results:
    """A judged phase; empty and without a phase if none was judged yet."""

    __pydantic_config__ = EVERY_FIELD
    phase: str | None = None
    title: str = ""
    judged_at: str | None = None
    entry: int | None = None
    """Its number in the chain; null for a dry run."""
    hash: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    """The number of orders with each result."""
    concerns: list[str] = field(default_factory=list)
    """The orders that concern the viewer's power."""
    orders: list[ResultLine] = field(default_factory=list)
    destroyed: list[UnitJson] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Corrections that came after it."""
    tallies: list[str] = field(default_factory=list)
    """Vote counts, in sentences."""
    events: list[EventFacts] = field(default_factory=list)
    """Changes of centres by a rule of the variant."""
    changes: list[Capture] = field(default_factory=list)


def list_phases(services: Services, viewer: Viewer, game: str) -> PhaseList:
    """The judged phases that the viewer may see, and the current phase."""
    with services.store.read() as connection:
        _, _, visible = open_visible(connection, services, game, viewer)
        phases = [_describe_head(head) for head in visible.judged]
        now = visible.snapshot.state.shown_phase
        return PhaseList(phases, PhaseTitle(str(now), word_phase(now)))


def _describe_head(head: EntryHead) -> JudgedPhase:
    phase = parse_phase(head.phase)
    return JudgedPhase(
        head.phase, word_phase(phase), head.number, head.hash, format_time(head.made_at), kind=PHASE_WORDS[phase.kind]
    )


def read_results(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> Results:
    """The results of the orders of a phase, or of the last one."""
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        if not phase and not visible.judged:
            return Results()
        head = visible.get(phase) if phase else visible.judged[-1]
        record = load_record(connection, game.id, head.number, head.hash)
        lines = load_lines(connection, game, head)
        results = describe_results(game.variant, game.rulebook, record, lines, membership.power)
        notes = _list_notes(connection, game, visible, head)
        return replace(results, judged_at=format_time(head.made_at), entry=head.number, hash=head.hash, notes=notes)


def describe_results(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, lines: list[ResultLine], power: PowerId | None
) -> Results:
    """A judged phase without the time of its judgement."""
    return Results(
        phase=str(record.phase),
        title=word_phase(record.phase),
        counts=Counter(line.result for line in lines),
        concerns=list_concerns(record, lines, power) if power else [],
        orders=lines,
        destroyed=[describe_unit(unit) for unit in record.destroyed],
        tallies=[word_tally_in_full(variant, tally) for tally in record.tallies],
        events=[
            EventFacts(event.text, link_clause(variant, event.clause))
            for event in list_events(variant, rulebook, record)
        ],
        changes=list_captures(record.before.position, record.after.position),
    )


def list_concerns(record: PhaseRecord, lines: list[ResultLine], power: PowerId) -> list[str]:
    """The orders that concern a power: its own, those connected with them, and those in its spaces."""
    near = {(outcome.power, format_order(outcome.order)) for outcome in list_near(record, power)}
    return [
        line.order for line in lines if line.power == power or (not line.rejected and (line.power, line.order) in near)
    ]


def list_captures(before: Position, after: Position) -> list[Capture]:
    """Centres that changed hands."""
    spaces = sorted({*before.owners, *after.owners})
    return [
        Capture(space, before.owners.get(space), after.owners.get(space))
        for space in spaces
        if before.owners.get(space) != after.owners.get(space)
    ]


def _list_notes(connection: Connection, game: LoadedGame, visible: VisibleGame, head: EntryHead) -> list[str]:
    """Corrections that came after the phase and before the next judgement."""
    notes = []
    names = {power: found.name for power, found in game.variant.powers.items()}
    for other in visible.heads:
        if other.number > head.number and other.is_judged:
            break
        if other.number > head.number:
            event = load_event(connection, game.id, other.number, other.hash)
            assert isinstance(event, Changed)
            notes.append(f"{word_changes(event.changes, names=names)}: {event.note}.")
    return notes
