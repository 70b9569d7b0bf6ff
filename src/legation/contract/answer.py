"""The judge's answer as JSON (``docs/reference/judge.md``)."""

from collections.abc import Iterable
from typing import Any

from legation.board import Board, DislodgedUnit, PowerId, Unit
from legation.contract.cargo import write_memory
from legation.errors import LegationError
from legation.game import Ending, GameState, JudgeRequest, PhaseRecord
from legation.judge import Fate, Outcome, Rulebook
from legation.orders import Order, Rejection, format_order
from legation.render.words import cite_rule, word_outcome, word_rejection


def describe_error(error: LegationError) -> dict[str, Any]:
    """An error as the field it is about and the problem with it."""
    field = getattr(error, "field", getattr(error, "what", "request"))
    problem = getattr(error, "problem", str(error))
    return {"field": field, "problem": problem, "candidates": list(getattr(error, "candidates", ()))}


def describe_record(request: JudgeRequest, record: PhaseRecord) -> dict[str, Any]:
    """The answer's fields."""
    board = request.variant.board
    after = record.after
    powers = request.variant.powers
    return {
        "phase": str(record.phase),
        "next_phase": None if after.ending else str(after.phase),
        "units": {
            power: [str(unit) for unit in after.position.units_of(power) if not unit.is_aboard] for power in powers
        },
        "dislodged": [describe_dislodged(found) for found in after.position.dislodged],
        "destroyed": [describe_unit(unit) for unit in record.destroyed],
        "contested": sorted(after.position.contested),
        "centres": describe_centres(after, powers),
        "outcomes": [
            describe_outcome(board, found, request.rulebook, detail=request.wants_detail) for found in record.outcomes
        ],
        "rejected": [describe_rejection(found, request.rulebook) for found in record.rejections],
        "ended": describe_ending(after.ending),
        "memory": write_memory(after.position),
    }


def describe_centres(state: GameState, powers: Iterable[PowerId]) -> dict[str, list[str]]:
    """The centres of every power."""
    return {power: [str(space) for space in state.position.centres_of(power)] for power in powers}


def describe_unit(unit: Unit) -> dict[str, str]:
    """A unit and its power."""
    return {"power": unit.power, "unit": str(unit)}


def describe_dislodged(found: DislodgedUnit) -> dict[str, Any]:
    """A unit that must retreat."""
    return {**describe_unit(found.unit), "from": found.attacker_from, "retreats": list(found.retreats)}


def describe_outcome(board: Board, outcome: Outcome, rulebook: Rulebook, *, detail: bool = False) -> dict[str, Any]:
    """What became of one order; where its unit was driven out, that is the result."""
    result = outcome.fate.value if outcome.dislodged_by is not None else outcome.result.value
    if outcome.fate is Fate.DESTROYED and outcome.dislodged_by is None and outcome.result.value == "fails":
        result = outcome.fate.value
    description: dict[str, Any] = {
        "power": outcome.power,
        "order": format_order(outcome.order),
        "result": result,
        "reason": outcome.reason.value,
        "because_of": [format_order(order) for order in _causes(outcome)],
        "text": word_outcome(board, outcome),
        "clause": outcome.clause or rulebook.edition.clause or None,
        "cite": cite_rule(rulebook, outcome.clause),
    }
    if detail and outcome.strengths:
        description["strengths"] = outcome.strengths._asdict()
        description["order_result"] = outcome.result.value
    return description


def _causes(outcome: Outcome) -> list[Order]:
    by = outcome.dislodged_by
    return [*outcome.because_of, *([by] if by is not None and by not in outcome.because_of else [])]


def describe_rejection(rejection: Rejection, rulebook: Rulebook) -> dict[str, Any]:
    """An order that was not followed."""
    return {
        "power": rejection.power,
        "text": rejection.text,
        "reason": rejection.fault.value,
        "hint": word_rejection(rejection),
        "clause": rejection.clause or rulebook.edition.clause or None,
        "cite": cite_rule(rulebook, rejection.clause),
    }


def describe_ending(ending: Ending | None) -> dict[str, Any] | None:
    """How the game ended, if it did."""
    return None if ending is None else {"kind": ending.kind, "powers": list(ending.powers)}
