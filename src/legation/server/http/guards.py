"""The checks around every route: security headers, a limit on bodies and on requests, and a log without secrets."""

import asyncio
import json
import logging
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from legation.errors import RequestError
from legation.game import BrokenTextError, UnsafeJsonError, is_plainly_safe, load_json
from legation.render.words import capitalize
from legation.server.base.rate_limits import MOST_BUCKETS, OF_ADDRESS, make_refusal, name_network, pour
from legation.server.base.refusals import HttpRefusal
from legation.server.base.settings import Settings
from legation.server.http.errors import answer_refusal

LOG = logging.getLogger("legation.server.access")
CSP = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
FOR_ACCOUNTS = ("/api/v1/imports", "/api/v1/boards")
"""The paths at which only people with an account may send long bodies."""
HSTS = "max-age=31536000"
NUL_IN_QUERY = b"%00"
BODY_WITHIN, SLOWEST = 15.0, 20_000
"""Seconds allowed for a body, and bytes per second of the longest body that its path allows."""
ESCAPED_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
SHORT_BODY = 20_000
"""Bytes that are checked at once; longer bodies are checked in a thread, so that other requests need not wait."""
LOOKING = ThreadPoolExecutor(2, thread_name_prefix="legation-bodies")
"""The threads that check long bodies, so that no thread for pages is occupied."""
EVENTS = re.compile(r"/api/v1/games/[^/]+/events")
"""Event streams, which stay open."""
SECRET_SEGMENT = re.compile(r"/(invitations|invite|reset|verify|enter)/[^/]+")
"""Paths that contain a secret; the log shows the rest of them."""


