"""The judge's answer as JSON (``docs/reference/judge.md``)."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring as quote
from typing import Final, NamedTuple, cast

from legation.board import Board
from legation.contract.cargo import write_memory
from legation.contract.position import describe_board, describe_unit, list_disordered
from legation.contract.shapes import (
    AfterJson,
    AnswerJson,
    DisruptionJson,
    EndingJson,
    ErrorJson,
    OutcomeJson,
    RejectionJson,
    RestJson,
    ResultWord,
)
from legation.errors import LegationError
from legation.game import Ending, JudgeRequest, PhaseRecord
from legation.judge import Disruption, Fate, Outcome, Reason, Result, Rulebook, list_disruptions
from legation.orders import NO_CLAUSE, Order, Rejection, format_order
from legation.render.words import cite_rule, word_outcome, word_outcomes, word_rejection

ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False)
"""Made once. Values read from JSON have no circular references."""
QUOTED: Final[Mapping[str, str]] = {code: quote(code) for codes in (Result, Fate, Reason) for code in codes}
"""Results and reasons as JSON."""


def describe_error(error: LegationError) -> ErrorJson:
    """An error as its field and the problem."""
    field = getattr(error, "field", getattr(error, "what", "request"))
    problem = getattr(error, "problem", str(error))
    return {"field": field, "problem": problem, "candidates": list(getattr(error, "candidates", ()))}


def describe_record(number: object, request: JudgeRequest, record: PhaseRecord) -> AnswerJson:
    """The answer to a request with an id."""
    board, usual, detail = request.variant.board, get_source(request.rulebook), request.wants_detail
    outcomes = [describe_outcome(board, found, usual, detail=detail) for found in record.outcomes]
    rest = _describe_rest(request, record, usual)
    return {"id": number, **_describe_after(request, record), "outcomes": outcomes, **rest}


def write_record(number: object, request: JudgeRequest, record: PhaseRecord) -> str:
    """The answer as JSON: the same as ``describe_record``.

    The outcomes are most of it, and ``_write_outcomes`` writes them in half the time.
    """
    board, usual, detail = request.variant.board, get_source(request.rulebook), request.wants_detail
    head = ENCODER.encode({"id": number, **_describe_after(request, record)})
    if detail:
        outcomes = [ENCODER.encode(describe_outcome(board, found, usual, detail=True)) for found in record.outcomes]
    else:
        outcomes = _write_outcomes(board, record.outcomes, usual)
    rest = ENCODER.encode(_describe_rest(request, record, usual))
    return f'{head[:-1]},"outcomes":[{",".join(outcomes)}],{rest[1:]}'


def _describe_after(request: JudgeRequest, record: PhaseRecord) -> AfterJson:
    """The fields before the outcomes: the state that follows."""
    after = record.after
    here = describe_board(request.variant.powers, after.position)
    found: AfterJson = {
        "phase": str(record.phase),
        "next_phase": None if after.ending else str(after.phase),
        "units": here["units"],
        "dislodged": here["dislodged"],
        "destroyed": [describe_unit(unit) for unit in record.destroyed],
        "contested": here["contested"],
        "centres": here["centres"],
    }
    if disorder := list_disordered(request.variant, after.position):
        found["disorder"] = disorder
    return found


def _describe_rest(request: JudgeRequest, record: PhaseRecord, usual: "Source") -> RestJson:
    """The fields after the outcomes."""
    board, before = request.variant.board, record.before.position
    disruptions = list_disruptions(board, before, record.outcomes, request.rulebook)
    return {
        "rejected": [describe_rejection(found, usual) for found in record.rejections],
        "ended": describe_ending(record.after.ending, usual),
        "disrupted": [describe_disruption(found) for found in disruptions],
        "memory": write_memory(record.after.position),
    }


class Source(NamedTuple):
    """The source of a rule: the clause of the sheet, and its citation."""

    clause: str | None
    cite: str


def get_source(rulebook: Rulebook) -> Source:
    """The citation if no clause of the sheet decided: the rulebook."""
    return Source(rulebook.edition.clause or None, cite_rule(rulebook, NO_CLAUSE))


def describe_outcome(board: Board, outcome: Outcome, usual: Source, *, detail: bool = False) -> OutcomeJson:
    """The outcome of one order; if its unit was dislodged, that is the result."""
    clause, cite = (outcome.clause, outcome.clause) if outcome.by_sheet else usual
    description: OutcomeJson = {
        "power": outcome.power,
        "order": format_order(outcome.order),
        "result": name_result(outcome),
        "reason": str(outcome.reason),
        "because_of": [format_order(cause) for cause in list_causes(outcome)],
        "text": word_outcome(board, outcome),
        "clause": clause,
        "cite": cite,
    }
    strengths = outcome.strengths
    if detail and strengths:
        attack, hold, defend, prevent = strengths
        description["strengths"] = {"attack": attack, "hold": hold, "defend": defend, "prevent": prevent}
        description["order_result"] = cast("ResultWord", str(outcome.finding.result))
    return description


def _write_outcomes(board: Board, outcomes: Sequence[Outcome], usual: Source) -> list[str]:
    """The same JSON as ``ENCODER`` writes for ``describe_outcome`` without detail, for each outcome."""
    usual_source, written = _write_source(usual), []
    for outcome, text in zip(outcomes, word_outcomes(board, outcomes), strict=True):
        power, order, (result, reason, causes), harm, _, _, by_sheet = outcome
        word: str = result
        if harm is not None:
            word, causes = name_result(outcome), list_causes(outcome)
        because_of = ",".join([quote(format_order(cause)) for cause in causes]) if causes else ""
        source = _write_source(Source(outcome.clause, outcome.clause)) if by_sheet else usual_source
        written.append(
            f'{{"power":{quote(power)},"order":{quote(format_order(order))},"result":{QUOTED[word]},'
            f'"reason":{QUOTED[reason]},"because_of":[{because_of}],"text":{quote(text)},{source}}}'
        )
    return written


@lru_cache(maxsize=1024)
def _write_source(source: Source) -> str:
    """The fields of a source, without braces."""
    return ENCODER.encode(source._asdict())[1:-1]


def name_result(outcome: Outcome) -> ResultWord:
    """The result of an order as one word; if its unit was dislodged, that is the result."""
    _, _, (result, _, _), harm, _, _, _ = outcome
    if harm is None or (harm.by is None and result is not Result.FAILS):
        return str(result)  # type: ignore[return-value]  # all results are such words
    return str(harm.fate)  # type: ignore[return-value]  # a unit that stands has come to no harm


def list_causes(outcome: Outcome) -> tuple[Order, ...]:
    """The orders that decided an outcome, and the one that dislodged its unit."""
    _, _, (_, _, causes), harm, _, _, _ = outcome
    if harm is None or harm.by is None or harm.by in causes:
        return causes
    return (*causes, harm.by)


def describe_rejection(rejection: Rejection, usual: Source) -> RejectionJson:
    """An order that was not followed."""
    return {
        "power": rejection.power,
        "text": rejection.text,
        "reason": rejection.fault.value,
        "hint": word_rejection(rejection),
        "clause": rejection.clause or usual.clause,
        "cite": rejection.clause or usual.cite,
    }


def describe_disruption(disruption: Disruption) -> DisruptionJson:
    """A colonial centre that was disrupted and no longer has an owner."""
    return {"space": disruption.space, "owner": disruption.owner, "clause": disruption.clause}


def describe_ending(ending: Ending | None, usual: Source) -> EndingJson | None:
    """How the game ended, and by which rule; None if it did not."""
    if ending is None:
        return None
    return {
        "kind": ending.kind,
        "powers": list(ending.powers),
        "clause": ending.clause or usual.clause,
        "cite": ending.clause or usual.cite,
    }
