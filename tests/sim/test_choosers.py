"""Choices by sea for games on another device, and choices where ships carry armies."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation import batch as engine
from legation.batch.devices import Processor
from legation.board import LocationId, aboard
from legation.sim.action_table import make_action_table
from legation.sim.choosers import JudgedChooser, SeaChooser, make_chooser
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
    assert isinstance(environment.chooser, JudgedChooser)
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
