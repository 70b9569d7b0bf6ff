"""Nobody learns what is another's: every route, as every role, against a game full of planted secrets."""

import json
import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from legation.server.identity.request_context import CSRF_HEADER
from legation.server.live.service import Live
from tests.server.admin.helpers import make_admin
from tests.server.kit import UNSAFE, Client, Server, list_routes
from tests.server.live.test_service import served
from tests.server.people import Match, make_match

ROLES = ("anonymous", "stranger", "spectator", "standby", "england", "token", "france", "co_gm", "gm", "admin")
OUTSIDE = ("anonymous", "stranger", "spectator", "standby", "england", "token")
"""Those who must not even notice what France does."""
MASTERS = ("gm", "co_gm")
HOOK = "https://hooks.example.org/SECRET-HOOK-51"


@dataclass
class World:
    """The game, who looks at it, and the secrets in it."""

    match: Match
    roles: dict[str, Client]
    names: dict[str, str] = field(default_factory=dict)
    """What the places in addresses stand for."""
    secrets: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """Each secret: its text, and the roles that may see it."""

    def hide(self, name: str, text: str, *may_see: str) -> None:
        assert len(text) > 5, name
        self.secrets[name] = (text, may_see)


@dataclass(frozen=True)
class Request:
    """How an address is asked: its query, and its body."""

    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None


