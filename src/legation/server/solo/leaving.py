"""Leaving a game against bots: resigning, after which a bot plays on, and removing the game for good."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import PowerId
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import load_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member, change_seat, leave_roles
from legation.server.game.records import Role
from legation.server.game.seats import Seat, load_seats
from legation.server.game.terms import Level
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import look_again
from legation.server.solo.service import lock_solo
from legation.server.store.removal import remove_game


@dataclass(frozen=True, slots=True)
class Removed:
    """The game was removed."""

    removed: bool


def resign(services: Services, viewer: Viewer, game_id: str) -> GamePage:
    """Give the power to a bot. The game stands still until its player continues it, returns to it or removes it."""
    account = viewer.need_account()
    with services.store.write() as connection:
        game, membership = lock_solo(connection, services, viewer, game_id)
        if not game.row.is_running:
            raise HttpRefusal(409, "not_running", case="game")
        power = membership.need_power()
        if power not in game.snapshot.voters:
            raise HttpRefusal(409, "is_out")
        now = services.clock.now()
        leave_roles(connection, game.id, account.id, now)
        add_member(connection, game.id, account.id, Role.SPECTATOR, now)
        change_seat(connection, game.id, power, bot=_choose_level(load_seats(connection, game.id)))
        text = ENGLISH.fill("log.solo.resigned", name=account.name, power=game.variant.powers[power].name)
        add_log(connection, game.id, now, actor=account.name, act="resigned", text=text)
        look_again(connection, services, load_game(connection, services, game.id))
        add_event(connection, game.id, "all", "members", now)
        return load_game_page(connection, services, game_id, viewer)


def _choose_level(seats: Mapping[PowerId, Seat]) -> Level:
    """The level that most bots of the game have."""
    counted = Counter(seat.bot for seat in seats.values() if seat.bot)
    return counted.most_common(1)[0][0]


def remove_solo(services: Services, viewer: Viewer, game_id: str) -> Removed:
    """Remove a game against bots for good. It belonged to its player alone."""
    with services.store.write() as connection:
        game, _ = lock_solo(connection, services, viewer, game_id)
        remove_game(connection, game.id)
    return Removed(removed=True)
