"""The API under whatever fits its schema, and much that does not: it refuses in form, and never breaks."""

import os
import re
from collections import Counter
from collections.abc import Iterator
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

from tests.server.answers import check_answer, list_operations
from tests.server.kit import PASSWORD, Server, list_routes, make_server, make_tables

EXAMPLES = int(os.environ.get("LEGATION_SCHEMA_EXAMPLES", "40"))
ENDLESS = "/events"
GAMES: dict[FastAPI, str] = {}
FILES = {"readBoard", "exportGame"}
"""Files in JSON: what is in them is described elsewhere."""
ANYTHING = {"id", "memory", "options"}
"""Fields of the judge's JSON that hold whatever they were given: a caller's number, what rules remember, switches."""
ERROR = "#/components/schemas/ErrorBody"
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


def make_headers(server: Server, path: str) -> dict[str, str]:
    """Signed in by a session, as a page is; to ways in and out of an account with one that can be spared."""
    if path.startswith(("/api/v1/account", "/api/v1/session", "/api/v1/passkeys", "/api/v1/passwords")):
        client = server.sign_up(f"Passer-by {len(server.clients)}")
    else:
        client = server.client()
        client.post("/api/v1/session", json={"login": "ilse@example.org", "password": PASSWORD})
    cookie = client.cookies["legation_session"]
    return {"X-Legation-CSRF": client.csrf or "", "Cookie": f"legation_session={cookie}"}


def test_every_route_is_in_the_schema(host: Server) -> None:
    described = host.client().get("/api/v1/openapi.json").json()["paths"]
    known = {(path, method.upper()) for path, methods in described.items() for method in methods}
    assert {(path, method) for path, method in list_routes() if method != "HEAD"} <= known


def test_every_operation_says_what_it_answers(host: Server) -> None:
    schema = host.app.openapi()
    problems = [
        f"{operation['operationId']}: {problem}"
        for _, _, operation in list_operations(schema)
        for problem in find_gaps(operation, schema)
    ]
    assert problems == []


def find_gaps(operation: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    """Answers that are granted without saying in which form."""
    granted = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
    assert granted
    for status, answer in granted.items():
        content = answer.get("content", {})
        if (status == "204") != (not content):
            yield f"{status} and its content do not fit"
        for media_type, described in content.items():
            is_file = operation["operationId"] in FILES or media_type != "application/json"
            if not is_file and any(find_vague(described.get("schema", {}), schema, set())):
                yield f"{status} has a part without a form"
            if is_file and not described.get("schema"):
                yield f"{status} {media_type} has no schema"


def find_vague(part: dict[str, Any], schema: dict[str, Any], seen: set[str]) -> Iterator[bool]:
    """The parts of a schema that anything fits, or any object."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            yield from find_vague(schema["components"]["schemas"][name], schema, seen)
        return
    nested = [*part.get("anyOf", ()), *part.get("oneOf", ()), *part.get("allOf", ()), *part.get("prefixItems", ())]
    nested += [value for name, value in part.get("properties", {}).items() if name not in ANYTHING or "$ref" in value]
    nested += [part[key] for key in ("items", "additionalProperties") if isinstance(part.get(key), dict)]
    kind = part.get("type")
    if kind == "object" and "properties" not in part and not isinstance(part.get("additionalProperties"), dict):
        yield True
    if not nested and kind is None and "enum" not in part and "const" not in part:
        yield True
    for one in nested:
        yield from find_vague(one, schema, seen)


def test_operations_have_names_of_their_own(host: Server) -> None:
    names = [operation["operationId"] for _, _, operation in list_operations(host.app.openapi())]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+([A-Z][a-z]*)*", name) for name in names)
    assert not [name for name in host.app.openapi()["components"]["schemas"] if "__" in name]


def test_every_refusal_has_the_one_form(host: Server) -> None:
    schema = host.app.openapi()
    for _, _, operation in list_operations(schema):
        refused = {status: answer for status, answer in operation["responses"].items() if status[0] in "45"}
        assert list(refused) == ["4XX", "503"], operation["operationId"]
        assert all(one["content"]["application/json"]["schema"]["$ref"] == ERROR for one in refused.values())
    assert set(schema["components"]["schemas"]["ErrorFacts"]["properties"]) == FORM
    assert not [name for name in schema["components"]["schemas"] if "ValidationError" in name]


def test_the_schema_says_who_may_call_an_operation(host: Server) -> None:
    schema = host.app.openapi()
    assert set(schema["components"]["securitySchemes"]) == {"session", "csrf", "token"}
    seen = Counter[str]()
    for path, method, operation in list_operations(schema):
        ways = operation["security"]
        is_safe = method == "get"
        for way in ways:
            assert set(way) in ({"session"} if is_safe else {"session", "csrf"}, {"token"}, set()), operation
        seen["public" if not ways else "open" if {} in ways else "signed in"] += 1
        if path.endswith(ENDLESS):
            continue
        answer = host.client().request(method.upper(), re.sub(r"\{\w+\}", "1", path), json={} if not is_safe else None)
        if ways and {} not in ways:
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in_first"), operation
        elif not ways:
            assert answer.status_code != 401, operation
    assert min(seen["public"], seen["open"], seen["signed in"]) > 10


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
    headers = make_headers(host, operation.path)
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
        if answer.status_code != 204 and answer.headers["content-type"][0].startswith("application/json"):
            check_answer(host.app, case.method, case.formatted_path, answer.status_code, answer.json())
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
