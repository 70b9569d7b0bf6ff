"""What a game is worth, by every way of scoring."""

import numpy as np
import pytest

from legation.errors import RequestError
from legation.sim.rewards import REWARDS, check_reward, score_games
from legation.sim.vector_environment import VectorEnvironment

CENTRES = np.array([[17, 10, 7, 0], [18, 16, 0, 0]])
WINNER = np.array([-1, 0], np.int8)


@pytest.mark.parametrize(("name", "expected"), [
    ("share", [17 / 34, 10 / 34, 7 / 34, 0]),
    ("squares", [289 / 438, 100 / 438, 49 / 438, 0]),
    ("draw", [1 / 3, 1 / 3, 1 / 3, 0]),
    ("rank", [1, 2 / 3, 1 / 3, 0]),
])  # fmt: skip
def test_a_game_without_a_winner_is_shared_and_a_victory_takes_all(name: str, expected: list[float]) -> None:
    scores = score_games(name, CENTRES, WINNER)
    assert scores[0] == pytest.approx(expected)
    assert scores[1].tolist() == [1, 0, 0, 0]


def test_a_tie_counts_half_in_rank() -> None:
    assert score_games("rank", np.array([[5, 5, 1]]), WINNER[:1])[0] == pytest.approx([0.75, 0.75, 0])


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(RequestError, match=", ".join(REWARDS)):
        check_reward("glory")


def test_an_environment_gives_the_reward_when_a_game_is_over() -> None:
    environment = VectorEnvironment("standard", games=2, years=1, reward="squares")
    nothing = np.zeros((2, environment.board.space_count), np.int64)
    assert not environment.step(nothing).rewards.any()
    stepped = environment.step(nothing)
    assert stepped.truncated.all()
    assert stepped.rewards[0].sum() == pytest.approx(1)
    assert stepped.rewards[0].max() == pytest.approx(16 / (6 * 9 + 16))


def test_an_environment_tells_its_state_in_numbers_and_in_words() -> None:
    environment = VectorEnvironment("standard", games=2)
    sight = environment.reset()
    state = environment.state()
    assert state.shape == (2, sight.board[0].size + sight.game.shape[1])
    assert state[1].sum() == pytest.approx(sight.board[1].sum() + sight.game[1].sum())
    assert "Spring 1901" in environment.render(1)
    assert "F KIE" in environment.render(1)


def test_choices_by_chance_are_legal_and_follow_the_seed() -> None:
    environment = VectorEnvironment("standard", games=8)
    mask = environment.reset().mask
    chosen = environment.sample(3)
    assert np.take_along_axis(mask, chosen[..., None], axis=2).all()
    assert np.array_equal(chosen, environment.sample(3))
    assert not np.array_equal(chosen, environment.sample(4))
