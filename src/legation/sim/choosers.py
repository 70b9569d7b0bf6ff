"""The possible choices in a phase of many games, and their meaning as orders.

There are three ways to the same answers: kernels on the device of the games; the processor where voyages are wanted,
which need a search for routes; and the reference judge, game by game, where ships carry armies (the Colonial Variant).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np

from legation import batch as engine
from legation.batch import Batch, BatchBoard, Codes, DeviceArray, Templates
from legation.board import Position, PowerId
from legation.errors import RequestError
from legation.game import GameState, PhaseKind, parse_phase
from legation.orders import Disband, Order, Retreat, make_order_book, write_submissions
from legation.sim.action_table import NOTHING, ActionTable
from legation.sim.choice_arrays import make_templates, mask_moves_and_voyages, read_moves_and_voyages
from legation.sim.choices import Choices, list_choices, read_choices
from legation.variants import Variant

NOBODY: Final = -1
WINTER: Final = "WA"
Chosen: TypeAlias = Mapping[PowerId, Sequence[Order]]
"""The orders of each power."""


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
        board, templates = self.board, self.templates
        if phase.endswith(PhaseKind.MOVES):
            self._mask = self._look_at_moves(batch)
            return Look(self._mask, batch.power)
        if phase.endswith(PhaseKind.RETREATS):
            self._mask = engine.mask_retreats(board, templates, batch)
            return Look(self._mask, batch.out_power)
        winter = self._open_winter(batch)
        return Look(winter.mask, np.where(batch.power >= 0, batch.power, winter.builder))

    def read(self, batch: Batch, phase: str, actions: DeviceArray) -> Codes:
        """Choices as orders."""
        if phase.endswith(PhaseKind.MOVES):
            return self._read_moves(batch, actions)
        if phase.endswith(PhaseKind.RETREATS):
            return engine.read_retreats(self.board, self.templates, batch, self._mask, actions)
        return engine.read_winter(self.board, self.templates, batch, self._open_winter(batch), actions)

    def is_winter_due(self, batch: Batch) -> bool:
        """True if any power has something to build or to remove."""
        winter = self._open_winter(batch)
        return bool((winter.builder >= 0).any() or (winter.due < 0).any())

    def _open_winter(self, batch: Batch) -> engine.WinterChoices:
        if self._winter is None or self._winter[0] is not batch:
            self._winter = (batch, engine.mask_winter(self.board, self.templates, batch))
        return self._winter[1]

    def _look_at_moves(self, batch: Batch) -> DeviceArray:
        return engine.mask_moves(self.board, self.templates, batch)

    def _read_moves(self, batch: Batch, actions: DeviceArray) -> Codes:
        return engine.read_moves(self.board, self.templates, batch, self._mask, actions)


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
        self._by_sea = mask_moves_and_voyages(self.here, self._known, self._fetched)
        return device.put(self._by_sea.mask)

    def _read_moves(self, batch: Batch, actions: DeviceArray) -> Codes:
        del batch
        device = self.board.device
        chosen = device.fetch(actions)
        orders: Codes = device.put(read_moves_and_voyages(self.here, self._known, self._fetched, self._by_sea, chosen))
        return orders


class Listed(NamedTuple):
    """One game in the form of the reference judge."""

    position: Position
    choices: Mapping[PowerId, Choices]


class JudgedChooser:
    """Uses the reference judge's legal orders, game by game: there are also slots for armies aboard."""

    def __init__(self, variant: Variant, board: BatchBoard, table: ActionTable) -> None:
        self.variant, self.board, self.table = variant, board, table
        self._winter: tuple[Batch, list[Listed]] | None = None

    def look(self, batch: Batch, phase: str) -> Look:
        """The possible choices."""
        self._listed = self._open_winter(batch) if phase == WINTER else self._list_all(batch, phase)
        mask = np.zeros((batch.games, len(self.table.slots), self.table.ranges.size), np.bool_)
        mask[..., NOTHING] = True
        owner = np.full(mask.shape[:2], NOBODY, np.int8)
        for game, listed in enumerate(self._listed):
            for number, power in enumerate(self.board.powers):
                for slot, templates in listed.choices[power].items():
                    if owner[game, slot] == NOBODY:
                        owner[game, slot] = number
                        mask[game, slot, list(templates)] = True
        return Look(mask, owner)

    def read(self, batch: Batch, phase: str, actions: DeviceArray) -> Codes:
        """Choices as orders."""
        chosen = [
            {power: read_choices(self.table, choices, row) for power, choices in listed.choices.items()}
            for listed, row in zip(self._listed, actions, strict=True)
        ]
        if phase.endswith(PhaseKind.MOVES):
            return self._encode_moves(chosen)
        if phase.endswith(PhaseKind.RETREATS):
            return self._encode_retreats(chosen, batch.spaces)
        return self._encode_lines(chosen)

    def is_winter_due(self, batch: Batch) -> bool:
        """True if any power has something to build or to remove."""
        return any(choices for listed in self._open_winter(batch) for choices in listed.choices.values())

    def _open_winter(self, batch: Batch) -> list[Listed]:
        if self._winter is None or self._winter[0] is not batch:
            self._winter = (batch, self._list_all(batch, WINTER))
        return self._winter[1]

    def _list_all(self, batch: Batch, phase: str) -> list[Listed]:
        positions = (engine.decode_position(self.board, batch, game) for game in range(batch.games))
        date = parse_phase(f"{phase[0]}{self.variant.calendar.first_year}{phase[1]}")
        return [Listed(position, self._list_one(GameState(date, position))) for position in positions]

    def _list_one(self, state: GameState) -> dict[PowerId, Choices]:
        rulebook = self.board.rulebook
        return {power: list_choices(self.table, self.variant, rulebook, state, power) for power in self.board.powers}

    def _encode_moves(self, chosen: Sequence[Chosen]) -> Codes:
        board, rules = self.board.board, self.board.rulebook.order_rules
        books = [
            make_order_book(board, listed.position, write_submissions(orders), rules).orders
            for listed, orders in zip(self._listed, chosen, strict=True)
        ]
        return engine.encode_orders(self.board, books)

    def _encode_retreats(self, chosen: Sequence[Chosen], spaces: int) -> Codes:
        codes = np.zeros((len(chosen), spaces), np.int32)
        for game, orders in enumerate(chosen):
            for order in (order for mine in orders.values() for order in mine):
                assert isinstance(order, Retreat | Disband), "nothing else can be chosen in a retreat"
                codes[game, self.board.board.index[order.unit.location]] = engine.encode_retreat(self.board, order)
        return codes

    def _encode_lines(self, chosen: Sequence[Chosen]) -> Codes:
        most = max((len(mine) for orders in chosen for mine in orders.values()), default=0)
        lines = np.zeros((len(chosen), len(self.board.powers), max(1, most)), np.int32)
        for game, (listed, orders) in enumerate(zip(self._listed, chosen, strict=True)):
            laden = [army.space for army in listed.position.armies_aboard]
            for number, power in enumerate(self.board.powers):
                coded = [engine.encode_adjustment(self.board, order, laden) for order in orders[power]]
                lines[game, number, : len(coded)] = coded
        return lines


def make_chooser(variant: Variant, board: BatchBoard, table: ActionTable, *, convoys: bool) -> Chooser:
    """The fastest chooser that covers what is wanted. Raises for choices that no kernel of the device covers."""
    if board.colonial is not None:
        if board.device.name != "cpu":
            raise RequestError("device", "choices in the Colonial Variant are listed by the judge: use the device cpu")
        return JudgedChooser(variant, board, table)
    if convoys:
        return SeaChooser(board, table, engine.make_batch_board(variant, board.rulebook))
    return KernelChooser(board, make_templates(table, board))
