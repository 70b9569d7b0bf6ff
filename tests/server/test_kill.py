"""``kill -9`` at random moments under load: what was acknowledged is there, and no phase is judged twice or half."""

import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from legation import Game, load_variant
from tests.server.running import Person, Running, run_server

POWERS = tuple(load_variant("standard").powers)
TERMS = {"clock": {"kind": "none"}, "early": "all_ready", "press": {"private": True, "rooms": True, "public": True}}
SHORT = 1
LONG = int(os.environ.get("LEGATION_SOAK_KILLS", "40"))


@dataclass
class Sent:
    """What one player sent, and what of it was acknowledged."""

    orders: dict[str, list[str]] = field(default_factory=dict)
    """Of each phase: the orders acknowledged last."""
    tried: dict[str, list[list[str]]] = field(default_factory=dict)
    """Of each phase: those sent after that, for which no answer came."""
    letters: list[str] = field(default_factory=list)
    votes: dict[str, bool] = field(default_factory=dict)
    """On each proposal: the vote acknowledged last."""
    tried_votes: dict[str, bool] = field(default_factory=dict)
    """On each proposal: a later one for which no answer came."""


class Player(threading.Thread):
    """Sends orders, letters and votes as fast as it can, until told to stop."""

    def __init__(self, person: Person, game: str, power: str, sent: Sent, seed: int) -> None:
        super().__init__(daemon=True)
        self.person, self.game, self.power, self.sent = person, game, power, sent
        self.chance = random.Random(seed)
        self.stops = threading.Event()

    def run(self) -> None:
        while not self.stops.is_set():
            try:
                self._play()
            except (httpx2.TransportError, httpx2.HTTPStatusError):
                time.sleep(0.02)  # killed, or the turn was over just then

    def _play(self) -> None:
        sheet = self.person.get(f"/games/{self.game}/orders")
        self._order(sheet)
        self._write()
        self._vote()
        if self.chance.random() < 0.9:
            self.person.post(f"/games/{self.game}/orders/ready", {"turn": sheet["turn"], "ready": True})

    def _order(self, sheet: dict[str, Any]) -> None:
        options = self.person.get(f"/games/{self.game}/options")
        if options["kind"] != "moves":
            return
        units = options["units"]
        orders = [
            f"{unit['unit']} - {self.chance.choice(unit['moves'])['to']}" if unit["moves"] else f"{unit['unit']} H"
            for unit in units
        ]
        phase = sheet["phase"]
        self.sent.tried.setdefault(phase, []).append(orders)
        body = {"turn": sheet["turn"], "plan": "A", "version": None, "orders": orders}
        self.person.put(f"/games/{self.game}/orders", body)
        self.sent.orders[phase] = orders
        self.sent.tried[phase].clear()

    def _write(self) -> None:
        text = f"{self.power} says {self.chance.getrandbits(48):012x}"
        to = self.chance.choice([[power] for power in POWERS if power != self.power])
        self.person.post(f"/games/{self.game}/press", {"to": to, "text": text, "request": text.rsplit(maxsplit=1)[-1]})
        self.sent.letters.append(text)

    def _vote(self) -> None:
        proposals = self.person.get(f"/games/{self.game}/votes")["proposals"]
        if not proposals:
            self.person.post(f"/games/{self.game}/votes", {"places": []})
            return
        # One power never agrees, so that the game goes on.
        wish = self.power != POWERS[0] and self.chance.random() < 0.5
        proposal = proposals[0]["id"]
        self.sent.tried_votes[proposal] = wish
        self.person.put(f"/games/{self.game}/votes/{proposal}", {"vote": wish})
        self.sent.votes[proposal] = wish
        del self.sent.tried_votes[proposal]


@pytest.fixture
def host(tmp_path: Path, database_url: str) -> Iterator[Running]:
    """A server in its own process, once on SQLite and once on PostgreSQL."""
    with run_server(database_url, tmp_path / "data") as running:
        yield running


def open_game(host: Running) -> tuple[str, Person, dict[str, Person]]:
    """A running game of seven people, and its game master."""
    # An export gives way to everything else: on a machine with much else to do it takes its time.
    master = Person(host.url, "master", patience=300).sign_up()
    game: str = master.post("/games", {"title": "Kill", "variant": "standard", "terms": TERMS})["id"]
    players = {str(power): Person(host.url, power.lower()).sign_up() for power in POWERS}
    for power, person in players.items():
        person.post(f"/games/{game}/join", {"role": "player", "power": power})
    master.post(f"/games/{game}/start")
    return game, master, players


