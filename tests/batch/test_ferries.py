"""Retreats over the sea from islands, with more armies than fleets, by chance; and collisions."""

import numpy as np
import pytest

from legation import batch as engine
from legation.batch import Batch, BatchBoard, codes
from tests.batch.compare import Comparison, Setting


def throw_off_islands(arrays: BatchBoard, games: int, seed: int) -> Batch:
    """Armies thrown off some islands, and fleets of two powers in half of the seas."""
    chance = np.random.default_rng(seed)
    batch = engine.make_batch(games, arrays.space_count)
    islands = np.flatnonzero(arrays.tables.ferried)
    seas = np.flatnonzero(arrays.tables.is_sea & arrays.tables.carries)
    for game in range(games):
        for sea in seas[chance.random(len(seas)) < 0.5]:
            batch.power[game, sea] = chance.integers(2)
            batch.kind[game, sea], batch.place[game, sea] = codes.FLEET, sea
        for island in islands[chance.random(len(islands)) < 0.7]:
            batch.out_power[game, island] = chance.integers(2)
            batch.out_kind[game, island], batch.out_place[game, island] = codes.ARMY, island
            batch.out_origin[game, island] = chance.choice(seas)
    return batch


@pytest.mark.parametrize("name", ["colonia-iii", "colonia-vii"])
def test_ferries_are_shared_as_the_rule_module_shares_them(name: str) -> None:
    comparison = Comparison(Setting(name), games=1, seed=1)
    before = throw_off_islands(comparison.arrays, 60, seed=2)
    orders = engine.sample_retreats(comparison.arrays, before, 3)
    comparison.batch, told = engine.judge_retreats(comparison.arrays, before, orders)
    for game in range(before.games):
        comparison.check_retreats(before, told, orders, game)
    assert comparison.reasons["retreat_stopped"] > 20
    assert comparison.reasons["retreated"] > 20
    assert comparison.reasons["retreats_collided"] > 0
