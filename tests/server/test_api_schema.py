"""The API under whatever fits its schema, and much that does not: it refuses in form, and never breaks."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, GenerationMode
from schemathesis.core.result import Ok

from tests.server.kit import PASSWORD, Server, list_routes, make_server, make_tables

EXAMPLES = int(os.environ.get("LEGATION_SCHEMA_EXAMPLES", "40"))
ENDLESS = "/events"
GAMES: dict[FastAPI, str] = {}
FORM = {"code", "message", "field", "candidates"}


def start_host(folder: Path, url: str) -> Server:
    """A server with an account and a game, which all examples share."""
    server = make_server(folder, database_url=url)
    wish = {"variant": "standard", "power": "FRANCE", "level": "easy"}
    game = server.sign_up("Ilse").post("/api/v1/solo", json=wish)
    assert game.status_code == 201, game.text
    GAMES[server.app] = game.json()["game"]["id"]
    return server


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server on SQLite."""
    folder = tmp_path_factory.mktemp("schema")
    make_tables(f"sqlite:///{folder / 'test.db'}")
    return start_host(folder, f"sqlite:///{folder / 'test.db'}")


def make_headers(server: Server) -> dict[str, str]:
    """Signed in by a session, as a page is."""
    client = server.client()
    session = client.post("/api/v1/session", json={"login": "ilse", "password": PASSWORD}).json()
    cookie = client.cookies["legation_session"]
    return {"X-Legation-CSRF": session["csrf"], "Cookie": f"legation_session={cookie}"}


def test_every_route_is_in_the_schema(host: Server) -> None:
    described = host.client().get("/api/v1/openapi.json").json()["paths"]
    known = {(path, method.upper()) for path, methods in described.items() for method in methods}
    assert {(path, method) for path, method in list_routes() if method != "HEAD"} <= known


def test_nothing_that_fits_the_schema_or_nearly_does_breaks_the_server(host: Server) -> None:
    assert try_all(host, 2) > 100


@pytest.mark.soak
def test_nothing_breaks_the_server_on_postgresql_in_the_long_run(postgres_url: str, tmp_path: Path) -> None:
    assert try_all(start_host(tmp_path, postgres_url), EXAMPLES) > 1000


def try_all(host: Server, examples: int) -> int:
    """Try some examples of every operation; how many there were."""
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", host.app)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    return sum(
        try_operation(host, operation, mode, examples)
        for operation in operations
        if not operation.path.endswith(ENDLESS)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        # Without a body there is next to nothing that does not fit, and the search for it takes long.
        if mode is GenerationMode.POSITIVE or operation.body
    )


def try_operation(
    host: Server, operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, examples: int
) -> int:
    """Try some examples of one operation; how many there were."""
    headers = make_headers(host)
    tried = 0

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def try_case(case: schemathesis.Case[Any]) -> None:
        nonlocal tried
        tried += 1
        if "game" in case.path_parameters and tried % 2:
            case.path_parameters["game"] = GAMES[host.app]  # else nothing but the search for the game would be tried
        answer = case.call(headers=headers)
        assert answer.status_code < 500, f"{case.method} {case.formatted_path} {case.body!r}: {answer.text}"
        if answer.status_code >= 400:
            assert set(answer.json()["error"]) == FORM

    with suppress(Unsatisfiable):  # where anything fits, nothing can be made that does not
        try_case()
    return tried


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(body=st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
@pytest.mark.parametrize("path", ["/api/v1/session", "/api/v1/judge", "/api/v1/sandboxes/judge"])
def test_any_bytes_are_refused_in_form(host: Server, path: str, body: bytes) -> None:
    answer = host.client().post(path, content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500 or path.endswith("judge")
