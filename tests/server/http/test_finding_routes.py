import pytest
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from legation.server.http.routes import RouteTable


def answer() -> None:
    """An endpoint."""


def ask(method: str, path: str) -> Scope:
    return {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}


TABLE = RouteTable(
    APIRoute(path, answer, methods=[method], name=name)
    for method, path, name in (
        ("GET", "/games", "list"),
        ("POST", "/games", "create"),
        ("GET", "/games/mine", "mine"),
        ("GET", "/games/{game}", "read"),
        ("GET", "/games/open", "never"),
        ("PUT", "/games/{game}/orders", "save"),
        ("GET", "/games/{game}/map.{form}", "draw"),
    )
)


@pytest.mark.parametrize(
    ("method", "path", "name", "params"),
    [
        ("GET", "/games", "list", {}),
        ("POST", "/games", "create", {}),
        ("GET", "/games/mine", "mine", {}),
        ("GET", "/games/abc", "read", {"game": "abc"}),
        ("GET", "/games/open", "read", {"game": "open"}),
        ("PUT", "/games/abc/orders", "save", {"game": "abc"}),
        ("GET", "/games/abc/map.svg", "draw", {"game": "abc", "form": "svg"}),
    ],
)
def test_the_first_route_that_fits_is_found(method: str, path: str, name: str, params: dict[str, str]) -> None:
    match, found = TABLE.matches(ask(method, path))
    assert match is Match.FULL
    assert found["route"].name == name
    assert found["path_params"] == params


@pytest.mark.parametrize("path", ["/", "/game", "/games/abc/orders/x", "/games/", "//games", "/games//orders"])
def test_other_paths_are_not(path: str) -> None:
    assert TABLE.matches(ask("GET", path))[0] is Match.NONE


def test_another_method_is_told_apart_from_another_path() -> None:
    assert TABLE.matches(ask("DELETE", "/games/abc"))[0] is Match.PARTIAL


def test_a_part_with_a_kind_is_refused_when_the_table_is_made() -> None:
    with pytest.raises(ValueError, match="kind"):
        RouteTable([APIRoute("/files/{path:path}", answer)])
