"""Checks the games of a database: chains are unbroken, and judging each phase again gives the same result."""

import json
from dataclasses import replace

from sqlalchemy import Connection

from legation.errors import LegationError
from legation.game import link_entries, names_of, read_entry, verify_history
from legation.server.base.services import Services
from legation.server.game.loaded_game import load_game
from legation.server.game.storage import list_entries, list_game_ids


def check_games(services: Services) -> tuple[str, ...]:
    """One sentence for each game with a problem."""
    with services.store.read() as connection:
        games = list_game_ids(connection)
    problems = []
    for game in games:
        with services.store.read() as connection:
            try:
                problem = check_game(connection, services, game)
            except (LegationError, ValueError) as error:
                problem = str(error)
        if problem:
            problems.append(f"game {game}: {problem}")
    return tuple(problems)


def check_game(connection: Connection, services: Services, game_id: str) -> str:
    """The problem with a game, or an empty text."""
    game = load_game(connection, services, game_id)
    names = names_of(game.variant)
    rows = list_entries(connection, game_id)
    entries = [read_entry(json.loads(row.text), f"entry {row.number}", names) for row in rows]
    history = link_entries(game.rules.setup, entries)
    head = entries[-1].hash if entries else history.genesis
    if (game.row.head, game.row.entry) != (head, len(entries)):
        return "its last entry is not the one that the game points at"
    problems = verify_history(history, game.variant, game.rulebook)
    if problems:
        return f"{problems[0].place}: {problems[0].text}"
    expected = replace(history.state, proposals=game.state.proposals)
    return "" if expected == game.state else "its state does not follow from its entries"
