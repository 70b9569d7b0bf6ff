"""What a page names in its head, for browsers to fetch at once: its scripts, and nothing that a viewer may not see."""

import json
import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from legation.server.web import add_pages
from tests.server.kit import Client, Server
from tests.server.matches import Match, host

INDEX = "<!doctype html><html><head><title>Legation</title></head><body></body></html>"
HINTS = [
    {"pattern": "/", "files": ["assets/Home-1.js", "assets/Home-1.css"]},
    {"pattern": "/g/:game", "files": ["assets/Game-1.js", "assets/board-1.js"]},
    {"pattern": "/g/:game/press/:room", "files": ["assets/Press-1.js"]},
]


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """The folder of a built web app."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX)
    (folder / "hints.json").write_text(json.dumps(HINTS))
    return folder


def open_pages(static: Path, server: Server, viewer: Client | None = None) -> Client:
    """A browser on the pages, signed in as somebody or nobody."""
    app = FastAPI()
    app.state.services = server.services
    add_pages(app, static)
    return Client(app, cookies=dict(viewer.cookies) if viewer else None)


def list_asks(client: Client, path: str) -> list[str]:
    """Addresses of the API that a page names."""
    answer = client.get(path)
    assert answer.status_code == 200
    return [name.replace("&amp;", "&") for name in re.findall(r'as="fetch" crossorigin href="([^"]+)"', answer.text)]


@pytest.mark.parametrize(
    ("path", "scripts"),
    [
        ("/", ["/assets/Home-1.js"]),
        ("/g/abc", ["/assets/Game-1.js", "/assets/board-1.js"]),
        ("/g/abc/press/4", ["/assets/Press-1.js"]),
        ("/nowhere", []),
    ],
)
def test_a_page_names_its_scripts(static: Path, server: Server, path: str, scripts: list[str]) -> None:
    answer = open_pages(static, server).get(path)
    assert re.findall(r'rel="modulepreload" crossorigin href="([^"]+)"', answer.text) == scripts
    assert answer.headers["cache-control"] == "private, no-cache"


def test_without_hints_the_page_is_as_it_was_built(static: Path, server: Server) -> None:
    (static / "hints.json").unlink()
    assert open_pages(static, server).get("/").text == INDEX


def test_a_player_gets_board_and_orders_at_once(static: Path, server: Server) -> None:
    match = host(server, ["FRANCE"])
    client = match.players["FRANCE"]
    asks = list_asks(open_pages(static, server, client), f"/g/{match.id}")
    board = match.read(client)["board"]
    own = [match.path(f"/{name}") for name in ("scene", "orders", "options")]
    assert asks == ["/api/v1/session", match.path(), board, *own]
    since = f"{match.id} {match.read(client)['position']}"
    assert f'<meta name="since" content="{since}">' in open_pages(static, server, client).get(f"/g/{match.id}").text
    assert [client.get(address).status_code for address in asks] == [200] * len(asks)


def test_who_writes_no_orders_is_not_sent_for_any(static: Path, server: Server) -> None:
    match = host(server, ["FRANCE"])
    for viewer in (match.gm, None):
        asks = list_asks(open_pages(static, server, viewer), f"/g/{match.id}")
        assert asks[-1] == match.path("/scene")


def test_a_game_that_is_not_open_to_somebody_tells_nothing_of_itself(static: Path, server: Server) -> None:
    match = host(server, ["FRANCE"], terms={"is_private": True})
    stranger = open_pages(static, server, server.sign_up("Stranger"))
    assert list_asks(stranger, f"/g/{match.id}") == ["/api/v1/session", match.path()]
    assert list_asks(stranger, "/g/nosuchgame") == ["/api/v1/session", "/api/v1/games/nosuchgame"]


def test_a_waiting_room_has_no_board(static: Path, server: Server) -> None:
    gm = server.sign_up("Master")
    game = gm.post("/api/v1/games", json={"title": "A match", "variant": "standard"}).json()["id"]
    assert list_asks(open_pages(static, server, gm), f"/g/{game}") == ["/api/v1/session", f"/api/v1/games/{game}"]


def test_orders_written_for_another_are_left_to_the_page(static: Path, server: Server) -> None:
    match: Match = host(server, ["FRANCE"])
    asks = list_asks(open_pages(static, server, match.gm), f"/g/{match.id}?power=FRANCE")
    assert asks == ["/api/v1/session", match.path()]


@pytest.mark.parametrize("path", ["/g/%22%3E%3Cscript%3E", "/g/a.b", "/g/../g", "/g/" + "x" * 500])
def test_no_address_gets_words_of_its_own_into_the_page(static: Path, server: Server, path: str) -> None:
    text = open_pages(static, server).get(path).text
    assert "<script" not in text
    assert list_asks(open_pages(static, server), path) == []
