"""Positions in which legal orders are hard to find: crowds, full seas, odd boards."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from legation import batch as engine
from legation.batch import Batch, BatchBoard, codes
from legation.orders import OrderRules, UnitOptions, list_orders
from legation.variants import load_variant
from tests.cases.case_file import BOARDS

Options: TypeAlias = dict[int, UnitOptions]


@dataclass(frozen=True)
class Scene:
    """Games on one board: so many units anywhere, or fleets in a share of the seas with armies on half of the land."""

    board: str
    units: int = 0
    full: float = 0.0
    games: int = 3
    convoys: bool = False

    @property
    def label(self) -> str:
        return f"{self.board}-{self.units or f'seas-{self.full}'}{'-convoys' if self.convoys else ''}"

    def arrays(self) -> BatchBoard:
        """The board, of a variant or of the DATC."""
        if self.board in BOARDS:
            regular = load_variant("standard")
            powers = tuple(sorted(regular.powers))
            return engine.make_board_arrays(BOARDS[self.board](), regular.rulebook, powers, regular.victory_centres)
        return engine.make_batch_board(load_variant(self.board))

    def batch(self, arrays: BatchBoard) -> Batch:
        """The games."""
        if self.units:
            return engine.sample_positions(arrays, self.games, units=self.units, seed=self.units)
        return fill_seas(arrays, self.games, self.full, seed=int(100 * self.full))


SCENES = [
    Scene("standard", 34, games=6, convoys=True),
    Scene("standard", 60, games=4, convoys=True),
    Scene("standard", full=0.4, games=6, convoys=True),
    Scene("standard", full=0.7, games=4, convoys=True),
    Scene("standard", full=1.0, games=2),
    Scene("coastal-convoys", 45, games=6, convoys=True),
    Scene("coastal-convoys", full=0.6, games=6, convoys=True),
    Scene("difficult-borders", 45, games=4, convoys=True),
    Scene("difficult-borders-sicily", 45, games=4, convoys=True),
    Scene("cline-9-man-vii", 40, convoys=True),
    Scene("cline-9-man-vii", full=0.6),
    Scene("colonia-i", 60, convoys=True),
    Scene("colonia-i", 150),
    Scene("colonia-i", full=0.5, games=2),
    Scene("colonia-iii", 50, convoys=True),
    Scene("colonia-iii", 137),
    Scene("colonia-iii", full=0.6, games=1),
    Scene("colonia-vii", 60, convoys=True),
    Scene("colonia-vii", 120),
    Scene("colonia-vii", full=0.5, games=2),
]


def fill_seas(arrays: BatchBoard, games: int, share: float, seed: int) -> Batch:
    """Fleets in a share of the spaces where they convoy, armies on half of the land that is left."""
    chance = np.random.default_rng(seed)
    batch = engine.make_batch(games, arrays.space_count)
    tables = arrays.tables
    has_fleet = (chance.random(batch.power.shape) < share) & (tables.carries > 0)
    is_open = (tables.is_land > 0) & (tables.closed == 0)
    has_army = (chance.random(batch.power.shape) < 0.5) & is_open & ~has_fleet
    batch.power[has_fleet | has_army] = 0
    batch.kind[has_fleet] = codes.FLEET
    for game, space in np.argwhere(has_fleet | has_army):
        coasts = tables.places[space] if tables.is_port[space] == 0 and has_fleet[game, space] else [space]
        batch.place[game, space] = max(coasts)
    return batch


def list_options(arrays: BatchBoard, batch: Batch, game: int) -> Options:
    """What the orders package lists for each unit of a game, by its space."""
    rules: OrderRules = arrays.rulebook.order_rules
    tables = list_orders(arrays.board, engine.decode_position(arrays, batch, game), None, rules)
    return {arrays.board.index[options.unit.location]: options for options in tables.units.values()}
