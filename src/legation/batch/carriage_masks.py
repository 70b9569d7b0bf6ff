"""Legal orders as sets where ships carry armies: those of ``masks``, and sets for going aboard and ashore.

Must agree with ``orders.carriage``, ``orders.listing`` and rule 11 of the Colonial Variant.
"""

from typing import Final, NamedTuple

import numpy as np

from legation.batch.batch import CARGO, Batch
from legation.batch.batch_board import BatchBoard
from legation.batch.berths import has_room, is_army, list_armies, list_ships
from legation.batch.codes import TRANSPORT
from legation.batch.colonial_centres import is_closed
from legation.batch.colonial_tables import ColonialArrays
from legation.batch.compiling import ZERO, Flags, Longs, Shorts, kernel, known, part
from legation.batch.devices import Pass
from legation.batch.field import OPTIONS, Workspace
from legation.batch.masks import LegalMasks
from legation.batch.tables import Tables
from legation.batch.words import Words, bit
from legation.errors import RequestError


class ShipSets(NamedTuple):
    """The additional sets for the ships of all games."""

    is_transport: Flags
    """For each row of the masks: whether the unit is a transport fleet."""
    barred: Words
    """For each row: the locations near a transport fleet that are closed to it; empty for other units."""
    boards: Words
    """For each row: the ships that an army may board, or the armies that a ship may take; spaces."""
    starts: Longs
    """For each game: the start of its armies aboard; they end where those of the next game begin."""
    ships: Longs
    """For each army aboard: the space of its ship."""
    landings: Words
    """For each army aboard: where it may land; spaces."""
    changes: Words
    """For each army aboard: the other ships that it may go aboard; spaces."""


class CarriageMasks(LegalMasks):
    """The sets of a board whose ships carry armies. There are no convoys, and armies aboard have sets of their own."""

    ships: ShipSets

    def moves(self, game: int) -> Words:
        """For each unit of a game: its moves in one step, other than aboard a ship; locations."""
        return super().moves(game) & ~self.ships.barred[self.rows(game)]

    def near(self, game: int) -> Words:
        """For each unit of a game: the locations of the spaces in which it may help."""
        return super().near(game) & ~self.ships.barred[self.rows(game)]

    def boards(self, game: int) -> Words:
        """For each unit of a game: the ships that an army may board, or the armies that a ship may take.

        A space stands for the army there, or for the one aboard the ship there.
        """
        return self.ships.boards[self.rows(game)]

    def aboard(self, game: int) -> Longs:
        """The spaces of a game's ships with an army aboard."""
        return self.ships.ships[self._rows_aboard(game)]

    def landings(self, game: int) -> Words:
        """For each army aboard, as ``aboard`` lists them: where it may land; spaces."""
        return self.ships.landings[self._rows_aboard(game)]

    def changes(self, game: int) -> Words:
        """For each army aboard, as ``aboard`` lists them: the other ships that it may go aboard; spaces."""
        return self.ships.changes[self._rows_aboard(game)]

    def helps(self, game: int, helper: int, mover: int) -> Words:
        """The places to which the unit in one space may support a move of another; locations.

        The number of an army aboard is its ship's space plus the number of spaces.
        """
        spaces, row = len(self.words.links), self.row(game, helper)
        nothing = np.zeros_like(self.words.landings)
        if self.ships.is_transport[row] or mover % spaces == helper:
            return nothing
        if mover < spaces:
            moving = self.row(game, mover)
            return nothing if self.ships.is_transport[moving] else super().helps(game, helper, mover)
        return self.words.near[self.known[row]] & self.ships.landings[self._row_aboard(game, mover - spaces)]

    def _rows_aboard(self, game: int) -> slice:
        return slice(int(self.ships.starts[game]), int(self.ships.starts[game + 1]))

    def _row_aboard(self, game: int, ship: int) -> int:
        found = np.flatnonzero(self.aboard(game) == ship)
        if not len(found):
            raise RequestError("space", f"no army is aboard a ship in space {ship} of game {game}")
        return int(self.ships.starts[game] + found[0])