POSITION = {
    "variant": "standard",
    "phase": "S1901M",
    "units": {"ITALY": ["A ROM"]},
    "orders": {"ITALY": ["A ROM - VEN"]},
}
ASSERTION = {"id": "AAAA", "client_data": "AAAA", "authenticator_data": "AAAA", "signature": "AAAA"}
REQUESTS: dict[tuple[str, str], Request] = {
    ("health", "GET"): Request(),
    ("session", "GET"): Request(),
    ("session", "POST"): Request(body={"login": "France player", "password": "not the password"}),
    ("session", "DELETE"): Request(),
    ("accounts", "POST"): Request(body={"name": "France player", "email": "x@example.org", "password": "1234567890"}),
    ("account", "PATCH"): Request(body={"settings": {"theme": "dark"}}),
    ("account/claim", "POST"): Request(body={"name": "Xx", "email": "y@example.org", "password": "1234567890"}),
    ("account/close", "POST"): Request(),
    ("account/password", "PUT"): Request(body={"password": "1234567890"}),
    ("account/email", "PUT"): Request(body={"email": "another@example.org"}),
    ("account/email/letter", "POST"): Request(),
    ("addresses/verify", "POST"): Request(body={"token": "nonsense"}),
    ("session/confirm", "POST"): Request(body={"password": "not the password"}),
    ("session/confirm/challenge", "POST"): Request(),
    ("session/confirm/passkey", "POST"): Request(body=ASSERTION),
    ("session/passkey/challenge", "POST"): Request(),
    ("session/passkey", "POST"): Request(body=ASSERTION),
    ("sessions", "GET"): Request(),
    ("sessions", "DELETE"): Request(),
    ("sessions/{number}", "DELETE"): Request(),
    ("passkeys", "GET"): Request(),
    ("passkeys/challenge", "POST"): Request(),
    ("passkeys", "POST"): Request(body={"id": "AAAA", "client_data": "AAAA", "attestation": "AAAA"}),
    ("passkeys/{passkey}", "PATCH"): Request(body={"label": "mine"}),
    ("passkeys/{passkey}", "DELETE"): Request(),
    ("passwords/forgot", "POST"): Request(body={"email": "france.player@example.org"}),
    ("passwords/reset", "POST"): Request(body={"token": "nonsense", "password": "1234567890"}),
    ("letters/stop", "POST"): Request({"account": "1", "choice": "judged", "sign": "0" * 32}),
    ("tokens", "GET"): Request(),
    ("tokens", "POST"): Request(body={"label": "script"}),
    ("tokens/{token}", "DELETE"): Request(),
    ("absences", "GET"): Request(),
    ("absences", "POST"): Request(body={"begins_at": "2026-12-01T00:00:00Z", "ends_at": "2026-12-02T00:00:00Z"}),
    ("absences/{absence}", "DELETE"): Request(),
    ("variants", "GET"): Request(),
    ("variants/{variant}", "GET"): Request(),
    ("variants/{variant}/board", "GET"): Request(),
    ("variants/{variant}/start", "GET"): Request(),
    ("variants/{variant}/plate.svg", "GET"): Request(),
    ("variants/{variant}/plate.png", "GET"): Request(),
    ("boards", "GET"): Request(),
    ("boards", "POST"): Request({"name": "x.zip"}),
    ("boards/{board}", "GET"): Request(),
    ("boards/{board}", "DELETE"): Request(),
    ("boards/{board}/editions", "POST"): Request({"name": "x.zip"}),
    ("boards/{board}/publishing", "PUT"): Request(body={"wanted": True}),
    ("boards/{board}/files.zip", "GET"): Request(),
    ("boards/{board}/edit", "GET"): Request(),
    ("boards/{board}/edit", "POST"): Request(body={"name": "Mine"}),
    ("judge", "POST"): Request(body=POSITION),
    ("games", "GET"): Request({"scope": "running"}),
    ("games", "POST"): Request(body={"title": "Another", "variant": "standard"}),
    ("games/{game}", "GET"): Request(),
    ("games/{game}", "PATCH"): Request(body={"title": "Renamed"}),
    ("games/{game}/start", "POST"): Request(body={}),
    ("games/{game}/join", "POST"): Request(body={"role": "player", "power": "FRANCE"}),
    ("games/{game}/leave", "POST"): Request(body={}),
    ("games/{game}/excuses", "POST"): Request(
        body={"begins_at": "2026-12-01T00:00:00Z", "ends_at": "2026-12-02T00:00:00Z", "note": "n"}
    ),
    ("games/{game}/excuses", "GET"): Request(),
    ("games/{game}/excuses/{absence}", "DELETE"): Request(),
    ("games/{game}/time-votes", "GET"): Request(),
    ("games/{game}/time-votes/{subject}", "PUT"): Request(body={"vote": True}),
    ("games/{game}/invitations", "POST"): Request(body={"role": "spectator"}),
    ("games/{game}/invitations/{number}", "DELETE"): Request(),
    ("games/{game}/invitations/seats", "POST"): Request(body={}),
    ("games/{game}/gm/orders/{phase}", "GET"): Request(),
    ("imports/check", "POST"): Request(body={"variant": "standard", "position": "Spring 1901"}),
    ("imports", "POST"): Request(body={"title": "Moved", "variant": "standard", "position": "Spring 1901"}),
    ("imports/file", "POST"): Request({"title": "Moved"}),
    ("invitations/{token}", "GET"): Request(),
    ("invitations/{token}", "POST"): Request(),
    ("invitations/{token}/account", "POST"): Request(
        body={"name": "France player", "email": "france.player@example.org", "password": "1234567890"}
    ),
    ("games/{game}/share", "PUT"): Request(body={"is_shared": True}),
    ("games/{game}/turning-points", "GET"): Request(),
    ("games/{game}/statistics", "GET"): Request(),
    ("games/{game}/options", "GET"): Request({"power": "FRANCE"}),
    ("games/{game}/options/builds", "GET"): Request({"power": "FRANCE"}),
    ("games/{game}/options/convoy", "GET"): Request({"fleet": "F BRE", "army": "A PAR", "power": "FRANCE"}),
    ("games/{game}/options/routes", "GET"): Request({"army": "A PAR", "to": "LON", "power": "FRANCE"}),
    ("games/{game}/orders", "GET"): Request({"power": "FRANCE"}),
    ("games/{game}/orders", "PUT"): Request(
        {"power": "FRANCE"}, {"turn": 1, "plan": "A", "version": 99, "orders": ["A PAR H"]}
    ),
    ("games/{game}/orders/check", "POST"): Request({"power": "FRANCE"}, {"text": "A PAR H"}),
    ("games/{game}/orders/all", "POST"): Request(body={"turn": 99, "text": "FRANCE: A PAR H"}),
    ("games/{game}/orders/confirm", "POST"): Request({"power": "FRANCE"}, {"turn": 99}),
    ("games/{game}/orders/ready", "POST"): Request({"power": "FRANCE"}, {"turn": 99, "ready": True}),
    ("games/{game}/orders/swap", "POST"): Request({"power": "FRANCE"}, {"turn": 99}),
    ("games/{game}/orders/repeat", "POST"): Request({"power": "FRANCE"}, {}),
    ("games/{game}/notes", "PUT"): Request({"power": "FRANCE"}, {"text": "mine now"}),
    ("games/{game}/scene", "GET"): Request(),
    ("games/{game}/spaces/{space}", "GET"): Request(),
    ("games/{game}/reach", "GET"): Request(),
    ("games/{game}/results", "GET"): Request(),
    ("games/{game}/motion", "GET"): Request({"phase": "S1901M"}),
    ("games/{game}/receipts", "POST"): Request(body={"receipt": "FRANCE-F1901M-0000-0000", "orders": ["A PAR - GAS"]}),
    ("games/{game}/explain", "GET"): Request({"phase": "S1901M", "order": "A PAR"}),
    ("games/{game}/text-board", "GET"): Request(),
    ("games/{game}/phases", "GET"): Request(),
    ("games/{game}/centres", "GET"): Request(),
    ("games/{game}/export", "GET"): Request(),
    ("games/{game}/press", "GET"): Request(),
    ("games/{game}/press", "POST"): Request(body={"to": "gm", "text": "hello"}),
    ("games/{game}/press/search", "GET"): Request({"q": "SECRET"}),
    ("games/{game}/press/rooms", "POST"): Request(body={"to": ["FRANCE", "GERMANY"]}),
    ("games/{game}/press/{room}", "GET"): Request(),
    ("games/{game}/press/{room}", "PATCH"): Request(body={"muted": True}),
    ("games/{game}/press/{room}/read", "POST"): Request(body={"message": 1}),
    ("games/{game}/transcript", "GET"): Request(),
    ("games/{game}/votes", "GET"): Request(),
    ("games/{game}/votes", "POST"): Request(body={"places": []}),
    ("games/{game}/votes/{proposal}", "PUT"): Request(body={"vote": False}),
    ("games/{game}/votes/{proposal}", "DELETE"): Request(),
    ("games/{game}/gm", "GET"): Request(),
    ("games/{game}/gm/acts", "POST"): Request({"preview": "true"}, {"act": "pause"}),
    ("games/{game}/gm/schedule", "GET"): Request(),
    ("games/{game}/gm/schedule", "POST"): Request(body={"act": {"act": "pause"}, "at": "2026-11-30T12:00:00Z"}),
    ("games/{game}/gm/schedule/{number}", "DELETE"): Request(),
    ("games/{game}/events", "GET"): Request(),
    ("games/{game}/report", "GET"): Request(),
    ("games/{game}/picture.{form}", "GET"): Request({"view": "orders"}),
    ("games/{game}/zine.pdf", "GET"): Request({"theatres": "false"}),
    ("games/{game}/zine.html", "GET"): Request(),
    ("games/{game}/log", "GET"): Request(),
    ("games/{game}/letters", "GET"): Request(),
    ("games/{game}/letters", "PUT"): Request(body={"press": False}),
    ("games/{game}/briefing", "GET"): Request({"power": "FRANCE"}),
    ("solo", "POST"): Request(body={"variant": "standard", "level": "easy"}),
    ("games/{game}/solo", "DELETE"): Request(),
    ("games/{game}/solo/next", "POST"): Request(body={}),
    ("games/{game}/solo/back", "GET"): Request(),
    ("games/{game}/solo/back", "POST"): Request(body={"head": "0"}),
    ("games/{game}/solo/resign", "POST"): Request(),
    ("games/{game}/solo/play-on", "POST"): Request(),
    ("games/{game}/solo/play-on", "DELETE"): Request(),
    ("games/{game}/solo/hint", "GET"): Request(),
    ("games/{game}/solo/hint", "POST"): Request(),
    ("games/{game}/solo/motive", "GET"): Request({"power": "FRANCE", "phase": "S1901M"}),
    ("games/{game}/solo/motive", "POST"): Request(body={"power": "FRANCE", "phase": "S1901M"}),
    ("lessons", "GET"): Request(),
    ("lessons/{lesson}", "POST"): Request(),
    ("games/{game}/lesson", "GET"): Request(),
    ("games/{game}/lesson/again", "POST"): Request(body={"phase": "S1901M"}),
    ("games/{game}/lesson/leave", "POST"): Request(),
    ("examples/{example}", "GET"): Request(),
    ("sandboxes", "POST"): Request(body={"variant": "standard", "request": POSITION}),
    ("sandboxes/judge", "POST"): Request(body={"request": POSITION}),
    ("sandboxes/options", "POST"): Request(body={"request": POSITION, "power": "ITALY"}),
    ("sandboxes/space", "POST"): Request(body={"request": POSITION, "space": "ROM"}),
    ("sandboxes/reach", "POST"): Request(body={"request": POSITION}),
    ("sandboxes/check", "POST"): Request(body={"request": POSITION, "text": "rom ven"}),
    ("sandboxes/{key}", "GET"): Request(),
    ("games/{game}/sandbox", "GET"): Request(),
    ("people/{name}", "GET"): Request(),
    ("people/{name}/block", "PUT"): Request(),
    ("account/profile", "GET"): Request(),
    ("account/profile", "PUT"): Request(body={"about": "Me", "is_shown": True}),
    ("account/blocks", "GET"): Request(),
    ("account/blocks/{block}", "DELETE"): Request(),
    ("games/{game}/blocks/{power}", "PUT"): Request(),
    ("reports", "GET"): Request(),
    ("reports", "POST"): Request(body={"cause": "other", "text": "Look at this."}),
    ("waits", "GET"): Request(),
    ("waits/{variant}/{speed}", "PUT"): Request(),
    ("waits/{variant}/{speed}", "DELETE"): Request(),
    ("invited", "GET"): Request(),
    ("invited/{game}", "PUT"): Request(body={}),
    ("invited/{game}", "DELETE"): Request(),
    ("games/{game}/rematch", "POST"): Request(),
    ("admin/reports", "GET"): Request(),
    ("admin/reports/{report}/letter", "POST"): Request(),
    ("admin/reports/{report}/close", "POST"): Request(body={"outcome": "nothing"}),
    ("admin/host", "GET"): Request(),
    ("admin/sizes", "GET"): Request(),
    ("admin/log", "GET"): Request(),
    ("admin/accounts", "GET"): Request(),
    ("admin/accounts/{account}/ban", "POST"): Request(body={"reason": "spite"}),
    ("admin/accounts/{account}/unban", "POST"): Request(body={}),
    ("admin/accounts/{account}/sign-out", "POST"): Request(body={}),
    ("admin/accounts/{account}/reset", "POST"): Request(body={}),
    ("admin/accounts/{account}/close", "POST"): Request(body={}),
    ("admin/games", "GET"): Request(),
    ("admin/games/{game}/pause", "POST"): Request(body={}),
    ("admin/games/{game}/resume", "POST"): Request(body={}),
    ("admin/games/{game}/master", "POST"): Request(body={"login": "Strange person"}),
    ("admin/boards", "GET"): Request(),
    ("admin/boards/{board}/publish", "POST"): Request(body={}),
    ("admin/boards/{board}/unpublish", "POST"): Request(body={}),
    ("admin/boards/{board}/remove", "POST"): Request(body={}),
    ("admin/accounts/{account}/boards", "POST"): Request(body={"allowed": True}),
    ("admin/networks", "GET"): Request(),
    ("admin/networks", "POST"): Request(body={"network": "203.0.113.1", "reason": "spite"}),
    ("admin/networks/{ban}", "DELETE"): Request(),
    ("admin/letters", "GET"): Request({"state": "waiting"}),
    ("admin/letters/retry", "POST"): Request(),
    ("admin/letters/{letter}/retry", "POST"): Request(),
    ("admin/letters/{letter}", "DELETE"): Request(),
}
LAST = (
    "session",
    "account/close",
    "games/{game}/leave",
    "games/{game}/join",
    "invitations/{token}",
    "solo",
    "lessons/{lesson}",
)
"""Asked last: afterwards a role may be another."""
STREAM = "games/{game}/events"


