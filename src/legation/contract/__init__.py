"""The judge's JSON: one reader of requests, one writer of answers (``docs/reference/judge.md``)."""

from legation.contract.answer import (
    Source,
    describe_error,
    describe_outcome,
    describe_record,
    describe_rejection,
    get_source,
    name_result,
)
from legation.contract.judge import judge_line, judge_lines, judge_object
from legation.contract.position import describe_board, describe_state, describe_unit
from legation.contract.request import FIELDS, read_request, read_state
from legation.contract.shapes import (
    AnswerJson,
    BoardJson,
    DislodgedJson,
    FailureJson,
    OutcomeJson,
    RejectionJson,
    RequestJson,
    ResultWord,
    StateJson,
    StateRequestJson,
    UnitJson,
)

__all__ = [
    "FIELDS",
    "AnswerJson",
    "BoardJson",
    "DislodgedJson",
    "FailureJson",
    "OutcomeJson",
    "RejectionJson",
    "RequestJson",
    "ResultWord",
    "Source",
    "StateJson",
    "StateRequestJson",
    "UnitJson",
    "describe_board",
    "describe_error",
    "describe_outcome",
    "describe_record",
    "describe_rejection",
    "describe_state",
    "describe_unit",
    "get_source",
    "judge_line",
    "judge_lines",
    "judge_object",
    "name_result",
    "read_request",
    "read_state",
]
