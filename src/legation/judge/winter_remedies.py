"""Finds what would have kept a unit that the rulebook removed in Winter, if a single order would have."""

from collections.abc import Sequence

from legation.board import Board, Position
from legation.judge.adjustments import judge_adjustments, list_adjustments
from legation.judge.reasons import Reason
from legation.judge.remedies import Remedy
from legation.judge.rulebook import Rulebook
from legation.judge.verdict import Outcome
from legation.orders import Disband, Submission, write_submissions


def find_winter_remedies(
    board: Board, position: Position, lines: Sequence[Submission], rulebook: Rulebook, outcome: Outcome
) -> tuple[Remedy, ...]:
    """The other units of which any, had its removal been ordered as well, would have gone instead."""
    power = outcome.power
    if outcome.reason is not Reason.REMOVED_BY_RULE or power in position.in_disorder:
        return ()
    others = [
        order
        for order in list_adjustments(board, position, power, rulebook)
        if isinstance(order, Disband) and order != outcome.order
    ]
    found = []
    for order in sorted(others, key=lambda other: other.unit.location):
        more = [*lines, *write_submissions({power: [order]})]
        removed = judge_adjustments(board, position, more, rulebook).verdict.by_unit()
        if order.unit in removed and outcome.order.unit not in removed:  # type: ignore[union-attr]
            found.append(Remedy(order, order, is_own=True))  # there was no order in its place
    return tuple(found)
