"""The log of a game: all actions on it, for everyone to read."""

from dataclasses import dataclass

from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.log_storage import ALL, list_log
from legation.server.game.membership import open_game
from legation.server.game.records import StoredLogLine
from legation.server.game.storage import list_heads
from legation.server.identity.viewers import Viewer


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log."""

    at: str
    actor: str
    """A name, a power in an anonymous game, or ``clock``."""
    act: str
    text: str
    note: str
    is_private: bool
    """True if only the viewer's side can read it."""


@dataclass(frozen=True, slots=True)
class Log:
    """The log of a game, newest line first."""

    log: list[LogLine]


def read_log(services: Services, viewer: Viewer, game: str) -> Log:
    """The lines of the log, newest first; for a delayed spectator only up to the phase shown."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        audiences = membership.audiences | ({f"account:{membership.account}"} if membership.account else set())
        lines = list_log(connection, row.id, audiences)
        if membership.delay:
            judged = [head for head in list_heads(connection, row.id) if head.is_judged]
            hidden = judged[-membership.delay :]
            lines = [line for line in lines if not hidden or line.at < hidden[0].made_at]
    # Notes are for the people who took part, not for strangers who received the link.
    return Log([_describe_line(line, has_note=not membership.by_link) for line in lines])


def _describe_line(line: StoredLogLine, *, has_note: bool) -> LogLine:
    note = line.note if has_note else ""
    return LogLine(format_time(line.at), line.actor, line.act, line.text, note, line.audience != ALL)
