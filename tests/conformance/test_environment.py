"""One suite for the environments of every variant: PettingZoo's tests, masks, rewards, the vector environment."""

import hashlib
import warnings
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from legation.board import LocationId, PowerId, SpaceId
from legation.errors import RequestError
from legation.game import PhaseKind
from legation.sim.environment import LegationEnvironment, parallel_env, version_of
from legation.sim.vector_environment import VectorEnvironment, sample_actions
from legation.variants import list_variants

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test import parallel_api_test, parallel_seed_test

VARIANTS = list_variants()
BATCHED = [variant for variant in VARIANTS if variant != "colonial-variant"]


def play(environment: LegationEnvironment, seed: int, phases: int = 1000) -> dict[str, float]:
    """Play by chance within the masks; the sum of each agent's rewards."""
    seen, _ = environment.reset(seed=seed)
    sums = dict.fromkeys(environment.possible_agents, 0.0)
    for _ in range(phases):
        if not environment.agents:
            break
        actions = {
            agent: environment.action_space(agent).sample(seen[agent]["action_mask"]) for agent in environment.agents
        }
        seen, rewards, _, _, _ = environment.step(actions)
        for agent, reward in rewards.items():
            sums[agent] += reward
    return sums


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_environment_passes_the_api_test_of_pettingzoo(variant: str) -> None:
    environment = parallel_env(variant, years=1)
    parallel_api_test(environment, num_cycles=12)
    assert not environment.agents


@pytest.mark.parametrize("variant", ["standard", "colonial-variant", "colonia-vii"])
def test_the_environment_passes_the_seed_test_of_pettingzoo(variant: str) -> None:
    make = partial(parallel_env, variant, years=1)
    parallel_seed_test(make, num_cycles=2)
    assert make().version == make().version


@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_a_mask_allows_is_accepted(variant: str) -> None:
    environment = parallel_env(variant, years=2)
    seen, _ = environment.reset(seed=4)
    while environment.agents:
        assert all(environment.observation_space(agent).contains(seen[agent]) for agent in environment.agents)
        kind = environment.game_state.phase.kind
        actions = {
            agent: environment.action_space(agent).sample(seen[agent]["action_mask"]) for agent in environment.agents
        }
        seen, _, _, _, _ = environment.step(actions)
        assert environment.record is not None
        if kind is not PhaseKind.ADJUSTMENTS:  # more builds than are due may be chosen; the first ones count
            assert environment.record.rejections == ()


def test_every_choice_of_a_mask_is_described() -> None:
    environment = parallel_env("standard")
    environment.reset()
    mask = environment.mask("FRANCE")
    paris = environment.table.slots.index("PAR")
    words = [environment.table.describe(int(choice)) for choice in np.flatnonzero(mask[paris])]
    assert words[0] == "hold, disband or nothing"
    assert sum(word.startswith("move to step") for word in words) == 4
    assert {environment.table.describe(choice) for choice in range(environment.table.ranges.size)} >= set(words)


def test_a_choice_against_the_mask_is_nothing() -> None:
    environment = parallel_env("standard")
    environment.reset()
    wild = np.full(len(environment.table.slots), environment.table.ranges.remove)
    environment.step(dict.fromkeys(environment.agents, wild))
    assert environment.record is not None
    assert environment.game_state.position.units == environment.record.before.position.units


def test_an_army_goes_by_convoy_when_army_and_fleet_choose_it() -> None:
    environment = parallel_env("standard")
    environment.reset()
    table = environment.table

    def choose(space: str, choice: int) -> None:
        action[table.slots.index(space)] = choice

    action = np.zeros(len(table.slots), np.int64)
    sea = table.steps[True][LocationId("LON")].index(LocationId("NTH"))
    choose("LON", table.ranges.move + sea)
    choose("LVP", table.ranges.move + table.steps[False][LocationId("LVP")].index(LocationId("YOR")))
    environment.step({"ENGLAND": action})
    action = np.zeros(len(table.slots), np.int64)
    norway = table.shores.index("NWY")
    choose("YOR", table.ranges.voyage + norway)
    choose("NTH", table.ranges.convoy + norway)
    assert environment.mask("ENGLAND")[table.slots.index("NTH"), table.ranges.convoy + norway]
    _, rewards, _, _, _ = environment.step({"ENGLAND": action})
    assert environment.game_state.position.units[SpaceId("NWY")].power == "ENGLAND"
    assert rewards["ENGLAND"] == pytest.approx(1 / 18)


def test_rewards_add_up_to_the_centres_gained() -> None:
    environment = parallel_env("standard", years=3)
    sums = play(environment, seed=3)
    for agent, total in sums.items():
        owned = len(environment.game_state.position.centres_of(PowerId(agent)))
        first = len(environment.variant.start.centres_of(PowerId(agent)))
        assert total == pytest.approx((owned - first) / 18)


