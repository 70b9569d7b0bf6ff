"""The Colonial Variant played by the batch engine and by the judge, side by side for years.

The judge goes on from its own positions, never from what the arrays tell, so that nothing may get lost on the way.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from legation import batch as engine
from legation.batch import Batch, codes
from legation.batch.compiling import Codes
from legation.board import LocationId, Position, PowerId, UnitKey, aboard, is_aboard
from legation.game import find_ending, parse_phase
from legation.judge import (
    Outcome,
    Rulebook,
    RuleModule,
    judge_adjustments,
    judge_moves,
    judge_retreats,
    make_rulebook,
    settle_ownership,
)
from legation.orders import MovementOrder, OrderBook, RetreatBook, Submission, make_order_book, write_submissions
from legation.variants import load_variant
from legation.variants.rules import ColonialCentres, TransportFleets
from tests.batch.compare import FATES, RESULTS, by_place

FALL = parse_phase("F4M")


@dataclass(frozen=True)
class Course:
    """How the games begin and go: units anywhere (0: from the start), whether armies go aboard, switches."""

    label: str
    units: int = 0
    carriage: bool = True
    switches: tuple[tuple[str, str], ...] = ()
    use_up_centres: bool = False
    laden: bool = False
    """Whether half of the ships begin as transport fleets, and half have an army aboard."""

    @property
    def rulebook(self) -> Rulebook:
        own = load_variant("colonial-variant").rulebook
        modules = tuple(map(self._set, own.modules))
        return make_rulebook(dict(self.switches), replace(own, modules=modules))

    def _set(self, module: RuleModule) -> RuleModule:
        return replace(module, use_up_centres=self.use_up_centres) if isinstance(module, TransportFleets) else module


class Chronicle:
    """Plays one course by both."""

    def __init__(self, course: Course, games: int, seed: int) -> None:
        self.course, self.seed = course, seed
        self.variant, self.rulebook = load_variant("colonial-variant"), course.rulebook
        self.arrays = engine.make_batch_board(self.variant, self.rulebook)
        self.centres = next(module for module in self.rulebook.modules if isinstance(module, ColonialCentres))
        self.batch: Batch = engine.repeat(engine.encode_positions(self.arrays, [self.variant.start]), games)
        if course.units:
            self.batch = engine.sample_positions(self.arrays, games, units=course.units, seed=seed, laden=course.laden)
        self.positions = [engine.decode_position(self.arrays, self.batch, game) for game in range(games)]
        self.phases = self.referred = 0
        self.seen: Counter[str] = Counter()
        """Reasons that the judge gave, and how many games met what else there is to meet."""

    def play_year(self) -> None:
        """Spring, Fall and Winter, with retreats."""
        for _ in range(2):
            self._move()
            self._retreat()
        self._settle()
        self._adjust()

    def _next_seed(self) -> int:
        self.seed += 1
        return self.seed

    def _count(self, orders: Codes) -> None:
        self.phases += self.batch.games
        self.referred += int(engine.is_referred(self.arrays, self.batch, orders).sum())

    def _move(self) -> None:
        before = self.batch
        orders = engine.sample_moves(self.arrays, before, self._next_seed(), carriage=self.course.carriage)
        self._count(orders)
        self.batch, told = engine.judge_moves(self.arrays, before, orders)
        for game, position in enumerate(self.positions):
            book = self._read_orders(position, engine.decode_orders(self.arrays, before, orders, game))
            verdict = judge_moves(self.variant.board, position, book, self.rulebook)
            self.seen["disrupted"] += len(verdict.position.owners) < len(position.owners)
            self._check(game, verdict.position)
            self._check_told(told, game, dict(zip(position.units, verdict.outcomes, strict=True)))

    def _read_orders(self, position: Position, orders: Mapping[UnitKey, MovementOrder]) -> OrderBook:
        """The orders as an order book takes them: all are legal, and there is one for every unit."""
        lines: dict[PowerId, list[MovementOrder]] = {}
        for key, unit in position.units.items():
            lines.setdefault(unit.power, []).append(orders[key])
        submissions = write_submissions(lines)
        book = make_order_book(self.variant.board, position, submissions, self.rulebook.order_rules)
        assert not book.rejections
        assert not book.supplied
        return book

    def _retreat(self) -> None:
        before, arrays = self.batch, self.arrays
        orders = engine.sample_retreats(arrays, before, self._next_seed())
        self.batch, told = engine.judge_retreats(arrays, before, orders)
        for game, position in enumerate(self.positions):
            book = RetreatBook(
                {
                    arrays.board.order[space]: engine.decode_retreat(
                        arrays, before, game, space, int(orders[game, space])
                    )
                    for space in map(int, np.flatnonzero(before.out_power[game] >= 0))
                }
            )
            self.phases += bool(position.dislodged)
            verdict = judge_retreats(self.variant.board, position, book, self.rulebook)
            self._check(game, verdict.position)
            self._check_told(told, game, _name_outcomes(position, verdict.outcomes))

    def _settle(self) -> None:
        self.batch = engine.settle_ownership(self.arrays, self.batch)
        victors = engine.mark_victors(self.arrays, self.batch)
        for game, position in enumerate(self.positions):
            expected = settle_ownership(self.variant.board, position, self.rulebook)
            self._check(game, expected)
            ending = find_ending(self.variant, expected, FALL, self.rulebook)
            winners = set(ending.powers) if ending else set()
            assert {self.arrays.powers[number] for number in np.flatnonzero(victors[game])} == winners
            numbers = sorted(map(self.arrays.powers.index, winners))
            told = numbers[0] if len(numbers) == 1 else codes.SHARED if numbers else codes.NOBODY
            assert self.batch.winner[game] == told

    def _adjust(self) -> None:
        before, arrays = self.batch, self.arrays
        lines = engine.sample_adjustments(arrays, before, self._next_seed(), carriage=self.course.carriage)
        self._count(lines)
        self.batch, told = engine.judge_adjustments(arrays, before, lines)
        for game, position in enumerate(self.positions):
            written = [
                (number, line, engine.decode_adjustment(arrays, before, game, int(lines[game, number, line])))
                for number, line in np.argwhere(lines[game] != 0)
            ]
            submissions = [
                Submission(arrays.powers[number], f"{number} {line}", order) for number, line, order in written
            ]
            result = judge_adjustments(self.variant.board, position, submissions, self.rulebook)
            self._check(game, result.verdict.position)
            self.seen.update(outcome.reason.value for outcome in result.verdict.outcomes)
            refused = {tuple(map(int, rejection.text.split())) for rejection in result.rejections}
            assert set(map(tuple, np.argwhere(told.result[game] == codes.VOID).tolist())) == refused
            assert int((told.result[game] == codes.SUCCEEDS).sum()) == len(written) - len(refused)
            lost = {self._column(unit.key) for unit in result.verdict.destroyed}
            assert set(np.flatnonzero(told.fate[game] == codes.DESTROYED).tolist()) == lost

    def _check(self, game: int, expected: Position) -> None:
        """Units, armies aboard, owners, clocks, contested spaces, dislodged units with their retreats and cargo."""
        self.positions[game] = expected
        board, found = self.variant.board, engine.decode_position(self.arrays, self.batch, game)
        assert found.units == dict(expected.units)
        assert found.owners == dict(expected.owners)
        assert self.centres.clocks(board, found) == self.centres.clocks(board, expected)
        assert found.contested == expected.contested
        assert by_place(found) == by_place(expected)

    def _check_told(self, told: engine.Outcomes, game: int, outcomes: Mapping[UnitKey, Outcome]) -> None:
        """The result of every order and the fate of every unit; of units without an order there is nothing to tell."""
        results, fates = np.zeros(told.result.shape[1], np.int8), np.zeros(told.fate.shape[1], np.int8)
        for key, outcome in outcomes.items():
            self.seen[outcome.reason.value] += 1
            column = self._column(key)
            results[column], fates[column] = RESULTS[outcome.result], FATES[outcome.fate]
        assert told.result[game].tolist() == results.tolist()
        assert told.fate[game].tolist() == fates.tolist()

    def _column(self, key: UnitKey) -> int:
        place = LocationId(key)
        number = self.variant.board.index[place]
        return number + self.arrays.space_count if is_aboard(place) else number


def _name_outcomes(position: Position, outcomes: tuple[Outcome, ...]) -> dict[UnitKey, Outcome]:
    """Outcomes of retreats by the keys of their units: an army that went down with its ship comes after the ship."""
    named: dict[UnitKey, Outcome] = {}
    for outcome in outcomes:
        space = outcome.order.unit.space  # type: ignore[union-attr] # retreats and disbandings have a unit
        named[aboard(space) if space in named else space] = outcome
    return named
