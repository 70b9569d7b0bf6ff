"""A game as it lies on the table now: its row, its variant and rulebook, and its state, decoded once."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Row

from legation.board import PowerId
from legation.game import (
    Changed,
    GameState,
    History,
    Judged,
    PhaseRecord,
    Setup,
    list_due,
    list_voters,
    open_setup,
    read_entry,
    read_setup,
    read_state,
)
from legation.judge import Rulebook
from legation.server.editions import find_variant
from legation.server.recent import Recent
from legation.server.refusals import no_such_game
from legation.server.services import Services
from legation.server.store.entries import find_entry
from legation.server.store.games import find_game
from legation.server.terms import Terms, load_terms
from legation.variants import Variant

MOST_STATES = 300
MOST_RECORDS = 200


@dataclass(frozen=True, slots=True)
class Ground:
    """What never changes in a game."""

    setup: Setup
    variant: Variant
    rulebook: Rulebook
    genesis: str


@dataclass(frozen=True, slots=True)
class Now:
    """A decoded state, and what was worked out from it so far."""

    state: GameState
    due: tuple[PowerId, ...]
    voters: frozenset[PowerId]
    """The powers that are still in the game and not in civil disorder."""
    worked_out: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Answers that depend on the state alone, such as the options of a power."""


@dataclass(frozen=True)
class Table:
    """A game now. Without slots, so that what is asked for often is worked out once."""

    row: Row[Any]
    ground: Ground
    now: Now
    terms: Terms

    @cached_property
    def id(self) -> str:
        """The game's id."""
        return str(self.row.id)

    @cached_property
    def variant(self) -> Variant:
        """The variant as the game began with it."""
        return self.ground.variant

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook with the game's switches and modules."""
        return self.ground.rulebook

    @cached_property
    def state(self) -> GameState:
        """The state now, proposals and votes included."""
        return self.now.state

    @cached_property
    def due(self) -> tuple[PowerId, ...]:
        """The powers that have something to order, if the game runs."""
        return self.now.due if self.row.status in ("running", "paused") else ()


_GROUNDS: Recent[tuple[str, str], Ground] = Recent(MOST_STATES)
_NOWS: Recent[tuple[str, str], Now] = Recent(MOST_STATES)
_RECORDS: Recent[tuple[str, str], Judged | Changed] = Recent(MOST_RECORDS)


def load_table(connection: Connection, services: Services, game: str) -> Table:
    """The game with an id; refuses where there is none."""
    row = find_game(connection, game)
    if row is None:
        raise no_such_game()
    return make_table(connection, services, row)


def make_table(connection: Connection, services: Services, row: Row[Any]) -> Table:
    """The table of a row that was read already, with all its columns."""
    ground = find_ground(connection, services, row)
    return Table(row, ground, find_now(ground, row.state), load_terms(row.terms))


def find_ground(connection: Connection, services: Services, row: Row[Any]) -> Ground:
    """Variant and rulebook of a game."""
    key = (row.edition, row.setup)
    known = _GROUNDS.get(key)
    if known is not None:
        return known
    variant = find_variant(connection, services, row.edition)
    setup = read_setup(json.loads(row.setup), lambda _: variant)
    _, rulebook = open_setup(setup, lambda _: variant)
    return _GROUNDS.put(key, Ground(setup, variant, rulebook, History(setup).genesis))


def find_now(ground: Ground, text: str) -> Now:
    """The state that a text stands for; the text is the key, so that it can never be an old one."""
    key = (ground.genesis, text)
    known = _NOWS.get(key)
    if known is not None:
        return known
    return _NOWS.put(key, make_now(ground, read_state(json.loads(text))))


def make_now(ground: Ground, state: GameState) -> Now:
    """A state and who has something to say in it."""
    due = () if state.ending else list_due(ground.variant, state, ground.rulebook)
    return Now(state, due, frozenset(list_voters(ground.variant.board, state.position)))


def load_event(connection: Connection, game: str, number: int, digest: str) -> Judged | Changed:
    """The event of an entry that led to the state now. The hash is the key: an entry never changes."""
    key = (game, digest)
    known = _RECORDS.get(key)
    if known is not None:
        return known
    row = find_entry(connection, game, number)
    assert row is not None
    event = read_entry(json.loads(row.text), f"entry {number}", {}).event
    assert isinstance(event, Judged | Changed)
    return _RECORDS.put(key, event)


def load_record(connection: Connection, game: str, number: int, digest: str) -> PhaseRecord:
    """The record of an entry that judged a phase."""
    event = load_event(connection, game, number, digest)
    assert isinstance(event, Judged)
    return event.record


def keep_event(game: str, digest: str, event: Judged | Changed) -> None:
    """Remember an event that was just made."""
    _RECORDS.put((game, digest), event)
