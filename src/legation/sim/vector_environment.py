"""Many games stepped at once on the batch engine, with the choices and observations of ``legation.sim.environment``.

All games are in the same phase. One array of choices serves all powers, since a unit belongs to one of them: the player
of several powers fills in the rows of their units; those of powers without a player are ignored. A game that is over
begins again with the next round, on most boards in Spring. On ``cuda`` every array stays on the device: choices are
passed in and observations returned as arrays there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation import batch as engine
from legation.batch import Batch, DeviceArray
from legation.game import GameState, Phase, Season, choose_rulebook, parse_phase
from legation.render.words import draw_position
from legation.sim.action_table import make_action_table
from legation.sim.choice_arrays import make_templates
from legation.sim.choosers import make_chooser
from legation.sim.endings import NOBODY, list_endings
from legation.sim.observation import make_observer, see_batch, see_numbers
from legation.sim.rewards import GAIN, check_reward, score_games
from legation.sim.rounds import list_phases, year_of
from legation.variants import open_variant


class Sight(NamedTuple):
    """The observation of all games."""

    phase: str
    """``SM``, ``SR``, ``FM``, ``FR`` or ``WA``: season, and moves, retreats or adjustments."""
    board: DeviceArray
    """By game, space and feature, as in ``legation.sim.observation``."""
    game: DeviceArray
    """Numbers about each game; the columns for the player's own power are empty."""
    mask: DeviceArray
    """By game, slot and template: the legal choices of the power that orders there."""
    owner: DeviceArray
    """By game and slot: the power that chooses, or -1."""


class Stepped(NamedTuple):
    """The result of a step."""

    sight: Sight
    rewards: DeviceArray
    """By game and power."""
    terminated: DeviceArray
    """By game: a power had won, or all shared a draw, and the game has begun again."""
    truncated: DeviceArray
    """By game: its years were over, and it has begun again."""
    centres: DeviceArray
    """By game and power, before any game began again."""


