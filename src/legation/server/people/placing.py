"""Storing the final places of people in ended games, and the resulting ratings.

Everything here is computed from records, so it can be deleted and computed again at any time.
"""

import logging
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import number_places
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.placings import rank_places
from legation.server.game.storage import lock_game
from legation.server.identity.account_storage import list_accounts
from legation.server.people import placing_storage as store
from legation.server.people.ratings import Rating, rate_games
from legation.server.people.seat_shares import SeatShare, share_seats
from legation.server.store import CannotWriteError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """An account and its rating."""

    account: int
    name: str
    rating: Rating


def place_ended_games(services: Services) -> int:
    """Store the final places in games that have just ended, and rate everyone again; returns how many games there were.

    A game that was ended, reopened and ended again is placed again.
    """
    tried: set[str] = set()
    done = 0
    while True:
        with services.store.read() as connection:
            found = store.list_unplaced(connection, tried)
        if not found:
            break
        tried |= set(found)
        done += sum(_try_to_place(services, game) for game in found)
    if done:
        with services.store.read() as connection:
            finishes = store.list_rated(connection)
        ratings = rate_games(finishes)  # it may take seconds, in which others must be able to write
        with services.store.write() as connection:
            store.put_ratings(connection, ratings)
    return done


def _try_to_place(services: Services, game: str) -> bool:
    try:
        with services.store.write() as connection:
            _place_game(connection, services, game)
    except CannotWriteError:
        raise
    except Exception:  # a fault in one game must not stop the others
        logger.exception("the places of game %s could not be written down", game)
        return False
    return True


def place_all_anew(services: Services) -> list[RatedPerson]:
    """Compute all places and ratings from the records; best person first."""
    with services.store.write() as connection:
        store.forget_placed(connection)
    place_ended_games(services)
    with services.store.read() as connection:
        found = rate_games(store.list_rated(connection))
        names = {account.id: account.name for account in list_accounts(connection)}
    people = [RatedPerson(account, names[account], rating) for account, rating in found.items()]
    return sorted(people, key=lambda person: (-person.rating.shown, person.account))


def _place_game(connection: Connection, services: Services, game_id: str) -> None:
    row = lock_game(connection, game_id)
    if row is None or not row.is_over:
        return
    game = decode_game(connection, services, row)
    shares = share_seats(store.list_played(connection, game_id))
    places: dict[PowerId, tuple[int, int]] = {}
    for number, group in number_places(rank_places(connection, game, game.state)):
        places |= {power: (number, len(group)) for power in group}
    rated = _choose_rated(game, shares)
    rows = [
        {
            "account": share.account,
            "power": share.power,
            "place": places[share.power][0],
            "sharing": places[share.power][1],
            "is_counted": share.is_counted,
            "is_rated": share.account in rated,
        }
        for share in shares
        if share.power in places
    ]
    store.put_finishes(connection, game_id, row.head, rows)


def _choose_rated(game: LoadedGame, shares: list[SeatShare]) -> frozenset[int]:
    """The people whose rating a game changes: those to whom the place belongs, in a public game between people."""
    counted = [share for share in shares if share.is_counted]
    is_between_people = len({share.power for share in counted}) >= 2
    if not is_between_people or game.row.is_solo or game.terms.is_private or game.terms.is_run_by_master:
        return frozenset()
    return frozenset(share.account for share in counted)