@pytest.fixture
def world(server: Server) -> World:
    terms = {"is_anonymous": True, "webhook": HOOK, "gm_sees_orders": False, "spectators": {"delay_phases": 1}}
    match = make_match(server, terms=terms)
    helper = match.join("Helping hand", "spectator")
    assert helper.account is not None
    match.act("co-gm", {"account": helper.account["id"], "on": True})
    england = match.players["ENGLAND"]
    token = england.post("/api/v1/tokens", json={"label": "script", "scope": "account"}).json()["token"]
    holder = server.client()
    holder.headers["Authorization"] = f"Bearer {token}"
    roles = {
        "anonymous": server.client(),
        "stranger": server.sign_up("Strange person"),
        "spectator": match.join("Looking person", "spectator"),
        "standby": match.join("Waiting person", "standby"),
        "england": england,
        "token": holder,
        "france": match.players["FRANCE"],
        "co_gm": helper,
        "gm": match.gm,
        "admin": make_admin(server, "Caring person"),
    }
    match.get(holder)  # the first use of a token is written down
    match.judge()
    world = World(match, roles)
    world.hide("token", token)
    world.hide("webhook", HOOK, *MASTERS)
    for role, name in (("france", "France player"), ("england", "England player")):
        seers = ("england", "token", "admin") if role == "england" else (role, "admin")
        world.hide(f"address of {role}", f"{name.lower().replace(' ', '.')}@example.org", *seers)
        world.hide(f"name of {role}", name, *seers, *MASTERS)
    for role, name in (("standby", "Waiting person"), ("spectator", "Looking person")):
        world.hide(f"name of the {role}", name, role, *MASTERS, "admin")
    world.hide("address of the game master", "master@example.org", "gm", "admin")
    made = match.post(england, "votes", {"places": []}, status=201)["proposals"][0]
    link = match.post(match.gm, "invitations", {"role": "spectator", "uses": 90}, status=201)
    world.names = {
        "{game}": match.id, "{variant}": "standard", "{token}": "1", "{absence}": "1", "{number}": "0" * 12,
        "{room}": "1", "{proposal}": made["id"], "{key}": "nosuchsandbox", "{form}": "svg", "{phase}": "S1901M",
        "{lesson}": "first", "{example}": "none",
        "{passkey}": "1", "{board}": "standard", "{account}": "1", "{ban}": "1", "{letter}": "1", "{space}": "PAR",
        "{name}": "Nobody", "{block}": "1", "{power}": "FRANCE", "{speed}": "days", "{report}": "1",
    }  # fmt: skip
    world.hide("invitation", link["token"])
    return world


