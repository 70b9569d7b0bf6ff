"""Results of a phase, and the board, as the pages show them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sqlalchemy import Connection

from legation.board import Position, PowerId, SpaceId, Terrain, space_of
from legation.contract import DislodgedJson, UnitJson, describe_board, describe_unit
from legation.game import Changed, GameState, PhaseKind, PhaseRecord, parse_phase
from legation.judge import BombMark, ClosedSeaMark, ColonyMark, RuinMark, Rulebook, SpaceMark, list_marks
from legation.orders import format_order
from legation.render.words import (
    list_near,
    word_change,
    word_events,
    word_goals,
    word_mark,
    word_phase,
    word_tally,
)
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import LoadedGame, decode_game, load_event, load_record
from legation.server.game.membership import Membership, open_game
from legation.server.game.plan_storage import find_plan
from legation.server.game.plans import review_plan, texts_of
from legation.server.game.records import EntryHead
from legation.server.game.timeline import Timeline, load_timeline
from legation.server.game.visibility import VisibleGame, load_visible
from legation.server.http.value_route import EVERY_FIELD
from legation.server.identity.viewers import Viewer
from legation.server.orders.order_lines import OrderLine, ResultLine, describe_orders, load_lines
from legation.variants import Variant

MarkKind = Literal["colony", "bomb", "ruined", "closed"]
MARK_KINDS: Mapping[type[SpaceMark], MarkKind] = {
    ColonyMark: "colony", BombMark: "bomb", RuinMark: "ruined", ClosedSeaMark: "closed",
}  # fmt: skip
"""What the pages call each kind of mark."""
PhaseWord = Literal["moves", "retreats", "adjustments"]
PHASE_WORDS: Mapping[PhaseKind, PhaseWord] = {
    PhaseKind.MOVES: "moves", PhaseKind.RETREATS: "retreats", PhaseKind.ADJUSTMENTS: "adjustments",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PhaseTitle:
    """A phase: its code, and in words."""

    phase: str
    title: str


@dataclass(frozen=True, slots=True)
class JudgedPhase(PhaseTitle):
    """A phase that was judged, and when."""

    entry: int
    judged_at: str | None
    kind: PhaseWord


@dataclass(frozen=True, slots=True)
class PhaseList:
    """The judged phases, and the phase now."""

    phases: list[JudgedPhase]
    now: PhaseTitle


@dataclass(frozen=True, slots=True)
class SpaceMarkFacts:
    """What rules know about a space. A colony has years, and at ``full_age`` it is permanent; a site has bombs."""

    kind: MarkKind
    text: str
    age: int | None = None
    full_age: int | None = None
    counts: bool | None = None
    bombs: int | None = None


class DislodgedUnitFacts(DislodgedJson):
    """A unit that must retreat, and whose army is aboard it."""

    aboard: str | None


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as the board draws it, with orders."""

    phase: str
    title: str
    units: dict[str, list[str]]
    dislodged: list[DislodgedUnitFacts]
    contested: list[str]
    centres: dict[str, list[str]]
    cargo: dict[SpaceId, str]
    """The army aboard a ship, by the ship's space, with its power: ``A LON FRANCE``."""
    influence: Mapping[str, str]
    """Who last stood in a space."""
    marks: dict[SpaceId, SpaceMarkFacts]
    goals: dict[PowerId, str]
    """How far each power is toward its own victory condition; empty where a plain count decides."""
    orders: list[OrderLine] | list[ResultLine]


@dataclass(frozen=True, slots=True)
class Capture:
    """A centre that changed hands."""

    space: str
    old_owner: str | None
    new_owner: str | None


@dataclass(frozen=True, slots=True)
class PhaseCapture(Capture):
    """A centre that changed hands, and when."""

    phase: str


@dataclass(frozen=True, slots=True)
class Results:
    """A judged phase; no phase and nothing in it, where none was judged yet."""

    __pydantic_config__ = EVERY_FIELD
    phase: str | None = None
    title: str = ""
    judged_at: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many orders had each result."""
    concerns: list[str] = field(default_factory=list)
    """The orders that concern the viewer's power."""
    orders: list[ResultLine] = field(default_factory=list)
    destroyed: list[UnitJson] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Corrections that came after it."""
    tallies: list[str] = field(default_factory=list)
    """Counted votes, in sentences."""
    events: list[str] = field(default_factory=list)
    """What happened to centres by a rule of the variant, in sentences."""
    changes: list[Capture] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CentreRow:
    """A power's centres and units, year by year."""

    power: PowerId
    counts: list[int]
    units: list[int]


@dataclass(frozen=True, slots=True)
class CentreHistory:
    """Centres and units of all powers through the years."""

    years: list[int]
    powers: list[CentreRow]
    changes: list[PhaseCapture]
    to_win: int | None


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """A space in a table: what stands there, its order, and its neighbours."""

    space: SpaceId
    name: str
    terrain: str
    centre: str
    owner: PowerId | None
    unit: str | None
    power: PowerId | None
    order: str | None
    near: list[SpaceId]


