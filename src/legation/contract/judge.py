"""The stateless judge: one JSON object in, one JSON object out (``docs/reference/judge.md``)."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from legation.contract.answer import describe_error, describe_record
from legation.contract.request import read_request
from legation.errors import LegationError, RequestError
from legation.game import UnsafeJsonError, advance, is_whole, load_json

MAX_LINE = 1_000_000
"""Characters of one request; a full giant board needs some 20,000."""
ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False)
"""Made once. What was read from JSON has no circles."""
BLANK = " \t\r\n\ufeff"


def judge_lines(lines: Iterable[str]) -> Iterator[str]:
    """Answer each line of a JSON Lines stream; a line that cannot be read gets an error, and the next goes on."""
    for line in lines:
        if line.strip(BLANK):
            yield judge_line(line)


def judge_line(line: str) -> str:
    """Answer one line."""
    try:
        if len(line) > MAX_LINE:
            raise RequestError("request", f"{len(line)} characters; at most {MAX_LINE} are read")
        data = load_json(line)
    except UnsafeJsonError as error:
        return _dump({"id": _find_id(error.value), "error": describe_error(error)})
    except LegationError as error:
        return _dump({"id": None, "error": describe_error(error)})
    return _dump(judge_object(data))


def judge_object(data: object) -> dict[str, Any]:
    """Answer one request that was read from JSON already."""
    number = data.get("id") if isinstance(data, dict) else None
    try:
        request = read_request(data)
        record = advance(request.variant, request.state, request.submissions, request.rulebook)
    except LegationError as error:
        return {"id": number, "error": describe_error(error)}
    return {"id": number, **describe_record(request, record)}


def _find_id(data: object) -> object:
    """The id of a request that is refused as a whole, if that is plain enough to be sent back."""
    number = data.get("id") if isinstance(data, dict) else None
    is_plain = isinstance(number, int) or (isinstance(number, str) and is_whole(number))
    return number if is_plain else None


def _dump(data: Mapping[str, Any]) -> str:
    return ENCODER.encode(data)
