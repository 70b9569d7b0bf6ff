"""The judge's answer as JSON (``docs/reference/judge.md``)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from legation.board import Board
from legation.contract.cargo import write_memory
from legation.contract.position import describe_board, describe_unit
from legation.errors import LegationError
from legation.game import Ending, JudgeRequest, PhaseRecord
from legation.judge import Outcome, Result, Rulebook
from legation.orders import NO_CLAUSE, Order, Rejection, format_order
from legation.render.words import cite_rule, word_outcome, word_rejection


def describe_error(error: LegationError) -> dict[str, Any]:
    """An error as the field it is about and the problem with it."""
    field = getattr(error, "field", getattr(error, "what", "request"))
    problem = getattr(error, "problem", str(error))
    return {"field": field, "problem": problem, "candidates": list(getattr(error, "candidates", ()))}


def describe_record(request: JudgeRequest, record: PhaseRecord) -> dict[str, Any]:
    """The answer's fields."""
    board, after = request.variant.board, record.after
    usual = find_source(request.rulebook)
    here = describe_board(request.variant.powers, after.position)
    return {
        "phase": str(record.phase),
        "next_phase": None if after.ending else str(after.phase),
        "units": here["units"],
        "dislodged": here["dislodged"],
        "destroyed": [describe_unit(unit) for unit in record.destroyed],
        "contested": here["contested"],
        "centres": here["centres"],
        "outcomes": [describe_outcome(board, found, usual, detail=request.wants_detail) for found in record.outcomes],
        "rejected": [describe_rejection(found, usual) for found in record.rejections],
        "ended": describe_ending(after.ending, usual),
        "memory": write_memory(after.position),
    }


class Source(NamedTuple):
    """Where a rule stands: the clause of the sheet, and how it is cited."""

    clause: str | None
    cite: str


def find_source(rulebook: Rulebook) -> Source:
    """What is cited where no clause of the sheet decided: the rulebook."""
    return Source(rulebook.edition.clause or None, cite_rule(rulebook, NO_CLAUSE))


def describe_outcome(board: Board, outcome: Outcome, usual: Source, *, detail: bool = False) -> dict[str, Any]:
    """What became of one order; where its unit was driven out, that is the result."""
    finding, strengths, clause = outcome.finding, outcome.strengths, outcome.clause
    description: dict[str, Any] = {
        "power": outcome.power,
        "order": format_order(outcome.order),
        "result": find_result(outcome),
        "reason": str(finding.reason),
        "because_of": [format_order(cause) for cause in list_causes(outcome)],
        "text": word_outcome(board, outcome),
        "clause": clause or usual.clause,
        "cite": clause or usual.cite,
    }
    if detail and strengths:
        description["strengths"] = strengths._asdict()
        description["order_result"] = str(finding.result)
    return description


def find_result(outcome: Outcome) -> str:
    """One word for what became of an order; where its unit was driven out, that."""
    harm = outcome.harm
    if harm is None or (harm.by is None and outcome.finding.result is not Result.FAILS):
        return str(outcome.finding.result)
    return str(harm.fate)


def list_causes(outcome: Outcome) -> Sequence[Order]:
    """The orders that decided an outcome, and the one that drove its unit out."""
    causes, harm = outcome.finding.because_of, outcome.harm
    if harm is None or harm.by is None or harm.by in causes:
        return causes
    return (*causes, harm.by)


def describe_rejection(rejection: Rejection, usual: Source) -> dict[str, Any]:
    """An order that was not followed."""
    return {
        "power": rejection.power,
        "text": rejection.text,
        "reason": rejection.fault.value,
        "hint": word_rejection(rejection),
        "clause": rejection.clause or usual.clause,
        "cite": rejection.clause or usual.cite,
    }


def describe_ending(ending: Ending | None, usual: Source) -> dict[str, Any] | None:
    """How the game ended, if it did, and by which rule."""
    if ending is None:
        return None
    return {
        "kind": ending.kind,
        "powers": list(ending.powers),
        "clause": ending.clause or usual.clause,
        "cite": ending.clause or usual.cite,
    }
