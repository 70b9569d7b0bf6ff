"""The board as it is drawn: now, or before a judged phase."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import Connection

from legation.board import Position, PowerId, SpaceId, Terrain
from legation.contract import DislodgedJson, describe_board
from legation.game import GameState
from legation.judge import BombMark, ClosedSeaMark, ColonyMark, Quotas, RuinMark, Rulebook, SpaceMark, list_marks
from legation.render.words import (
    word_goals,
    word_mark,
    word_phase,
)
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.membership import Membership
from legation.server.game.order_lines import OrderLine, ResultLine, describe_orders, load_lines
from legation.server.game.plans import find_plan, review_plan, texts_of
from legation.server.game.timeline import Timeline, load_timeline
from legation.server.game.visibility import VisibleGame, open_visible
from legation.server.http.routes import EVERY_FIELD
from legation.server.identity.viewers import Viewer
from legation.variants import Variant

MarkKind = Literal["colony", "bomb", "ruined", "closed"]
MARK_KINDS: Mapping[type[SpaceMark], MarkKind] = {
    ColonyMark: "colony", BombMark: "bomb", RuinMark: "ruined", ClosedSeaMark: "closed",
}  # fmt: skip
"""The pages' name for each kind of mark."""


@dataclass(frozen=True, slots=True)
class SpaceMarkFacts:
    """The marks of rules on a space. A colony has years, and at ``full_age`` it is permanent; a site has bombs."""

    __pydantic_config__ = EVERY_FIELD
    kind: MarkKind
    text: str
    age: int | None = None
    full_age: int | None = None
    counts: bool | None = None
    bombs: int | None = None


class DislodgedUnitFacts(DislodgedJson):
    """A unit that must retreat, and the power of the army aboard it."""

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
    """The last occupant of each space."""
    marks: dict[SpaceId, SpaceMarkFacts]
    spare: dict[PowerId, int]
    """The builds of each power if it were Winter now; negative numbers are removals."""
    goals: dict[PowerId, str]
    """Each power's progress toward its own victory condition; empty if a plain count decides."""
    orders: list[OrderLine] | list[ResultLine]


Moment = Literal["before", "after"]
"""Whether a judged phase is shown with the units before it, or after it."""


def read_scene(
    services: Services, viewer: Viewer, game_id: str, phase: str | None = None, moment: Moment = "before"
) -> Scene:
    """The board now, with the viewer's own orders; or before or after a phase, with orders and results."""
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        timeline = load_timeline(connection, game, visible.heads)
        if shows_now(visible, phase):
            lines = list_own_lines(connection, game, membership) if visible.is_current else []
            influence = describe_influence(game, timeline, None)
            return describe_scene(game.variant, game.rulebook, visible.snapshot.state, influence, lines)
        head = visible.get(phase or "")
        record = load_record(connection, game.id, head.number, head.hash)
        is_after = moment == "after"
        influence = describe_influence(game, timeline, head.number + is_after)
        state = record.after if is_after else record.before
        results = load_lines(connection, game, head)
        scene = describe_scene(game.variant, game.rulebook, state, influence, results)
        return replace(scene, phase=str(record.phase), title=word_phase(record.phase))


def shows_now(visible: VisibleGame, phase: str | None) -> bool:
    """True if the current state is meant: no phase is named, or the one that is not yet judged."""
    was_judged = any(head.phase == phase for head in visible.judged)
    return phase is None or (phase == str(visible.snapshot.state.phase) and not was_judged)


def list_own_lines(connection: Connection, game: LoadedGame, membership: Membership) -> list[OrderLine]:
    """The saved orders of the viewer's power."""
    if membership.power is None or membership.power not in game.due:
        return []
    plan = find_plan(connection, game.id, game.row.turn, membership.power)
    orders = [(membership.power, order) for order in review_plan(game, membership.power, texts_of(plan)).orders]
    return describe_orders(game.variant.board, orders)


def describe_influence(game: LoadedGame, timeline: Timeline, until: int | None) -> dict[str, str]:
    """The last occupant of each land space that is not a centre."""
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
    """The marks that rules make on each space: in words, and as far as the board draws them."""
    marks: dict[SpaceId, SpaceMarkFacts] = {}
    for mark in list_marks(variant.board, position, rulebook):
        kind = MARK_KINDS[type(mark)]
        found = marks.get(mark.space) or SpaceMarkFacts(kind, "")
        found = replace(found, kind=kind, text=f"{found.text} {word_mark(variant, mark)}".strip())
        if isinstance(mark, ColonyMark):
            found = replace(found, age=mark.age, full_age=mark.full_age, counts=mark.counts)
        elif isinstance(mark, BombMark):
            # A dislodged unit may have bombs beside those of the unit that took its place.
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
        spare={power: Quotas(variant.board, position, power, rulebook).spare for power in variant.powers},
        goals={power: word_goals(variant, rulebook, position, power) for power in variant.powers},
        orders=lines,
    )
