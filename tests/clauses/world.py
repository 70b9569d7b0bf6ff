"""A variant as the clause tests ask about it. It is loaded anew at each question, so that mutations are seen."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from legation.board import Board, CentreKind, LocationId, Position, PowerId, Space, SpaceId, Terrain
from legation.game import GameState, PhaseRecord, advance, parse_phase, start_state
from legation.judge import (
    AdjustmentVerdict,
    Rulebook,
    RuleModule,
    Verdict,
    count_adjustments,
    judge_retreats,
    list_build_sites,
)
from legation.orders import RetreatBook, make_retreat_book, read_submissions
from legation.variants import Variant, load_variant
from tests.kit import Judged, Letters, judge, judge_winter, make_position, write_orders

HERE = Path(__file__).parent
KINDS = {
    "hsc": CentreKind.HOME,
    "nsc": CentreKind.NEUTRAL,
    "csc": CentreKind.COLONIAL,
    "ssc": CentreKind.SPECIAL,
}
"""Kinds of centre by the marks of the Colonia sheets."""


class Entry(NamedTuple):
    """One line of a sheet's list of spaces, as it is printed."""

    printed: str
    code: str
    mark: str


@cache
def read_sheet(name: str) -> tuple[Entry, ...]:
    """The list of spaces of a sheet, as it is printed."""
    with (HERE / "sheets" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(Entry(row["printed"], row["code"], row["mark"]) for row in csv.DictReader(file))


class Retreated(NamedTuple):
    """A retreat phase: what was accepted and what became of it."""

    book: RetreatBook
    verdict: Verdict

    def units(self, power: str) -> list[str]:
        return [str(unit) for unit in self.verdict.position.units_of(PowerId(power))]

    @property
    def reasons(self) -> list[str]:
        return [outcome.reason.value for outcome in self.verdict.outcomes]

    @property
    def faults(self) -> list[str]:
        return [rejection.fault.value for rejection in self.book.rejections]


@dataclass(frozen=True)
class World:
    """One variant, asked in the words of its sheet."""

    id: str

    @property
    def variant(self) -> Variant:
        return load_variant(self.id)

    @property
    def board(self) -> Board:
        return self.variant.board

    @property
    def rules(self) -> Rulebook:
        return self.variant.rulebook

    def space(self, text: str) -> Space:
        return self.board.space(self.board.parse_location(text))

    def names(self, spaces: Iterable[SpaceId | LocationId]) -> set[str]:
        return {self.board.space(LocationId(space)).name for space in spaces}

    def fleet(self, start: str, end: str) -> bool:
        return self.board.is_adjacent(start, end, "fleet")

    def army(self, start: str, end: str) -> bool:
        return self.board.is_adjacent(start, end, "army")

    def meet(self, start: str, end: str) -> bool:
        return self.fleet(start, end) or self.army(start, end)

    def seas(self, text: str) -> set[str]:
        """The names of the seas that touch a space."""
        targets = {target for place in self.space(text).locations for target in self.board.fleet_moves[place]}
        return self.names(target for target in targets if self.board.space(target).terrain is Terrain.SEA)

    def centres(self, *kinds: CentreKind) -> set[str]:
        """The names of all centres of some kinds."""
        return {space.name for space in self.board.spaces.values() if space.centre in kinds}

    def starts(self) -> dict[str, set[str]]:
        """Every power's first units, like ``A Prague`` or ``F Petrograd/SC``."""
        found: dict[str, set[str]] = {str(power): set() for power in self.variant.powers}
        for unit in self.variant.start.units.values():
            coast = unit.location.partition("/")[1:]
            found[unit.power].add(f"{unit.kind.value} {self.board.space(unit.location).name}{''.join(coast)}")
        return found

    def play(self, orders: Letters, *modules: RuleModule, units: Letters | None = None) -> Judged:
        """Judge a movement phase."""
        rules = replace(self.rules, modules=(*self.rules.modules, *modules))
        return judge(orders, rules, board=self.board, units=units)

    def sail(self, unit: str, *targets: str, power: str = "ENGLAND") -> str:
        """Where a lone unit is after some moves, each from where the last one led."""
        for target in targets:
            unit = self.play({power: [f"{unit} - {target}"]}).units(power)[0]
        return unit

    def retreat(self, judged: Judged, orders: Letters, *modules: RuleModule) -> Retreated:
        """Judge the retreat phase that follows."""
        rules = replace(self.rules, modules=(*self.rules.modules, *modules))
        lines = read_submissions(self.board, write_orders(orders))
        book = make_retreat_book(self.board, judged.after, lines, rules.order_rules)
        return Retreated(book, judge_retreats(self.board, judged.after, book, rules))

    def place(self, units: Letters | None = None, centres: Letters | None = None) -> Position:
        """A position."""
        return make_position(units or {}, self.board, centres=centres)

    def sites(self, power: str, centres: Letters, units: Letters | None = None) -> set[str]:
        """The names of the spaces where a power may build."""
        return self.names(list_build_sites(self.board, self.place(units, centres), PowerId(power), self.rules))

    def winter(self, centres: Letters, orders: Letters, units: Letters | None = None) -> AdjustmentVerdict:
        """Judge adjustments."""
        return judge_winter(self.place(units, centres), orders, self.rules, board=self.board)

    def built(self, centres: Letters, orders: Letters, units: Letters | None = None) -> list[str]:
        """The units on the board after adjustments."""
        return sorted(str(unit) for unit in self.winter(centres, orders, units).verdict.position.units.values())

    def due(self, position: Position, power: str) -> int:
        """Builds due to a power, or removals if negative."""
        return count_adjustments(self.board, position, PowerId(power), self.rules)

    def start(self) -> GameState:
        """The first Spring."""
        return start_state(self.variant)

    def state(self, phase: str, position: Position) -> GameState:
        """A game at some phase."""
        return GameState(parse_phase(phase), position)

    def advance(self, state: GameState, orders: Mapping[str, Sequence[str]] | None = None) -> PhaseRecord:
        """Judge one phase of a game."""
        return advance(self.variant, state, read_submissions(self.board, write_orders(orders or {})))

    def share_out(self, **counts: int) -> dict[str, list[str]]:
        """So many centres for each power, any."""
        codes = sorted(str(space.id) for space in self.board.spaces.values() if space.centre.is_counted)
        shares: dict[str, list[str]] = {}
        for power, count in counts.items():
            shares[power], codes = codes[:count], codes[count:]
        return shares

    def winners(self, **counts: int) -> tuple[str, ...] | None:
        """Who has won after a Fall with so many centres each, if anybody."""
        position = self.place(centres=self.share_out(**counts))
        ending = self.advance(self.state("F1760M", position)).after.ending
        return ending.powers if ending else None
