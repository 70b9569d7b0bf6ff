"""The batch engine and the judge on the same phases by chance: any difference is an error."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from legation import batch as engine
from legation.batch import Batch, BatchBoard, codes
from legation.batch.compiling import Codes
from legation.batch.engine import let_unplayed_hold
from legation.board import DislodgedUnit, LocationId, Position, SpaceId, UnitKey
from legation.game import find_ending, parse_phase
from legation.judge import (
    Fate,
    Outcome,
    Result,
    Rulebook,
    judge_adjustments,
    judge_moves,
    judge_retreats,
    make_rulebook,
    settle_ownership,
)
from legation.orders import OrderBook, RetreatBook, Submission
from legation.variants import Variant, load_rulebook, open_variant

RESULTS = {
    Result.SUCCEEDS: codes.SUCCEEDS,
    Result.FAILS: codes.FAILS,
    Result.CUT: codes.CUT,
    Result.DISRUPTED: codes.DISRUPTED,
    Result.VOID: codes.VOID,
}
FATES = {Fate.STANDS: codes.STANDS, Fate.DISLODGED: codes.DISLODGED, Fate.DESTROYED: codes.DESTROYED}


@dataclass(frozen=True)
class Setting:
    """A variant, an edition (empty: the variant's own) with switches, and how many units (0: play from the start)."""

    variant: str
    rules: str = ""
    units: int = 0
    switches: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        changed = "-".join(value for _, value in self.switches)
        return "-".join(filter(None, (self.variant, self.rules, changed, str(self.units))))

    @property
    def rulebook(self) -> Rulebook:
        own = open_variant(self.variant).rulebook
        base = replace(load_rulebook(self.rules), modules=own.modules) if self.rules else own
        return make_rulebook(dict(self.switches), base)


REGULAR = [
    Setting("standard", rules, units)
    for rules in ("1971", "1982", "2000", "2023")
    for units in (0, 22, 34, 60)
]  # fmt: skip
ODD = [
    Setting("standard", "2000", 50, (switch,))
    for switch in (
        ("multi_route", "any"),
        ("paradox_rule", "r2000"),
        ("paradox_backup", "all_hold"),
        ("adjacent_convoy", "r1971_strict"),
        ("adjacent_convoy", "explicit"),
        ("land_fallback", "always"),
        ("land_fallback", "no_route_only"),
        ("dislodged_effect", "never_any_effect"),
        ("support_coast", "ignore"),
        ("support_coast", "required"),
        ("coastal_crawl", "yes"),
        ("decline_builds", "no"),
        ("build_in", "owned"),
        ("build_in", "any_home"),
        ("build_in", "owned_with_home"),
    )
]
GIANT = [
    Setting(variant, "", units)
    for variant in ("cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii")
    for units in (0, 70, 110)
] + [Setting("colonia-iii", "", 200)]


class Comparison:
    """Plays one setting on both engines, phase by phase."""

    def __init__(self, setting: Setting, games: int, seed: int) -> None:
        self.variant: Variant = open_variant(setting.variant)
        self.rulebook = setting.rulebook
        self.arrays: BatchBoard = engine.make_batch_board(self.variant, self.rulebook)
        self.seed = seed
        self.phases = 0
        self.reasons: Counter[str] = Counter()
        if setting.units:
            self.batch = engine.sample_positions(self.arrays, games, units=setting.units, seed=seed)
        else:
            self.batch = engine.repeat(engine.encode_positions(self.arrays, [self.variant.start]), games)

    @classmethod
    def of_positions(cls, setting: Setting, positions: list[Position], seed: int) -> "Comparison":
        """A comparison that begins with given positions."""
        comparison = cls(setting, games=0, seed=seed)
        comparison.batch = engine.encode_positions(comparison.arrays, positions)
        return comparison

    def play_season(self) -> None:
        """Moves and retreats."""
        self._move()
        self._retreat()

    def play_year(self) -> None:
        """Spring, Fall and Winter, with retreats."""
        for _ in range(2):
            self.play_season()
        self._settle()
        self._adjust()

    def _next_seed(self) -> int:
        self.seed += 1
        return self.seed

    def _positions(self) -> list[Position]:
        return [engine.decode_position(self.arrays, self.batch, game) for game in range(self.batch.games)]

    def _move(self) -> None:
        before, positions = self.batch, self._positions()
        orders = engine.sample_moves(self.arrays, before, self._next_seed())
        orders = let_unplayed_hold(self.arrays, orders, before.power)
        after, told = engine.judge_moves(self.arrays, before, orders)
        self.batch = after
        for game, position in enumerate(positions):
            book = OrderBook(engine.decode_orders(self.arrays, before, orders, game))
            verdict = judge_moves(self.variant.board, position, book, self.rulebook)
            self.check_position(after, game, verdict.position, book.orders)
            self.check_told(told, game, dict(zip(position.units, verdict.outcomes, strict=True)), book.orders)

    def check_position(self, after: Batch, game: int, expected: Position, orders: object) -> None:
        """Units, contested spaces and dislodged units with their retreats."""
        self.phases += 1
        found = engine.decode_position(self.arrays, after, game)
        assert found.units == dict(expected.units), orders
        assert found.contested == expected.contested, orders
        assert by_place(found) == by_place(expected), orders

    def check_told(self, told: engine.Outcomes, game: int, outcomes: Mapping[UnitKey, Outcome], orders: object) -> None:
        """The result of every order and the fate of every unit."""
        index = self.variant.board.index
        for space, outcome in outcomes.items():
            number = index[LocationId(space)]
            self.reasons[outcome.reason.value] += 1
            expected = RESULTS[outcome.result], FATES[outcome.fate]
            assert (told.result[game, number], told.fate[game, number]) == expected, (space, outcome, orders)

    def _retreat(self) -> None:
        before = self.batch
        orders = engine.sample_retreats(self.arrays, before, self._next_seed())
        orders = let_unplayed_hold(self.arrays, orders, before.out_power)
        self.batch, told = engine.judge_retreats(self.arrays, before, orders)
        for game in np.flatnonzero((before.out_power >= 0).any(axis=1)):
            self.check_retreats(before, told, orders, int(game))

    def check_retreats(self, before: Batch, told: engine.Outcomes, orders: Codes, game: int) -> None:
        """Judge one game's retreats by the reference and compare with the batch as it is now."""
        arrays = self.arrays
        position = engine.decode_position(arrays, before, game)
        book = RetreatBook(
            {
                arrays.board.order[space]: engine.decode_retreat(arrays, before, game, space, int(orders[game, space]))
                for space in map(int, np.flatnonzero(before.out_power[game] >= 0))
            }
        )
        verdict = judge_retreats(self.variant.board, position, book, self.rulebook)
        self.check_position(self.batch, game, verdict.position, book.orders)
        outcomes: dict[UnitKey, Outcome] = {
            found.unit.space: told for found, told in zip(position.dislodged, verdict.outcomes, strict=True)
        }
        self.check_told(told, game, outcomes, book.orders)

    def play_thrown_out(self, share: float) -> None:
        """Retreats from boards on which a share of all units have just come in and thrown out another."""
        self.batch = throw_out(self.arrays, self.batch, share, self._next_seed())
        self._retreat()

    def _settle(self) -> None:
        positions = self._positions()
        self.batch = engine.settle_ownership(self.arrays, self.batch)
        for game, position in enumerate(positions):
            expected = settle_ownership(self.variant.board, position, self.rulebook)
            assert engine.decode_position(self.arrays, self.batch, game).owners == dict(expected.owners)
            fall = parse_phase(f"F{self.variant.calendar.first_year}M")
            ending = find_ending(self.variant, expected, fall, self.rulebook)
            winner = int(self.batch.winner[game])
            assert (self.arrays.powers[winner] if winner >= 0 else None) == (ending.powers[0] if ending else None)

    def _adjust(self) -> None:
        before, positions = self.batch, self._positions()
        lines = engine.sample_adjustments(self.arrays, before, self._next_seed())
        self.batch, told = engine.judge_adjustments(self.arrays, before, lines)
        for game, position in enumerate(positions):
            submissions = list(read_lines(self.arrays, before, lines, game))
            result = judge_adjustments(self.variant.board, position, submissions, self.rulebook)
            self.check_position(self.batch, game, result.verdict.position, submissions)
            refused = int((told.result[game] == codes.VOID).sum())
            assert refused == len(result.rejections), submissions
            lost = {unit.space for unit in result.verdict.destroyed}
            found = np.flatnonzero(told.fate[game] == codes.DESTROYED)
            assert {self.arrays.board.order[space] for space in found} == lost


def throw_out(arrays: BatchBoard, batch: Batch, share: float, seed: int) -> Batch:
    """Put a dislodged unit under a share of the units, and contest a tenth of the empty spaces."""
    chance = np.random.default_rng(seed)
    tables, after = arrays.tables, engine.repeat(batch, 1)
    after.contested[(after.power < 0) & (chance.random(after.power.shape) < 0.1)] = 1
    for game, space in np.argwhere((after.power >= 0) & (chance.random(after.power.shape) < share)):
        coasts = [int(place) for place in tables.places[space] if place >= 0 and tables.is_port[place]]
        sails = bool(coasts) and (not tables.is_land[space] or bool(tables.closed[space]) or chance.random() < 0.5)
        near = [int(place) for place in tables.neighbours[space] if place >= 0]
        after.out_power[game, space] = chance.integers(len(arrays.powers))
        after.out_kind[game, space] = codes.FLEET if sails else codes.ARMY
        after.out_place[game, space] = chance.choice(coasts) if sails else space
        after.out_origin[game, space] = chance.choice(near)
    return after


def by_place(position: Position) -> dict[SpaceId, DislodgedUnit]:
    """Dislodged units, whatever their sequence."""
    return {found.unit.space: found for found in position.dislodged}


def read_lines(arrays: BatchBoard, batch: Batch, lines: Codes, game: int) -> Iterator[Submission]:
    """The lines of one game's Winter as submissions."""
    for number, power in enumerate(arrays.powers):
        for code in lines[game, number]:
            if code:
                order = engine.decode_adjustment(arrays, batch, game, int(code))
                yield Submission(power, str(order), order)
