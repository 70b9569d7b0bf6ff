"""The stateless judge: one JSON object in, one JSON object out (``docs/reference/judge.md``)."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from legation.contract.answer import ENCODER, describe_error, describe_record, write_record
from legation.contract.request import read_request
from legation.contract.shapes import AnswerJson, FailureJson
from legation.errors import LegationError, RequestError
from legation.game import JudgeRequest, PhaseRecord, UnsafeJsonError, advance, is_whole, load_json
from legation.variants import Variant, load_variant

MAX_LINE = 1_000_000
"""Characters of one request; a full giant board needs some 20,000."""
BLANK = " \t\r\n\ufeff"


def judge_lines(lines: Iterable[str], find: Callable[[str], Variant] = load_variant) -> Iterator[str]:
    """Answer each line of a JSON Lines stream; a line that cannot be read gets an error, and the next line follows."""
    for line in lines:
        if line.strip(BLANK):
            yield judge_line(line, find)


def judge_line(line: str, find: Callable[[str], Variant] = load_variant) -> str:
    """Answer one line; ``find`` knows the variants."""
    try:
        if len(line) > MAX_LINE:
            raise RequestError("request", f"{len(line)} characters; at most {MAX_LINE} are read")
        data = load_json(line)
    except UnsafeJsonError as error:
        return _dump({"id": _find_id(error.value), "error": describe_error(error)})
    except LegationError as error:
        return _dump({"id": None, "error": describe_error(error)})
    try:
        request, record = _judge(data, find)
    except LegationError as error:
        return _dump(_describe_failure(data, error))
    return write_record(_find_number(data), request, record)


def judge_object(data: object, find: Callable[[str], Variant] = load_variant) -> AnswerJson | FailureJson:
    """Answer one request that has already been read from JSON; ``find`` knows the variants."""
    try:
        request, record = _judge(data, find)
    except LegationError as error:
        return _describe_failure(data, error)
    return describe_record(_find_number(data), request, record)


def _judge(data: object, find: Callable[[str], Variant] = load_variant) -> tuple[JudgeRequest, PhaseRecord]:
    request = read_request(data, find)
    return request, advance(request.variant, request.state, request.submissions, request.rulebook)


def _describe_failure(data: object, error: LegationError) -> FailureJson:
    return {"id": _find_number(data), "error": describe_error(error)}


def _find_number(data: object) -> object:
    """The id of a request, of any type."""
    return data.get("id") if isinstance(data, dict) else None


def _find_id(data: object) -> object:
    """The id of a request that is refused as a whole, if it is simple enough to be sent back."""
    number = data.get("id") if isinstance(data, dict) else None
    is_plain = isinstance(number, int) or (isinstance(number, str) and is_whole(number))
    return number if is_plain else None


def _dump(data: Mapping[str, object]) -> str:
    return ENCODER.encode(data)
