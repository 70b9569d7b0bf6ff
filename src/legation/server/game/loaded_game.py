"""A game loaded from the database: its stored data, variant, rulebook and state, decoded once."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import (
    Changed,
    GameState,
    History,
    Judged,
    PhaseRecord,
    Review,
    Setup,
    list_due,
    list_survivors,
    list_voters,
    open_setup,
    read_entry,
    read_setup,
    read_state,
)
from legation.judge import Rulebook
from legation.render.words import word_phase
from legation.server.base.lru_cache import LruCache
from legation.server.base.refusals import no_such_game
from legation.server.base.services import Services
from legation.server.game.editions import load_edition
from legation.server.game.membership import Membership, open_game
from legation.server.game.records import IN_PLAY, StoredGame
from legation.server.game.storage import find_entry, find_game
from legation.server.identity.viewers import Viewer
from legation.variants import Variant

MOST_STATES, MOST_STATE_BYTES = 300, 200_000_000
MOST_RECORDS, MOST_RECORD_BYTES = 200, 60_000_000
DECODED = 10
"""Bytes of objects for each byte of the JSON from which they were read, approximately."""
WORKED_OUT = 15_000
"""Bytes of computed answers for each unit of a state, mainly its options, approximately."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """The parts of a game that never change."""

    setup: Setup
    variant: Variant
    rulebook: Rulebook
    genesis: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A decoded state, with the answers computed from it so far."""

    state: GameState
    due: tuple[PowerId, ...]
    voters: frozenset[PowerId]
    """The powers that are still in the game and not in civil disorder."""
    phase: str = ""
    """The code of the phase."""
    title: str = ""
    """The phase in words."""
    reviews: dict[tuple[PowerId, tuple[str, ...]], Review] = field(default_factory=dict, compare=False, repr=False)
    """How a power's lines are understood, as far as anyone has asked."""
    worked_out: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Cached answers that depend on the state alone, such as the options of a power."""


class LoadedGame:
    """A game in its current state."""

    def __init__(self, row: StoredGame, rules: GameRules, snapshot: Snapshot) -> None:
        self.row: Final = row
        self.rules: Final = rules
        self.snapshot: Final = snapshot
        self.id: Final = row.id
        self.terms: Final = row.terms
        """The game master's settings."""
        self.variant: Final = rules.variant
        """The variant with which the game began."""
        self.rulebook: Final = rules.rulebook
        """The rulebook with the game's switches and modules."""
        self.state: Final = snapshot.state
        """The current state, including proposals and votes."""
        self.is_in_play: Final = row.status in IN_PLAY
        """True if the game has begun and is not over; it may be paused."""
        self.due: Final = snapshot.due if self.is_in_play else ()
        """The powers that have something to order, if the game is in play."""

    def at(self, snapshot: Snapshot) -> "LoadedGame":
        """The same game in another state."""
        return LoadedGame(self.row, self.rules, snapshot)

    def is_played(self, power: PowerId) -> bool:
        """True if the game is in play and a power still in it: leaving it now means giving it up."""
        return self.is_in_play and power in list_survivors(self.variant.board, self.state.position)


_RULES: LruCache[tuple[str, str], GameRules] = LruCache(MOST_STATES)
_SNAPSHOTS: LruCache[tuple[str, str], Snapshot] = LruCache(MOST_STATES, MOST_STATE_BYTES)
_RECORDS: LruCache[tuple[str, str], Judged | Changed] = LruCache(MOST_RECORDS, MOST_RECORD_BYTES)


def load_game(connection: Connection, services: Services, game: str) -> LoadedGame:
    """The game with an id; refuses if there is none."""
    row = find_game(connection, game)
    if row is None:
        raise no_such_game()
    return decode_game(connection, services, row)


def load_locked_game(
    connection: Connection, services: Services, game_id: str, viewer: Viewer
) -> tuple[LoadedGame, Membership]:
    """A game, locked until the transaction ends, and the viewer's membership; refuses if the viewer may not see it."""
    row, membership = open_game(connection, game_id, viewer, locks=True)
    return decode_game(connection, services, row), membership


def decode_game(connection: Connection, services: Services, row: StoredGame) -> LoadedGame:
    """Decode a game from its stored data."""
    rules = load_rules(connection, services, row)
    return LoadedGame(row, rules, read_snapshot(rules, row.state))


def load_rules(connection: Connection, services: Services, row: StoredGame) -> GameRules:
    """The variant and rulebook of a game."""
    key = (row.edition, row.setup)
    known = _RULES.get(key)
    if known is not None:
        return known
    variant = load_edition(connection, services, row.edition)
    setup = read_setup(json.loads(row.setup), lambda _: variant)
    _, rulebook = open_setup(setup, lambda _: variant)
    return _RULES.put(key, GameRules(setup, variant, rulebook, History(setup).genesis))


def read_snapshot(rules: GameRules, text: str) -> Snapshot:
    """Decode a state. The cache key is the text itself, so a stale state cannot be returned."""
    key = (rules.genesis, text)
    known = _SNAPSHOTS.get(key)
    if known is not None:
        return known
    snapshot = make_snapshot(rules, read_state(json.loads(text)))
    size = DECODED * len(text) + WORKED_OUT * len(snapshot.state.position.units)
    return _SNAPSHOTS.put(key, snapshot, size)


def make_snapshot(rules: GameRules, state: GameState) -> Snapshot:
    """A state with the powers that have orders or votes to give."""
    due = () if state.ending else list_due(rules.variant, state, rules.rulebook)
    voters = frozenset(list_voters(rules.variant.board, state.position))
    return Snapshot(state, due, voters, str(state.phase), word_phase(state.phase))


def load_event(connection: Connection, game: str, number: int, digest: str) -> Judged | Changed:
    """The event of an entry in force. Cached by hash, since an entry never changes."""
    key = (game, digest)
    known = _RECORDS.get(key)
    if known is not None:
        return known
    row = find_entry(connection, game, number)
    assert row is not None
    event = read_entry(json.loads(row.text), f"entry {number}", {}).event
    assert isinstance(event, Judged | Changed)
    return _RECORDS.put(key, event, DECODED * len(row.text))


def load_record(connection: Connection, game: str, number: int, digest: str) -> PhaseRecord:
    """The record of an entry that judged a phase."""
    event = load_event(connection, game, number, digest)
    assert isinstance(event, Judged)
    return event.record


def keep_event(game: str, digest: str, event: Judged | Changed, length: int) -> None:
    """Cache an event that was just made; ``length`` is that of its text."""
    _RECORDS.put((game, digest), event, DECODED * length)
