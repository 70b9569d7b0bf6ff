"""All routes of the API in a tree of path segments, so that a request is compared with only a few of them.

FastAPI compares each request with every route in turn, twice if routers are included, which takes longer than many a
page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

ANYTHING = "{}"
"""Stands in the tree for a variable path segment: the id of a game, the name of a power."""
FOUND = "legation.route"


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
