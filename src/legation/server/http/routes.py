"""The routes of the API: endpoints return values, wait in queues, and are found in a tree of path segments.

FastAPI compares each request with every route in turn, twice if routers are included, which takes longer than many a
page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial, wraps
from inspect import iscoroutinefunction, signature
from operator import itemgetter
from typing import Any, get_type_hints

from fastapi import Response
from fastapi.datastructures import DefaultPlaceholder
from fastapi.routing import APIRoute
from pydantic import ConfigDict, TypeAdapter
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

PAGES_FIRST = 0.3
"""Seconds at most for which long work waits while people wait for pages."""
EVERY_FIELD = ConfigDict(json_schema_serialization_defaults_required=True)
"""For values whose fields have defaults: a response contains every field."""
ANYTHING = "{}"
"""Stands in the tree for a variable path segment: the id of a game, the name of a power."""
FOUND = "legation.route"


class ValueRoute(APIRoute):
    """Encodes the value of an endpoint as JSON in the endpoint's own thread, in a queue where it waits for its turn.

    The endpoint's return type appears in the API's schema. FastAPI by itself would check the value against it once
    more, and would wait for a second thread to do so; here the type checker and the schema tests have already done
    that. Subclasses choose the queues.
    """

    reading, changing = "pages", "writing"
    """The queues of ``services`` for endpoints that only read, and for those that change something."""
    lets_pages_pass = False
    """True for long work: requests for pages go first, since much of the work is done elsewhere, but not all."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:  # noqa: ANN401 - whatever FastAPI takes
        model = options.get("response_model")
        # An endpoint that may also return text or a file names the type of its value in its route.
        kind = None if isinstance(model, DefaultPlaceholder) else model
        if not iscoroutinefunction(endpoint):  # included routers create their routes again
            endpoint = self._write_value(endpoint, options.get("status_code") or 200, kind)
            if {"services", "viewer"} <= set(signature(endpoint).parameters):
                is_reading = set(options.get("methods") or ("GET",)) <= {"GET", "HEAD"}
                endpoint = _queue(endpoint, self.reading if is_reading else self.changing)
        super().__init__(path, endpoint, **options)

    def _write_value(self, endpoint: Callable[..., Any], status: int, kind: type | None) -> Callable[..., Any]:
        """The endpoint with its value as a response; it runs in a thread."""
        writer: TypeAdapter[Any] | None = None  # made for the first request: all of them together take long

        @wraps(endpoint)
        def answer(*args: object, **kwargs: Any) -> object:  # noqa: ANN401 - whatever the endpoint takes
            nonlocal writer
            if self.lets_pages_pass:
                kwargs["services"].pages.let_pass(PAGES_FIRST)
            value = endpoint(*args, **kwargs)
            if isinstance(value, Response) or "response" in kwargs:
                return value  # an endpoint that sets cookies is answered by FastAPI, which knows of them
            if value is None:
                return Response(status_code=status)
            if writer is None:
                found: Any = kind or get_type_hints(endpoint, include_extras=True)["return"]
                writer = TypeAdapter(found)
            return Response(writer.dump_json(value), status, media_type="application/json")

        return answer


class AccountRoute(ValueRoute):
    """For accounts: their changes have a queue of their own, since password hashing is slow on purpose."""

    changing = "signing_in"


class JudgingRoute(ValueRoute):
    """For changes that may judge phases: one at a time, after requests for pages."""

    changing = "judging"


class OpenWorkRoute(ValueRoute):
    """For long work that anyone may request: it runs in the queue of open work, and occupies no thread for pages."""

    reading = changing = "open_work"
    lets_pages_pass = True


class BoardCheckRoute(ValueRoute):
    """For boards that people upload: every check of a board runs in a queue of its own."""

    changing = "board_checks"


class LongReadingRoute(ValueRoute):
    """For long work that readers of a game request: it runs in a queue of its own."""

    reading = changing = "long_reading"
    lets_pages_pass = True


def _queue(answer: Callable[..., Any], name: str) -> Callable[..., Any]:
    """An endpoint that waits for its turn, by the ``services`` and the ``viewer`` that it is given."""

    @wraps(answer)
    async def wait(*args: object, **kwargs: Any) -> object:  # noqa: ANN401 - whatever the endpoint takes
        viewer = kwargs["viewer"]
        # An account costs more to make than a guest: if anyone must wait, strangers and guests do.
        yields = not viewer.has_full_account
        queue = getattr(kwargs["services"], name)
        return await queue.run(viewer.work_key, partial(answer, *args, **kwargs), yields=yields)

    return wait


@dataclass(slots=True)
class _Branch:
    """The paths that begin alike."""

    routes: list[tuple[int, APIRoute]] = field(default_factory=list)
    """The routes that end here, with their positions in the order of all routes."""
    further: dict[str, _Branch] = field(default_factory=dict)


class RouteTable(BaseRoute):
    """One route that stands for many and finds the right one quickly. If several match, the first counts, as usual."""

    def __init__(self, routes: Iterable[APIRoute]) -> None:
        self._root = _Branch()
        for number, route in enumerate(routes):
            branch = self._root
            for part in route.path.split("/"):
                if ":" in part:
                    raise ValueError(f"{route.path}: a part of a path has no kind here")
                key = ANYTHING if "{" in part else part
                branch = branch.further.setdefault(key, _Branch())
            branch.routes.append((number, route))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Find out whether one of the routes matches."""
        if scope["type"] != "http":
            return Match.NONE, {}
        partial: tuple[Match, Scope] = (Match.NONE, {})
        branches = [self._root]
        for part in scope["path"].split("/"):
            branches = [branch.further[key] for branch in branches for key in (part, ANYTHING) if key in branch.further]
        for _, route in sorted([found for branch in branches for found in branch.routes], key=itemgetter(0)):
            match, child_scope = route.matches(scope)
            if match is Match.FULL:
                return match, {**child_scope, FOUND: route}
            if match is Match.PARTIAL and partial[0] is Match.NONE:
                partial = match, {**child_scope, FOUND: route}
        return partial

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the matching route answer."""
        await scope[FOUND].handle(scope, receive, send)
