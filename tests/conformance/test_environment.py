"""One suite for the environments of every variant: PettingZoo's tests, masks, rewards, the vector environment."""

import hashlib
import warnings
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from numpy.typing import NDArray

from legation.board import LocationId, PowerId, SpaceId
from legation.errors import RequestError
from legation.game import Ending, PhaseKind
from legation.sim.environment import LegationEnvironment, parallel_env, version_of
from legation.sim.observation import CARGO
from legation.sim.vector_environment import Stepped, VectorEnvironment, sample_actions
from legation.variants import list_variants

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test import parallel_api_test, parallel_seed_test

VARIANTS = list_variants()


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


@dataclass
class Journey:
    """What became of one game through which both environments were led."""

    phases: list[str]
    ending: Ending | None
    stepped: Stepped
    has_carried: bool
    """Whether a ship had an army aboard."""


def lead_both(variant: str, years: int, *, convoys: bool = False, seed: int = 7) -> Journey:
    """Lead both environments through one game, and compare observations, masks and rewards phase by phase."""
    single = parallel_env(variant, years=years, convoys=convoys)
    vector = VectorEnvironment(variant, games=1, years=years, convoys=convoys)
    seen, _ = single.reset()
    sight = vector.reset()
    chance = np.random.default_rng(seed)
    phases, has_carried = [], False
    own = slice(6, 6 + len(vector.powers))
    while single.agents:
        phases.append(str(single.game_state.phase))
        assert str(vector.describe().phase) == phases[-1]
        first = seen[single.agents[0]]
        assert np.array_equal(sight.board[0], first["board"])
        assert np.allclose(np.delete(sight.game[0], own), np.delete(first["game"], own))
        assert np.array_equal(sight.mask[0], union(single))
        has_carried |= bool(sight.board[..., CARGO].any())
        actions = sample_actions(sight.mask, chance)
        seen, rewards, _, _, _ = single.step(dict.fromkeys(single.agents, actions[0]))
        stepped = vector.step(actions)
        sight = stepped.sight
        for agent, reward in rewards.items():
            assert stepped.rewards[0, vector.powers.index(agent)] == pytest.approx(reward, abs=1e-6)
    return Journey(phases, single.game_state.ending, stepped, has_carried)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_vector_environment_agrees_with_the_judge(variant: str) -> None:
    has_convoys = variant in ("standard", "cline-9-man-vii")
    found = lead_both(variant, 12 if variant in FOUGHT else 5, convoys=has_convoys)
    kinds = {phase[0] + phase[-1] for phase in found.phases}
    assert {"SM", "FM", "WA"} <= kinds
    assert variant not in FOUGHT or kinds & {"SR", "FR"}
    assert found.has_carried is (variant == "colonial-variant")


def write_board(folder: Path, *changes: tuple[str, str]) -> str:
    """The regular board with some texts of its ``variant.toml`` put in another way."""
    copytree(Path(str(files("legation.variants"))) / "data" / "standard", folder)
    path = folder / "variant.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return str(folder)


YEAR = "first_year = 1901\n"
ITALY = 'id = "ITALY"\n'
CENTRES = "centres = 18\n"
FLEETS_IF_NEEDED = '[switches]\nforeign_fleets = "if_needed"\n\n[calendar]'
TURKEY_STAYS = CENTRES + '[[victory.holdings]]\nspaces = ["ANK", "CON", "SMY"]\nfrom_year = 1902\n'
ODD_BOARDS: dict[str, tuple[tuple[str, str], ...]] = {
    "winter": ((YEAR, YEAR + 'first_season = "winter"\n'),),
    "fall": ((YEAR, YEAR + 'first_season = "fall"\nspring_to_fall = 3\nfall_to_spring = 2\n'),),
    "leap": ((YEAR, YEAR + "spring_to_fall = 5\nfall_to_spring = 0\n"),),
    "unplayed": ((ITALY, ITALY + "played = false\n"), ('id = "AUSTRIA"\n', 'id = "AUSTRIA"\nplayed = false\n')),
    "last-year": (
        (CENTRES, CENTRES + 'last_year = 1902\nat_end = "most_centres"\n'),
        (ITALY, ITALY + "played = false\n"),
    ),
    "drawn": ((CENTRES, CENTRES + "last_year = 1902\n"),),
    "holdings": ((CENTRES, TURKEY_STAYS),),
    "fewer": ((CENTRES, CENTRES + "[victory.centres_from]\n1902 = 5\n1903 = 4\n"),),
}


@pytest.mark.parametrize("board", ODD_BOARDS)
def test_both_environments_agree_on_boards_with_calendars_and_endings_of_their_own(board: str, tmp_path: Path) -> None:
    found = lead_both(write_board(tmp_path / board, *ODD_BOARDS[board]), 3, seed=2)
    assert found.phases[0] == {"winter": "W1901A", "fall": "F1901M"}.get(board, "S1901M")
    if board in ("last-year", "drawn", "holdings", "fewer"):
        assert found.ending is not None


def test_a_game_that_ends_in_its_last_year_is_shared_and_begins_anew(tmp_path: Path) -> None:
    environment = VectorEnvironment(write_board(tmp_path / "board", (CENTRES, CENTRES + "last_year = 1901\n")), games=2)
    first = environment.reset()
    nothing = np.zeros(first.owner.shape, np.int64)
    environment.step(nothing)
    stepped = environment.step(nothing)
    assert stepped.terminated.all()
    assert not stepped.truncated.any()
    assert np.allclose(stepped.rewards, 1 / 7)
    assert str(environment.describe().phase) == "S1901M"


def test_nobody_is_asked_for_units_of_powers_that_nobody_plays(tmp_path: Path) -> None:
    environment = VectorEnvironment(write_board(tmp_path / "board", *ODD_BOARDS["unplayed"]), games=2)
    sight = environment.reset()
    rome = environment.variant.board.order.index(SpaceId("ROM"))
    assert (sight.owner[:, rome] == -1).all()
    assert sight.mask[:, rome].sum() == 2  # for each game, nothing


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


def test_the_vector_environment_refuses_what_the_batch_engine_does_not_cover(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="batch engine"):
        VectorEnvironment(write_board(tmp_path / "board", ("[calendar]", FLEETS_IF_NEEDED)))


def test_a_word_reaches_the_power_to_which_it_was_said_and_no_other() -> None:
    environment = parallel_env("standard", years=2, words=5)
    seen, _ = environment.reset()
    assert not any(sight["messages"].any() for sight in seen.values())
    powers, slots = environment.observer.powers, len(environment.table.slots)
    silent = np.zeros(slots + len(powers), np.int64)
    said = silent.copy()
    said[slots + powers.index(PowerId("GERMANY"))] = 4
    seen, _, _, _, _ = environment.step({**dict.fromkeys(environment.agents, silent), "FRANCE": said})
    assert environment.observation_space("GERMANY").contains(seen["GERMANY"])
    assert seen["GERMANY"]["messages"][powers.index(PowerId("FRANCE"))] == 4
    assert sum(int(np.count_nonzero(sight["messages"])) for sight in seen.values()) == 1
    seen, _, _, _, _ = environment.step(dict.fromkeys(environment.agents, silent))
    assert not any(sight["messages"].any() for sight in seen.values())
