"""Legal orders as sets where ships carry armies: what ``masks`` says, and sets for going aboard and ashore.

Must agree with ``orders.carriage``, ``orders.listing`` and rule 11 of the Colonial Variant.
"""

from typing import NamedTuple

import numpy as np

from legation.batch import codes
from legation.batch.batch import CARGO, Batch
from legation.batch.batch_board import BatchBoard
from legation.batch.carriage_orders import Cells, bar_transports, pair_aboard, pair_ashore
from legation.batch.compiling import Flags, Longs
from legation.batch.masks import LegalMasks
from legation.batch.words import Words
from legation.errors import RequestError


class ShipSets(NamedTuple):
    """What the ships of all games add to the sets."""

    is_transport: Flags
    """For each row of the masks: whether the unit is a transport fleet."""
    barred: Words
    """For each row: the locations that are closed to a transport fleet; of other units nothing."""
    boards: Words
    """For each row: of an army the ships that it may go aboard, of a ship the armies that it may take; spaces."""
    starts: Longs
    """For each game: where its armies aboard begin; they end where those of the next begin."""
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
        """For each unit of a game: where it may go in one step, other than aboard a ship; locations."""
        return super().moves(game) & ~self.ships.barred[self.rows(game)]

    def near(self, game: int) -> Words:
        """For each unit of a game: the locations of the spaces in which it may help."""
        return super().near(game) & ~self.ships.barred[self.rows(game)]

    def boards(self, game: int) -> Words:
        """For each unit of a game: of an army the ships that it may go aboard, of a ship the armies that it may take.

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

        An army aboard has the number of its ship's space plus that of all spaces.
        """
        spaces, row = len(self.words.links), self.row(game, helper)
        nothing = np.zeros_like(self.words.landings)
        if self.ships.is_transport[row] or mover % spaces == helper:
            return nothing
        if mover < spaces:
            moving = self.row(game, mover)
            return nothing if self.ships.is_transport[moving] else super().helps(game, helper, mover)
        return self.words.near[self.known[row]] & self.ships.landings[self._find_aboard(game, mover - spaces)]

    def _rows_aboard(self, game: int) -> slice:
        return slice(int(self.ships.starts[game]), int(self.ships.starts[game + 1]))

    def _find_aboard(self, game: int, ship: int) -> int:
        found = np.flatnonzero(self.aboard(game) == ship)
        if not len(found):
            raise RequestError("space", f"no army is aboard a ship in space {ship} of game {game}")
        return int(self.ships.starts[game] + found[0])


def add_ships(board: BatchBoard, batch: Batch, masks: LegalMasks) -> CarriageMasks:
    """The sets with those of ships, where ``masks`` take transport fleets for fleets."""
    assert board.colonial is not None
    colonial, width = board.colonial, masks.occupied.shape[1]
    game = np.repeat(np.arange(batch.games), np.diff(masks.starts))
    space = masks.spaces.astype(np.int64)
    is_transport = batch.kind[game, space] == codes.TRANSPORT
    barred = np.zeros((len(space), width), np.int64)
    closed = bar_transports(board, colonial, batch, game[is_transport], batch.power[game, space][is_transport])
    barred[is_transport] = _pack(closed[:, board.tables.space_of], width)
    ashore, aboard = pair_ashore(colonial, batch), pair_aboard(colonial, batch)
    deck_game, deck = np.nonzero(batch.colonial[..., CARGO] >= 0)
    # Rows of units and of armies aboard by game and space, so that pairs find theirs.
    rows = np.zeros(batch.power.shape, np.int64)
    rows[game, space] = np.arange(len(space))
    decks = np.zeros(batch.power.shape, np.int64)
    decks[deck_game, deck] = np.arange(len(deck))
    boards = np.zeros((len(space), width), np.int64)
    changes = np.zeros((len(deck), width), np.int64)
    _mark(boards, rows[ashore.game, ashore.army], ashore.ship)
    _mark(changes, decks[aboard.game, aboard.army - batch.spaces], aboard.ship)
    for pairs in (ashore, aboard):
        _mark(boards, rows[pairs.game, pairs.ship], pairs.army % batch.spaces)
    counts = (batch.colonial[..., CARGO] >= 0).sum(axis=1)
    found = CarriageMasks._make(masks)
    found.ships = ShipSets(
        is_transport=is_transport.astype(np.uint8),
        barred=barred,
        boards=boards,
        starts=np.concatenate([[0], counts.cumsum()]).astype(np.int64),
        ships=deck,
        landings=colonial.landing_words[batch.place[deck_game, deck]],
        changes=changes,
    )
    return found


def _mark(words: Words, rows: Longs, spaces: Longs) -> None:
    """Put a space into the set of each row."""
    np.bitwise_or.at(words, (rows, spaces >> 6), np.int64(1) << (spaces & 63))


def _pack(flags: Cells, width: int) -> Words:
    """Rows of flags as sets."""
    bits = np.zeros((len(flags), 64 * width), np.bool_)
    bits[:, : flags.shape[1]] = flags
    return np.packbits(bits, axis=1, bitorder="little").view(np.int64)
