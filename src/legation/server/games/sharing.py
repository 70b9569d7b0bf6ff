"""Sharing an ended game: anyone with the link may see it, even if its terms close it to strangers."""

from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal, forbidden, sign_in_first
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.storage import change_game
from legation.server.games.game_page import GamePage, load_game_page, may_share
from legation.server.identity.viewers import Viewer


def share_game(services: Services, viewer: Viewer, game_id: str, *, is_shared: bool) -> GamePage:
    """Open an ended game to anyone with its link, or close it again.

    The game master decides that, or the player in a game against bots. Letters stay closed in either case.
    """
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        if not may_share(game.row, membership):
            raise sign_in_first() if viewer.account is None else forbidden("share")
        if not game.row.is_over:
            raise HttpRefusal(409, "not_over")
        if is_shared != game.row.is_shared:
            now, actor = services.clock.now(), viewer.need_account()
            change_game(connection, game.id, is_shared=is_shared, version=game.row.version + 1)
            text = ENGLISH.texts["log.shared" if is_shared else "log.unshared"]
            add_log(connection, game.id, now, actor=actor.name, act="share", text=text)
            add_event(connection, game.id, "all", "gm", now)
        return load_game_page(connection, services, game_id, viewer)
