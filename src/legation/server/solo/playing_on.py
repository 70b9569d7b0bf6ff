"""Playing on without the player, who is out of the game or has resigned: phase by phase, or to the end."""

from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.seats import load_seats
from legation.server.game.storage import change_game
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import Line, has_living_player, look_again, request_judgement
from legation.server.solo.service import lock_solo, note_asker

MOST_PHASES = 400
"""Phases judged at one request. Bots among themselves agree on a draw after sixty years, which is less."""


def play_next_phase(services: Services, viewer: Viewer, game_id: str, turn: int | None = None) -> GamePage:
    """Have the phase judged for a player who is out of the game and watches; a repeated request judges no other one."""
    services.rates.take("next_phase", viewer.rate_key, services.clock.now())
    return _wish(services, viewer, game_id, Line(), turn)


def play_on(services: Services, viewer: Viewer, game_id: str) -> GamePage:
    """Have all phases judged to the end of the game, for a player who is out of it; it can be stopped."""
    services.rates.take("play_on", viewer.rate_key, services.clock.now())
    return _wish(services, viewer, game_id, Line(more=MOST_PHASES - 1))


def _wish(services: Services, viewer: Viewer, game_id: str, line: Line, turn: int | None = None) -> GamePage:
    with services.store.write() as connection:
        game, _ = lock_solo(connection, services, viewer, game_id)
        if turn in (None, game.row.turn):
            _check_runs(game)
            if not has_living_player(game, load_seats(connection, game_id)):
                request_judgement(connection, services, game, line)
        page = load_game_page(connection, services, game_id, viewer)
    note_asker(services, viewer, game_id)
    services.bell.ring()
    return page


def stop_playing_on(services: Services, viewer: Viewer, game_id: str) -> GamePage:
    """Stop the game in the phase it has reached."""
    with services.store.write() as connection:
        game, _ = lock_solo(connection, services, viewer, game_id)
        change_game(connection, game.id, judge_wish=None)
        look_again(connection, services, load_game(connection, services, game.id))
        return load_game_page(connection, services, game_id, viewer)


def _check_runs(game: LoadedGame) -> None:
    if not game.row.is_running:
        raise HttpRefusal(409, "not_running", case="game")
