"""Responses that take long to compute: a helper process makes and compresses them, so that this one can answer."""

import gzip
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, ParamSpec, TypeVar

from fastapi import Request, Response
from pydantic import TypeAdapter

from legation.server.base.helper_process import HelperClosedError, HelperLateError, HelperLostError
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services

Args = ParamSpec("Args")
Result = TypeVar("Result")
LONGEST = 30.0
"""Seconds allowed for one computation; then its process is ended."""
SHORT = 1000
"""Bytes up to which compression does not pay."""


class Body(NamedTuple):
    """The content of a response."""

    content: bytes
    is_packed: bool


def compute(services: Services, function: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs) -> Result:
    """Return the result of a function called in the helper process; refuse the request if it takes too long."""
    try:
        return services.helper.call(LONGEST, function, *args, **kwargs)
    except (HelperLateError, HelperLostError, HelperClosedError):
        raise HttpRefusal(503, "busy", headers={"Retry-After": "10"}) from None


def compute_answer(
    request: Request, services: Services, kind: type | None, function: Callable[Args, object], *args: Args.args,
    **kwargs: Args.kwargs,
) -> Response:  # fmt: skip
    """The response to a request: a value of a kind, or bytes of JSON, computed in the helper process."""
    packs = accepts_gzip(request)
    return answer_body(compute(services, _make_body, kind, packs, function, args, kwargs))


def accepts_gzip(request: Request) -> bool:
    """True if the client accepts gzip."""
    return "gzip" in request.headers.get("Accept-Encoding", "")


def answer_body(body: Body, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response, compressed or not."""
    packing = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if body.is_packed else {}
    return Response(body.content, media_type="application/json", headers={**packing, **(headers or {})})


def pack(content: bytes, *, packs: bool) -> Body:
    """Content in the form in which it is sent."""
    if not packs or len(content) < SHORT:
        return Body(content, is_packed=False)
    return Body(gzip.compress(content, 5), is_packed=True)


def _make_body(
    kind: type | None, packs: bool, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Body:
    """Runs in the helper process."""
    value = function(*args, **kwargs)
    return pack(value if kind is None else _make_writer(kind).dump_json(value), packs=packs)


@cache
def _make_writer(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
