"""A PettingZoo environment for any variant: agents are powers, all order at once, the judge decides.

Needs the extra ``legation[rl]``. The rules are deterministic, so the same actions always lead to the same game.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from legation.board import PowerId
from legation.errors import RequestError
from legation.game import GameState, PhaseRecord, advance, choose_rulebook, list_survivors, start_state
from legation.judge import count_centres
from legation.orders import write_submissions
from legation.sim.action_table import NOTHING, make_action_table
from legation.sim.choices import Choices, list_choices, read_choices
from legation.sim.observation import make_observer
from legation.sim.rounds import count_rounds
from legation.variants import Variant, open_variant

ENVIRONMENT_VERSION: Final = 1
"""Raised whenever the same actions give other observations, masks or rewards."""
WIN: Final = 1.0
"""The reward of a victory; a draw shares it."""

Action = NDArray[np.int64]
Messages = NDArray[np.int64]
"""A word from each power."""
Observation = dict[str, Any]
Infos = dict[str, dict[str, Any]]


class LegationEnvironment(ParallelEnv[str, Observation, Action]):  # type: ignore[misc]  # PettingZoo has no types
    """One game. An action is one choice of the action table for every slot; choices for others' slots are ignored.

    With ``words`` every power sends one of that many words to each other power in a step, 0 being silence: its action
    ends with a word for each power, and its observation contains the words sent to it in the last step, as in
    ``AgentsEnvironment``. The learners decide what the words mean.
    """

    metadata = {"name": f"legation_v{ENVIRONMENT_VERSION}", "render_modes": []}  # noqa: RUF012 - PettingZoo wants it so

    def __init__(
        self,
        variant: str = "standard",
        rules: str | None = None,
        *,
        years: int = 20,
        modules: Sequence[str] = (),
        convoys: bool = True,
        words: int = 0,
    ) -> None:
        if years < 1:
            raise RequestError("years", f"{years}; at least one is needed")
        if words < 0:
            raise RequestError("words", f"{words}; 0 is for games without messages")
        self.variant = open_variant(variant)
        self.rulebook = choose_rulebook(self.variant, rules, {}, modules)
        self.years = years
        self.convoys = convoys
        self.words = words
        self.table = make_action_table(self.variant, self.rulebook)
        self.observer = make_observer(self.variant)
        self.possible_agents = [str(power) for power in self.observer.powers if power in self.variant.seats]
        self.agents: list[str] = []
        self.render_mode = None
        self.game_state: GameState = start_state(self.variant)
        self.record: PhaseRecord | None = None
        """The phase judged last, with the reasons for every result."""
        self._choices: dict[str, Choices] = {}
        self._said: dict[str, Messages] = {}
        """The words sent to each power in the last step."""
        self._action_spaces = {agent: self._make_action_space() for agent in self.possible_agents}
        self._observation_spaces = {agent: self._make_observation_space() for agent in self.possible_agents}

    @property
    def version(self) -> str:
        """The versions of the environment and of the variant. Results may change with either."""
        return version_of(self.variant)

    def _make_action_space(self) -> spaces.MultiDiscrete:
        return spaces.MultiDiscrete([self.table.ranges.size] * len(self.table.slots) + self._list_words())

    def _list_words(self) -> list[int]:
        """The number of words for each power; empty in games without messages."""
        return [self.words] * len(self.observer.powers) if self.words else []

    def _make_observation_space(self) -> spaces.Dict:
        board = (len(self.variant.board.order), self.observer.columns)
        sizes = [self.table.ranges.size] * len(self.table.slots) + self._list_words()
        seen: dict[str, spaces.Space[Any]] = {
            "board": spaces.Box(0, 1, board, np.int8),
            "game": spaces.Box(0.0, np.inf, (self.observer.numbers,), np.float32),
            "action_mask": spaces.Tuple([spaces.MultiBinary(size) for size in sizes]),
        }
        if self.words:
            seen["messages"] = spaces.MultiDiscrete(self._list_words())
        return spaces.Dict(seen)

    def observation_space(self, agent: str) -> spaces.Dict:
        """An agent's observation: features of the board, numbers about the game, and the mask of legal choices."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.MultiDiscrete:
        """One choice for every slot."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin a game. The seed is for the action spaces, the only source of randomness."""
        if seed is not None:
            for number, space in enumerate(self._action_spaces.values()):
                space.seed(seed + number)
        self.agents = list(self.possible_agents)
        self.game_state, self.record, self._said = start_state(self.variant), None, {}
        return self._observe(self.agents), self._describe(self.agents)

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Judge one phase."""
        playing, before = self.agents, self._count_centres()
        self._said = self._hear(actions)
        orders = {
            PowerId(agent): read_choices(self.table, self._choices[agent], [int(choice) for choice in actions[agent]])
            for agent in playing
            if agent in actions
        }
        record = self.record = advance(self.variant, self.game_state, write_submissions(orders), self.rulebook)
        self.game_state = record.after
        after, ending = self._count_centres(), record.after.ending
        scale = self.variant.victory_centres
        rewards = {agent: (after[agent] - before[agent]) / scale + self._win(agent) for agent in playing}
        alive = list_survivors(self.variant.board, record.after.position)
        is_late = count_rounds(self.variant.calendar, record.after.phase) >= self.years
        ended = {agent: ending is not None or PowerId(agent) not in alive for agent in playing}
        cut = {agent: is_late and not ended[agent] for agent in playing}
        observations, told = self._observe(playing), self._describe(playing)
        self.agents = [agent for agent in playing if not ended[agent] and not cut[agent]]
        return observations, rewards, ended, cut, told

    def _hear(self, actions: Mapping[str, Action]) -> dict[str, Messages]:
        """The words that each agent receives when all send at once."""
        if not self.words:
            return {}
        powers, first = self.observer.powers, len(self.table.slots)
        said = np.zeros((len(powers), len(powers)), np.int64)
        for agent in self.agents:
            if agent in actions:
                said[powers.index(PowerId(agent))] = actions[agent][first:]
        if bool(((said < 0) | (said >= self.words)).any()):
            raise RequestError("actions", f"a word is none of the {self.words}")
        return {str(power): said[:, number] for number, power in enumerate(powers)}

    def _win(self, agent: str) -> float:
        ending = self.game_state.ending
        return WIN / len(ending.powers) if ending and agent in ending.powers else 0.0

    def _count_centres(self) -> dict[str, int]:
        position, board = self.game_state.position, self.variant.board
        return {agent: count_centres(board, position, PowerId(agent), self.rulebook) for agent in self.possible_agents}

    def _observe(self, agents: Sequence[str]) -> dict[str, Observation]:
        state, board = self.game_state, self.observer.see_board(self.game_state)
        self._choices = {
            agent: list_choices(
                self.table, self.variant, self.rulebook, state, PowerId(agent), convoys=self.convoys
            )
            for agent in agents
        }  # fmt: skip
        return {
            agent: {
                "board": board.copy(),
                "game": self.observer.see_game(state, self.rulebook, self.years, PowerId(agent)),
                "action_mask": (*self.mask(agent), *(np.ones(count, np.int8) for count in self._list_words())),
                **({"messages": self._said.get(agent, self._silence)} if self.words else {}),
            }
            for agent in agents
        }

    @property
    def _silence(self) -> Messages:
        return np.zeros(len(self.observer.powers), np.int64)

    def mask(self, agent: str) -> NDArray[np.int8]:
        """The legal choices of an agent as one array by slot and template; "nothing" is always allowed."""
        mask = np.zeros((len(self.table.slots), self.table.ranges.size), np.int8)
        mask[:, NOTHING] = 1
        for slot, templates in self._choices[agent].items():
            mask[slot, list(templates)] = 1
        return mask

    def _describe(self, agents: Sequence[str]) -> Infos:
        phase, owned = str(self.game_state.phase), self._count_centres()
        return {agent: {"phase": phase, "centres": owned[agent], "version": self.version} for agent in agents}

    def render(self) -> None:
        """Does nothing: ``legation.render`` draws ``game_state``."""


def parallel_env(variant: str = "standard", rules: str | None = None, **settings: Any) -> LegationEnvironment:  # noqa: ANN401
    """The environment of a variant, by its own rulebook or another; see ``LegationEnvironment`` for the settings."""
    return LegationEnvironment(variant, rules, **settings)


@cache
def _load(name: str) -> Variant:
    return open_variant(name)


def version_of(variant: str | Variant) -> str:
    """The version of the environment with a variant: ``1.3`` is version 1 with version 3 of the variant."""
    loaded = _load(variant) if isinstance(variant, str) else variant
    return f"{ENVIRONMENT_VERSION}.{loaded.version}"
