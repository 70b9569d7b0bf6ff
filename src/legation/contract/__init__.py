"""The judge's JSON: one reader of requests, one writer of answers (``docs/reference/judge.md``)."""

from legation.contract.answer import describe_error, describe_record, find_result, list_causes
from legation.contract.judge import judge_line, judge_lines, judge_object
from legation.contract.position import describe_board, describe_state, describe_unit
from legation.contract.request import FIELDS, read_request

__all__ = [
    "FIELDS",
    "describe_board",
    "describe_error",
    "describe_record",
    "describe_state",
    "describe_unit",
    "find_result",
    "judge_line",
    "judge_lines",
    "judge_object",
    "list_causes",
    "read_request",
]
