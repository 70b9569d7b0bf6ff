"""What every act of the game master has: its request, what it works on, its line of the log and its response."""

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
from legation.server.http.value_route import EVERY_FIELD
from legation.server.identity.viewers import Account
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.preview import LetterPreview
from legation.server.press.service import Letter
from legation.server.results.phase_results import Results

PowerName = Annotated[str, Field(max_length=40)]
AccountId = Annotated[int, Field(ge=1, lt=2**53)]


@dataclass(frozen=True, slots=True)
class ActContext:
    """What an act works on: the locked game, the game master, and the note for the log."""

    connection: Connection
    services: Services
    game: LoadedGame
    membership: Membership
    account: Account
    note: str
    prepared: object = None
    """What the act computed before the game was locked."""

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
    """The line that an act writes into the log, and what came of the act."""

    __pydantic_config__ = EVERY_FIELD
    log: str = ""
    deadline: str | None = None
    """The deadline afterwards, where the act has to do with the clock."""
    phase: str | None = None
    """The phase that the game is in afterwards, where a phase was judged or gone back to."""
    title: str | None = None
    judging: bool = False
    """Whether the phase is judged as soon as its bots have ordered; an event tells when."""
    sent: int | None = None
    """Reminders sent."""
    told: int | None = None
    """How many letters told people of it; for an offer of a seat, to standbys."""
    message: Letter | None = None
    """The letter of a broadcast."""
    results: Results | None = None
    """Of a dry run."""
    letters: list[LetterPreview] | None = None
    """Of a preview: the letters that the act would send; none if they would tell orders that are secret."""
    back: BackPreview | None = None
    """Of a preview: what going back to a phase would change."""


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """An act that is ready to run: its line of the log, and the function that does it."""

    text: str
    apply: Callable[[], ActResponse | None]
    event: EventKind = "gm"
    """The event that pages receive."""
    writes_log: bool = False
    """Whether ``apply`` writes the line itself."""
    tells: NoticeKind | None = None
    """The letter in which the players read the line."""


class GmAct(RequestBody):
    """An act of the game master: what is asked for, and a note that says why."""

    model_config = ConfigDict(frozen=True)
    note: str = Field(default="", max_length=1000)
    turn: int | None = Field(default=None, ge=0, lt=2**31)
    """The turn for which the act was shown; it is refused if another phase has begun in the meantime."""

    def prepare(
        self, connection: Connection, services: Services, game: LoadedGame, note: str, count: Callable[[int], None]
    ) -> Callable[[], object]:
        """Read what the act needs; the function works out what takes long, before the game is locked.

        ``count`` is told how many phases that will judge; it refuses where the game master asks for too many.
        """
        return lambda: None

    @abstractmethod
    def plan(self, context: ActContext) -> PlannedAct:
        """Check the request and word its line of the log; nothing is changed yet."""

    def may_show_letters(self, context: ActContext) -> bool:
        """Whether the game master may read the letters beforehand."""
        return True

    def preview(self, context: ActContext) -> ActResponse:
        """The line of the log before anything is done."""
        return ActResponse(log=self.plan(context).text)
