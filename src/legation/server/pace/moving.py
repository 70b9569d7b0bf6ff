"""Moving the deadline of a running phase: the log gives the reason, and everyone concerned is told."""

from datetime import datetime

from sqlalchemy import Connection

from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.log_storage import add_log
from legation.server.game.storage import change_game
from legation.server.judging.service import look_again
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import notify_table


def move_deadline(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    deadline: datetime,
    text: str,
    *,
    actor: str,
    act: str,
) -> LoadedGame:
    """Give a locked game another deadline; returns the game afterwards."""
    now = services.clock.now()
    change_game(connection, game.id, deadline=deadline, version=game.row.version + 1)
    moved = load_game(connection, services, game.id)
    look_again(connection, services, moved)
    line = add_log(connection, game.id, now, actor=actor, act=act, text=text)
    add_event(connection, game.id, "all", "deadline", now)
    notify_table(connection, services, moved, NoticeKind.DEADLINE, text, occasion=line)
    return moved
