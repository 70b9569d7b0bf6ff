"""The stored data of a game, as values: the game, its entries, members, seats, orders, log and events."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from legation.board import PowerId
from legation.server.game.deadlines import AbsenceSpan
from legation.server.game.terms import Level, Terms
from legation.server.http.routes import EVERY_FIELD


class GameStatus(StrEnum):
    """The progress of a game."""

    OPEN = "open"
    """It waits for players."""
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


IN_PLAY = frozenset({GameStatus.RUNNING, GameStatus.PAUSED})


class GameKind(StrEnum):
    """Whether people play a game with each other, or one person plays against bots."""

    HOSTED = "hosted"
    SOLO = "solo"


class EntryKind(StrEnum):
    """What an entry of a game's chain records."""

    JUDGED = "judged"
    CHANGED = "changed"
    """A correction by the game master."""
    UNDONE = "undone"
    """From some entry on, nothing counts any more."""


class Role(StrEnum):
    """A role in a game."""

    GM = "gm"
    CO_GM = "co_gm"
    PLAYER = "player"
    STANDBY = "standby"
    CANDIDATE = "candidate"
    """A person who asks to be a standby."""
    SPECTATOR = "spectator"
    VISITOR = "visitor"
    """Anyone, if the game is open to onlookers."""

    @property
    def is_gm(self) -> bool:
        """True for the game master or a co-master."""
        return self in GM_ROLES

    @property
    def is_onlooker(self) -> bool:
        """True if the role neither plays nor runs the game: such people see it some phases later."""
        return self in ONLOOKERS


GM_ROLES = frozenset({Role.GM, Role.CO_GM})
ONLOOKERS = frozenset({Role.STANDBY, Role.CANDIDATE, Role.SPECTATOR, Role.VISITOR})


class Author(StrEnum):
    """The author of a plan."""

    PLAYER = "player"
    GM = "gm"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class GameHead:
    """The data of a game that lists need, without its setup and state, which are long."""

    id: str
    title: str
    variant: str
    edition: str
    status: GameStatus
    kind: GameKind
    lesson: str | None
    """The lesson whose script the bots follow; None in an ordinary game."""
    terms: Terms
    phase: str
    head: str
    """The hash of the last entry, or of the setup."""
    entry: int
    """The number of the last entry."""
    turn: int
    """Counts openings of phases; orders belong to one."""
    version: int
    """Increases with every change that pages must hear of."""
    deadline: datetime | None
    look_at: datetime | None
    """When the clock checks the game next; None while it waits for people or bots alone."""
    bots_at: datetime | None
    """From when its bots may be asked for orders; None if no bot is awaited."""
    talks_at: datetime | None
    """From when its bots may talk; None if they have read everything and have nothing to say."""
    judge_wish: str | None
    """JSON of a line of the log, if the phase must be judged as soon as its bots have ordered."""
    paused_at: datetime | None
    paused_by: str | None
    """``gm`` or ``vote``."""
    resume_at: datetime | None
    """When a pause ends by itself."""
    is_locked: bool
    is_shared: bool
    """True if anyone with the link may see the game once it is over."""
    made_at: datetime
    phase_since: datetime | None
    ended_at: datetime | None

    @property
    def is_open(self) -> bool:
        """True if the game waits for players."""
        return self.status is GameStatus.OPEN

    @property
    def is_running(self) -> bool:
        """True if the game runs and is not paused."""
        return self.status is GameStatus.RUNNING

    @property
    def is_in_play(self) -> bool:
        """True if the game has begun and is not over; it may be paused."""
        return self.status in IN_PLAY

    @property
    def is_clocked(self) -> bool:
        """True if the worker must check the game: it runs, or it is paused and a judgement was requested."""
        return self.is_running or (self.is_in_play and self.judge_wish is not None)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.status is GameStatus.ENDED

    @property
    def is_solo(self) -> bool:
        """True if one person plays against bots."""
        return self.kind is GameKind.SOLO


@dataclass(frozen=True, slots=True)
class StoredGame(GameHead):
    """A game with all its stored data."""

    setup: str
    """JSON of the game package."""
    state: str
    """JSON of the game package: the current state, including proposals and votes."""


@dataclass(frozen=True, slots=True)
class EntryHead:
    """An entry of a game's chain, without its text."""

    number: int
    hash: str
    kind: EntryKind
    phase: str
    is_undone: bool
    made_at: datetime

    @property
    def is_judged(self) -> bool:
        """True if the entry judged a phase."""
        return self.kind is EntryKind.JUDGED


@dataclass(frozen=True, slots=True)
class StoredEntry(EntryHead):
    """An entry with its text: JSON of the game package, part of the hash chain."""

    text: str


@dataclass(frozen=True, slots=True)
class StoredMember:
    """An account's membership in a game; one account may have several roles."""

    id: int
    game: str
    account: int
    role: Role
    power: PowerId | None
    wishes: tuple[str, ...]
    """Powers in order of preference."""
    joined_at: datetime
    days_off: int
    """Vacation days used."""


@dataclass(frozen=True, slots=True)
class NamedMember(StoredMember):
    """A member with the known facts about the account."""

    name: str
    email: str | None
    settings: str
    """JSON of the account's preferences."""
    letters: str | None
    """JSON: the e-mails that the account wants in this game, where they differ."""
    is_closed: bool
    last_seen_at: datetime | None
    has_profile: bool
    """True if others may see the page of this person."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """The seat of a power, without its players."""

    power: PowerId
    bot: Level | None
    missed: int
    """Phases in a row without orders."""
    is_offered: bool
    """True if standbys may take it."""


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """Orders given in advance for possible retreats and for Winter."""

    __pydantic_config__ = EVERY_FIELD

    retreats: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A power's orders for a turn: plan A counts, plan B is only stored."""

    power: PowerId
    plan: str
    version: int
    """Every save names the version that it is based on."""
    texts: tuple[str, ...]
    """The lines, in standard form where they could be read."""
    standing: StandingOrders
    by: Author
    saved_at: datetime
    confirmed_at: datetime | None = None
    confirmed: tuple[str, ...] | None = None
    """The lines that the receipt identifies."""
    receipt: str | None = None
    is_ready: bool = False


@dataclass(frozen=True, slots=True)
class StoredLogLine:
    """A line of a game's log: who did what, and why."""

    at: datetime
    actor: str
    """A name, or ``clock``."""
    act: str
    text: str
    note: str
    audience: str
    """``all``, or the audience that may read it: ``power:FRANCE`` or ``account:7``."""


@dataclass(frozen=True, slots=True)
class PlayerAbsence(AbsenceSpan):
    """An absence of a player of a game."""

    id: int
    power: PowerId | None
    member: int
    days_off: int
