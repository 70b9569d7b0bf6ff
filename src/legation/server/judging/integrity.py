"""Checks the games of a database: chains are unbroken, and judging each phase again gives the same result."""

import json
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from legation.errors import LegationError
from legation.game import digest, link_entries, names_of, read_entry, verify_history
from legation.server.base.refusals import no_such_game
from legation.server.base.services import Services
from legation.server.game.loaded_game import load_game
from legation.server.game.records import StoredGame
from legation.server.game.storage import find_game, list_entries, list_game_ids, stream_entries


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """The result of checking a game."""

    id: str
    entries: int
    head: str
    problem: str
    """Empty if the game is valid."""


def list_games(services: Services) -> list[str]:
    """The ids of all games."""
    with services.store.read() as connection:
        return list_game_ids(connection)


def check_games(services: Services) -> tuple[str, ...]:
    """One sentence for each game with a problem; every phase is judged again."""
    found = (check_one(services, game, is_replayed=True) for game in list_games(services))
    return tuple(f"game {game.id}: {game.problem}" for game in found if game.problem)


def check_one(services: Services, game_id: str, *, is_replayed: bool) -> CheckedGame:
    """Check a game of a live database as of one moment, without changing anything.

    If only the chain is checked, that is done entry by entry, however long it is; judging everything again reads the
    whole game.
    """
    with services.store.read() as connection:
        row = find_game(connection, game_id[:24])
        if row is None:
            raise no_such_game()
        try:
            problem = _check_chain(connection, row)
            if not problem and is_replayed:
                problem = check_game(connection, services, row.id)
        except (LegationError, ValueError, KeyError, TypeError) as error:
            problem = str(error) or type(error).__name__
    return CheckedGame(row.id, row.entry, row.head, problem)


def _check_chain(connection: Connection, game: StoredGame) -> str:
    """The first break in a chain: an entry that was changed, removed or inserted, or a game that names another head."""
    setup = json.loads(game.setup)
    previous, number = digest({key: setup[key] for key in ("version", "setup")}), 0
    for row in stream_entries(connection, game.id):
        number += 1
        entry = json.loads(row.text)
        unsigned = {key: entry[key] for key in ("version", "number", "previous", "event")}
        if (row.number, entry["number"]) != (number, number):
            return f"entry {number} is missing"
        if entry["previous"] != previous:
            return f"entry {number} does not follow from what stands before it"
        if not entry["hash"] == row.hash == digest(unsigned):
            return f"entry {number} was changed after it was written"
        previous = row.hash
    if (game.head, game.entry) != (previous, number):
        return "its last entry is not the one that the game points to"
    return ""


def check_game(connection: Connection, services: Services, game_id: str) -> str:
    """The problem with a game, or an empty text."""
    game = load_game(connection, services, game_id)
    names = names_of(game.variant)
    rows = list_entries(connection, game_id)
    entries = [read_entry(json.loads(row.text), f"entry {row.number}", names) for row in rows]
    history = link_entries(game.rules.setup, entries)
    head = entries[-1].hash if entries else history.genesis
    if (game.row.head, game.row.entry) != (head, len(entries)):
        return "its last entry is not the one that the game points to"
    problems = verify_history(history, game.variant, game.rulebook)
    if problems:
        return f"{problems[0].place}: {problems[0].text}"
    expected = replace(history.state, proposals=game.state.proposals)
    return "" if expected == game.state else "its state does not follow from its entries"
