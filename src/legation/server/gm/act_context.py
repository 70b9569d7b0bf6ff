"""The acts of a game master: each has one line in the log, known before it is done."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from legation.board import PowerId
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import EventKind
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.membership import Membership
from legation.server.game.records import GameStatus
from legation.server.identity.viewers import Account


@dataclass(frozen=True, slots=True)
class ActRequest:
    """What a game master asks for; each act uses some of the fields."""

    note: str = ""
    deadline: str | None = None
    hours: int | None = None
    locked: bool | None = None
    power: str | None = None
    account: int | None = None
    bot: str | None = None
    on: bool | None = None
    changes: Sequence[Mapping[str, Any]] | None = None
    phase: str | None = None
    replay: bool = False
    text: str | None = None
    terms: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ActContext:
    """What an act works on: the locked game, the game master and the request."""

    connection: Connection
    services: Services
    game: LoadedGame
    membership: Membership
    account: Account
    request: ActRequest

    @property
    def zone(self) -> str:
        """The time zone of the game."""
        return self.game.terms.clock.zone

    def need_power(self) -> PowerId:
        """The power that the request names."""
        if self.request.power is None:
            raise missing("power")
        return self.game.variant.parse_power(self.request.power)

    def name(self, power: PowerId) -> str:
        """A power's name."""
        return self.game.variant.powers[power].name

    def need_running(self, *statuses: GameStatus) -> None:
        """Refuse if the game is not running."""
        if self.game.row.status not in (statuses or (GameStatus.RUNNING, GameStatus.PAUSED)):
            raise HttpRefusal(409, "not_running", "The game is not at a point where that can be done.")


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """An act that is ready to run: its line of the log, and the function that does it."""

    text: str
    apply: Callable[[], Mapping[str, Any] | None]
    event: EventKind = "desk"
    """The event that pages receive."""
    writes_log: bool = False
    """Whether ``apply`` writes the line itself."""


def missing(field: str) -> HttpRefusal:
    """The refusal of a request that lacks a field."""
    return HttpRefusal(422, "missing", f"This act needs {field}.", field)
