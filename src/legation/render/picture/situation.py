"""What a picture shows besides the bare board."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from legation.board import Board, Position, PowerId, SpaceId, Terrain, Unit
from legation.game import GameState, JudgeRequest, PhaseRecord, judge_phase
from legation.judge import (
    BombMark,
    ClosedSeaMark,
    ColonyMark,
    Outcome,
    RuinMark,
    Rulebook,
    SpaceMark,
    list_marks,
)
from legation.orders import Build, Order, Piece, Rejection
from legation.render.words import list_near, word_phase


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, the orders given in it, and what happened to them."""

    powers: tuple[PowerId, ...] = ()
    position: Position = field(default_factory=Position)
    outcomes: tuple[Outcome, ...] = ()
    orders: tuple[tuple[PowerId, Order], ...] = ()
    """Orders not yet judged; drawn in ink."""
    rejections: tuple[Rejection, ...] = ()
    destroyed: tuple[Unit, ...] = ()
    last_held: Mapping[SpaceId, PowerId] = field(default_factory=dict)
    """The last occupant of land without a centre: shown as half a band."""
    marks: tuple[SpaceMark, ...] = ()
    """The marks of rule modules on single spaces (``judge.list_marks``)."""
    closed: frozenset[SpaceId] = frozenset()
    """Islands closed to armies; their coast is dashed."""
    caption: str = ""
    """Beside the title: the season."""

    @property
    def colonies(self) -> Mapping[SpaceId, ColonyMark]:
        """The colonial centres that have an owner."""
        return {mark.space: mark for mark in self.marks if isinstance(mark, ColonyMark)}

    @property
    def bombs(self) -> Mapping[SpaceId, int]:
        """The number of bombs in a space, including those of a dislodged unit."""
        found: Counter[SpaceId] = Counter()
        for mark in self.marks:
            if isinstance(mark, BombMark):
                found[mark.space] += mark.bombs
        return found

    @property
    def bombed(self) -> frozenset[SpaceId]:
        """Spaces that were bombed and are still closed."""
        return frozenset(mark.space for mark in self.marks if isinstance(mark, RuinMark | ClosedSeaMark))

    @property
    def new_units(self) -> Mapping[SpaceId, Piece]:
        """Units to be built, in spaces that are still empty."""
        given = [outcome.order for outcome in self.outcomes] + [order for _, order in self.orders]
        given += [rejection.order for rejection in self.rejections if rejection.order]
        found = {order.unit.space: order.unit for order in given if isinstance(order, Build)}
        return {space: unit for space, unit in found.items() if space not in self.position.units}

    @property
    def drawn_powers(self) -> tuple[PowerId, ...]:
        """The powers, in order; those seen only on the board come last."""
        seen = {unit.power for unit in self.position.units.values()} | set(self.position.owners.values())
        seen |= set(self.last_held.values()) | {found.unit.power for found in self.position.dislodged}
        seen |= {outcome.power for outcome in self.outcomes} | {power for power, _ in self.orders}
        return (*self.powers, *sorted(seen - set(self.powers)))


class Shown(StrEnum):
    """What a picture shows of a judged phase."""

    RESULTS = "results"
    """All units after it, and what happened to each order."""
    POSITION = "position"
    """All units before it."""
    ORDERS = "orders"
    """All units before it, and their orders, without results."""


def show_phase(
    board: Board,
    rulebook: Rulebook,
    record: PhaseRecord,
    shown: Shown,
    *,
    power: PowerId | None = None,
    held: Mapping[SpaceId, PowerId] | None = None,
) -> Situation:
    """A judged phase; with a power, only its orders and those that concern it. ``held``: the earlier occupants."""
    outcomes = record.outcomes
    if power is not None:
        near = list_near(record, power)
        outcomes = tuple(outcome for outcome in outcomes if outcome.power == power or outcome in near)
        rejections = tuple(rejection for rejection in record.rejections if rejection.power == power)
        record = replace(record, outcomes=outcomes, rejections=rejections)
    if shown is Shown.RESULTS:
        situation = show_results(board, rulebook, record)
    else:
        situation = show_position(board, rulebook, record.before)
    if shown is Shown.ORDERS:
        given = tuple((outcome.power, outcome.order) for outcome in outcomes)
        situation = replace(situation, orders=given, caption=word_phase(record.phase))
    return replace(situation, last_held=list_last_held(board, (record.before.position, situation.position), held))


def show_results(board: Board, rulebook: Rulebook, record: PhaseRecord) -> Situation:
    """A judged phase: all units after it, and what happened to each order."""
    return replace(
        show_position(board, rulebook, record.after),
        outcomes=record.outcomes,
        rejections=record.rejections,
        destroyed=record.destroyed,
        caption=word_phase(record.phase),
    )


def show_position(board: Board, rulebook: Rulebook, state: GameState) -> Situation:
    """A position, with the rules' marks on its spaces."""
    marks = list_marks(board, state.position, rulebook)
    return Situation(position=state.position, marks=marks, caption=word_phase(state.shown_phase))


def show_request(request: JudgeRequest, *, has_results: bool) -> Situation:
    """The position of a judge request, or the results of its orders."""
    board, rulebook = request.variant.board, request.rulebook
    if not has_results:
        return show_position(board, rulebook, request.state)
    verdict, rejections, _ = judge_phase(board, request.state, list(request.submissions), rulebook)
    return Situation(
        position=verdict.position,
        outcomes=verdict.outcomes,
        rejections=rejections,
        destroyed=verdict.destroyed,
        marks=list_marks(board, verdict.position, rulebook),
        caption=word_phase(request.state.shown_phase),
    )


def list_last_held(
    board: Board, positions: Iterable[Position], earlier: Mapping[SpaceId, PowerId] | None = None
) -> dict[SpaceId, PowerId]:
    """The last occupant of each piece of land without a centre, in the positions from the first to the last."""
    held = dict(earlier or {})
    for position in positions:
        held |= {unit.space: unit.power for unit in position.units.values() if not unit.is_aboard}
    return {
        space: power
        for space, power in held.items()
        if board.spaces[space].terrain is Terrain.LAND and not board.spaces[space].centre.is_counted
    }
