"""The doors by which orders come in and answers go out: each plays a situation and says what it was told."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from legation import Game, load_variant
from legation.cli.main import app
from legation.game import PhaseRecord, read_changes
from legation.server.game.member_storage import change_seat
from tests.doors.situations import Letters, Situation
from tests.server.kit import Client, Server

Wire = dict[str, Any]
RUNNER = CliRunner()


class LibraryDoor:
    """A program that uses the library."""

    def __init__(self, situation: Situation) -> None:
        self.game = Game.new(situation.variant, situation.rules or None, modules=situation.modules, **situation.options)
        game = self.game
        changes = read_changes(
            game.variant, game.state, game.rulebook, put=situation.put, take=situation.take, centres=situation.centres
        )
        if changes:
            game.correct(changes, "the position to try")
        for power in situation.disorder:
            game.set_disorder(power, True)
        for letters in situation.before:
            self.judge(letters)

    def judge(self, letters: Letters) -> PhaseRecord:
        for power, lines in letters.items():
            self.game.set_orders(power, lines)
        return self.game.advance()


class FolderDoor:
    """A game master who keeps the game in a folder."""

    def __init__(self, situation: Situation, folder: Path) -> None:
        self.folder = str(folder / "game")
        setup = [
            *(word for module in situation.modules for word in ("--module", module)),
            *(word for switch in situation.options.items() for word in ("--option", "=".join(switch))),
            *(("--rules", situation.rules) if situation.rules else ()),
        ]
        self.run("game", "new", situation.variant, self.folder, *setup)
        options = [
            *(word for text in situation.put for word in ("--unit", text)),
            *(word for text in situation.take for word in ("--remove", text)),
            *(word for text in situation.centres for word in ("--centre", text)),
        ]
        if options:
            self.run("game", "correct", self.folder, "--note", "the position to try", *options)
        for power in situation.disorder:
            self.run("game", "disorder", self.folder, power, "on")
        for letters in situation.before:
            self.send(letters)
            self.run("game", "advance", self.folder)

    def run(self, *arguments: str, text: str = "") -> str:
        done = RUNNER.invoke(app, list(arguments), input=text)
        assert done.exit_code == 0, f"{arguments}: {done.output} {done.exception}"
        return str(done.output)

    def send(self, letters: Letters) -> dict[str, str]:
        """What is answered to each power's letter."""
        return {
            power: self.run("game", "orders", self.folder, "-", "--power", power, text="\n".join(lines) + "\n")
            for power, lines in letters.items()
        }


class HostedDoor:
    """A game on a server; the game master writes for all powers."""

    def __init__(self, situation: Situation, server: Server, gm: Client) -> None:
        self.server, self.gm, self.variant = server, gm, situation.variant
        terms = {"clock": {"kind": "none"}}
        setup = {"modules": situation.modules, "rules": situation.rules or None, "options": situation.options}
        wish = {"title": "Doors", "variant": situation.variant, **setup, "terms": terms}
        answer = gm.post("/api/v1/games", json=wish)
        assert answer.status_code == 201, answer.text
        self.path = f"/api/v1/games/{answer.json()['id']}"
        self.post("/start", {"bots": "easy"})
        self.dismiss_bots(answer.json()["id"])
        changes: list[Wire] = [
            *({"put": text} for text in situation.put),
            *({"take": text} for text in situation.take),
            *({"owner": _read_owner(text)} for text in situation.centres),
        ]
        if changes:
            self.post("/gm/acts", {"act": "correct", "changes": changes, "note": "the position to try"})
        for power in situation.disorder:
            self.post("/gm/acts", {"act": "disorder", "power": power, "on": True})
        for letters in situation.before:
            self.judge(letters)

    def dismiss_bots(self, game: str) -> None:
        """Bots fill the seats when a game starts; here nobody orders but the test."""
        with self.server.services.store.write() as connection:
            for power in load_variant(self.variant).powers:
                change_seat(connection, game, power, bot=None)

    def get(self, path: str, **params: str) -> Wire:
        answer = self.gm.get(f"{self.path}{path}", params=params)
        assert answer.status_code == 200, f"{path} {params}: {answer.text}"
        found: Wire = answer.json()
        return found

    def post(self, path: str, body: Mapping[str, Any], **params: str) -> Wire:
        answer = self.gm.post(f"{self.path}{path}", json=dict(body), params=params)
        assert answer.status_code == 200, f"{path} {body}: {answer.text}"
        found: Wire = answer.json()
        return found

    def save(self, power: str, lines: list[str]) -> Wire:
        turn = self.get("")["turn"]
        body = {"turn": turn, "plan": "A", "version": None, "orders": lines}
        answer = self.gm.put(f"{self.path}/orders", json=body, params={"power": power})
        assert answer.status_code == 200, f"{lines}: {answer.text}"
        found: Wire = answer.json()
        return found

    def judge(self, letters: Letters) -> None:
        for power, lines in letters.items():
            self.save(power, lines)
        self.post("/gm/acts", {"act": "advance"})


def _read_owner(text: str) -> Wire:
    space, _, power = text.partition("=")
    return {"space": space, "power": None if power == "none" else power}


def judge_by_command(request: Wire) -> Wire:
    """``legation judge`` on one line."""
    done = RUNNER.invoke(app, ["judge"], input=json.dumps(request) + "\n")
    assert done.exit_code == 0, done.output
    found: Wire = json.loads(done.output)
    return found


def explain_by_command(request: Wire, order: str) -> str:
    """``legation explain`` on a request."""
    done = RUNNER.invoke(app, ["explain", "--", order], input=json.dumps(request))
    return str(done.output) if done.exit_code == 0 else f"{done.exception}"