def plant(world: World) -> None:
    """France writes orders, plans, notes, letters and a vote, none of which are anybody else's business."""
    match, france, germany = world.match, world.roles["france"], world.match.players["GERMANY"]
    turn = match.get(france)["turn"]
    first, second = "A PAR - GAS", "A MAR - PIE"
    match.put(france, "orders", {"turn": turn, "plan": "A", "version": None, "orders": [first]})
    sheet = match.post(france, "orders/confirm", {"turn": turn})
    match.put(france, "orders", {"turn": turn, "plan": "B", "version": None, "orders": [second]})
    match.post(france, "orders/ready", {"turn": turn, "ready": True})
    match.put(france, "notes", {"text": "SECRET-NOTES-11"})
    sketch = {"phase": match.get(france)["phase"], "orders": {"FRANCE": ["F BRE - GAS"], "GERMANY": ["A BER - PRU"]}}
    body = {"to": ["GERMANY"], "text": "SECRET-PRESS-21", "sketch": sketch}
    letter = match.post(france, "press", body, status=201)
    room = match.post(france, "press/rooms", {"to": ["GERMANY", "ITALY"], "name": "SECRET-ROOM-24"}, status=201)
    match.patch(france, f"press/{room['id']}", {"muted": True})
    match.post(germany, "press", {"to": ["FRANCE"], "text": "SECRET-ANSWER-22"}, status=201)
    match.post(france, f"press/{letter['room']}/read", {"message": 2})
    match.post(france, "press", {"to": "gm", "text": "SECRET-GM-23"}, status=201)
    match.put(france, f"votes/{world.names['{proposal}']}", {"vote": True})
    excuse = {"begins_at": "2027-01-01T00:00:00Z", "ends_at": "2027-01-02T00:00:00Z", "note": "SECRET-EXCUSE-41"}
    match.post(france, "excuses", excuse, status=201)
    world.names["{room}"] = str(letter["room"])
    for name, text in (("plan A", first), ("plan B", second), ("notes", "SECRET-NOTES"), ("excuse", "SECRET-EXCUSE")):
        world.hide(name, text, "france")
    world.hide("press", "SECRET-PRESS", "france")
    world.hide("sketch", "F BRE - GAS", "france")
    world.hide("name of a room", "SECRET-ROOM", "france")
    world.hide("answer", "SECRET-ANSWER", "france")
    world.hide("letter to the game master", "SECRET-GM-23", "france", *MASTERS)
    world.hide("receipt", sheet["receipt"]["code"], "france", *MASTERS)


