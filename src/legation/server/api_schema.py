"""The schema of the API, from which clients are generated: names of operations, their callers, and refusals."""

from functools import cache
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from legation.server.base.version import VERSION
from legation.server.http.errors import ErrorBody
from legation.server.identity.request_context import COOKIE, CSRF_HEADER, OPEN, present_viewer, signed_in_viewer, viewer
from legation.server.identity.scopes import SAFE, Scope, find_scope
from legation.server.routers import ROUTERS

TITLE = "Legation"
REFUSED = {
    "description": "The request is refused",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}},
}
"""The same in the schema, even where files are returned: FastAPI would describe a refusal as such a file."""
DESCRIPTION = "Everything that the pages do goes through this API; bots and scripts use the same."
SECURITY_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The session cookie, which `POST /session` sets.",
    },
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF_HEADER,
        "description": "With a session, every change sends the `csrf` that `GET /session` gives.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token for scripts, made on the account page. Each operation names the scope that it needs: "
        f"{', '.join(f'`{scope}`' for scope in Scope)}, of which each includes those before it. "
        "Operations without one take no token.",
    },
}


def list_routes() -> list[APIRoute]:
    """The routes of all routers."""
    return [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


@cache
def describe_api() -> dict[str, Any]:
    """The schema of the API, including who may call each operation. Making it takes a second, so it is made once."""
    schema = get_openapi(title=TITLE, version=VERSION, routes=list_routes(), description=DESCRIPTION)
    components = schema.setdefault("components", {})
    components["securitySchemes"] = SECURITY_SCHEMES
    components["schemas"] = dict(sorted({**components["schemas"], **_describe_refusal()}.items()))
    for route in list_routes():
        for method in route.methods or ():
            operation = schema["paths"][route.path][method.lower()]
            operation["security"] = _list_security(route, method)
            operation["responses"] |= {"4XX": REFUSED, "503": REFUSED}
    return schema


def _describe_refusal() -> dict[str, Any]:
    """The schemas of a refusal and of its parts, by name."""
    body = TypeAdapter(ErrorBody).json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
    return {**body.pop("$defs", {}), "ErrorBody": body}


def _list_security(route: APIRoute, method: str) -> list[dict[str, list[str]]]:
    """The ways to authenticate; none for operations that do nothing on behalf of an account."""
    # The first dependency belongs to all routes; an operation needs an account only if it has further ones on the
    # sender.
    needed = set().union(*map(_list_calls, route.dependant.dependencies[1:]))
    if (method == "POST" and route.path in OPEN) or needed.isdisjoint((viewer, present_viewer, signed_in_viewer)):
        return []
    session: dict[str, list[str]] = {"session": []} if method in SAFE else {"session": [], "csrf": []}
    scope = find_scope(route.endpoint, method)
    ways: list[dict[str, list[str]]] = [session, *([{"token": [scope.value]}] if scope else [])]
    return ways if signed_in_viewer in needed else [{}, *ways]


def _list_calls(dependant: Dependant) -> set[object]:
    """Everything that an endpoint depends on."""
    found: set[object] = {dependant.call}
    for dependency in dependant.dependencies:
        found |= _list_calls(dependency)
    return found
