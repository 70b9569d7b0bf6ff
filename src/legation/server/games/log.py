"""The log of a game: everything that was done to it, for everybody to read."""

from typing import Any

from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.log_storage import list_log
from legation.server.game.membership import open_game
from legation.server.game.storage import list_heads
from legation.server.identity.viewers import Viewer


def read_log(services: Services, viewer: Viewer, game: str) -> dict[str, Any]:
    """The lines of the log, the newest first; for a delayed spectator only up to the phase shown."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        lines = list_log(connection, row.id)
        if membership.delay:
            judged = [head for head in list_heads(connection, row.id) if head.kind == "judged"]
            hidden = judged[-membership.delay :]
            lines = [line for line in lines if not hidden or line.at < hidden[0].made_at]
    return {
        "log": [
            {"at": format_time(line.at), "actor": line.actor, "act": line.act, "text": line.text, "note": line.note}
            for line in lines
        ]
    }
