"""A judged phase to be watched: the board before and after it, and the motion of units between them."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import Board, PowerId, SpaceId
from legation.game import JudgeRequest, PhaseRecord
from legation.judge import Rulebook
from legation.render.picture.motion import Motion, make_motion
from legation.render.picture.situation import Shown, Situation, show_phase, show_request


@dataclass(frozen=True, slots=True)
class WatchedPhase:
    """The contents of a watched phase."""

    before: Situation
    after: Situation
    """With the orders, and what happened to them."""
    motion: Motion


def watch_phase(
    board: Board,
    rulebook: Rulebook,
    record: PhaseRecord,
    *,
    power: PowerId | None = None,
    held: Mapping[SpaceId, PowerId] | None = None,
) -> WatchedPhase:
    """A phase of a game. With a power, only its lines and those that concern it are drawn, but all units move."""
    return WatchedPhase(
        show_phase(board, rulebook, record, Shown.POSITION, held=held),
        show_phase(board, rulebook, record, Shown.RESULTS, power=power, held=held),
        make_motion(board, record.before.position, record.after.position, record.outcomes),
    )


def watch_request(request: JudgeRequest) -> WatchedPhase:
    """The orders of a judge request."""
    before, after = show_request(request, has_results=False), show_request(request, has_results=True)
    board = request.variant.board
    return WatchedPhase(before, after, make_motion(board, before.position, after.position, after.outcomes))
