"""The observation of a board for agents, as arrays: one row of features per space, and a few numbers about the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.batch import CARGO as ABOARD
from legation.batch import STOOD_OFF, Batch, BatchBoard, DeviceArray
from legation.batch import count_centres as count_all_centres
from legation.board import LocationId, PowerId, Terrain, UnitKind
from legation.game import GameState, Phase, PhaseKind
from legation.judge import Rulebook, count_centres
from legation.sim.rounds import PHASES, count_rounds
from legation.variants import Variant

Features: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.float32]

# Stand-offs matter, and are shown, only in retreat phases.
LAND, SEA, CENTRE, ARMY, FLEET, TRANSPORT, CARGO, OUT_ARMY, OUT_FLEET, CONTESTED, PLAIN = range(11)
"""Columns of the features; from ``PLAIN`` on the powers of units, centres and dislodged units, one column per power."""
KINDS: Final = {UnitKind.ARMY: ARMY, UnitKind.FLEET: FLEET, UnitKind.TRANSPORT: TRANSPORT}


@dataclass(frozen=True, slots=True)
class Observer:
    """Makes observations of the games of a variant."""

    variant: Variant
    powers: tuple[PowerId, ...]
    ground: Features
    """The constant part: land, sea and centres."""

    @property
    def columns(self) -> int:
        """The number of features of a space."""
        return PLAIN + 3 * len(self.powers)

    @property
    def numbers(self) -> int:
        """The number of numbers about the game: phase, year, own power, the centres of all powers."""
        return len(PHASES) + 1 + 2 * len(self.powers)

    def see_board(self, state: GameState) -> Features:
        """The features of every space."""
        board, powers = self.variant.board, self.powers
        seen = self.ground.copy()
        count = len(powers)
        for unit in state.position.units.values():
            row = board.index[unit.location]
            if unit.is_aboard:
                seen[row, CARGO] = 1
            else:
                seen[row, KINDS[unit.kind]] = seen[row, PLAIN + powers.index(unit.power)] = 1
        for space, owner in state.position.owners.items():
            seen[board.index[LocationId(space)], PLAIN + count + powers.index(owner)] = 1
        for gone in state.position.dislodged:
            row = board.index[gone.unit.location]
            seen[row, OUT_ARMY if gone.unit.kind is UnitKind.ARMY else OUT_FLEET] = 1
            seen[row, PLAIN + 2 * count + powers.index(gone.unit.power)] = 1
        for space in state.position.contested if state.phase.kind is PhaseKind.RETREATS else ():
            seen[board.index[LocationId(space)], CONTESTED] = 1
        return seen

    def see_game(self, state: GameState, rulebook: Rulebook, years: int, power: PowerId) -> Numbers:
        """The numbers about the game, for one power."""
        owned = [count_centres(self.variant.board, state.position, other, rulebook) for other in self.powers]
        return np.array(
            [
                *encode_phase(state.phase),
                count_rounds(self.variant.calendar, state.phase) / years,
                *(float(other == power) for other in self.powers),
                *(count / self.variant.victory_centres for count in owned),
            ],
            np.float32,
        )


def make_observer(variant: Variant) -> Observer:
    """Make an observer for games of a variant; powers are sorted, as in the batch engine."""
    powers = tuple(sorted(variant.powers))
    board = variant.board
    ground = np.zeros((len(board.order), PLAIN + 3 * len(powers)), np.int8)
    for row, space in enumerate(board.order):
        ground[row, SEA if board.spaces[space].terrain is Terrain.SEA else LAND] = 1
        ground[row, CENTRE] = bool(board.spaces[space].centre)
    return Observer(variant, powers, ground)


def encode_phase(phase: Phase) -> Sequence[float]:
    """A phase as one of the five of a year."""
    name = f"{phase.season.value}{phase.kind.value}"
    return [float(name == known) for known in PHASES]


def see_batch(observer: Observer, board: BatchBoard, batch: Batch, phase: str) -> DeviceArray:
    """The features of every space of every game of a batch, on the batch's device."""
    count = len(observer.powers)
    seen = np.repeat(board.device.put(observer.ground)[None], batch.games, axis=0)
    stands, is_out = batch.power >= 0, batch.out_power >= 0
    seen[..., ARMY] = stands & (batch.kind == 0)
    seen[..., FLEET] = stands & (batch.kind == 1)
    seen[..., OUT_ARMY] = is_out & (batch.out_kind == 0)
    seen[..., OUT_FLEET] = is_out & (batch.out_kind != 0)
    if board.colonial is not None:
        seen[..., TRANSPORT] = stands & (batch.kind == 2)
        seen[..., CARGO] = batch.colonial[..., ABOARD] >= 0
    seen[..., CONTESTED] = (batch.contested == STOOD_OFF) & phase.endswith(PhaseKind.RETREATS)
    for number in range(count):
        seen[..., PLAIN + number] = batch.power == number
        seen[..., PLAIN + count + number] = batch.owner == number
        seen[..., PLAIN + 2 * count + number] = batch.out_power == number
    return seen


def see_numbers(observer: Observer, board: BatchBoard, batch: Batch, phase: str, years: DeviceArray) -> DeviceArray:
    """The numbers about every game: phase, year, no own power, the centres of all powers."""
    owned = count_all_centres(board, batch) / board.victory_centres
    seen = board.device.arrays.zeros((batch.games, observer.numbers), np.float32)
    seen[:, PHASES.index(phase)] = 1
    seen[:, len(PHASES)] = years
    seen[:, len(PHASES) + 1 + len(observer.powers) :] = owned
    return seen
