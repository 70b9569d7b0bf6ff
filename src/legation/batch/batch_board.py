"""A board for the batch engine: its arrays, and the names for their indices."""

from collections.abc import Mapping
from typing import NamedTuple

from legation.batch import switches as rule
from legation.batch.colonial_tables import ColonialTables, make_colonial_tables
from legation.batch.devices import PROCESSOR, Device, get_device
from legation.batch.switches import is_colonial, list_uncovered, make_switches
from legation.batch.tables import Tables, make_tables
from legation.batch.word_tables import WordTables, make_word_tables
from legation.board import Board, LocationId, PowerId
from legation.errors import RequestError
from legation.judge import Rulebook
from legation.variants import Variant


class BatchBoard(NamedTuple):
    """The arrays, and the names for their indices."""

    tables: Tables
    words: WordTables
    board: Board
    rulebook: Rulebook
    powers: tuple[PowerId, ...]
    """By index: sorted, in the judge's order."""
    locations: tuple[LocationId, ...]
    numbers: Mapping[LocationId, int]
    """The index of each location."""
    colonial: ColonialTables | None = None
    """Additional tables for the Colonial Variant; no other board has them."""
    device: Device = PROCESSOR
    """The device that stores and judges its batches."""

    @property
    def victory_centres(self) -> int:
        """The number of centres needed to win."""
        return int(self.tables.switches[rule.VICTORY_CENTRES])

    @property
    def space_count(self) -> int:
        """The number of spaces."""
        return len(self.board.order)

    @property
    def columns(self) -> int:
        """The number of movement orders in a game: one per space and, where ships carry armies, one more."""
        return self.space_count if self.colonial is None else 2 * self.space_count


def make_batch_board(variant: Variant, rulebook: Rulebook | None = None, *, device: str = "cpu") -> BatchBoard:
    """Make the arrays of a variant, under its own rulebook or another, for batches on ``cpu`` or ``cuda``.

    Raises if a rule is not covered, or the device is not available.
    """
    rules = rulebook or variant.rulebook
    return make_board_arrays(
        variant.board, rules, tuple(sorted(variant.powers)), variant.victory_centres, device=device
    )


def make_board_arrays(
    board: Board, rulebook: Rulebook, powers: tuple[PowerId, ...], victory_centres: int, *, device: str = "cpu"
) -> BatchBoard:
    """Make the arrays of a board that belongs to no variant. Raises if a rule is not covered."""
    missing = list_uncovered(board, rulebook)
    if missing:
        raise RequestError("rules", f"the batch engine does not cover {', '.join(missing)}; use the judge")
    coasts = [place for space in board.spaces.values() for place in space.locations[1:]]
    locations = (*(LocationId(space) for space in board.order), *coasts)
    numbers = {location: number for number, location in enumerate(locations)}
    switches = make_switches(board, rulebook, powers, victory_centres)
    tables = make_tables(board, rulebook, powers, locations, numbers, switches)
    colonial = make_colonial_tables(board, rulebook, powers, locations) if is_colonial(rulebook) else None
    if colonial is not None and colonial.has_other_rules and device != PROCESSOR.name:
        other = "transport fleets with other rules than the sheet's, or difficult borders"
        raise RequestError("device", f"{other}, are left to the judge and run on cpu only")
    words, where = make_word_tables(tables), get_device(device)
    return BatchBoard(tables, words, board, rulebook, powers, locations, numbers, colonial, where)
