"""Choices by sea for games on another device, and choices where ships carry armies."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from legation import batch as engine
from legation.batch.devices import Processor
from legation.board import LocationId, PowerId, aboard
from legation.game import GameState, parse_phase
from legation.orders import Disband, Order, Retreat, make_order_book, write_submissions
from legation.sim.action_table import make_action_table
from legation.sim.choices import Choices, list_choices, read_choices
from legation.sim.choosers import CarriageChooser, SeaChooser, make_chooser
from legation.sim.vector_environment import VectorEnvironment, sample_actions
from legation.variants import load_variant


class Far(np.ndarray[Any, Any]):
    """An array that is not at hand: it stands for one on a GPU."""


class Elsewhere(Processor):
    """A device whose arrays must be fetched."""

    def put(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.view(Far)

    def fetch(self, array: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(array)


def test_games_on_another_device_have_the_same_choices_by_sea() -> None:
    variant = load_variant("standard")
    table, here = make_action_table(variant), engine.make_batch_board(variant)
    there = here._replace(device=Elsewhere())
    batch = engine.sample_positions(here, 20, units=30, seed=5)
    far = engine.put_batch(batch, there.device)
    mine = make_chooser(variant, here, table, convoys=True)
    theirs = make_chooser(variant, there, table, convoys=True)
    assert isinstance(theirs, SeaChooser)
    mask, seen = mine.look(batch, "SM").mask, theirs.look(far, "SM").mask
    assert isinstance(seen, Far)
    assert np.array_equal(mask, seen)
    assert mask[..., table.ranges.voyage : table.ranges.embark].any()
    actions = sample_actions(mask, np.random.default_rng(1))
    orders = theirs.read(far, "SM", actions.view(Far))
    assert isinstance(orders, Far)
    assert np.array_equal(mine.read(batch, "SM", actions), orders)
    assert (orders & engine.codes.KIND_MASK == engine.codes.VIA).any()


def test_an_army_is_taken_aboard_and_landed_by_choices() -> None:
    environment = VectorEnvironment("colonial-variant", games=2)
    assert isinstance(environment.chooser, CarriageChooser)
    table, board = environment.table, environment.variant.board
    sight = environment.reset()
    embarks = np.argwhere(sight.mask[0, :, table.ranges.embark : table.ranges.build_army])
    ship, rank = map(int, embarks[0])
    sea, shore = LocationId(board.order[ship]), LocationId(table.origins[board.order[ship]][rank])
    army = board.index[shore]
    where = table.steps[False][shore].index(sea)
    actions = np.zeros(sight.owner.shape, np.int64)
    actions[1, ship], actions[1, army] = table.ranges.embark + rank, table.ranges.move + where
    sight = environment.step(actions).sight
    cargo = len(board.order) + ship
    assert table.slots[cargo] == aboard(board.order[ship])
    assert sight.owner[0, cargo] == -1
    assert sight.owner[1, cargo] == environment.batch.power[1, ship]
    back = table.ranges.move + table.steps[False][sea].index(shore)
    assert sight.mask[1, cargo, back]
    actions = np.zeros(sight.owner.shape, np.int64)
    actions[1, cargo] = back
    sight = environment.step(actions).sight
    assert environment.describe(1).position.armies_aboard == ()
    assert environment.batch.power[1, army] == environment.batch.power[1, ship]


NOBODY = -1
VARIANT = load_variant("colonial-variant")
TABLE = make_action_table(VARIANT)


class Oracle:
    """The choices of all games of the Colonial Variant, game by game as the judge lists them."""

    def __init__(self, board: engine.BatchBoard, batch: engine.Batch, phase: str) -> None:
        self.board = board
        self.positions = [engine.decode_position(board, batch, game) for game in range(batch.games)]
        date = parse_phase(f"{phase[0]}1{phase[1]}")
        self.choices: list[dict[PowerId, Choices]] = [
            {
                power: list_choices(TABLE, VARIANT, board.rulebook, GameState(date, position), power)
                for power in board.powers
            }
            for position in self.positions
        ]

    def mask(self) -> NDArray[np.bool_]:
        mask = np.zeros((len(self.positions), len(TABLE.slots), TABLE.ranges.size), np.bool_)
        mask[..., 0] = True
        for game, choices in enumerate(self.choices):
            for mine in choices.values():
                for slot, templates in mine.items():
                    mask[game, slot, list(templates)] = True
        return mask

    def read(self, actions: NDArray[np.int64]) -> list[dict[PowerId, list[Order]]]:
        return [
            {power: read_choices(TABLE, mine, row) for power, mine in choices.items()}
            for choices, row in zip(self.choices, actions, strict=True)
        ]

    def read_moves(self, actions: NDArray[np.int64]) -> NDArray[np.int32]:
        rules = self.board.rulebook.order_rules
        books = [
            make_order_book(VARIANT.board, position, write_submissions(orders), rules)
            for position, orders in zip(self.positions, self.read(actions), strict=True)
        ]
        return engine.encode_orders(self.board, [book.orders for book in books])

    def read_retreats(self, actions: NDArray[np.int64]) -> NDArray[np.int32]:
        orders = np.zeros((len(self.positions), self.board.space_count), np.int32)
        for game, read in enumerate(self.read(actions)):
            for order in (order for mine in read.values() for order in mine):
                assert isinstance(order, Retreat | Disband)
                space = self.board.board.index[order.unit.location]
                orders[game, space] = engine.encode_retreat(self.board, order)
        return orders

    def read_winter(self, actions: NDArray[np.int64]) -> list[list[list[int]]]:
        laden = [[army.space for army in position.armies_aboard] for position in self.positions]
        return [
            [
                [engine.encode_adjustment(self.board, order, ships) for order in read[power]]
                for power in self.board.powers
            ]
            for ships, read in zip(laden, self.read(actions), strict=True)
        ]


def sample_wildly(mask: NDArray[np.bool_], chance: np.random.Generator) -> NDArray[np.int64]:
    """Legal choices, and some that are not."""
    actions = sample_actions(mask, chance)
    return np.where(chance.random(actions.shape) < 0.1, chance.integers(-2, mask.shape[2] + 2, actions.shape), actions)


@pytest.mark.parametrize(("units", "laden"), [(50, False), (60, True), (130, True)])
def test_choices_where_ships_carry_armies_are_those_of_the_judge(units: int, laden: bool) -> None:
    """Years of crowded games: the same masks, and the same orders of choices, phase by phase."""
    board = engine.make_batch_board(VARIANT)
    chooser = make_chooser(VARIANT, board, TABLE, convoys=False)
    batch = engine.sample_positions(board, 3, units=units, seed=units, laden=laden)
    chance, seen = np.random.default_rng(units), set()
    for phase in ("SM", "SR", "FM", "FR", "WA", "SM"):
        oracle, look = Oracle(board, batch, phase), chooser.look(batch, phase)
        expected = oracle.mask()
        assert np.array_equal(look.mask, expected), phase
        assert (look.owner[expected[..., 1:].any(axis=2)] != NOBODY).all()
        assert look.owner.shape == expected.shape[:2]
        actions = sample_wildly(look.mask, chance)
        orders = chooser.read(batch, phase, actions)
        seen |= {phase[1]} if expected[..., 1:].any() else set()
        if phase.endswith("M"):
            assert np.array_equal(orders, oracle.read_moves(actions))
            batch, _ = engine.judge_moves(board, batch, orders)
        elif phase.endswith("R"):
            assert np.array_equal(orders, oracle.read_retreats(actions))
            batch, _ = engine.judge_retreats(board, batch, orders)
        else:
            lines = oracle.read_winter(actions)
            assert [[row[row != 0].tolist() for row in game] for game in orders] == lines
            assert chooser.is_winter_due(batch) == any(mine for choices in oracle.choices for mine in choices.values())
            batch, _ = engine.judge_adjustments(board, batch, orders)
        if phase == "FR":
            batch = engine.settle_ownership(board, batch)
    assert seen >= ({"M", "R", "A"} if units > 100 else {"M", "A"})
