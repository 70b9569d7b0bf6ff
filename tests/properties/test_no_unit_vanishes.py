"""Whatever is ordered: the units before and those built are the units after, those destroyed and those dislodged."""

from collections import Counter

import pytest

from legation.bots import Patience, RandomBot, play_match
from legation.judge import Reason
from legation.library import Game


@pytest.mark.parametrize("variant", ["standard", "colonia-iii", "colonial-variant"])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_unit_is_accounted_for_in_every_phase(variant: str, seed: int) -> None:
    game = Game.new(variant)
    play_match(game, RandomBot(), seed=seed, patience=Patience(years=3))
    assert len(game.records) >= 6
    for record in game.records:
        before, after = record.before.position, record.after.position
        built = Counter(found.power for found in record.outcomes if found.reason is Reason.BUILT)
        waiting = [unit for found in before.dislodged for unit in found.units]
        count = Counter(unit.power for unit in (*before.units.values(), *waiting)) + built
        left = [unit for found in after.dislodged for unit in found.units]
        rest = Counter(unit.power for unit in (*after.units.values(), *left, *record.destroyed))
        assert count == rest, str(record.phase)
