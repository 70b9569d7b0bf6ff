"""A variant: its board, rules, powers, and victory conditions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board import Board, CentreKind, Position, PowerId, SpaceId, fold
from legation.errors import UnknownNameError
from legation.judge import Rulebook
from legation.orders import Clauses
from legation.variants.calendar import Calendar
from legation.variants.victory import Victory
from legation.variants.votes import VoteScheme


@dataclass(frozen=True, slots=True)
class Power:
    """A side in the game; a player is a person in its seat."""

    id: PowerId
    name: str
    adjective: str
    aliases: tuple[str, ...] = ()
    is_played: bool = True
    """True if it has a player. Without one, its units hold, and disband when dislodged."""
    colour: str = ""
    """The colour that the board's author gave it, such as ``#8b2b2b``; empty: any."""


@dataclass(frozen=True, slots=True)
class Credits:
    """The author and origin of a board; every field may be empty."""

    author: str = ""
    source: str = ""
    """Where it was found: a collection, a zine, an address."""
    licence: str = ""
    note: str = ""


NO_CREDITS = Credits()


@dataclass(frozen=True, slots=True)
class Variant:
    """Everything that is fixed before a game begins."""

    id: str
    name: str
    version: int
    description: str
    board: Board
    rulebook: Rulebook
    rulebook_id: str
    powers: Mapping[PowerId, Power]
    start: Position
    calendar: Calendar
    victory: Victory
    board_note: str = ""
    """A necessary notice for all viewers of the board, for example that it is a reconstruction."""
    doubtful: frozenset[SpaceId] = frozenset()
    """Spaces whose place the sheet leaves open."""
    votes: VoteScheme | None = None
    """How the game may be ended by vote; if None, all survivors may agree on a draw."""
    credits: Credits = NO_CREDITS
    centre_marks: Mapping[CentreKind, str] = field(default_factory=dict)
    """The figure by which its sheet marks a kind of centre."""
    seats: Mapping[PowerId, Power] = field(init=False, repr=False, compare=False)
    """The powers with a player."""
    power_names: Mapping[str, PowerId] = field(init=False, repr=False, compare=False)
    """Every name of a power and its adjective, folded."""

    @property
    def clauses(self) -> Clauses:
        """The clauses of its sheet; none if there is no sheet."""
        return self.rulebook.clauses

    @property
    def first_year(self) -> int:
        """The year of the first phase."""
        return self.calendar.first_year

    @property
    def victory_centres(self) -> int:
        """The number of centres that wins at first."""
        return self.victory.centres

    @property
    def winning_count(self) -> int | None:
        """The number of centres that wins for any power; None if each power has a condition of its own."""
        there = sum(space.centre.is_counted for space in self.board.spaces.values())
        return self.victory_centres if self.victory_centres <= there else None

    def __post_init__(self) -> None:
        """Fold the names of the powers, and list those with players, once."""
        seats = {power: found for power, found in self.powers.items() if found.is_played}
        object.__setattr__(self, "seats", seats)
        powers = self.powers.values()
        adjectives = {fold(power.adjective): power.id for power in powers}
        names = {fold(name): power.id for power in powers for name in (power.id, power.name, *power.aliases)}
        object.__setattr__(self, "power_names", adjectives | names)

    def parse_power(self, text: str) -> PowerId:
        """The power with a name; raises with the known ones if there is none."""
        if text in self.powers:
            return PowerId(text)
        folded = fold(text)
        if folded not in self.power_names:
            raise UnknownNameError("power", text, tuple(self.powers))
        return self.power_names[folded]
