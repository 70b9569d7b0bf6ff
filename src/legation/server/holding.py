"""A game held by one transaction: nobody else changes it until that ends."""

from sqlalchemy import Connection

from legation.server.refusals import no_such_game
from legation.server.rights import Standing, find_standing
from legation.server.services import Services
from legation.server.store import lock_game
from legation.server.table import Table, make_table
from legation.server.viewers import Viewer


def hold_game(connection: Connection, services: Services, game: str, viewer: Viewer) -> tuple[Table, Standing]:
    """The game, locked, and what the viewer is in it; refused as if it were not there where it is not open."""
    row = lock_game(connection, game[:24])
    if row is None:
        raise no_such_game()
    return make_table(connection, services, row), find_standing(connection, row, viewer)
