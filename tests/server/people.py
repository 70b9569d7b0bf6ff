"""A hosted game with people in it: a game master, players of some powers, bots in the other seats."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from legation.server.game.records import GameKind
from legation.server.judging.bot_work import order_for_bots
from legation.server.worker import judge_due_games
from tests.server.kit import Client, Server

DURATION = {"clock": {"kind": "duration", "hours": 48, "first_hours": 72, "retreat_hours": 24, "adjustment_hours": 24}}


@dataclass
class Match:
    """A game and everybody in it."""

    server: Server
    id: str
    gm: Client
    players: dict[str, Client] = field(default_factory=dict)

    def path(self, rest: str = "") -> str:
        """An address of the game."""
        return f"/api/v1/games/{self.id}" + (f"/{rest}" if rest else "")

    def get(self, who: Client, rest: str = "", **query: Any) -> Any:
        """Read something; it must be granted."""
        answer = who.get(self.path(rest), params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, who: Client, rest: str, body: Any = None, *, status: int = 200) -> Any:
        """Do something; it must be answered with a status."""
        answer = who.post(self.path(rest), json=body if body is not None else {})
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def put(self, who: Client, rest: str, body: Any, *, status: int = 200) -> Any:
        """Set something."""
        answer = who.put(self.path(rest), json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def patch(self, who: Client, rest: str, body: Any, *, status: int = 200) -> Any:
        """Change something."""
        answer = who.patch(self.path(rest), json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def delete(self, who: Client, rest: str, *, status: int = 200) -> Any:
        """Take something back."""
        answer = who.delete(self.path(rest))
        assert answer.status_code == status, answer.text
        return answer.json()

    def act(
        self, act: str, body: Mapping[str, Any] | None = None, *, status: int = 200, who: Client | None = None
    ) -> Any:
        """An act of the game master's; bots have ordered before a phase is judged."""
        if act == "advance":
            order_for_bots(self.server.services, GameKind.HOSTED)
        return self.post(who or self.gm, "gm/acts", {"act": act, **(body or {})}, status=status)

    def order(self, power: str, orders: Iterable[str], *, confirm: bool = False) -> Any:
        """Save a power's orders."""
        who = self.players[power]
        turn = self.get(who)["turn"]
        sheet = self.put(who, "orders", {"turn": turn, "plan": "A", "version": None, "orders": list(orders)})
        return self.post(who, "orders/confirm", {"turn": turn}) if confirm else sheet

    def judge(self) -> Any:
        """Let the game master have the phase judged."""
        return self.act("advance")

    def work(self) -> int:
        """Judge what is due once, with bots that order before and after."""
        services = self.server.services
        order_for_bots(services, GameKind.HOSTED)
        judged = judge_due_games(services)
        order_for_bots(services, GameKind.HOSTED)
        return judged

    def log(self) -> list[dict[str, Any]]:
        """The log as the game master reads it, the newest first."""
        lines: list[dict[str, Any]] = self.get(self.gm, "log")["log"]
        return lines

    def join(self, name: str, role: str, **body: Any) -> Client:
        """Somebody new joins; the game master admits a standby who asks."""
        client = self.server.sign_up(name)
        joined = self.post(client, "join", {"role": role, **body})
        if joined["you"]["role"] == "candidate":
            assert client.account is not None
            self.act("admit", {"account": client.account["id"]})
        return client


def make_match(
    server: Server,
    powers: Iterable[str] = ("FRANCE", "ENGLAND", "GERMANY"),
    *,
    variant: str = "standard",
    terms: Mapping[str, Any] | None = None,
    start: bool = True,
    prefix: str = "",
) -> Match:
    """A game on the regular board with people in some seats and easy bots in the others."""
    powers = tuple(powers)
    key = json.dumps([powers, variant, dict(terms or {}), start, prefix], default=str)
    if not server.is_untouched():
        return _play_up(server, powers, variant, terms, prefix, start=start)
    if key not in KEPT:
        with server.chance.follow(key):  # whichever test is the first, its game has the same id
            match = _play_up(server, powers, variant, terms, prefix, start=start)
        KEPT[key] = _keep(match)
        return match
    return KEPT[key].bring_back(server)


@dataclass
class Kept:
    """A database just after a game was set up, and what its people hold: many tests begin with the same."""

    database: sqlite3.Connection
    """In memory."""
    game: str
    people: list[tuple[str, dict[str, str], str | None, dict[str, Any] | None]]
    """Power, or none of the game master; cookies; token for changes; account."""

    def bring_back(self, server: Server) -> Match:
        """The same game on another server that nobody has used yet."""
        with closing(sqlite3.connect(server.find_file())) as fresh:
            self.database.backup(fresh)
        clients: dict[str, Client] = {}
        for power, cookies, csrf, account in self.people:
            client = clients[power] = server.client()
            client.cookies.update(cookies)
            client.csrf, client.account = csrf, account
        gm = clients.pop("")
        return Match(server, self.game, gm, clients)


KEPT: dict[str, Kept] = {}


def _keep(match: Match) -> Kept:
    database = sqlite3.connect(":memory:")
    with closing(sqlite3.connect(match.server.find_file())) as file:
        file.backup(database)
    everybody = {"": match.gm, **match.players}
    people = [(power, dict(who.cookies), who.csrf, who.account) for power, who in everybody.items()]
    return Kept(database, match.id, people)


def _play_up(
    server: Server,
    powers: tuple[str, ...],
    variant: str,
    terms: Mapping[str, Any] | None,
    prefix: str,
    *,
    start: bool,
) -> Match:
    gm = server.sign_up(f"{prefix}Master")
    wish = {"title": "The Long Peace", "variant": variant, "terms": {**DURATION, **(terms or {})}}
    answer = gm.post("/api/v1/games", json=wish)
    assert answer.status_code == 201, answer.text
    match = Match(server, answer.json()["id"], gm)
    for power in powers:
        client = server.sign_up(f"{prefix}{power.title()} player")
        invitation = match.post(gm, "invitations", {"role": "player", "power": power, "uses": 1, "days": 3}, status=201)
        accepted = client.post(f"/api/v1/invitations/{invitation['token']}")
        assert accepted.status_code == 200, accepted.text
        match.players[power] = client
    if start:
        match.post(gm, "start", {"bots": "easy"})
    return match