class ResponseGuard:
    """What all responses have in common: headers that tell browsers what pages may do, and a line in the log.

    API responses are private. The log has no body, no cookie, no query and no secret part of a path. ``HEAD`` requests
    to the API, which monitors and mail programs send, are answered like ``GET``, without the content.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._headers = {**HEADERS, **({"Strict-Transport-Security": HSTS} if settings.secure_cookies else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers, and log the request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path, method = scope["path"], scope["method"]
        is_api = path.startswith("/api/")
        is_head = method == "HEAD" and is_api and not EVENTS.fullmatch(path)  # an event stream never ends
        begun, status = time.perf_counter(), 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)  # a page of the API may have a stricter policy
                if is_api:
                    headers.setdefault("Cache-Control", "no-store")
            elif is_head:
                message = {**message, "body": b""}
            await send(message)

        try:
            await self._app({**scope, "method": "GET"} if is_head else scope, receive, send_guarded)
        finally:
            took = (time.perf_counter() - begun) * 1000
            LOG.info("%s %s %s %.0f ms", method, name_path(path), status, took)


def name_path(path: str) -> str:
    """A path for the log: without secrets and on one line."""
    hidden = SECRET_SEGMENT.sub(r"/\1/...", path)
    if not hidden.isprintable():
        hidden = "".join(sign if sign.isprintable() else "?" for sign in hidden)
    return hidden[:200]


class BodyGuard:
    """Reads the body before anything else: refuses one that is too large, or that no database could store."""

    def __init__(
        self, app: ASGIApp, settings: Settings, refuse_stranger: Callable[[Scope], Awaitable[HttpRefusal | None]]
    ) -> None:
        """``refuse_stranger`` returns the refusal for a sender whose long body must not be read."""
        self._app = app
        self._refuse_stranger = refuse_stranger
        self._usual = settings.body_limit
        self._limits = (
            ("/api/v1/judge", settings.judge_body_limit),
            ("/api/v1/sandboxes", settings.judge_body_limit),
            ("/api/v1/boards", settings.board_body_limit),
            ("/api/v1/imports/file", settings.import_body_limit),
            ("/api/v1/imports", settings.judge_body_limit),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer if the body is usable."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = next((most for start, most in self._limits if scope["path"].startswith(start)), self._usual)
        takes_long_body = scope["method"] in ("POST", "PUT") and scope["path"].startswith(FOR_ACCOUNTS)
        if takes_long_body and (stranger := await self._refuse_stranger(scope)):
            await answer_refusal(stranger)(scope, receive, send)  # millions of bytes stay unread
            return
        try:
            async with asyncio.timeout(BODY_WITHIN + limit / SLOWEST):
                body = await _read_body(scope, receive, limit)
        except ClientDisconnect:
            return  # the client has gone, so no response can be sent
        except TimeoutError:
            refusal = HttpRefusal(408, "too_slow", headers={"Connection": "close"})
            await answer_refusal(refusal)(scope, receive, send)
            return
        if body is None:
            refusal = HttpRefusal(413, "too_large", case="body", most=limit // 1000)
            await answer_refusal(refusal)(scope, receive, send)
        elif "\0" in scope["path"] or NUL_IN_QUERY in scope["query_string"]:
            await answer_refusal(HttpRefusal(422, "broken_text"))(scope, receive, send)
        elif refused := (await _look_through(body) if len(body) > SHORT_BODY else refuse_unsafe(body)):
            await refused(scope, receive, send)
        else:
            await self._app(scope, _replay(body, receive), send)


async def _read_body(scope: Scope, receive: Receive, limit: int) -> bytes | None:
    """The body, or None if it is too large; its stated length is checked before any of it is read."""
    stated = dict(scope["headers"]).get(b"content-length", b"0")
    if not stated.isdigit() or len(stated) > 12 or int(stated) > limit:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


async def _look_through(body: bytes) -> JSONResponse | None:
    """The result of ``refuse_unsafe`` for a long body, computed in a thread."""
    return await asyncio.get_running_loop().run_in_executor(LOOKING, refuse_unsafe, body)


def refuse_unsafe(body: bytes) -> JSONResponse | None:
    """The refusal of JSON that no database could store or no response contain. Invalid JSON is refused elsewhere."""
    if not body:
        return None
    plain = _to_utf8(body)
    if b"\\u0000" in plain and ESCAPED_NUL.search(plain):
        return answer_refusal(HttpRefusal(422, "broken_text"))  # PostgreSQL cannot store the zero character
    if is_plainly_safe(body):
        return None
    try:
        load_json(body)
    except BrokenTextError:
        return answer_refusal(HttpRefusal(422, "broken_text"))
    except UnsafeJsonError as error:
        return answer_refusal(HttpRefusal(422, "not_json", message=f"{capitalize(error.problem)}."))
    except RequestError:
        return None
    return None


def _to_utf8(body: bytes) -> bytes:
    """JSON in UTF-8, from any of the accepted encodings; bytes that are not text stay unchanged."""
    encoding = json.detect_encoding(body)
    if encoding.startswith("utf-8"):
        return body
    try:
        return body.decode(encoding, "surrogatepass").encode("utf-8", "surrogatepass")
    except UnicodeError:
        return body


def _replay(body: bytes, receive: Receive) -> Receive:
    is_read = False

    async def receive_again() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


class RequestsEach:
    """Limits how many requests of one address are in progress, and how many arrive per minute, whatever their path.

    A sender who exceeds the limit is refused before anything is read, looked up or computed, so a refusal costs next to
    nothing. Open event streams have a limit of their own. Behind a proxy this replaces the limit on connections.
    """

    def __init__(self, app: ASGIApp, settings: Settings, read_time: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._most = settings.connections_each
        self._factor = settings.rate_factor
        self._read_time = read_time
        self._here: Counter[str] = Counter()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How many requests each address may still send at once, and the time of that count."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the same address sends too many requests."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        who = name_network(scope["client"][0]) if scope.get("client") else ""
        is_stream = scope["method"] == "GET" and EVENTS.fullmatch(scope["path"]) is not None
        is_crowd = not is_stream and self._here[who] >= self._most
        refused = _answer_crowd() if is_crowd else self._refuse_flood(who)
        if refused is not None:
            await refused(scope, receive, send)
            return
        if is_stream:
            await self._app(scope, receive, send)
            return
        self._here[who] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._here[who] -= 1
            if self._here[who] <= 0:
                del self._here[who]

    def _refuse_flood(self, who: str) -> JSONResponse | None:
        if self._factor <= 0:
            return None
        now = self._read_time()
        left, since = self._buckets.pop(who, (OF_ADDRESS.burst * self._factor, now))
        left, wait = pour(OF_ADDRESS, self._factor, left, now - since)
        self._buckets[who] = (left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return _answer_flood(math.ceil(wait)) if wait else None


@cache
def _answer_crowd() -> JSONResponse:
    return answer_refusal(HttpRefusal(429, "too_many_at_once", case="requests", headers={"Retry-After": "5"}))


@lru_cache(maxsize=120)
def _answer_flood(seconds: int) -> JSONResponse:
    return answer_refusal(make_refusal(seconds))
