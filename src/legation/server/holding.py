"""A game held by one transaction: nobody else changes it until that ends."""

from sqlalchemy import Connection

from legation.server.loaded_game import LoadedGame, decode_game
from legation.server.refusals import no_such_game
from legation.server.rights import Standing, find_standing
from legation.server.services import Services
from legation.server.store import lock_game
from legation.server.viewers import Viewer


def hold_game(connection: Connection, services: Services, game: str, viewer: Viewer) -> tuple[LoadedGame, Standing]:
    """The game, locked, and what the viewer is in it; refused as if it were not there where it is not open."""
    row = lock_game(connection, game[:24])
    if row is None:
        raise no_such_game()
    return decode_game(connection, services, row), find_standing(connection, row, viewer)
