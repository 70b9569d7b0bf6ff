"""Routes whose endpoints return values: dataclasses that define the response in the API's schema."""

from collections.abc import Callable, Collection
from functools import cache, partial, wraps
from inspect import iscoroutinefunction, signature
from typing import Any, get_type_hints

from fastapi import Response
from fastapi.datastructures import DefaultPlaceholder
from fastapi.routing import APIRoute
from pydantic import ConfigDict, TypeAdapter

PAGES_FIRST = 0.3
"""Seconds at most for which long work waits while people wait for pages."""
EVERY_FIELD = ConfigDict(json_schema_serialization_defaults_required=True)
"""For values whose fields have defaults: a response contains every field."""


class ValueRoute(APIRoute):
    """Encodes the value of an endpoint as JSON in the endpoint's own thread.

    The endpoint's return type appears in the API's schema. FastAPI by itself would check the value against it once
    more, and would wait for a second thread to do so; here the type checker and the schema tests have already done
    that.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:  # noqa: ANN401 - whatever FastAPI takes
        model = options.get("response_model")
        # An endpoint that may also return text or a file names the type of its value in its route.
        kind = None if isinstance(model, DefaultPlaceholder) else model
        answer = _write_value(endpoint, options.get("status_code") or 200, kind)
        super().__init__(path, self.arrange(answer, options.get("methods") or ("GET",)), **options)

    def arrange(self, answer: Callable[..., Any], methods: Collection[str]) -> Callable[..., Any]:
        """Choose where the endpoint runs: in the queue of pages or in that of changes."""
        return _queue(answer, "pages" if is_reading(methods) else "writing")


def is_reading(methods: Collection[str]) -> bool:
    """True if requests with these methods change nothing."""
    return set(methods) <= {"GET", "HEAD"}


class AccountRoute(ValueRoute):
    """For accounts: their changes have a queue of their own, since password hashing is slow on purpose."""

    def arrange(self, answer: Callable[..., Any], methods: Collection[str]) -> Callable[..., Any]:
        """The endpoint, in its queue if it changes something."""
        return _queue(answer, "pages" if is_reading(methods) else "signing_in")


class JudgingRoute(ValueRoute):
    """For changes that may judge phases: one at a time, after requests for pages."""

    def arrange(self, answer: Callable[..., Any], methods: Collection[str]) -> Callable[..., Any]:
        """The endpoint, in its queue if it changes something."""
        return _queue(answer, "pages") if is_reading(methods) else _queue(answer, "judging")


class OpenWorkRoute(ValueRoute):
    """For long work that anyone may request: it runs in the queue of open work, and occupies no thread for pages."""

    def arrange(self, answer: Callable[..., Any], _methods: Collection[str]) -> Callable[..., Any]:
        """The endpoint, in its queue."""
        return _queue(_after_pages(answer), "open_work")


class BoardCheckRoute(ValueRoute):
    """For boards that people upload: every check of a board runs in a queue of its own."""

    def arrange(self, answer: Callable[..., Any], methods: Collection[str]) -> Callable[..., Any]:
        """The endpoint, in its queue if it changes something."""
        return _queue(answer, "pages" if is_reading(methods) else "board_checks")


class LongReadingRoute(ValueRoute):
    """For long work that readers of a game request: it runs in a queue of its own."""

    def arrange(self, answer: Callable[..., Any], _methods: Collection[str]) -> Callable[..., Any]:
        """The endpoint, in its queue."""
        return _queue(_after_pages(answer), "long_reading")


def _after_pages(answer: Callable[..., Any]) -> Callable[..., Any]:
    """An endpoint that lets requests for pages go first: much of its long work is done elsewhere, but not all."""
    if iscoroutinefunction(answer):
        return answer

    @wraps(answer)
    def begin(*args: object, **kwargs: Any) -> object:  # noqa: ANN401 - whatever the endpoint takes
        kwargs["services"].pages.let_pass(PAGES_FIRST)
        return answer(*args, **kwargs)

    return begin


def _queue(answer: Callable[..., Any], name: str) -> Callable[..., Any]:
    """An endpoint that waits for its turn, by the ``services`` and the ``viewer`` that it is given."""
    is_queued = iscoroutinefunction(answer)  # included routers create their routes again
    if is_queued or not {"services", "viewer"} <= set(signature(answer).parameters):
        return answer

    @wraps(answer)
    async def wait(*args: object, **kwargs: Any) -> object:  # noqa: ANN401 - whatever the endpoint takes
        queue = getattr(kwargs["services"], name)
        viewer = kwargs["viewer"]
        # An account costs more to make than a guest: if anyone must wait, strangers and guests do.
        yields = not viewer.has_full_account
        return await queue.run(viewer.work_key, partial(answer, *args, **kwargs), yields=yields)

    return wait


def _write_value(endpoint: Callable[..., Any], status: int, kind: type | None) -> Callable[..., Any]:
    if iscoroutinefunction(endpoint):
        return endpoint

    @cache
    def get_writer() -> TypeAdapter[Any]:
        found: Any = kind or get_type_hints(endpoint, include_extras=True)["return"]
        return TypeAdapter(found)

    @wraps(endpoint)
    def answer(*args: object, **kwargs: object) -> object:
        value = endpoint(*args, **kwargs)
        if isinstance(value, Response) or "response" in kwargs:
            return value  # an endpoint that sets cookies is answered by FastAPI, which knows of them
        if value is None:
            return Response(status_code=status)
        return Response(get_writer().dump_json(value), status, media_type="application/json")

    return answer
