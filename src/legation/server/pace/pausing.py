"""Stopping and restarting the clock of a game: by the game master, by a vote, or at the end of a pause."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.base.services import Services
from legation.server.base.times import word_time
from legation.server.game.deadlines import shift_deadline
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game
from legation.server.game.log_storage import add_log
from legation.server.game.records import GameStatus
from legation.server.game.storage import change_game, claim_game, list_pauses_over
from legation.server.game.terms import PauseEnd
from legation.server.judging.absences import Excused, excuse_absent, word_excused, write_excused
from legation.server.judging.service import CLOCK, look_again
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import notify_masters, notify_table

KINDS = {"pause": NoticeKind.PAUSED, "resume": NoticeKind.RESUMED, "extend": NoticeKind.DEADLINE}
"""The kinds of e-mail about actions of the clock."""


class PausedBy(StrEnum):
    """Who stopped the clock."""

    GM = "gm"
    VOTE = "vote"


@dataclass(frozen=True, slots=True)
class Resumption:
    """How a game continues: its deadline, and the line of the log."""

    excused: Excused | None
    text: str

    @property
    def deadline(self) -> datetime | None:
        """When the phase is due."""
        return self.excused.deadline if self.excused else None


def pause(connection: Connection, services: Services, game: LoadedGame, by: PausedBy, until: datetime | None) -> None:
    """Stop the clock of a locked game."""
    values = {"paused_at": services.clock.now(), "paused_by": by, "resume_at": until, "look_at": None}
    change_game(connection, game.id, status=GameStatus.PAUSED, version=game.row.version + 1, **values)


def word_pause(game: LoadedGame, until: datetime | None) -> str:
    """The line of the log on a pause."""
    if until is None:
        return ENGLISH.texts["log.paused.open"]
    return ENGLISH.fill("log.paused.until", time=word_time(until, game.terms.clock.zone))


def plan_resumption(connection: Connection, services: Services, game: LoadedGame) -> Resumption:
    """The same time that was left when the pause began, on the calendar again, and behind the absences of players."""
    row, terms, now = game.row, game.terms, services.clock.now()
    deadline = shift_deadline(terms.clock, game.state.phase.kind, row.deadline, row.paused_at or now, now)
    if deadline is None:
        return Resumption(None, ENGLISH.texts["log.resumed.untimed"])
    excused = excuse_absent(connection, game, game.snapshot, deadline, now)
    text = ENGLISH.fill("log.resumed.due", time=word_time(deadline, terms.clock.zone))
    return Resumption(excused, f"{text} {word_excused(game, excused)}" if excused.moves else text)


def resume(connection: Connection, services: Services, game: LoadedGame, resumption: Resumption) -> LoadedGame:
    """Start the clock of a locked game again; returns the game afterwards."""
    if resumption.excused:
        write_excused(connection, game, game.row.turn, resumption.excused, services.clock.now())
    values = {"paused_at": None, "paused_by": None, "resume_at": None, "deadline": resumption.deadline}
    change_game(connection, game.id, status=GameStatus.RUNNING, version=game.row.version + 1, **values)
    again = load_game(connection, services, game.id)
    look_again(connection, services, again)
    return again


def end_pauses(services: Services) -> int:
    """Continue games whose pause is over, or ask their game masters; returns how many there were."""
    with services.store.read() as connection:
        over = list_pauses_over(connection, services.clock.now())
    return sum(_end_pause(services, game) for game in over)


def _end_pause(services: Services, game_id: str) -> bool:
    """End one pause, unless another process or person has done so in the meantime."""
    with services.store.write() as connection:
        row, now = claim_game(connection, game_id), services.clock.now()
        if row is None or row.status is not GameStatus.PAUSED or row.resume_at is None or row.resume_at > now:
            return False
        game = decode_game(connection, services, row)
        if row.paused_by == PausedBy.VOTE and game.terms.time_votes.pause_end is PauseEnd.GM:
            change_game(connection, game.id, resume_at=None, version=row.version + 1)
            announce_pace(connection, services, game, ENGLISH.texts["log.paused.gm_decides"], act="pause")
            notify_masters(connection, services, game, ENGLISH.texts["log.paused.gm_decides"])
            return True
        resumption = plan_resumption(connection, services, game)
        again = resume(connection, services, game, resumption)
        announce_pace(connection, services, again, resumption.text, act="resume")
        return True


def announce_pace(connection: Connection, services: Services, game: LoadedGame, text: str, *, act: str) -> None:
    """Log what the clock or a vote did, and notify pages and players."""
    now = services.clock.now()
    line = add_log(connection, game.id, now, actor=CLOCK, act=act, text=text)
    add_event(connection, game.id, "all", "deadline", now)
    notify_table(connection, services, game, KINDS[act], text, occasion=line)