def test_games_are_cut_after_their_years() -> None:
    environment = parallel_env("standard", years=1)
    environment.reset()
    nothing = np.zeros(len(environment.table.slots), np.int64)
    told = [environment.step(dict.fromkeys(environment.agents, nothing))[2:4] for _ in range(2)]
    assert not any(told[0][1].values())
    assert all(told[1][1].values())
    assert not any(told[1][0].values())
    assert environment.agents == []


def test_an_environment_needs_a_year() -> None:
    with pytest.raises(RequestError, match="years"):
        parallel_env("standard", years=0)


DIGESTS = {"standard": ("1.1", "f8c6120010fc9ded"), "colonia-vii": ("1.2", "75e55675c4dce29c")}
"""Of a short game by chance: the version, and a digest of all that was seen."""


@pytest.mark.parametrize("variant", DIGESTS)
def test_results_change_only_with_the_version(variant: str) -> None:
    """Where this fails although nothing of the variant changed, raise ENVIRONMENT_VERSION and take the new digest."""
    environment = VectorEnvironment(variant, games=4, years=2)
    chance = np.random.default_rng(1)
    digest = hashlib.sha256()
    sight = environment.reset()
    for _ in range(8):
        stepped = environment.step(sample_actions(sight.mask, chance))
        sight = stepped.sight
        for array in (sight.board, sight.game, np.packbits(sight.mask), stepped.rewards):
            digest.update(np.ascontiguousarray(array).tobytes())
    assert (version_of(variant), digest.hexdigest()[:16]) == DIGESTS[variant]


FOUGHT = ("colonia-iii", "colonia-vii")
"""Where chance leads to retreats within twelve years."""


def union(environment: LegationEnvironment) -> NDArray[np.bool_]:
    """The masks of all agents as one."""
    return np.asarray(np.any([environment.mask(agent) for agent in environment.agents], axis=0))


@pytest.mark.parametrize("variant", BATCHED)
def test_the_vector_environment_agrees_with_the_judge(variant: str) -> None:
    """Observations, masks and rewards, phase by phase, of one game that both are led through."""
    has_convoys = variant in ("standard", "cline-9-man-vii")
    years = 12 if variant in FOUGHT else 5
    single = parallel_env(variant, years=years, convoys=has_convoys)
    vector = VectorEnvironment(variant, games=1, years=years, convoys=has_convoys)
    seen, _ = single.reset()
    sight = vector.reset()
    chance = np.random.default_rng(7)
    phases = set()
    while single.agents:
        phase = str(single.game_state.phase)
        phases.add(sight.phase)
        assert sight.phase == phase[0] + phase[-1]
        assert np.array_equal(sight.board[0], seen[single.agents[0]]["board"])
        assert np.array_equal(sight.mask[0], union(single))
        actions = sample_actions(sight.mask, chance)
        seen, rewards, _, _, _ = single.step(dict.fromkeys(single.agents, actions[0]))
        stepped = vector.step(actions)
        sight = stepped.sight
        for agent, reward in rewards.items():
            assert stepped.rewards[0, vector.powers.index(agent)] == pytest.approx(reward, abs=1e-6)
    assert {"SM", "FM", "WA"} <= phases
    assert variant not in FOUGHT or phases & {"SR", "FR"}


def test_games_of_the_vector_environment_begin_anew() -> None:
    environment = VectorEnvironment("standard", games=3, years=1)
    first = environment.reset()
    nothing = np.zeros(first.owner.shape, np.int64)
    environment.step(nothing)
    stepped = environment.step(nothing)
    assert stepped.truncated.all()
    assert not stepped.terminated.any()
    assert np.array_equal(stepped.sight.board, first.board)
    assert np.array_equal(stepped.centres[0], [3, 3, 3, 3, 3, 4, 3])


def test_a_game_that_is_won_begins_anew_while_the_others_go_on() -> None:
    environment = VectorEnvironment("standard", games=2, years=5)
    environment.reset()
    power = environment.batch.power
    power[1, power[1] >= 0] = environment.powers.index("FRANCE")
    nothing = np.zeros(power.shape, np.int64)
    environment.step(nothing)
    stepped = environment.step(nothing)
    assert stepped.rewards[1, environment.powers.index("FRANCE")] == pytest.approx(1 + 19 / 18)
    assert stepped.terminated.tolist() == [False, True]
    assert (environment.batch.owner[0] == environment.batch.owner[1]).all()


def test_the_vector_environment_refuses_what_the_batch_engine_does_not_cover() -> None:
    with pytest.raises(RequestError, match="batch engine"):
        VectorEnvironment("colonial-variant")