def ask(world: World, role: str, path: str, method: str, *, csrf: bool = True) -> Any:
    request, address = REQUESTS[path, method], f"/api/v1/{path}"
    for place, value in world.names.items():
        address = address.replace(place, value)
    client = world.roles[role]
    options: dict[str, Any] = {"json": request.body} if request.body is not None else {}
    if not csrf:
        options["headers"] = {CSRF_HEADER: ""}
    return client.request(method, address, params=dict(request.query), **options)


def list_asked(*methods: str) -> list[tuple[str, str]]:
    known = [(path.removeprefix("/api/v1/"), method) for path, method in list_routes()]
    return [(path, method) for path, method in known if method in methods and path != STREAM]


def find_leaks(world: World, role: str, text: str) -> list[str]:
    return [name for name, (secret, seers) in world.secrets.items() if secret in text and role not in seers]


def text_of(answer: Any) -> str:
    headers = [f"{name}: {value}" for name, value in answer.headers.items() if name.lower() != "set-cookie"]
    return "\n".join([*headers, answer.text])


def test_every_route_is_asked_here() -> None:
    routes = {(path.removeprefix("/api/v1/"), method) for path, method in list_routes()}
    assert routes == set(REQUESTS), "a new route needs its line in REQUESTS"


def test_no_answer_tells_a_role_what_it_may_not_know(world: World, caplog: pytest.LogCaptureFixture) -> None:
    told = dict.fromkeys(ROLES, "")
    with caplog.at_level(logging.DEBUG, logger="legation"):
        plant(world)
        for role in ROLES:
            for path, method in list_asked("GET"):
                text = text_of(ask(world, role, path, method))
                assert find_leaks(world, role, text) == [], (role, path)
                told[role] += text
    assert [name for name, (secret, _) in world.secrets.items() if secret in caplog.text] == []
    check_told(world, told)


