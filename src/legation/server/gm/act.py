"""The parts of every game master's action: its request, its context, its line of the log and its response."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field
from sqlalchemy import Connection

from legation.board import PowerId
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import EventKind
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.membership import Membership
from legation.server.game.records import GameStatus
from legation.server.gm.back_preview import BackPreview
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import EVERY_FIELD
from legation.server.identity.viewers import Account
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.preview import LetterPreview
from legation.server.press.service import Letter
from legation.server.results.phase_results import Results

PowerName = Annotated[str, Field(max_length=40)]
AccountId = Annotated[int, Field(ge=1, lt=2**53)]


@dataclass(frozen=True, slots=True)
class ActContext:
    """The context of an action: the locked game, the game master, and the note for the log."""

    connection: Connection
    services: Services
    game: LoadedGame
    membership: Membership
    account: Account
    note: str
    prepared: object = None
    """What the action computed before the game was locked."""

    @property
    def zone(self) -> str:
        """The time zone of the game."""
        return self.game.terms.clock.zone

    def parse_power(self, text: str) -> PowerId:
        """The power that a request names."""
        return self.game.variant.parse_power(text)

    def name(self, power: PowerId) -> str:
        """A power's name."""
        return self.game.variant.powers[power].name

    def need_running(self, *statuses: GameStatus) -> None:
        """Refuse if the game is not running."""
        if self.game.row.status not in (statuses or (GameStatus.RUNNING, GameStatus.PAUSED)):
            raise HttpRefusal(409, "not_running", case="at_this_stage")


@dataclass(frozen=True, slots=True)
class ActResponse:
    """The line of an action in the log, and the results of the action."""

    __pydantic_config__ = EVERY_FIELD
    log: str = ""
    deadline: str | None = None
    """The deadline afterwards, if the action affects the clock."""
    phase: str | None = None
    """The phase of the game afterwards, if a phase was judged or gone back to."""
    title: str | None = None
    judging: bool = False
    """True if the phase is judged as soon as its bots have ordered; an event reports that."""
    sent: int | None = None
    """Reminders sent."""
    told: int | None = None
    """The number of e-mails about it; for an offer of a seat, those to standbys."""
    message: Letter | None = None
    """The letter of a broadcast."""
    results: Results | None = None
    """The results of a dry run."""
    letters: list[LetterPreview] | None = None
    """For a preview: the e-mails that the action would send; null if they would reveal secret orders."""
    back: BackPreview | None = None
    """For a preview: what going back to a phase would change."""


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """An action that is ready to run: its line of the log, and the function that executes it."""

    text: str
    apply: Callable[[], ActResponse | None]
    event: EventKind = "gm"
    """The event for pages."""
    writes_log: bool = False
    """True if ``apply`` writes the line itself."""
    tells: NoticeKind | None = None
    """The kind of e-mail in which the players read the line."""


class GmAct(RequestBody):
    """An action of the game master: its request, and a note with the reason."""

    model_config = ConfigDict(frozen=True)
    note: str = Field(default="", max_length=1000)
    turn: int | None = Field(default=None, ge=0, lt=2**31)
    """The turn in which the action was shown; it is refused if another phase has begun in the meantime."""

    def prepare(
        self, connection: Connection, services: Services, game: LoadedGame, note: str, count: Callable[[int], None]
    ) -> Callable[[], object]:
        """Read what the action needs; the returned function does the slow work, before the game is locked.

        ``count`` is told how many phases that will judge; it refuses if the game master asks for too many.
        """
        return lambda: None

    @abstractmethod
    def plan(self, context: ActContext) -> PlannedAct:
        """Check the request and word its line of the log; nothing is changed yet."""

    def may_show_letters(self, context: ActContext) -> bool:
        """True if the game master may read the e-mails beforehand."""
        return True

    def preview(self, context: ActContext) -> ActResponse:
        """The line of the log before anything happens."""
        return ActResponse(log=self.plan(context).text)
