"""The statistics of a game: centres by year, first contacts, positions of units, quiet years, special rules used."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from legation.board import LocationId, Position, PowerId, SpaceId, space_of
from legation.game import PhaseKind, PhaseRecord
from legation.judge import Reason
from legation.library import Game
from legation.orders import Move
from legation.sim.results_table import Row
from legation.sim.rules_fired import RuleCounter, list_expected

QUIET = 2
"""The number of years without a change from which a stalemate is recorded."""


@dataclass
class SpaceLog:
    """What happened in one space."""

    visits: int = 0
    """Movement phases after which a unit stood there."""
    entries: int = 0
    """Successful moves into it."""
    contests: int = 0
    """Movement phases in which units of two powers wanted it, or one wanted it while another's unit was there."""
    captures: int = 0
    """How often its centre changed hands."""


@dataclass
class GameLog:
    """Observes a game while it is played, and returns its statistics as rows of tables."""

    game: Game
    spaces: dict[SpaceId, SpaceLog] = field(default_factory=dict)
    contacts: dict[tuple[PowerId, PowerId], str] = field(default_factory=dict)
    centres: list[Row] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    """The years in which a centre changed hands."""

    def __post_init__(self) -> None:
        self.variant = self.game.variant
        self.rules = RuleCounter(self.variant.board, self.game.rulebook)
        self.expected = list_expected(self.variant.board, self.game.state.position, self.game.rulebook)
        self.spaces = {space: SpaceLog() for space in self.variant.board.order}
        self.first_year = self.last_year = self.game.state.phase.year
        self._see_contacts(self.game.state.position, str(self.game.state.phase))
        self._count(self.first_year - 1, self.game.state.position)

    def see(self, record: PhaseRecord) -> None:
        """Record one judged phase."""
        self.rules.see(record)
        self.last_year = record.phase.year
        self._see_owners(record)
        if record.phase.kind is PhaseKind.MOVES:
            self._see_moves(record)
            self._see_contacts(record.after.position, str(record.phase))
        if record.after.phase.year > record.phase.year or record.after.ending:
            self._count(record.phase.year, record.after.position)

    def _see_owners(self, record: PhaseRecord) -> None:
        before, after = record.before.position.owners, record.after.position.owners
        for space in set(before) | set(after):
            if before.get(space) != after.get(space):
                self.spaces[space].captures += 1
                if self.changed[-1:] != [record.phase.year]:
                    self.changed.append(record.phase.year)

    def _see_moves(self, record: PhaseRecord) -> None:
        wanting: dict[SpaceId, set[PowerId]] = {
            unit.space: {unit.power} for unit in record.before.position.units.values() if not unit.is_aboard
        }
        goals: Counter[SpaceId] = Counter()
        for outcome in record.outcomes:
            if isinstance(outcome.order, Move):
                goal = space_of(outcome.order.target)
                goals[goal] += 1
                wanting.setdefault(goal, set()).add(outcome.power)
                self.spaces[goal].entries += outcome.reason is Reason.MOVED
        for goal in goals:
            self.spaces[goal].contests += len(wanting[goal]) > 1
        for unit in record.after.position.units.values():
            self.spaces[unit.space].visits += not unit.is_aboard

    def _see_contacts(self, position: Position, phase: str) -> None:
        """Two powers meet when a unit of one is beside a unit or a centre of the other."""
        missing = [pair for pair in combinations(self.variant.powers, 2) if pair not in self.contacts]
        if not missing:
            return
        board = self.variant.board
        stand: dict[PowerId, int] = dict.fromkeys(self.variant.powers, 0)
        near = dict(stand)
        for unit in position.units.values():
            number = board.index[unit.location]
            stand[unit.power] |= 1 << number
            near[unit.power] |= board.plain_links[number]
        for space, owner in position.owners.items():
            stand[owner] |= 1 << board.index[LocationId(space)]
        for one, other in missing:
            if near[one] & stand[other] or near[other] & stand[one]:
                self.contacts[one, other] = phase

    def _count(self, year: int, position: Position) -> None:
        owned = Counter(position.owners.values())
        forces = Counter(unit.power for unit in position.units.values())
        self.centres += [
            {"year": year, "power": str(power), "centres": owned[power], "units": forces[power]}
            for power in self.variant.powers
        ]

    def list_contacts(self) -> list[Row]:
        """The pairs of powers that met, and the first time."""
        return [
            {"power": str(one), "other": str(other), "phase": phase, "year": int(phase[1:-1])}
            for (one, other), phase in self.contacts.items()
        ]

    def list_spaces(self) -> list[Row]:
        """What happened in each space."""
        return [{"space": str(space), **vars(found)} for space, found in self.spaces.items()]

    def list_rules(self) -> list[Row]:
        """How often each clause and each special feature of the board was used, including zeros."""
        rules = dict.fromkeys(self.expected, 0) | {rule: count for rule, count in self.rules.fired.items() if count}
        return [{"rule": rule, "fired": count} for rule, count in rules.items()]

    def list_stalemates(self) -> list[Row]:
        """Runs of full years in which no centre changed hands."""
        return [
            {"first_year": first, "years": last - first + 1, "is_last": last == self.last_year}
            for first, last in _gaps(self.first_year, self.last_year, self.changed)
            if last - first + 1 >= QUIET
        ]

    def list_seats(self, levels: Mapping[PowerId, str]) -> list[Row]:
        """Each power: its player and its results."""
        position, ending = self.game.state.position, self.game.state.ending
        owned = Counter(position.owners.values())
        winners = ending.powers if ending else ()
        return [
            {
                "power": str(power),
                "bot": levels[power],
                "centres": owned[power],
                "result": _name_result(ending.kind if ending else "", power in winners, owned[power]),
            }
            for power in self.variant.powers
        ]


def _name_result(kind: str, is_first: bool, centres: int) -> str:
    if is_first:
        return "won" if kind == "victory" else "drew"
    return "survived" if centres else "eliminated"


def _gaps(first: int, last: int, changed: list[int]) -> Iterator[tuple[int, int]]:
    """The runs of years, from the first to the last, that are not among the changed ones."""
    start = first
    for year in [*changed, last + 1]:
        if year > start:
            yield start, year - 1
        start = year + 1
