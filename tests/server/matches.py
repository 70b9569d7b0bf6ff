"""Hosted games for tests: a game master, some players, and bots in the other seats."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.records import GameKind
from legation.server.game.storage import find_game
from legation.server.judging.bot_work import order_for_bots
from legation.server.judging.service import judge_if_due
from legation.server.worker import judge_due_games
from legation.variants import load_variant
from tests.chance import FixedChance
from tests.server.kit import Client, Server, make_server

Answer = dict[str, Any]
CLOCK = {"kind": "duration", "hours": 24, "first_hours": 0, "retreat_hours": 12, "adjustment_hours": 12}


@dataclass
class Match:
    """A game that runs, and who is in it."""

    server: Server
    id: str
    gm: Client
    players: dict[str, Client] = field(default_factory=dict)

    def path(self, rest: str = "") -> str:
        return f"/api/v1/games/{self.id}{rest}"

    def read(self, client: Client, rest: str = "", **params: Any) -> Answer:
        answer = client.get(self.path(rest), params=params)
        assert answer.status_code == 200, answer.text
        found: Answer = answer.json()
        return found

    @property
    def turn(self) -> int:
        with self.server.services.store.read() as connection:
            row = find_game(connection, self.id)
        assert row is not None
        return int(row.turn)

    @property
    def game(self) -> LoadedGame:
        with self.server.services.store.read() as connection:
            return load_game(connection, self.server.services, self.id)

    def save(self, power: str, orders: Sequence[str], **more: Any) -> Answer:
        body = {"turn": self.turn, "plan": "A", "version": None, "orders": list(orders), **more}
        answer = self.players[power].put(self.path("/orders"), json=body)
        assert answer.status_code == 200, answer.text
        found: Answer = answer.json()
        return found

    def ready(self, *powers: str) -> None:
        for power in powers:
            answer = self.players[power].post(self.path("/orders/ready"), json={"turn": self.turn, "ready": True})
            assert answer.status_code == 200, answer.text

    def judge(self) -> bool:
        return judge_if_due(self.server.services, self.id)

    def work(self) -> int:
        """Judge what is due once, with bots that order before and after."""
        services = self.server.services
        order_for_bots(services, GameKind.HOSTED)
        judged = judge_due_games(services)
        order_for_bots(services, GameKind.HOSTED)
        return judged

    def pass_deadline(self) -> int:
        self.server.clock.pass_time(hours=24, minutes=1)
        return self.work()


@contextmanager
def share_match(folder: Path, blank_file: Path, *powers: str) -> Iterator[Match]:
    """A game for several tests that only look at it."""
    shutil.copy(blank_file, folder / "test.db")
    server = make_server(folder, chance=FixedChance(folder.name))
    with server.client():
        yield host(server, powers or ("FRANCE", "GERMANY"))


def host(
    server: Server,
    powers: Sequence[str] = ("FRANCE", "GERMANY"),
    *,
    variant: str = "standard",
    terms: Mapping[str, Any] | None = None,
    **more: Any,
) -> Match:
    """A running game in which some powers have players and bots have the rest."""
    bots = {power: "steady" for power in load_variant(variant).powers if power not in powers}
    gm = server.sign_up(f"Master {len(server.clients)}")
    wish = {"clock": CLOCK, "bots": bots, **(terms or {})}
    is_private = wish.pop("is_private", False)  # players join first: there are no invitations here
    answer = gm.post("/api/v1/games", json={"title": "A match", "variant": variant, "terms": wish, **more})
    assert answer.status_code == 201, answer.text
    match = Match(server, answer.json()["id"], gm)
    for power in powers:
        client = server.sign_up(f"Player {power.title()} {len(server.clients)}")
        joined = client.post(match.path("/join"), json={"role": "player", "power": power})
        assert joined.status_code == 200, joined.text
        match.players[power] = client
    gm.patch(match.path(), json={"terms": {"is_private": is_private}})
    started = gm.post(match.path("/start"))
    assert started.status_code == 200, started.text
    match.work()
    return match