def check_told(world: World, told: Mapping[str, str]) -> None:
    """Who may know a secret was told it: otherwise all would be well because nothing is told at all."""
    for name, seers in (
        ("plan A", ["france"]),
        ("press", ["france"]),
        ("notes", ["france"]),
        ("letter to the game master", ["france", "co_gm", "gm"]),
        ("receipt", ["france", "co_gm", "gm"]),
        ("webhook", ["co_gm", "gm"]),
        ("name of france", ["france", "co_gm", "gm", "admin"]),
        ("address of england", ["england", "token", "admin"]),
    ):
        assert [role for role in ROLES if world.secrets[name][0] in told[role]] == seers, name


def test_nobody_else_notices_that_france_did_anything(world: World) -> None:
    def look() -> dict[tuple[str, str], str]:
        return {
            (role, path): text_of(ask(world, role, path, method))
            for role in OUTSIDE
            for path, method in list_asked("GET")
        }

    room = world.names["{room}"]
    before = look()
    plant(world)
    world.names["{room}"] = room
    after = look()
    assert [key for key, text in after.items() if text != before[key]] == []


def test_changes_that_others_try_tell_nothing_and_touch_nothing(world: World, caplog: pytest.LogCaptureFixture) -> None:
    plant(world)
    france = world.roles["france"]
    before = world.match.get(france, "orders")
    routes = sorted(list_asked(*UNSAFE), key=lambda route: route[0] in LAST)
    with caplog.at_level(logging.DEBUG, logger="legation"):
        for role in (*OUTSIDE, *MASTERS):
            for path, method in routes:
                if role in MASTERS and (path in LAST or path in ("games/{game}/orders", "games/{game}")):
                    continue
                answer = ask(world, role, path, method)
                assert find_leaks(world, role, text_of(answer)) == [], (role, path)
    assert world.match.get(france, "orders") == before
    assert [name for name, (secret, _) in world.secrets.items() if secret in caplog.text] == []


