from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from legation.server.api_schema import list_routes
from legation.server.http.request_body import RequestBody
from tests.server.kit import Server

FREE = {"judge_requests"}
"""Reads its body itself, with the reader of the judge's JSON, which refuses unknown fields too."""


def list_bodies() -> Iterator[tuple[str, type[Any]]]:
    """Every model that a route reads from a body."""
    for route in list_routes():
        if route.name not in FREE:
            for field in route.dependant.body_params:
                yield route.name, field.field_info.annotation  # type: ignore[misc] # a body has a type


@pytest.mark.parametrize(("route", "kind"), list(list_bodies()))
def test_every_body_refuses_fields_that_nobody_reads(route: str, kind: Any) -> None:
    models = [part for part in _list_parts(kind) if isinstance(part, type) and issubclass(part, BaseModel)]
    assert all(issubclass(model, RequestBody) and model.model_config["extra"] == "forbid" for model in models), route


def _list_parts(kind: Any) -> Iterator[Any]:
    """A type and the types it is made of: members of unions, fields of models."""
    yield kind
    for inner in getattr(kind, "__args__", ()):
        yield from _list_parts(inner)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for field in kind.model_fields.values():
            yield from _list_parts(field.annotation)


@pytest.mark.parametrize("field", ["position", "phase", "start", "Title"])
def test_a_new_game_with_an_unknown_field_is_refused_by_its_name(server: Server, field: str) -> None:
    gm = server.sign_up("Ilse")
    answer = gm.post("/api/v1/games", json={"title": "Tuesdays", "variant": "standard", field: "S1905M"})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["field"]) == ("unknown_field", field)
    assert error["message"] == f"There is no field {field} in this request."
    assert gm.get("/api/v1/games?scope=mine").json()["games"] == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/session", {"login": "x", "password": "y", "remember": True}),
        ("POST", "/accounts", {"name": "Otto", "email": "o@example.org", "password": "correct horse", "admin": True}),
        ("POST", "/solo", {"variant": "standard", "position": "F1905M"}),
        ("PATCH", "/account", {"admin": True}),
        ("POST", "/tokens", {"label": "script", "forever": True}),
    ],
)
def test_other_requests_refuse_unknown_fields_too(server: Server, method: str, path: str, body: dict[str, Any]) -> None:
    answer = server.sign_up("Ilse").request(method, f"/api/v1{path}", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == list(body)[-1]