@kernel
def mask_all_ships(
    tables: Tables, work: Workspace, colonial: ColonialArrays, batch: Batch, masks: LegalMasks, sets: ShipSets
) -> None:
    """Fill in the sets of ships of every game."""
    for game in range(batch.power.shape[0]):
        mask_game_ships(tables, work, colonial, batch, masks, sets, game)


@part
def mask_game_ships(
    tables: Tables,
    work: Workspace,
    colonial: ColonialArrays,
    batch: Batch,
    masks: LegalMasks,
    sets: ShipSets,
    game: int,
) -> None:
    """The same for one game."""
    spaces, options = batch.power.shape[1], work.lists[OPTIONS]
    deck = sets.starts[game]
    for row in range(masks.starts[game], masks.starts[game + 1]):
        space = known(masks.spaces[row])
        is_transport = batch.kind[game, space] == TRANSPORT
        sets.is_transport[row] = is_transport
        _clear(sets.barred, row)
        if is_transport:
            _bar(tables, colonial, batch, masks, sets.barred, game, row, space)
        count = ZERO
        if is_army(batch, game, space):
            count = list_ships(colonial, batch, options, game, space, count)
        elif has_room(batch, game, space):
            count = list_armies(tables, colonial, batch, options, game, space)
        _mark(sets.boards, row, options, count, spaces)
        if batch.colonial[game, space, CARGO] >= 0:
            sets.ships[deck] = space
            for word in range(sets.landings.shape[1]):
                sets.landings[deck, word] = colonial.landing_words[batch.place[game, space], word]
            count = list_ships(colonial, batch, options, game, space + spaces, ZERO)
            _mark(sets.changes, deck, options, count, spaces)
            deck += 1


@part
def _clear(words: Words, row: int) -> None:
    for word in range(words.shape[1]):
        words[row, word] = 0


@part
def _mark(words: Words, row: int, units: Shorts, count: int, spaces: int) -> None:
    """Write the set of the spaces of ``count`` units."""
    _clear(words, row)
    for number in range(count):
        space = known(units[number] % spaces)
        words[row, space >> 6] |= bit(space)


@part
def _bar(
    tables: Tables,
    colonial: ColonialArrays,
    batch: Batch,
    masks: LegalMasks,
    barred: Words,
    game: int,
    row: int,
    space: int,
) -> None:
    """Write the places near a transport fleet that are closed to it."""
    near, power = masks.known[row], batch.power[game, space]
    for number in range(1, masks.words.near_places[near, 0] + 1):
        place = known(masks.words.near_places[near, number])
        if is_closed(tables, colonial, batch, game, tables.space_of[place], power):
            barred[row, place >> 6] |= bit(place)


SHIPS: Final = Pass(mask_all_ships, mask_game_ships, frozenset({"lists"}))


def add_ships(board: BatchBoard, batch: Batch, masks: LegalMasks) -> CarriageMasks:
    """Add the sets of ships to the masks."""
    assert board.colonial is not None
    arrays, (units, width) = board.device.arrays, (len(masks.spaces), masks.occupied.shape[1])
    starts = arrays.zeros(batch.games + 1, np.int64)
    starts[1:] = (batch.colonial[..., CARGO] >= 0).sum(axis=1).cumsum()
    aboard = int(starts[-1])
    sets = ShipSets(
        is_transport=arrays.empty(units, np.uint8),
        barred=arrays.empty((units, width), np.int64),
        boards=arrays.empty((units, width), np.int64),
        starts=starts,
        ships=arrays.empty(aboard, np.int64),
        landings=arrays.empty((aboard, width), np.int64),
        changes=arrays.empty((aboard, width), np.int64),
    )
    board.device.run(board.tables, SHIPS, batch.games, board.colonial.arrays, batch, masks, sets)
    return join_ships(masks, sets)


def join_ships(masks: LegalMasks, sets: ShipSets) -> CarriageMasks:
    """Combine masks with the sets of ships."""
    found = CarriageMasks._make(masks)
    found.ships = sets
    return found
