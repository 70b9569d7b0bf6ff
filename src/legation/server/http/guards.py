"""What surrounds every route: security headers, limits on requests and bodies, and a log without secrets."""

import asyncio
import json
import logging
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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


class Guards:
    """What all requests have in common.

    A sender of too many requests is refused before anything is read, looked up or computed, so a refusal costs next to
    nothing; behind a proxy this replaces the limit on connections. Then the body is read: one that is too large, or
    that no database could store, is refused before the app sees it.

    Responses have headers that tell browsers what pages may do, and API responses are private. The log has no body, no
    cookie, no query and no secret part of a path. ``HEAD`` requests to the API, which monitors and mail programs send,
    are answered like ``GET``, without the content.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        refuse_stranger: Callable[[Scope], Awaitable[HttpRefusal | None]],
        read_time: Callable[[], float] = time.monotonic,
    ) -> None:
        """``refuse_stranger`` returns the refusal for a sender whose long body must not be read."""
        self._app = app
        self._headers = {**HEADERS, **({"Strict-Transport-Security": HSTS} if settings.secure_cookies else {})}
        self._most = settings.connections_each
        self._factor = settings.rate_factor
        self._read_time = read_time
        self._here: Counter[str] = Counter()
        """How many requests of each address are in progress."""
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How many requests each address may still send at once, and the time of that count."""
        self._refuse_stranger = refuse_stranger
        self._usual_body = settings.body_limit
        self._long_bodies = (
            ("/api/v1/judge", settings.judge_body_limit),
            ("/api/v1/sandboxes", settings.judge_body_limit),
            ("/api/v1/boards", settings.board_body_limit),
            ("/api/v1/imports/file", settings.import_body_limit),
            ("/api/v1/imports", settings.judge_body_limit),
        )

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
            await self._answer({**scope, "method": "GET"} if is_head else scope, receive, send_guarded)
        finally:
            took = (time.perf_counter() - begun) * 1000
            LOG.info("%s %s %s %.0f ms", method, name_path(path), status, took)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the same address sends too many requests; open event streams have a limit of their own."""
        who = name_network(scope["client"][0]) if scope.get("client") else ""
        is_stream = scope["method"] == "GET" and EVENTS.fullmatch(scope["path"]) is not None
        is_crowd = not is_stream and self._here[who] >= self._most
        refused = _answer_crowd() if is_crowd else self._refuse_flood(who)
        if refused is not None:
            await refused(scope, receive, send)
            return
        body: bytes | None = None

        async def receive_again() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            message = {"type": "http.request", "body": body, "more_body": False}
            body = None
            return message

        counted = 0 if is_stream else 1
        self._here[who] += counted
        try:
            refused, body = await self._take_body(scope, receive)
            if refused is not None:
                await refused(scope, receive, send)
            elif body is not None:
                await self._app(scope, receive_again, send)
        finally:
            self._here[who] -= counted
            if self._here[who] <= 0:
                del self._here[who]

    def _refuse_flood(self, who: str) -> JSONResponse | None:
        """Count a request, and refuse it if the address has sent too many, whatever their paths."""
        if self._factor <= 0:
            return None
        now = self._read_time()
        left, since = self._buckets.pop(who, (OF_ADDRESS.burst * self._factor, now))
        left, wait = pour(OF_ADDRESS, self._factor, left, now - since)
        self._buckets[who] = (left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return _answer_flood(math.ceil(wait)) if wait else None

    async def _take_body(self, scope: Scope, receive: Receive) -> tuple[JSONResponse | None, bytes | None]:
        """The body, or the refusal of an unusable one; neither if the client has gone, so that none can be sent."""
        path = scope["path"]
        limit = next((most for start, most in self._long_bodies if path.startswith(start)), self._usual_body)
        if scope["method"] in ("POST", "PUT") and path.startswith(FOR_ACCOUNTS):
            stranger = await self._refuse_stranger(scope)
            if stranger is not None:
                return answer_refusal(stranger), None  # millions of bytes stay unread
        try:
            async with asyncio.timeout(BODY_WITHIN + limit / SLOWEST):
                body = await _read_body(scope, receive, limit)
        except ClientDisconnect:
            return None, None
        except TimeoutError:
            return answer_refusal(HttpRefusal(408, "too_slow", headers={"Connection": "close"})), None
        if body is None:
            return answer_refusal(HttpRefusal(413, "too_large", case="body", most=limit // 1000)), None
        if "\0" in path or NUL_IN_QUERY in scope["query_string"]:
            return answer_refusal(HttpRefusal(422, "broken_text")), None
        if len(body) > SHORT_BODY:
            return await asyncio.get_running_loop().run_in_executor(LOOKING, refuse_unsafe, body), body
        return refuse_unsafe(body), body


def name_path(path: str) -> str:
    """A path for the log: without secrets and on one line."""
    hidden = SECRET_SEGMENT.sub(r"/\1/...", path)
    if not hidden.isprintable():
        hidden = "".join(sign if sign.isprintable() else "?" for sign in hidden)
    return hidden[:200]


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


def refuse_unsafe(body: bytes) -> JSONResponse | None:
    """The refusal of JSON that no database could store or no response contain. Invalid JSON is refused elsewhere."""
    if not body:
        return None
    plain, encoding = body, json.detect_encoding(body)
    if not encoding.startswith("utf-8"):
        with suppress(UnicodeError):  # bytes that are not text stay unchanged
            plain = body.decode(encoding, "surrogatepass").encode("utf-8", "surrogatepass")
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


@cache
def _answer_crowd() -> JSONResponse:
    return answer_refusal(HttpRefusal(429, "too_many_at_once", case="requests", headers={"Retry-After": "5"}))


@lru_cache(maxsize=120)
def _answer_flood(seconds: int) -> JSONResponse:
    return answer_refusal(make_refusal(seconds))
