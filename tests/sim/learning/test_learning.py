"""Learning from games: the right examples, a network that fits them, and a course that goes on where it stopped."""

import json
from pathlib import Path

import numpy as np
import pytest

from legation.bots import GreedyBot, Patience, play_match
from legation.bots.learned import features as at
from legation.bots.learned import load_sage
from legation.errors import RequestError, UnknownNameError
from legation.game import PhaseKind, PhaseRecord, list_survivors
from legation.judge import count_centres
from legation.library import Game
from legation.sim.learning import (
    Examples,
    TrainingPlan,
    fit_network,
    gather_examples,
    join,
    load_examples,
    save_examples,
    train,
)
from legation.sim.learning.games import LEARNING, BotMix, play_examples


@pytest.fixture(scope="module")
def played() -> tuple[Game, list[PhaseRecord]]:
    records: list[PhaseRecord] = []
    game = Game.new("standard")
    play_match(game, GreedyBot(), seed=4, patience=Patience(years=4, quiet_years=4), watch=records.append)
    return game, records


def test_targets_are_the_centres_so_many_years_later(played: tuple[Game, list[PhaseRecord]]) -> None:
    game, records = played
    found = gather_examples(game.variant, game.rulebook, records, horizon=2, seed=7)
    powers = sorted(game.variant.powers)
    first = next(record for record in records if record.phase.kind is PhaseKind.MOVES)
    later = [record for record in records if record.phase.year == first.phase.year + 2][-1].after.position
    expected = [count_centres(game.variant.board, later, power, game.rulebook) for power in powers]
    assert found.target[: len(powers)].tolist() == expected
    assert found.features[: len(powers), at.OWNED].tolist() == [3, 3, 3, 3, 3, 4, 3]
    assert set(found.game.tolist()) == {7}


def test_boards_whose_future_is_unknown_teach_nothing(played: tuple[Game, list[PhaseRecord]]) -> None:
    game, records = played
    found = gather_examples(game.variant, game.rulebook, records, horizon=2, seed=7)
    last = records[-1].phase.year
    known = [record for record in records if record.phase.kind is PhaseKind.MOVES and record.phase.year + 2 <= last]
    expected = sum(len(list_survivors(game.variant.board, record.before.position)) for record in known)
    assert len(found.target) == expected > 0
    assert len(gather_examples(game.variant, game.rulebook, records, horizon=50, seed=7).target) == 0


def test_owners_are_those_before_the_phase(played: tuple[Game, list[PhaseRecord]]) -> None:
    """In Fall centres change hands after the moves; a search values the board before that."""
    game, records = played
    found = gather_examples(game.variant, game.rulebook, records, horizon=1, seed=7)
    in_first_fall = found.features[found.is_fall][: len(game.variant.powers)]
    assert in_first_fall[:, at.OWNED].tolist() == [3, 3, 3, 3, 3, 4, 3]
    assert in_first_fall[:, at.HELD].sum() > 22


def test_examples_are_kept(tmp_path: Path, played: tuple[Game, list[PhaseRecord]]) -> None:
    game, records = played
    found = gather_examples(game.variant, game.rulebook, records, horizon=2, seed=7)
    save_examples(found, tmp_path / "examples.npz")
    again = load_examples(tmp_path / "examples.npz")
    assert np.allclose(again.features, found.features, rtol=1e-3)
    assert again.target.tolist() == found.target.tolist()


def make_known(count: int = 4000) -> Examples:
    """Examples whose rule is known: twice the first number, and three more where the second is above zero."""
    chance = np.random.default_rng(5)
    features = chance.standard_normal((count, 6)).astype(np.float32)
    target = (2 * features[:, 0] + 3 * (features[:, 1] > 0)).astype(np.float32)
    return Examples(features, target, np.zeros(count, np.bool_), np.arange(count))


def test_a_network_learns_a_rule_that_no_line_can_tell() -> None:
    known = make_known()
    fit = fit_network(known.features, known.target, known.game, held=0, epochs=12)
    assert fit.plain == pytest.approx(4 / 6.25, abs=0.06)  # the variance of 2x is 4, that of the step 2.25
    assert fit.explained > 0.9
    assert fit.examples == 3200  # every fifth is held out


def test_the_same_examples_give_the_same_weights() -> None:
    known = make_known(1000)
    one, other = (fit_network(known.features, known.target, known.game, held=0, epochs=2) for _ in range(2))
    assert np.array_equal(one.network.first, other.network.first)


def test_a_course_goes_on_where_it_stopped(tmp_path: Path) -> None:
    short = TrainingPlan("standard", tmp_path, games=3, stages=1, years=4, jobs=1)
    first = list(train(short))
    assert [stage.games for stage in first] == [3]
    written = {file.name: file.stat().st_mtime_ns for file in tmp_path.glob("examples-*")}
    told: list[str] = []
    longer = list(train(TrainingPlan("standard", tmp_path, games=5, stages=1, years=4, jobs=1), told.append))
    assert [stage.games for stage in longer] == [5]
    assert told == ["stage 0: 5 of 5 games"]
    assert all((tmp_path / name).stat().st_mtime_ns == at for name, at in written.items())
    assert len(json.loads((tmp_path / "journal.json").read_text("utf-8"))) == 1
    sage = load_sage(tmp_path / "weights-0.npz")
    assert sage.variant == "standard"
    again = play_examples(BotMix("standard", 4, seats=LEARNING, sage=tmp_path / "weights-0.npz"), seed=1)
    assert len(again.target) > 0


def test_no_examples_are_joined_to_none() -> None:
    assert len(join([]).target) == 0


def test_what_cannot_be_learned_is_told_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        list(train(TrainingPlan("nowhere", tmp_path / "learned")))
    assert not (tmp_path / "learned").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(RequestError, match="cannot be made"):
        list(train(TrainingPlan("standard", tmp_path / "file")))


def test_too_few_examples_are_refused(tmp_path: Path) -> None:
    """Of two years nothing is known three years later."""
    with pytest.raises(RequestError, match="too few"):
        list(train(TrainingPlan("standard", tmp_path, games=1, stages=1, years=1, jobs=1)))
