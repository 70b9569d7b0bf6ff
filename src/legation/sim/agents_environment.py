"""Many games at once as a Gymnasium vector environment: a row for every power of every game.

Rows of a game are contiguous, in the order of the powers, which is also how PufferLib lays out agents. Choices,
features and rewards are those of ``legation.sim.vector_environment``. Needs the extra ``legation[rl]``.
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from legation.batch import Batch, DeviceArray
from legation.errors import RequestError
from legation.sim.action_table import NOTHING
from legation.sim.observation import see_batch, see_numbers
from legation.sim.rounds import PHASES
from legation.sim.vector_environment import Sight, VectorEnvironment

Observation = dict[str, DeviceArray]
OWN: Final = len(PHASES) + 1
"""The index, among the numbers about a game, of the observing power."""


class AgentsEnvironment(VectorEnv[Observation, DeviceArray, DeviceArray]):
    """The games of a vector environment; an action of a row is one choice for every slot, and choices for others' units
    are ignored.

    A game that is over begins again in the same step (``AutoresetMode.SAME_STEP``), and ``final_obs`` of the infos is
    the last observation. A power that is out has nothing to choose until its game ends. With ``words`` every power
    sends one of that many words to each other power in a step, 0 being silence: its action ends with a word for each
    power, and its observation contains the words sent to it in the last step. The learners decide what the words mean.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, games: VectorEnvironment, *, words: int = 0) -> None:
        if words < 0:
            raise RequestError("words", f"{words}; 0 is for games without messages")
        self.games = games
        self.powers, self.words = self.games.powers, words
        self.num_envs = self.num_agents = games.games * len(self.powers)
        self.render_mode = "ansi"
        self.single_observation_space = self._make_observation_space()
        self.single_action_space = spaces.MultiDiscrete(
            [self.games.table.ranges.size] * self.games.slots + ([words] * len(self.powers) if words else [])
        )
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._sight = self.games.reset()
        self._said = self._be_silent()

    def _make_observation_space(self) -> spaces.Dict:
        observer, count = self.games.observer, len(self.powers)
        found: dict[str, spaces.Space[Any]] = {
            "board": spaces.Box(0, 1, observer.ground.shape, np.int8),
            "game": spaces.Box(0.0, np.inf, (observer.numbers,), np.float32),
            "action_mask": spaces.MultiBinary((self.games.slots, self.games.table.ranges.size)),
        }
        if self.words:
            found["messages"] = spaces.MultiDiscrete([self.words] * count)
        return spaces.Dict(found)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games. The rules are deterministic, so the seed is for the action space alone."""
        del options
        if seed is not None:
            self.action_space.seed(seed)
        self._sight, self._said = self.games.reset(), self._be_silent()
        return self._observe(self._sight), {"phase": self._sight.phase}

    def step(self, actions: DeviceArray) -> tuple[Observation, DeviceArray, DeviceArray, DeviceArray, dict[str, Any]]:
        """Judge a phase of every game. Rewards and endings are by row; ``centres`` of the infos is, too."""
        choices = self._split(actions)
        stepped = self.games.step(self._join(choices))
        self._sight = stepped.sight
        over = stepped.terminated | stepped.truncated
        infos: dict[str, Any] = {"phase": stepped.sight.phase, "centres": stepped.centres.reshape(-1)}
        if bool(over.any()):
            infos["final_obs"] = self._observe_last()
            infos["_final_obs"] = self._by_row(over)
            self._said = np.where(over[:, None, None], 0, self._said)
        return (
            self._observe(stepped.sight),
            stepped.rewards.reshape(-1),
            self._by_row(stepped.terminated),
            self._by_row(stepped.truncated),
            infos,
        )

    def sample(self, seed: int) -> DeviceArray:
        """Random legal choices for every row, and silence; the same on both devices."""
        choices = self.games.sample(seed)
        rows = np.repeat(choices, len(self.powers), axis=0)
        if not self.words:
            return rows
        return np.concatenate([rows, self._be_silent().reshape(self.num_envs, -1).astype(rows.dtype)], axis=1)

    def render(self) -> tuple[str, ...]:
        """Every game as text."""
        return tuple(self.games.render(number) for number in range(self.games.games))

    def state(self) -> DeviceArray:
        """The complete state of every game as one row of numbers: by game, not by power."""
        return self.games.state()

    def _split(self, actions: DeviceArray) -> DeviceArray:
        """The choices by game, power and slot; words are kept for the next observation."""
        count, width = len(self.powers), self.games.slots
        expected = (self.num_envs, width + (count if self.words else 0))
        if tuple(actions.shape) != expected:
            raise RequestError("actions", f"they are {tuple(actions.shape)}, and should be {expected}")
        rows = actions.reshape(self.games.games, count, -1)
        if self.words:
            # Sent by a power to each other; received by each from every other.
            said = np.swapaxes(rows[:, :, width:], 1, 2)
            if bool(((said < 0) | (said >= self.words)).any()):
                raise RequestError("actions", f"a word is none of the {self.words}")
            self._said = said.astype(np.int64)
        return rows[:, :, :width]

    def _join(self, choices: DeviceArray) -> DeviceArray:
        """By game and slot the choice of the power that orders there."""
        owner = self._sight.owner.astype(np.int64)
        chosen = np.take_along_axis(choices, np.maximum(owner, 0)[:, None, :], axis=1)[:, 0, :]
        return np.where(owner >= 0, chosen, NOTHING)

    def _observe(self, sight: Sight) -> Observation:
        count = len(self.powers)
        everyone = self.games.board.device.arrays.arange(count)
        mine = sight.owner[:, None, :] == everyone[None, :, None]
        mask = (sight.mask[:, None] & mine[..., None]).astype(np.int8)
        mask[..., NOTHING] = 1
        return {
            "board": np.repeat(sight.board, count, axis=0),
            "game": self._number(sight.game),
            "action_mask": mask.reshape(self.num_envs, *mask.shape[2:]),
            **({"messages": self._said.reshape(self.num_envs, count)} if self.words else {}),
        }

    def _observe_last(self) -> Observation:
        """The observation of the games before those that are over began again: there is nothing left to choose."""
        games = self.games
        batch: Batch = games.last
        years = (games.last_age / games.years).astype(np.float32)
        numbers = see_numbers(games.observer, games.board, batch, games.phase, years)
        arrays = games.board.device.arrays
        mask = arrays.zeros((self.num_envs, self.games.slots, games.table.ranges.size), np.int8)
        mask[..., NOTHING] = 1
        count = len(self.powers)
        return {
            "board": np.repeat(see_batch(games.observer, games.board, batch, games.phase), count, axis=0),
            "game": self._number(numbers),
            "action_mask": mask,
            **({"messages": self._said.reshape(self.num_envs, count)} if self.words else {}),
        }

    def _number(self, numbers: DeviceArray) -> DeviceArray:
        """The numbers about a game for each power, which differ in the observing power."""
        count = len(self.powers)
        rows = np.repeat(numbers, count, axis=0)
        own = self.games.board.device.arrays.eye(count, dtype=np.float32)
        rows[:, OWN : OWN + count] = self.games.board.device.arrays.tile(own, (self.games.games, 1))
        return rows

    def _by_row(self, by_game: DeviceArray) -> DeviceArray:
        return np.repeat(by_game, len(self.powers))

    def _be_silent(self) -> DeviceArray:
        count = len(self.powers)
        return self.games.board.device.arrays.zeros((self.games.games, count, count), np.int64)
