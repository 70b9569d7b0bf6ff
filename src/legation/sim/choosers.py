"""The possible choices in a phase of many games, and their meaning as orders.

Kernels mark and read them on the device of the games. Voyages, and armies aboard ships (the Colonial Variant), need
lists of legal orders, which the processor makes.
"""

from typing import Final, NamedTuple, Protocol

import numpy as np

from legation import batch as engine
from legation.batch import CARGO, Batch, BatchBoard, Codes, DeviceArray, Templates
from legation.errors import RequestError
from legation.game import PhaseKind
from legation.sim.action_table import ActionTable
from legation.sim.choice_arrays import (
    ListedChoices,
    make_templates,
    mask_listed_moves,
    read_moves_and_voyages,
)
from legation.variants import Variant

NOBODY: Final = -1


class Look(NamedTuple):
    """The possible choices."""

    mask: DeviceArray
    """By game, slot and template."""
    owner: DeviceArray
    """By game and slot: the power that chooses, or -1."""


class Chooser(Protocol):
    """Looks at all games in a phase such as ``SM``, then reads the choices."""

    def look(self, batch: Batch, phase: str) -> Look:
        """The possible choices."""

    def read(self, batch: Batch, phase: str, actions: DeviceArray) -> Codes:
        """Choices after a look, as orders of the batch engine. Illegal choices become nothing."""

    def is_winter_due(self, batch: Batch) -> bool:
        """True if any power has something to build or to remove."""


class KernelChooser:
    """Uses kernels, without voyages, on the device of the games."""

    def __init__(self, board: BatchBoard, templates: Templates) -> None:
        self.board, self.templates = board, templates
        self._winter: tuple[Batch, engine.WinterChoices] | None = None

    def look(self, batch: Batch, phase: str) -> Look:
        """The possible choices."""
        if phase.endswith(PhaseKind.MOVES):
            self._mask = self._look_at_moves(batch)
            return Look(self._mask, batch.power)
        if phase.endswith(PhaseKind.RETREATS):
            self._mask = engine.mask_retreats(self.board, self.templates, batch)
            return Look(self._mask, batch.out_power)
        winter = self._open_winter(batch)
        return Look(winter.mask, np.where(batch.power >= 0, batch.power, winter.builder))

    def read(self, batch: Batch, phase: str, actions: DeviceArray) -> Codes:
        """Choices as orders."""
        if phase.endswith(PhaseKind.MOVES):
            return self._read_moves(batch, actions)
        if phase.endswith(PhaseKind.RETREATS):
            return engine.read_retreats(self.board, self.templates, batch, self._mask, actions)
        return self._read_winter(batch, self._open_winter(batch), actions)

    def is_winter_due(self, batch: Batch) -> bool:
        """True if any power has something to build or to remove."""
        winter = self._open_winter(batch)
        return bool((winter.builder >= 0).any() or (winter.due < 0).any())

    def _open_winter(self, batch: Batch) -> engine.WinterChoices:
        if self._winter is None or self._winter[0] is not batch:
            self._winter = (batch, self._look_at_winter(batch))
        return self._winter[1]

    def _look_at_moves(self, batch: Batch) -> DeviceArray:
        return engine.mask_moves(self.board, self.templates, batch)

    def _read_moves(self, batch: Batch, actions: DeviceArray) -> Codes:
        return engine.read_moves(self.board, self.templates, batch, self._mask, actions)

    def _look_at_winter(self, batch: Batch) -> engine.WinterChoices:
        return engine.mask_winter(self.board, self.templates, batch)

    def _read_winter(self, batch: Batch, winter: engine.WinterChoices, actions: DeviceArray) -> Codes:
        return engine.read_winter(self.board, self.templates, batch, winter, actions)


class SeaChooser(KernelChooser):
    """Includes voyages. The processor lists them: games on another device are fetched for every move."""

    def __init__(self, board: BatchBoard, table: ActionTable, here: BatchBoard) -> None:
        super().__init__(board, make_templates(table, board))
        self.here = here
        """The same board on the processor."""
        self._known = make_templates(table, here)

    def _look_at_moves(self, batch: Batch) -> DeviceArray:
        device = self.board.device
        self._fetched = engine.fetch_batch(batch, device)
        self._by_sea = mask_listed_moves(self.here, self._known, self._fetched)
        return device.put(self._by_sea.mask)

    def _read_moves(self, batch: Batch, actions: DeviceArray) -> Codes:
        del batch
        device = self.board.device
        chosen = device.fetch(actions)
        orders: Codes = device.put(read_moves_and_voyages(self.here, self._known, self._fetched, self._by_sea, chosen))
        return orders


class CarriageChooser(KernelChooser):
    """For the Colonial Variant, on the processor: there are also slots for the armies aboard, after all spaces."""

    _listed: ListedChoices

    def look(self, batch: Batch, phase: str) -> Look:
        """The possible choices."""
        mask, owner = super().look(batch, phase)
        aboard = np.full_like(owner, NOBODY) if phase.endswith(PhaseKind.RETREATS) else batch.colonial[..., CARGO]
        return Look(mask, np.concatenate([owner, aboard.astype(owner.dtype)], axis=1))

    def _look_at_moves(self, batch: Batch) -> DeviceArray:
        self._listed = mask_listed_moves(self.board, self.templates, batch)
        return self._listed.mask

    def _read_moves(self, batch: Batch, actions: DeviceArray) -> Codes:
        return engine.read_carriage(self.board, self.templates, batch, self._listed.legal, self._mask, actions)

    def _look_at_winter(self, batch: Batch) -> engine.WinterChoices:
        return engine.mask_colonial_winter(self.board, self.templates, batch)

    def _read_winter(self, batch: Batch, winter: engine.WinterChoices, actions: DeviceArray) -> Codes:
        return engine.read_colonial_winter(self.board, self.templates, batch, winter, actions)


def make_chooser(variant: Variant, board: BatchBoard, table: ActionTable, *, convoys: bool) -> Chooser:
    """The fastest chooser that covers what is wanted. Raises for choices that no kernel of the device covers."""
    if board.colonial is not None:
        if board.device.name != "cpu":
            raise RequestError("device", "choices in the Colonial Variant are made on cpu only")
        return CarriageChooser(board, make_templates(table, board))
    if convoys:
        return SeaChooser(board, table, engine.make_batch_board(variant, board.rulebook))
    return KernelChooser(board, make_templates(table, board))