@dataclass(frozen=True, slots=True)
class TheatreTable:
    """The spaces of a theatre."""

    name: str
    rows: list[SpaceRow]


@dataclass(frozen=True, slots=True)
class TextBoard:
    """The board as tables."""

    phase: str
    title: str
    theatres: list[TheatreTable]


def list_phases(services: Services, viewer: Viewer, game: str) -> PhaseList:
    """The judged phases that the viewer may see, and the phase now."""
    with services.store.read() as connection:
        _, _, visible = _open(connection, services, game, viewer)
        phases = [_describe_head(head) for head in visible.judged]
        now = visible.snapshot.state.shown_phase
        return PhaseList(phases, PhaseTitle(str(now), word_phase(now)))


def _open(
    connection: Connection, services: Services, game_id: str, viewer: Viewer
) -> tuple[LoadedGame, Membership, VisibleGame]:
    row, membership = open_game(connection, game_id, viewer)
    game = decode_game(connection, services, row)
    return game, membership, load_visible(connection, game, membership)


def _describe_head(head: EntryHead) -> JudgedPhase:
    phase = parse_phase(head.phase)
    return JudgedPhase(
        head.phase, word_phase(phase), head.number, format_time(head.made_at), kind=PHASE_WORDS[phase.kind]
    )


def read_scene(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> Scene:
    """The board now, with the viewer's own orders; or as it was before a phase, with all orders and results."""
    with services.store.read() as connection:
        game, membership, visible = _open(connection, services, game_id, viewer)
        timeline = load_timeline(connection, game, visible.heads)
        if phase is None or (phase == str(visible.snapshot.state.phase) and not _was_judged(visible, phase)):
            lines = _list_own(connection, game, membership) if visible.is_current else []
            influence = describe_influence(game, timeline, None)
            return describe_scene(game.variant, game.rulebook, visible.snapshot.state, influence, lines)
        head = visible.find(phase)
        record = load_record(connection, game.id, head.number, head.hash)
        influence = describe_influence(game, timeline, head.number)
        return describe_scene(game.variant, game.rulebook, record.before, influence, load_lines(game, head, record))


def _was_judged(visible: VisibleGame, phase: str) -> bool:
    return any(head.phase == phase for head in visible.judged)


def _list_own(connection: Connection, game: LoadedGame, membership: Membership) -> list[OrderLine]:
    if membership.power is None or membership.power not in game.due:
        return []
    plan = find_plan(connection, game.id, game.row.turn, membership.power)
    orders = [(membership.power, order) for order in review_plan(game, membership.power, texts_of(plan)).orders]
    return describe_orders(game.variant.board, orders)


def describe_influence(game: LoadedGame, timeline: Timeline, until: int | None) -> dict[str, str]:
    """Who last stood in each land space that is not a centre."""
    units = game.rules.setup.start.position.units.values()
    start = {str(unit.space): str(unit.power) for unit in units if not unit.is_aboard}
    found = timeline.influence(start, until)
    spaces = game.variant.board.spaces
    return {
        space: power
        for space, power in found.items()
        if spaces[SpaceId(space)].terrain is Terrain.LAND and not spaces[SpaceId(space)].centre.is_counted
    }


def describe_marks(variant: Variant, position: Position, rulebook: Rulebook) -> dict[SpaceId, SpaceMarkFacts]:
    """What rules know about each space: in words, and as far as the board draws it."""
    marks: dict[SpaceId, SpaceMarkFacts] = {}
    for mark in list_marks(variant.board, position, rulebook):
        kind = MARK_KINDS[type(mark)]
        found = marks.get(mark.space) or SpaceMarkFacts(kind, "")
        found = replace(found, kind=kind, text=f"{found.text} {word_mark(variant, mark)}".strip())
        if isinstance(mark, ColonyMark):
            found = replace(found, age=mark.age, full_age=mark.full_age, counts=mark.counts)
        elif isinstance(mark, BombMark):
            # A unit that was driven out may have bombs beside those of the unit that took its place.
            found = replace(found, bombs=(found.bombs or 0) + mark.bombs)
        marks[mark.space] = found
    return marks


def describe_scene(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    influence: Mapping[str, str],
    lines: list[OrderLine] | list[ResultLine],
) -> Scene:
    """A position as the board component draws it."""
    position = state.position
    board = describe_board(variant.powers, position)
    return Scene(
        phase=str(state.shown_phase),
        title=word_phase(state.shown_phase),
        units=board["units"],
        dislodged=[
            {**line, "aboard": found.cargo.power if found.cargo else None}
            for found, line in zip(position.dislodged, board["dislodged"], strict=True)
        ],
        contested=board["contested"],
        centres=board["centres"],
        cargo={army.space: f"{army} {army.power}" for army in position.armies_aboard},
        influence=influence,
        marks=describe_marks(variant, position, rulebook),
        goals={power: word_goals(variant, rulebook, position, power) for power in variant.powers},
        orders=lines,
    )


def read_results(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> Results:
    """What became of the orders of a phase, or of the last one."""
    with services.store.read() as connection:
        game, membership, visible = _open(connection, services, game_id, viewer)
        if phase is None and not visible.judged:
            return Results()
        head = visible.find(phase) if phase else visible.judged[-1]
        record = load_record(connection, game.id, head.number, head.hash)
        lines = load_lines(game, head, record)
        results = describe_results(game.variant, game.rulebook, record, lines, membership.power)
        notes = _list_notes(connection, game, visible, head)
        return replace(results, judged_at=format_time(head.made_at), notes=notes)


def describe_results(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, lines: list[ResultLine], power: PowerId | None
) -> Results:
    """A judged phase without when it was judged."""
    return Results(
        phase=str(record.phase),
        title=word_phase(record.phase),
        counts=Counter(line.result for line in lines),
        concerns=list_concerns(record, lines, power) if power else [],
        orders=lines,
        destroyed=[describe_unit(unit) for unit in record.destroyed],
        tallies=[word_tally(variant, tally) for tally in record.tallies],
        events=list(word_events(variant, rulebook, record)),
        changes=list_captures(record.before.position, record.after.position),
    )


def list_concerns(record: PhaseRecord, lines: list[ResultLine], power: PowerId) -> list[str]:
    """The orders that concern a power: its own, those bound up with them, and those in its spaces."""
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
    """Corrections that came after the phase and before the next was judged."""
    notes = []
    for other in visible.heads:
        if other.number > head.number and other.is_judged:
            break
        if other.number > head.number:
            event = load_event(connection, game.id, other.number, other.hash)
            assert isinstance(event, Changed)
            notes.append(f"{'; '.join(word_change(change) for change in event.changes)}: {event.note}.")
    return notes


def read_centres(services: Services, viewer: Viewer, game_id: str) -> CentreHistory:
    """Centres and units of all powers, year by year, and every centre that changed hands."""
    with services.store.read() as connection:
        game, _, visible = _open(connection, services, game_id, viewer)
        timeline = load_timeline(connection, game, visible.heads)
        return describe_centres(game, timeline)


def describe_centres(game: LoadedGame, timeline: Timeline) -> CentreHistory:
    """The centres and units of all powers through the years."""
    board, start = game.variant.board, game.rules.setup.start
    first = {str(space): str(owner) for space, owner in start.position.owners.items()}
    units: dict[str, int] = {power: len(start.position.units_of(power)) for power in game.variant.powers}
    rows = {start.phase.year - 1: (first, units)}
    changes, owners = [], first
    for page in timeline.entries:
        rows[parse_phase(page.phase).year] = (dict(page.owners), dict(page.units))
        changes += [
            PhaseCapture(space, owners.get(space), page.owners.get(space), page.phase)
            for space in sorted({*owners, *page.owners})
            if owners.get(space) != page.owners.get(space)
        ]
        owners = dict(page.owners)
    counted = {str(space.id) for space in board.spaces.values() if space.centre.is_counted}
    powers = [
        CentreRow(
            power,
            counts=[
                sum(owner == power and space in counted for space, owner in held.items()) for held, _ in rows.values()
            ],
            units=[forces.get(power, 0) for _, forces in rows.values()],
        )
        for power in game.variant.powers
    ]
    return CentreHistory(list(rows), powers, changes, game.variant.winning_count)


def read_text_board(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> TextBoard:
    """The board as tables, theatre by theatre, for those who do not see it."""
    with services.store.read() as connection:
        game, membership, visible = _open(connection, services, game_id, viewer)
        if phase is None:
            lines = _list_own(connection, game, membership) if visible.is_current else []
            return describe_text_board(game.variant, visible.snapshot.state, lines)
        head = visible.find(phase)
        record = load_record(connection, game.id, head.number, head.hash)
        return describe_text_board(game.variant, record.before, load_lines(game, head, record))


def describe_text_board(variant: Variant, state: GameState, lines: Sequence[OrderLine]) -> TextBoard:
    """Every space with what stands there, its order, and its neighbours."""
    board, position = variant.board, state.position
    orders = {line.at.partition("/")[0]: line.order for line in lines if line.at}
    theatres: dict[str, list[SpaceRow]] = {}
    for space in board.spaces.values():
        unit = position.units.get(space.id)
        moves = [(*board.army_moves[place], *board.fleet_moves[place]) for place in space.locations]
        theatres.setdefault(space.theatre or variant.name, []).append(
            SpaceRow(
                space=space.id,
                name=space.name,
                terrain=space.terrain.value,
                centre=space.centre.value,
                owner=position.owners.get(space.id),
                unit=str(unit) if unit else None,
                power=unit.power if unit else None,
                order=orders.get(str(space.id)),
                near=sorted({space_of(place) for places in moves for place in places}),
            )
        )
    tables = [TheatreTable(name, theatres[name]) for name in sorted(theatres)]
    return TextBoard(str(state.shown_phase), word_phase(state.shown_phase), tables)