class VectorEnvironment:
    """A number of games of a variant that the batch engine covers, on ``cpu`` or ``cuda``.

    Raises for any other variant. Choices by sea need a search for routes, for which games on ``cuda`` are fetched in
    every movement phase; they are left out unless they are wanted. In the Colonial Variant, which has no convoys and
    runs on ``cpu`` only, a second slot of each space is for the army aboard.
    """

    def __init__(
        self,
        variant: str = "standard",
        rules: str | None = None,
        *,
        games: int = 64,
        years: int = 20,
        convoys: bool = False,
        reward: str = GAIN,
        device: str = "cpu",
    ) -> None:
        self.variant = open_variant(variant)
        self.rulebook = choose_rulebook(self.variant, rules, {})
        self.board = engine.make_batch_board(self.variant, self.rulebook, device=device)
        self.table = make_action_table(self.variant, self.rulebook)
        self.templates = make_templates(self.table, self.board)
        self.chooser = make_chooser(self.variant, self.board, self.table, convoys=convoys)
        self.slots = len(self.table.slots)
        """The number of choices in a game: one for each space, and where ships carry armies one more."""
        self.observer = make_observer(self.variant)
        self.powers = self.board.powers
        self.games, self.years, self.convoys = games, years, convoys
        self.reward = check_reward(reward)
        self._first = engine.encode_positions(self.board, [self.variant.start])
        self._phases = list_phases(self.variant.calendar)
        self._is_unplayed = self.board.device.put(np.array([power in self.rulebook.unplayed for power in self.powers]))
        self.reset()

    def reset(self) -> Sight:
        """Begin all games."""
        arrays = self.board.device.arrays
        self.batch: Batch = engine.repeat(self._first, self.games)
        self.phase = self._phases[0]
        self._age = arrays.zeros(self.games, np.int64)
        self._quiet = arrays.zeros(self.games, np.int64)
        self._is_over = arrays.zeros(self.games, np.bool_)
        self.last, self.last_age = self.batch, self._age
        """All games at the end of the round, before those that were over began again."""
        self._sight = self._look()
        return self._sight

    def step(self, actions: DeviceArray) -> Stepped:
        """Judge a phase of every game; actions are by game and slot. Phases with nothing to order are skipped."""
        arrays = self.board.device.arrays
        before = engine.count_centres(self.board, self.batch)
        nobody = arrays.zeros(self.games, np.bool_)
        rewards = arrays.zeros((self.games, len(self.powers)), np.float32)
        self._news = Stepped(self._sight, rewards, nobody, nobody, before)
        self._judge(actions)
        self._go_on()
        while not self._is_due():
            self._go_on()
        self._sight = self._look()
        return self._news._replace(sight=self._sight)

    def sample(self, seed: int) -> DeviceArray:
        """Random legal choices for every slot of every game; the same on both devices."""
        return engine.sample_choices(self.board, self._sight.mask, seed)

    def state(self) -> DeviceArray:
        """The complete state of every game as one row of numbers: its features, then its numbers."""
        sight = self._sight
        return np.concatenate([sight.board.reshape(self.games, -1).astype(np.float32), sight.game], axis=1)

    def render(self, game: int = 0) -> str:
        """A game as text: every power's centres and units."""
        return draw_position(self.variant, self.rulebook, self.describe(game))

    def describe(self, game: int = 0) -> GameState:
        """A game as the judge knows it, for drawings and reports."""
        return GameState(self._date(game), engine.decode_position(self.board, self.batch, game))

    def _date(self, game: int) -> Phase:
        year = year_of(self.variant.calendar, Season(self.phase[0]), int(self._age[game]))
        return parse_phase(f"{self.phase[0]}{year}{self.phase[1]}")

    def _judge(self, actions: DeviceArray) -> None:
        board, batch = self.board, self.batch
        orders = self.chooser.read(batch, self.phase, actions)
        if self.phase.endswith("M"):
            self.batch, _ = engine.judge_moves(board, batch, orders)
            self._disband_unplayed()
        elif self.phase.endswith("R"):
            self.batch, _ = engine.judge_retreats(board, batch, orders)
        else:
            self.batch, _ = engine.judge_adjustments(board, batch, orders)
        if board.colonial is not None:  # there, centres are lost in any phase
            self._count_gains()

    def _disband_unplayed(self) -> None:
        """Let dislodged units of powers without a player disband."""
        if self.rulebook.unplayed:
            out = self.batch.out_power
            staying = np.where(self._mark_unplayed(out), NOBODY, out).astype(out.dtype)
            self.batch = self.batch._replace(out_power=staying)

    def _mark_unplayed(self, powers: DeviceArray) -> DeviceArray:
        """Where an array of powers names one without a player."""
        return (powers >= 0) & self._is_unplayed[np.maximum(powers, 0)]

    def _go_on(self) -> None:
        """Go on to the next phase; centres change hands after Fall's retreats, rounds end before the first phase."""
        if self.phase == "FR":
            self._settle()
        self.phase = self._phases[(self._phases.index(self.phase) + 1) % len(self._phases)]
        if self.phase == self._phases[0]:
            self._end_round()

    def _settle(self) -> None:
        owners = self.batch.owner
        self.batch = engine.settle_ownership(self.board, self.batch)
        self._quiet = np.where((self.batch.owner == owners).all(axis=1), self._quiet + 1, 0)
        fall = self._age * self.variant.calendar.round_years + year_of(self.variant.calendar, Season.FALL, 0)
        endings = list_endings(self.variant, self.board, self.batch, fall, self._quiet)
        self.batch = self.batch._replace(winner=endings.winner)
        self._is_over = endings.is_over
        self._count_gains()
        if self.reward == GAIN:
            self._news = self._news._replace(rewards=self._news.rewards + endings.parts)

    def _count_gains(self) -> None:
        """Count the centres of all powers, and reward gains."""
        centres, rewards = engine.count_centres(self.board, self.batch), self._news.rewards
        if self.reward == GAIN:
            gains = (centres - self._news.centres) / self.board.victory_centres
            rewards = (rewards + gains).astype(np.float32)
        self._news = self._news._replace(rewards=rewards, centres=centres)

    def _end_round(self) -> None:
        """Begin again the games that are over."""
        self._age += 1
        terminated = self._is_over
        truncated = ~terminated & (self._age >= self.years)
        news = self._news._replace(terminated=terminated, truncated=truncated)
        if self.reward != GAIN:
            scores = score_games(self.reward, news.centres, self.batch.winner)
            news = news._replace(rewards=np.where((terminated | truncated)[:, None], scores, news.rewards))
        self._news = news
        self._begin_anew(terminated | truncated)

    def _is_due(self) -> bool:
        if self.phase.endswith("R"):
            return bool((self.batch.out_power >= 0).any())
        return self.phase.endswith("M") or self.chooser.is_winter_due(self.batch)

    def _begin_anew(self, is_over: DeviceArray) -> None:
        self.last, self.last_age = self.batch, self._age

        def renew(array: DeviceArray, first: DeviceArray) -> DeviceArray:
            return np.where(is_over.reshape(-1, *[1] * (array.ndim - 1)), first, array)

        self.batch = Batch._make(map(renew, self.batch, self._first))
        self._age = np.where(is_over, 0, self._age)
        self._quiet = np.where(is_over, 0, self._quiet)
        self._is_over = self._is_over & ~is_over

    def _look(self) -> Sight:
        batch, phase = self.batch, self.phase
        mask, owner = self.chooser.look(batch, phase)
        if self.rulebook.unplayed:
            is_idle = self._mark_unplayed(owner)
            owner = np.where(is_idle, NOBODY, owner).astype(owner.dtype)
            mask[..., 1:] &= ~is_idle[..., None]
        years = (self._age / self.years).astype(np.float32)
        numbers = see_numbers(self.observer, self.board, batch, phase, years)
        return Sight(phase, see_batch(self.observer, self.board, batch, phase), numbers, mask, owner)


def sample_actions(mask: NDArray[np.bool_], chance: np.random.Generator) -> NDArray[np.int64]:
    """A random legal choice for every slot, on the processor."""
    weights = chance.random(mask.shape, dtype=np.float32)
    weights[~mask] = -1
    return np.asarray(weights.argmax(axis=2), np.int64)
