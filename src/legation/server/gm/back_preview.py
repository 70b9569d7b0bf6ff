"""A preview of going back to a phase, and the orders of a judged phase, for correction."""

from dataclasses import dataclass
from typing import Literal

from legation.board import PowerId
from legation.contract import ResultWord, name_result
from legation.game import (
    ChangedResult,
    Difference,
    PhaseRecord,
    ReplayedPhase,
    Stop,
    Way,
    compare_records,
    compare_states,
    list_due,
)
from legation.judge import Outcome
from legation.orders import Rejection
from legation.render.words import (
    name_owned,
    word_ending,
    word_lost_corrections,
    word_missing,
    word_phase,
    word_reason,
    word_replay_way,
    word_stop,
)
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.membership import Act, open_game
from legation.server.game.visibility import open_visible
from legation.server.identity.viewers import Viewer
from legation.server.judging.rewind import Rewind
from legation.server.results.scene import Scene, describe_scene

ResultNow = ResultWord | Literal["illegal"]


@dataclass(frozen=True, slots=True)
class ResultChange:
    """An order whose result differs; null if the order is not given in one of the two cases."""

    power: PowerId
    order: str
    was: ResultNow | None
    now: ResultNow | None
    why: str


@dataclass(frozen=True, slots=True)
class OwnerChange:
    """A centre whose owner differs."""

    space: str
    was: PowerId | None
    now: PowerId | None


@dataclass(frozen=True, slots=True)
class MissingText:
    """Orders that a power must give again."""

    power: PowerId
    text: str


@dataclass(frozen=True, slots=True)
class PhaseChange:
    """The changes of one phase."""

    phase: str
    title: str
    way: Way
    text: str
    is_same: bool
    """True if it is judged again with the same result."""
    results: list[ResultChange]
    missing: list[MissingText]
    appeared: list[str]
    """Units in their new places: ``France A PAR``."""
    gone: list[str]
    owners: list[OwnerChange]
    ending_was: str | None
    ending_now: str | None
    lost_proposals: list[str]


@dataclass(frozen=True, slots=True)
class BackPreview:
    """What going back to a phase would change."""

    head: str
    """The end of the chain for which this was computed; the action sends it along."""
    phase: str
    """The phase of the game afterwards."""
    title: str
    stop: Stop
    text: str
    """Where the game would stop, and why there."""
    phases: list[PhaseChange]
    corrections: list[str]
    """Later corrections that are undone, or no longer fit."""
    is_same: bool
    """True if the state of the game would not change."""
    scene: Scene
    """The board afterwards."""


def describe_rewind(game: LoadedGame, rewind: Rewind) -> BackPreview:
    """All differences that going back makes."""
    replay = rewind.replay
    phase = replay.state.shown_phase
    is_same_phase = phase == game.state.shown_phase
    return BackPreview(
        head=rewind.head,
        phase=str(phase),
        title=word_phase(phase),
        stop=replay.stop,
        text=word_stop(replay, game.state),
        phases=[_describe_phase(game, found) for found in replay.phases],
        corrections=word_lost_corrections(replay),
        is_same=is_same_phase and compare_states(game.state, replay.state).is_empty,
        scene=describe_scene(game.variant, game.rulebook, replay.state, {}, []),
    )


def _describe_phase(game: LoadedGame, phase: ReplayedPhase) -> PhaseChange:
    variant = game.variant
    found = compare_records(phase.old, phase.new) if phase.old and phase.new else _compare_alone(phase)
    was, now = found.endings
    return PhaseChange(
        phase=str(phase.phase),
        title=word_phase(phase.phase),
        way=phase.way,
        text=word_replay_way(phase),
        is_same=phase.way is Way.AGAIN and found.is_empty,
        results=[_describe_result(game, result) for result in found.results],
        missing=[MissingText(missing.power, word_missing(variant, missing)) for missing in phase.missing],
        appeared=[name_owned(variant, unit) for unit in found.appeared],
        gone=[name_owned(variant, unit) for unit in found.gone],
        owners=[OwnerChange(owner.space, owner.old, owner.new) for owner in found.owners],
        ending_was=word_ending(variant, was) if was and was != now else None,
        ending_now=word_ending(variant, now) if now and was != now else None,
        lost_proposals=[proposal.id for proposal in phase.dropped],
    )


def _compare_alone(phase: ReplayedPhase) -> Difference:
    """A phase that exists in only one of the two cases, and whether the game ended with it."""
    return Difference(
        endings=(phase.old.after.ending if phase.old else None, phase.new.after.ending if phase.new else None)
    )


def _describe_result(game: LoadedGame, result: ChangedResult) -> ResultChange:
    was, now = _name_result(result.old), _name_result(result.new)
    return ResultChange(result.power, result.order, was, now, word_reason(game.variant, result))


def _name_result(found: Outcome | Rejection | None) -> ResultNow | None:
    if found is None:
        return None
    return "illegal" if isinstance(found, Rejection) else name_result(found)


@dataclass(frozen=True, slots=True)
class PastOrders:
    """The orders of a judged phase as they were written."""

    phase: str
    title: str
    orders: dict[PowerId, list[str]]
    """Of every power that could order; empty if it sent no orders."""


def read_past_orders(services: Services, viewer: Viewer, game_id: str, phase: str) -> PastOrders:
    """The orders of a judged phase, for a game master who corrects them; they have been published."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        membership.need(Act.GM)
        game, _, visible = open_visible(connection, services, row.id, viewer)
        head = visible.get(phase)
        record = load_record(connection, game.id, head.number, head.hash)
    return PastOrders(str(record.phase), word_phase(record.phase), _list_orders(game, record))


def _list_orders(game: LoadedGame, record: PhaseRecord) -> dict[PowerId, list[str]]:
    due = list_due(game.variant, record.before, game.rulebook)
    return {
        power: list(record.texts.get(power, ()))
        for power in game.variant.powers
        if power in due or power in record.texts
    }
