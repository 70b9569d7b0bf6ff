"""Results of a phase, and the board, as the pages show them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from legation.board import Position, PowerId, SpaceId, Terrain, space_of
from legation.contract import describe_board, describe_unit
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
from legation.server.identity.viewers import Viewer
from legation.server.orders.order_lines import Line, describe_orders, load_lines
from legation.variants import Variant

Wire = dict[str, Any]
MARK_KINDS: Mapping[type[SpaceMark], str] = {
    ColonyMark: "colony", BombMark: "bomb", RuinMark: "ruined", ClosedSeaMark: "closed",
}  # fmt: skip
"""What the pages call each kind of mark."""
KIND_NAMES = {PhaseKind.MOVES: "moves", PhaseKind.RETREATS: "retreats", PhaseKind.ADJUSTMENTS: "adjustments"}


def list_phases(services: Services, viewer: Viewer, game: str) -> Wire:
    """The judged phases that the viewer may see, and the phase now."""
    with services.store.read() as connection:
        _, _, visible = _open(connection, services, game, viewer)
        phases = [_describe_head(head) for head in visible.judged]
        now = visible.snapshot.state.shown_phase
        return {"phases": phases, "now": {"phase": str(now), "title": word_phase(now)}}


def _open(
    connection: Connection, services: Services, game_id: str, viewer: Viewer
) -> tuple[LoadedGame, Membership, VisibleGame]:
    row, membership = open_game(connection, game_id, viewer)
    game = decode_game(connection, services, row)
    return game, membership, load_visible(connection, game, membership)


def _describe_head(head: EntryHead) -> Wire:
    phase = parse_phase(head.phase)
    return {
        "phase": head.phase,
        "title": word_phase(phase),
        "entry": head.number,
        "judged_at": format_time(head.made_at),
        "kind": KIND_NAMES[phase.kind],
    }


def read_scene(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> Wire:
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


def _list_own(connection: Connection, game: LoadedGame, membership: Membership) -> list[Line]:
    if membership.power is None or membership.power not in game.due:
        return []
    plan = find_plan(connection, game.id, game.row.turn, membership.power)
    orders = [(membership.power, order) for order in review_plan(game, membership.power, texts_of(plan)).orders]
    return describe_orders(game.variant.board, orders, state="set")


def describe_influence(game: LoadedGame, timeline: Timeline, until: int | None) -> dict[str, str]:
    """Who last stood in each land space that is no centre."""
    units = game.rules.setup.start.position.units.values()
    start = {str(unit.space): str(unit.power) for unit in units if not unit.is_aboard}
    found = timeline.influence(start, until)
    spaces = game.variant.board.spaces
    return {
        space: power
        for space, power in found.items()
        if spaces[SpaceId(space)].terrain is Terrain.LAND and not spaces[SpaceId(space)].centre.is_counted
    }


def describe_marks(variant: Variant, position: Position, rulebook: Rulebook) -> dict[str, Wire]:
    """What rules know about each space: in words, and as far as the board draws it."""
    marks: dict[str, Wire] = {}
    for mark in list_marks(variant.board, position, rulebook):
        found = marks.setdefault(str(mark.space), {"text": ""})
        found["kind"] = MARK_KINDS[type(mark)]
        found["text"] = f"{found['text']} {word_mark(variant, mark)}".strip()
        if isinstance(mark, ColonyMark):
            found |= {"age": mark.age, "full_age": mark.full_age, "counts": mark.counts}
        if isinstance(mark, BombMark):
            found["bombs"] = mark.bombs
    return marks


def describe_scene(
    variant: Variant, rulebook: Rulebook, state: GameState, influence: Mapping[str, str], lines: list[Line]
) -> Wire:
    """A position as the board component draws it."""
    position = state.position
    shown = describe_board(variant.powers, position)
    for found, line in zip(position.dislodged, shown["dislodged"], strict=True):
        if found.cargo:
            line["aboard"] = found.cargo.power
    return {
        "phase": str(state.shown_phase),
        "title": word_phase(state.shown_phase),
        **shown,
        "cargo": {army.space: f"{army} {army.power}" for army in position.armies_aboard},
        "influence": dict(influence),
        "marks": describe_marks(variant, position, rulebook),
        "goals": {power: word_goals(variant, rulebook, position, power) for power in variant.powers},
        "orders": lines,
    }


def read_results(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> Wire:
    """What became of the orders of a phase, or of the last one."""
    with services.store.read() as connection:
        game, membership, visible = _open(connection, services, game_id, viewer)
        if phase is None and not visible.judged:
            return {"phase": None, "title": "", "judged_at": None, "counts": {}, "concerns": [], "orders": [],
                    "destroyed": [], "notes": [], "tallies": [], "events": []}  # fmt: skip
        head = visible.find(phase) if phase else visible.judged[-1]
        record = load_record(connection, game.id, head.number, head.hash)
        lines = load_lines(game, head, record)
        return {
            **describe_results(game.variant, game.rulebook, record, lines, membership.power),
            "judged_at": format_time(head.made_at),
            "notes": _list_notes(connection, game, visible, head),
        }


def describe_results(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, lines: list[Line], power: PowerId | None
) -> Wire:
    """A judged phase without when it was judged."""
    counts: dict[str, int] = {}
    for line in lines:
        counts[line["result"]] = counts.get(line["result"], 0) + 1
    return {
        "phase": str(record.phase),
        "title": word_phase(record.phase),
        "counts": counts,
        "concerns": list_concerns(record, lines, power) if power else [],
        "orders": lines,
        "destroyed": [describe_unit(unit) for unit in record.destroyed],
        "tallies": [word_tally(variant, tally) for tally in record.tallies],
        "events": list(word_events(variant, rulebook, record)),
        "changes": list_captures(record.before.position, record.after.position),
    }


def list_concerns(record: PhaseRecord, lines: list[Line], power: PowerId) -> list[str]:
    """The orders that concern a power: its own, those bound up with them, and those in its spaces."""
    near = {(outcome.power, format_order(outcome.order)) for outcome in list_near(record, power)}
    return [
        line["order"]
        for line in lines
        if line["power"] == power or (not line["rejected"] and (line["power"], line["order"]) in near)
    ]


def list_captures(before: Position, after: Position) -> list[Wire]:
    """Centres that changed hands."""
    spaces = sorted({*before.owners, *after.owners})
    return [
        {"space": space, "from": before.owners.get(space), "to": after.owners.get(space)}
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


def read_centres(services: Services, viewer: Viewer, game_id: str) -> Wire:
    """Centres and units of all powers, year by year, and every centre that changed hands."""
    with services.store.read() as connection:
        game, _, visible = _open(connection, services, game_id, viewer)
        timeline = load_timeline(connection, game, visible.heads)
        return describe_centres(game, timeline)


def describe_centres(game: LoadedGame, timeline: Timeline) -> Wire:
    """The table of centres on the wire."""
    board, start = game.variant.board, game.rules.setup.start
    first = {str(space): str(owner) for space, owner in start.position.owners.items()}
    units: dict[str, int] = {power: len(start.position.units_of(power)) for power in game.variant.powers}
    rows = {start.phase.year - 1: (first, units)}
    changes, owners = [], first
    for page in timeline.entries:
        rows[parse_phase(page.phase).year] = (dict(page.owners), dict(page.units))
        changes += [
            {"phase": page.phase, "space": space, "from": owners.get(space), "to": page.owners.get(space)}
            for space in sorted({*owners, *page.owners})
            if owners.get(space) != page.owners.get(space)
        ]
        owners = dict(page.owners)
    counted = {str(space.id) for space in board.spaces.values() if space.centre.is_counted}
    return {
        "years": list(rows),
        "powers": [
            {
                "power": power,
                "counts": [
                    sum(owner == power and space in counted for space, owner in held.items())
                    for held, _ in rows.values()
                ],
                "units": [forces.get(power, 0) for _, forces in rows.values()],
            }
            for power in game.variant.powers
        ],
        "changes": changes,
        "to_win": game.variant.winning_count,
    }


def read_text_board(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> Wire:
    """The board as tables, theatre by theatre, for those who do not see it."""
    with services.store.read() as connection:
        game, membership, visible = _open(connection, services, game_id, viewer)
        if phase is None:
            lines = _list_own(connection, game, membership) if visible.is_current else []
            return describe_text_board(game.variant, visible.snapshot.state, lines)
        head = visible.find(phase)
        record = load_record(connection, game.id, head.number, head.hash)
        return describe_text_board(game.variant, record.before, load_lines(game, head, record))


def describe_text_board(variant: Variant, state: GameState, lines: list[Line]) -> Wire:
    """Every space with what stands there, its order, and its neighbours."""
    board, position = variant.board, state.position
    orders = {str(line["at"]).partition("/")[0]: line["order"] for line in lines if line["at"]}
    theatres: dict[str, list[Wire]] = {}
    for space in board.spaces.values():
        unit = position.units.get(space.id)
        moves = [(*board.army_moves[place], *board.fleet_moves[place]) for place in space.locations]
        theatres.setdefault(space.theatre or variant.name, []).append(
            {
                "space": space.id,
                "name": space.name,
                "terrain": space.terrain.value,
                "centre": space.centre.value,
                "owner": position.owners.get(space.id),
                "unit": str(unit) if unit else None,
                "power": unit.power if unit else None,
                "order": orders.get(str(space.id)),
                "near": sorted({space_of(place) for places in moves for place in places}),
            }
        )
    rows = [{"name": name, "rows": theatres[name]} for name in sorted(theatres)]
    return {"phase": str(state.shown_phase), "title": word_phase(state.shown_phase), "theatres": rows}
