"""The final places of all powers in a hosted game."""

from collections.abc import Sequence

from sqlalchemy import Connection

from legation.board import PowerId, SpaceId
from legation.game import GameState, Places, list_fallen, list_survivors, parse_phase, rank_powers
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.records import EntryHead
from legation.server.game.storage import list_heads
from legation.server.game.timeline import TimelineEntry, load_timeline


def rank_places(connection: Connection, game: LoadedGame, state: GameState) -> Places:
    """The places of all powers, from the first down, in the state that ended the game; none before the end."""
    if state.ending is None:
        return ()
    return rank_now(connection, game, state, list_heads(connection, game.id))


def rank_now(connection: Connection, game: LoadedGame, state: GameState, heads: Sequence[EntryHead]) -> Places:
    """The places of all powers in the state after these entries, whether the game is over or not."""
    start = game.rules.setup.start
    alive = [(start.phase.year, list_survivors(game.variant.board, start.position))]
    entries = load_timeline(connection, game, heads).entries
    alive += [(parse_phase(entry.phase).year, _list_alive(game, entry)) for entry in entries]
    return rank_powers(game.variant, state, game.rulebook, list_fallen(alive))


def _list_alive(game: LoadedGame, entry: TimelineEntry) -> frozenset[PowerId]:
    spaces = game.variant.board.spaces
    owners = {power for space, power in entry.owners.items() if spaces[SpaceId(space)].centre.is_counted}
    return frozenset(PowerId(power) for power in owners | entry.units.keys())