def play_until_killed(host: Running, game: str, players: dict[str, Person], sent: dict[str, Sent], seed: int) -> None:
    """Let everybody play for a moment of unforeseen length, and cut the server off in the middle of it."""
    chance = random.Random(seed)
    threads = [
        Player(person, game, power, sent[power], seed * 100 + number)
        for number, (power, person) in enumerate(players.items())
    ]
    for thread in threads:
        thread.start()
    await_progress(sent)
    time.sleep(chance.uniform(0.0, 1.0))
    host.kill()
    for thread in threads:
        thread.stops.set()
    for thread in threads:
        thread.join(timeout=40)
        assert not thread.is_alive()


def await_progress(sent: dict[str, Sent]) -> None:
    """Wait until everybody has written more and a phase is over, so that a slow machine kills no idle server."""
    letters = {power: len(mine.letters) for power, mine in sent.items()}
    phases = {power: len(mine.orders) for power, mine in sent.items()}
    end = time.monotonic() + 60
    while time.monotonic() < end:
        all_wrote = all(len(mine.letters) > letters[power] for power, mine in sent.items())
        if all_wrote and any(len(mine.orders) > phases[power] + 1 for power, mine in sent.items()):
            return
        time.sleep(0.02)


def check_orders(sent: dict[str, Sent], game: Game, sheets: dict[str, dict[str, Any]]) -> None:
    """Every phase has the orders acknowledged last, or later ones for which no answer came."""
    judged = {str(record.phase): record.texts for record in game.records}
    for power, mine in sent.items():
        for phase, orders in mine.orders.items():
            if phase in judged:
                kept = list(judged[phase].get(power, ()))  # type: ignore[call-overload]
            else:
                assert sheets[power]["phase"] == phase, f"{phase} of {power} was neither judged nor is it played now"
                kept = [line["order"] for line in sheets[power]["plan_a"]["orders"]]
            assert sorted(kept) in [sorted(wish) for wish in (orders, *mine.tried[phase])]


def check_letters(game: str, players: dict[str, Person], sent: dict[str, Sent]) -> None:
    """Every letter acknowledged is there, once."""
    for power, person in players.items():
        found: list[str] = []
        for room in person.get(f"/games/{game}/press")["rooms"]:
            found += read_all(person, game, room["id"])
        mine = [text for text in found if text.startswith(f"{power} says")]
        assert set(sent[power].letters) <= set(mine)
        assert len(mine) == len(set(mine))


def read_all(person: Person, game: str, room: int) -> list[str]:
    """The texts of a room."""
    texts: list[str] = []
    before = ""
    while True:
        page = person.get(f"/games/{game}/press/{room}?limit=200{before}")
        texts += [message["text"] for message in page["messages"]]
        if not page["more"]:
            return texts
        before = f"&before={min(message['id'] for message in page['messages'])}"


def check_votes(game: str, players: dict[str, Person], sent: dict[str, Sent]) -> None:
    """A vote acknowledged on a proposal that is still open stands, unless a later one was on its way."""
    for power, person in players.items():
        for proposal in person.get(f"/games/{game}/votes")["proposals"]:
            mine, name = sent[power], proposal["id"]
            if name in mine.votes:
                assert proposal["your_vote"] in (mine.votes[name], mine.tried_votes.get(name, mine.votes[name]))


def run_kills(host: Running, kills: int) -> int:
    """Kill so many times; how many phases were judged meanwhile."""
    game, master, players = open_game(host)
    with ExitStack() as open_lines:
        for person in (master, *players.values()):
            open_lines.callback(person.http.close)
        return _kill_and_check(host, kills, game, master, players)


def _kill_and_check(host: Running, kills: int, game: str, master: Person, players: dict[str, Person]) -> int:
    sent = {power: Sent() for power in players}
    phases = number = 0
    # On a machine with much else to do no phase may be over before the last kill: then there are some more.
    while number < kills or (phases == 0 and number < 4 * kills):
        play_until_killed(host, game, players, sent, seed=number)
        number += 1
        host.start()
        # The clock stands while we look: a phase judged between two looks would seem to be a loss.
        master.post(f"/games/{game}/gm/acts", {"act": "pause", "note": "to look"})
        whole = Game.import_json(master.http.get(f"/games/{game}/export").text)
        assert whole.verify() == ()
        assert len({str(record.phase) for record in whole.records}) == len(whole.records)
        assert len(whole.records) >= phases
        phases = len(whole.records)
        check_orders(sent, whole, {power: person.get(f"/games/{game}/orders") for power, person in players.items()})
        check_letters(game, players, sent)
        check_votes(game, players, sent)
        master.post(f"/games/{game}/gm/acts", {"act": "resume", "note": "on"})
    assert any(mine.letters for mine in sent.values())
    return phases


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(host: Running) -> None:
    assert run_kills(host, SHORT) >= 1


@pytest.mark.soak
def test_nothing_is_lost_in_many_kills(host: Running) -> None:
    assert run_kills(host, LONG) >= LONG // 4
