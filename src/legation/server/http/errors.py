"""Every refusal has the same form: a code for programs and a sentence for people."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic_core import to_jsonable_python
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from legation.errors import LegationError
from legation.render.words import capitalize
from legation.server.base.refusals import HttpRefusal
from legation.server.store import CannotWriteError

LOG = logging.getLogger("legation.server")
SOON = {"Retry-After": "30"}


@dataclass(frozen=True, slots=True)
class ErrorFacts:
    """The reason for a refusal."""

    code: str
    """For programs; it never changes."""
    message: str
    """For people."""
    field: str | None
    """What was wrong in the request."""
    candidates: list[str]
    """The nearest values that would have been valid."""


@dataclass(frozen=True, slots=True)
class ErrorBody:
    """The response to a refused request. Some refusals contain more, such as a newer saved version."""

    error: ErrorFacts


def add_error_handlers(app: FastAPI) -> None:
    """Register a response for every kind of error."""
    app.add_exception_handler(HttpRefusal, _refused)
    app.add_exception_handler(LegationError, _unusable)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(CannotWriteError, _not_written)
    app.add_exception_handler(OperationalError, _not_read)
    app.add_exception_handler(Exception, _broken)


def answer_refusal(refusal: HttpRefusal) -> JSONResponse:
    """The response to a refused request."""
    facts = ErrorFacts(refusal.code, refusal.word(), refusal.field, list(refusal.candidates))
    # The details of a refusal may contain values, such as the sheet that another save has changed.
    body = {**asdict(ErrorBody(facts)), **to_jsonable_python(refusal.extra)}
    return JSONResponse(body, refusal.status, headers=refusal.headers)


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HttpRefusal)
    return answer_refusal(error)


async def _unusable(_request: Request, error: Exception) -> JSONResponse:
    field = getattr(error, "field", getattr(error, "what", None))
    text = str(error)
    sentence = capitalize(text) + ("" if text.endswith((".", "?")) else ".")
    candidates = getattr(error, "candidates", ())
    return answer_refusal(HttpRefusal(422, "unusable", message=sentence, field=field, candidates=candidates))


async def _malformed(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    is_left_alone = isinstance(error.body, bytes) and error.body  # its Content-Type does not say that it is JSON
    if is_left_alone or first["type"] == "json_invalid":
        return answer_refusal(HttpRefusal(422, "not_json"))
    # The value itself is omitted: it may be a password.
    field = _name_place(first["loc"], error.body)
    if first["type"] == "extra_forbidden":
        return answer_refusal(HttpRefusal(422, "unknown_field", field=field, name=field))
    return answer_refusal(HttpRefusal(422, "malformed", message=f"{first['msg']}.", field=field))


def _name_place(place: Sequence[str | int], body: object) -> str | None:
    """``changes[0].owner.space``."""
    parts = place[1:] if place and place[0] in ("body", "query", "path", "header") else place
    if place and place[0] == "body":
        parts = _drop_tags(parts, body)
    text = ""
    for part in parts:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text[:120] or None


def _drop_tags(parts: Sequence[str | int], value: object) -> list[str | int]:
    """The place in a body, without the union member names that pydantic inserts between the keys."""
    kept: list[str | int] = []
    for number, part in enumerate(parts):
        is_last = number == len(parts) - 1
        inner = _look_up(value, part)
        if is_last or isinstance(inner, dict | list):
            kept.append(part)
            value = inner
    return kept


def _look_up(value: object, part: str | int) -> object:
    if isinstance(value, dict):
        return value.get(part)
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return None


async def _plain(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return answer_refusal(_name_plain(error.status_code, error.headers))


def _name_plain(status: int, headers: Mapping[str, str] | None) -> HttpRefusal:
    """The refusal for a plain status of the web framework."""
    match status:
        case 400:  # the bytes are not text
            return HttpRefusal(422, "not_json", headers=headers)
        case 404:
            return HttpRefusal(404, "not_found", case="page", headers=headers)
        case 405:
            return HttpRefusal(405, "wrong_method", headers=headers)
        case 413:
            return HttpRefusal(413, "too_large", case="request", headers=headers)
        case _:
            return HttpRefusal(status, "refused", headers=headers)


async def _not_written(request: Request, error: Exception) -> JSONResponse:
    LOG.warning("%s: nothing can be written: %s", request.method, error)
    return answer_refusal(HttpRefusal(503, "cannot_save", headers=SOON))


async def _not_read(request: Request, error: Exception) -> JSONResponse:
    LOG.error("%s: the database does not answer", request.method, exc_info=error)
    return answer_refusal(HttpRefusal(503, "cannot_read", headers=SOON))


async def _broken(request: Request, error: Exception) -> JSONResponse:
    LOG.error("%s %s failed", request.method, request.scope.get("route_path", "a request"), exc_info=error)
    return answer_refusal(HttpRefusal(500, "broken"))
