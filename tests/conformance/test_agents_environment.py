"""The environment with a row for every power: the same games as the others, in Gymnasium's form."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from legation.errors import RequestError
from legation.sim.agents_environment import AgentsEnvironment
from legation.sim.environment import parallel_env
from legation.sim.vector_environment import VectorEnvironment


def test_a_row_sees_what_an_agent_of_the_single_environment_sees() -> None:
    agents = AgentsEnvironment(VectorEnvironment("standard", games=2, years=3, convoys=True))
    single = parallel_env("standard", years=3)
    rows, _ = agents.reset()
    seen, _ = single.reset()
    for step in range(6):
        assert agents.observation_space.contains(rows)
        for number, power in enumerate(single.agents):
            row = number + len(single.agents)  # of the second game
            assert np.array_equal(rows["board"][row], seen[power]["board"])
            assert np.allclose(rows["game"][row], seen[power]["game"])
            assert np.array_equal(rows["action_mask"][row], single.mask(power))
        actions = agents.sample(step)
        mine = {power: actions[number + len(single.agents)] for number, power in enumerate(single.agents)}
        rows, rewards, _, _, infos = agents.step(actions)
        seen, earned, _, _, told = single.step(mine)
        for number, power in enumerate(single.possible_agents):
            row = number + len(single.possible_agents)
            assert rewards[row] == pytest.approx(earned[power])
            assert infos["centres"][row] == told[power]["centres"]


def test_choices_for_units_of_others_are_not_looked_at() -> None:
    agents, games = AgentsEnvironment(VectorEnvironment("standard", games=1)), VectorEnvironment("standard", games=1)
    agents.reset()
    choices = games.sample(3)
    actions = np.repeat(choices, 7, axis=0)
    owner = games.batch.power[0]
    for power in range(7):
        actions[power, owner != power] = 1  # a move, wherever others' units stand
    agents.step(actions)
    games.step(choices)
    assert np.array_equal(agents.games.batch.power, games.batch.power)
    assert np.array_equal(agents.games.batch.place, games.batch.place)


def test_a_game_that_is_over_begins_anew_and_shows_its_end() -> None:
    agents = AgentsEnvironment(VectorEnvironment("standard", games=3, years=1, reward="share"))
    assert agents.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    first, _ = agents.reset()
    for seed in range(20):
        seen, rewards, ended, cut, infos = agents.step(agents.sample(seed))
        if cut.any():
            break
    assert cut.all()
    assert not ended.any()
    assert infos["_final_obs"].shape == rewards.shape == (21,)
    assert np.array_equal(seen["board"], first["board"])
    assert not np.array_equal(infos["final_obs"]["board"], first["board"])
    assert agents.observation_space.contains(infos["final_obs"])
    assert (infos["final_obs"]["action_mask"].sum(axis=2) == 1).all()
    assert rewards.reshape(3, 7).sum(axis=1) == pytest.approx(1)


def test_words_are_heard_by_those_they_were_said_to() -> None:
    agents = AgentsEnvironment(VectorEnvironment("standard", games=2), words=5)
    seen, _ = agents.reset()
    assert not seen["messages"].any()
    actions = agents.sample(1)
    assert agents.action_space.contains(actions)
    actions[0 * 7 + 2, 75 + 3] = 4  # in the first game France speaks to Germany
    seen, _, _, _, _ = agents.step(actions)
    assert seen["messages"][0 * 7 + 3, 2] == 4
    assert np.count_nonzero(seen["messages"]) == 1
    seen, _, _, _, _ = agents.step(agents.sample(2))
    assert not seen["messages"].any()


def test_what_was_said_in_a_game_that_is_over_is_not_heard_in_the_next() -> None:
    agents = AgentsEnvironment(VectorEnvironment("standard", games=1, years=1), words=3)
    agents.reset()
    for seed in range(20):
        actions = agents.sample(seed)
        actions[0, 75 + 1] = 2
        seen, _, _, cut, infos = agents.step(actions)
        assert bool(seen["messages"].any()) is not bool(cut.any())
        if cut.any():
            break
    assert cut.all()
    assert infos["final_obs"]["messages"][1, 0] == 2


@pytest.mark.parametrize("wrong", ["width", "word"])
def test_actions_that_are_none_are_refused(wrong: str) -> None:
    agents = AgentsEnvironment(VectorEnvironment("standard", games=1), words=2)
    agents.reset()
    actions = agents.sample(1)
    if wrong == "width":
        actions = actions[:, :-1]
    else:
        actions[0, -1] = 2
    with pytest.raises(RequestError, match="actions"):
        agents.step(actions)


def test_a_game_is_told_as_text() -> None:
    agents = AgentsEnvironment(VectorEnvironment("standard", games=2))
    assert len(agents.render()) == 2
    assert "Austria" in agents.render()[0]
    assert agents.state().shape[0] == 2
