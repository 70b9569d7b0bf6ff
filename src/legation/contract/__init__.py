"""The judge's JSON: one reader of requests, one writer of answers (``docs/reference/judge.md``)."""

from legation.contract.answer import describe_error, describe_record
from legation.contract.cargo import write_memory
from legation.contract.judge import judge_line, judge_lines, judge_object
from legation.contract.request import FIELDS, read_request

__all__ = [
    "FIELDS",
    "describe_error",
    "describe_record",
    "judge_line",
    "judge_lines",
    "judge_object",
    "read_request",
    "write_memory",
]
