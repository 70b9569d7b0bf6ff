"""Games that end, and what people do beside games."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from legation.board import PowerId
from legation.game import Ending, dump, write_state
from legation.server.base.services import Services
from legation.server.game.loaded_game import load_game
from legation.server.game.records import GameStatus
from legation.server.game.storage import change_game
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match

POWERS = ("FRANCE", "ENGLAND", "GERMANY")


def call(client: Client, method: str, path: str, body: Any = None, *, status: int = 200) -> Any:
    """Ask for something; it must be answered with a status."""
    answer = client.request(method, f"/api/v1/{path}", **({} if body is None else {"json": body}))
    assert answer.status_code == status, answer.text
    return answer.json()


def show_all(client: Client, **changes: Any) -> Any:
    """Show everything on one's profile."""
    shown = dict.fromkeys(("is_shown", "shows_games", "shows_placings", "shows_reliability", "shows_rating"), True)
    return call(client, "PUT", "account/profile", {"about": "Plays for fun.", **shown, **changes})


def end_in_draw(match: Match, powers: Iterable[str]) -> None:
    """The game is a draw between some powers."""
    end_game(match.server.services, match.id, powers)


def end_game(services: Services, game_id: str, powers: Iterable[str]) -> None:
    """A game is a draw between some powers."""
    with services.store.write() as connection:
        game = load_game(connection, services, game_id)
        state = replace(game.state, ending=Ending("draw", tuple(PowerId(power) for power in powers), game.state.phase))
        change_game(
            connection, game_id, status=GameStatus.ENDED, state=dump(write_state(state)),
            version=game.row.version + 1, ended_at=services.clock.now(), deadline=None, look_at=None,
        )  # fmt: skip


def play_and_draw(server: Server, powers: Iterable[str] = POWERS, **more: Any) -> Match:
    """A game in which everybody has ordered once and that ended in a draw."""
    powers = list(powers)
    match = make_match(server, powers, **more)
    match.judge()
    end_in_draw(match, powers)
    return match
