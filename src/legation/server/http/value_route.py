"""Routes whose endpoints return values: dataclasses that say in the API's schema what is answered."""

from collections.abc import Callable
from functools import cache, wraps
from inspect import iscoroutinefunction
from typing import Any, get_type_hints

from fastapi import Response
from fastapi.routing import APIRoute
from pydantic import TypeAdapter


class ValueRoute(APIRoute):
    """Writes the value of an endpoint as JSON in the endpoint's own thread.

    The endpoint's return type stands in the API's schema. FastAPI alone would check the value against it once more,
    and would wait for a second thread to do so; here the type checker and the schema tests have done that.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:  # noqa: ANN401 - whatever FastAPI takes
        super().__init__(path, _write_value(endpoint, options.get("status_code") or 200), **options)


def _write_value(endpoint: Callable[..., Any], status: int) -> Callable[..., Any]:
    if iscoroutinefunction(endpoint):
        return endpoint

    @cache
    def find_writer() -> TypeAdapter[Any]:
        return TypeAdapter(get_type_hints(endpoint, include_extras=True)["return"])

    @wraps(endpoint)
    def answer(*args: object, **kwargs: object) -> object:
        value = endpoint(*args, **kwargs)
        if isinstance(value, Response) or "response" in kwargs:
            return value  # an endpoint that sets cookies is answered by FastAPI, which knows of them
        if value is None:
            return Response(status_code=status)
        return Response(find_writer().dump_json(value), status, media_type="application/json")

    return answer