def test_a_change_without_its_token_is_refused_everywhere(world: World) -> None:
    plant(world)
    open_to_all = {
        "session", "accounts", "passwords/forgot", "passwords/reset", "judge", "sandboxes/judge", "sandboxes/options",
        "sandboxes/space", "sandboxes/reach", "sandboxes/check", "addresses/verify", "session/passkey",
        "session/passkey/challenge",
    }  # fmt: skip
    for role in ("stranger", "england", "gm"):
        for path, method in list_asked(*UNSAFE):
            if path in open_to_all and method == "POST":
                continue
            answer = ask(world, role, path, method, csrf=False)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_csrf"), (role, path, method)


@contextmanager
def listening(world: World, url: str) -> Iterator[dict[str, list[str]]]:
    """Every role listens to the game on a real connection."""
    heard: dict[str, list[str]] = {role: [] for role in ROLES}
    ready = {role: threading.Event() for role in ROLES}

    def listen(role: str) -> None:
        client = world.roles[role]
        headers = {"Authorization": client.headers["Authorization"]} if "Authorization" in client.headers else {}
        with (
            httpx2.Client(base_url=url, cookies=dict(client.cookies), headers=headers, timeout=20) as browser,
            browser.stream("GET", f"/api/v1/games/{world.match.id}/events") as stream,
        ):
            for line in stream.iter_lines():
                heard[role].append(line)
                ready[role].set()

    threads = [threading.Thread(target=listen, args=(role,), daemon=True) for role in ROLES]
    for thread in threads:
        thread.start()
    assert all(event.wait(10) for event in ready.values())
    yield heard
    time.sleep(0.4)
    world.match.server.app.state.live.close()
    for thread in threads:
        thread.join(10)


def test_streams_tell_nobody_else_that_france_did_anything(world: World) -> None:
    server = world.match.server
    server.app.state.live = Live(server.services, poll=0.05, ping=5, check=5)
    with served(server) as url, listening(world, url) as heard:
        plant(world)
    kinds = {
        role: sorted({json.loads(line[6:])["kind"] for line in lines if line.startswith("data: ")})
        for role, lines in heard.items()
    }
    assert [role for role in OUTSIDE if kinds[role]] == []
    assert kinds["france"] == ["orders", "press", "vote"]
    assert kinds["gm"] == kinds["co_gm"] == ["orders", "press"]
    for role, lines in heard.items():
        assert find_leaks(world, role, "\n".join(lines)) == []
