"""Many games stepped at once on the batch engine, with the choices and observations of ``legation.sim.environment``.

All games stand in the same phase. One array of choices serves all powers, since a unit belongs to one of them: whoever
plays several powers fills in the rows of their units. A game that is over begins anew in the next Spring.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation import batch as engine
from legation.batch import Batch, LegalCodes
from legation.errors import RequestError
from legation.game import choose_rulebook
from legation.sim.action_table import make_action_table
from legation.sim.choice_arrays import (
    Actions,
    Masks,
    list_builders,
    make_choice_arrays,
    mask_adjustments,
    mask_moves,
    mask_retreats,
    read_adjustments,
    read_moves,
    read_retreats,
)
from legation.sim.observation import PHASES, make_observer, see_batch, see_numbers
from legation.variants import open_variant

Rewards: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]


class Sight(NamedTuple):
    """What there is to see of all games."""

    phase: str
    """``SM``, ``SR``, ``FM``, ``FR`` or ``WA``: season, and moves, retreats or adjustments."""
    board: NDArray[np.int8]
    """By game, space and feature, as in ``legation.sim.observation``."""
    game: NDArray[np.float32]
    """Numbers about each game; the columns for the player's own power are empty."""
    mask: Masks
    """By game, space and template: the legal choices of whoever orders there."""
    owner: NDArray[np.int8]
    """By game and space: the power whose choice it is, or -1."""


class Stepped(NamedTuple):
    """What a step gave."""

    sight: Sight
    rewards: Rewards
    """By game and power."""
    terminated: Flags
    """By game: somebody had won, and the game has begun anew."""
    truncated: Flags
    """By game: its years were over, and it has begun anew."""
    centres: NDArray[np.int64]
    """By game and power, before anything began anew."""


class VectorEnvironment:
    """So many games of a variant that the batch engine covers. Raises for any other, and for the Colonial Variant:
    its choices have no place for armies aboard.
    """

    def __init__(
        self,
        variant: str = "standard",
        rules: str | None = None,
        *,
        games: int = 64,
        years: int = 20,
        convoys: bool = False,
    ) -> None:
        self.variant = open_variant(variant)
        rulebook = choose_rulebook(self.variant, rules, {})
        self.board = engine.make_batch_board(self.variant, rulebook)
        if self.board.colonial is not None:
            raise RequestError("variant", "armies aboard have no choices on the batch engine; use the environment")
        self.table = make_action_table(self.variant, rulebook)
        self.arrays = make_choice_arrays(self.table, self.board)
        self.observer = make_observer(self.variant)
        self.powers = self.board.powers
        self.games, self.years, self.convoys = games, years, convoys
        self._first = engine.encode_positions(self.board, [self.variant.start])
        self.reset()

    def reset(self) -> Sight:
        """Begin all games."""
        self.batch: Batch = engine.repeat(self._first, self.games)
        self.phase = PHASES[0]
        self._age = np.zeros(self.games, np.int64)
        self._sight = self._look()
        return self._sight

    def step(self, actions: Actions) -> Stepped:
        """Judge a phase of every game; actions are by game and space. Phases with nothing to order are passed over."""
        before = engine.count_centres(self.board, self.batch)
        self._judge(actions)
        rewards = np.zeros((self.games, len(self.powers)), np.float32)
        terminated, truncated = np.zeros(self.games, np.bool_), np.zeros(self.games, np.bool_)
        centres = before
        self._go_on()
        while not self._is_due():
            self._go_on()
        if self._has_settled:
            centres = engine.count_centres(self.board, self.batch)
            rewards += (centres - before) / self.board.victory_centres
            won = np.flatnonzero(self.batch.winner >= 0)
            rewards[won, self.batch.winner[won]] += 1
        if self._has_turned:
            terminated = self.batch.winner >= 0
            truncated = ~terminated & (self._age >= self.years)
            self._begin_anew(terminated | truncated)
        self._sight = self._look()
        return Stepped(self._sight, rewards, terminated, truncated, centres)

    def _judge(self, actions: Actions) -> None:
        mask, batch = self._sight.mask, self.batch
        if self.phase.endswith("M"):
            orders = read_moves(self.arrays, batch, self._legal, mask, actions)
            self.batch, _ = engine.judge_moves(self.board, batch, orders)
        elif self.phase.endswith("R"):
            retreats = read_retreats(self.arrays, batch, mask, actions)
            self.batch, _ = engine.judge_retreats(self.board, batch, retreats)
        else:
            lines = read_adjustments(self.arrays, batch, mask, actions)
            self.batch, _ = engine.judge_adjustments(self.board, batch, lines)
        self._has_settled = self._has_turned = False

    def _go_on(self) -> None:
        """To the next phase of the year; centres change hands after Fall's retreats."""
        if self.phase == "FR":
            self.batch = engine.settle_ownership(self.board, self.batch)
            self._has_settled = True
        if self.phase == "WA":
            self._age += 1
            self._has_turned = True
        self.phase = PHASES[(PHASES.index(self.phase) + 1) % len(PHASES)]

    def _is_due(self) -> bool:
        if self.phase.endswith("R"):
            return bool((self.batch.out_power >= 0).any())
        if self.phase == "WA":
            builder, due = list_builders(self.arrays, self.batch)
            return bool((builder >= 0).any() or (due < 0).any())
        return True

    def _begin_anew(self, is_over: Flags) -> None:
        if not is_over.any():
            return
        old, new = self.batch._asdict(), self._first._asdict()
        self.batch = Batch(**{name: _put(old[name], is_over, new[name][0]) for name in Batch._fields})
        self._age[is_over] = 0

    def _look(self) -> Sight:
        batch, phase = self.batch, self.phase
        self._legal = LegalCodes(np.empty(0, np.int32), np.empty(0, np.int64), batch.spaces)
        owner = batch.power
        if phase.endswith("M"):
            mask, self._legal = mask_moves(self.arrays, batch, convoys=self.convoys)
        elif phase.endswith("R"):
            mask, owner = mask_retreats(self.arrays, batch), batch.out_power
        else:
            mask, builder = mask_adjustments(self.arrays, batch), list_builders(self.arrays, batch)[0]
            owner = np.where(batch.power >= 0, batch.power, builder)
        years = (self._age / self.years).astype(np.float32)
        numbers = see_numbers(self.observer, self.board, batch, phase, years)
        return Sight(phase, see_batch(self.observer, batch, phase), numbers, mask, owner)


def sample_actions(mask: Masks, chance: np.random.Generator) -> Actions:
    """A legal choice by chance for every space."""
    weights = chance.random(mask.shape, dtype=np.float32)
    weights[~mask] = -1
    return np.asarray(weights.argmax(axis=2), np.int64)


def _put(array: NDArray[Any], where: Flags, value: NDArray[Any]) -> NDArray[Any]:
    changed = array.copy()
    changed[where] = value
    return changed
