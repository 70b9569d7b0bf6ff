import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from legation.board import PowerId
from legation.bots import deal_levels
from legation.errors import DataError, LegationError, RequestError, UnknownNameError
from legation.sim import Commission, LocalCrew, Results, load_commission, load_results, simulate
from legation.sim.results_table import PARTS, TABLES, Part, Row, gather, list_finished
from legation.sim.simulate import make_seed, play_game
from legation.variants import load_variant

SHORT = Commission("standard", years=2)
ONE = LocalCrew(1)


def without_clock(results: Results) -> list[list[Row]]:
    games = [{name: value for name, value in game.items() if name != "seconds"} for game in results.games]
    return [games, *(getattr(results, table) for table in TABLES)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    assert simulate(SHORT, 3, folder, crew=ONE) == 3
    return folder


class StoppedError(Exception):
    """What stops a run in these tests."""


class TiredCrew:
    """Plays one game and is then stopped."""

    def play(self, commission: Commission, numbers: Iterable[int]) -> Iterator[Part]:
        yield play_game(commission, next(iter(numbers)))
        raise StoppedError


def test_the_tables_hold_every_game(played: Path) -> None:
    results = load_results(played)
    assert [game["game"] for game in results.games] == [0, 1, 2]
    assert {row["game"] for row in results.centres} == {0, 1, 2}
    assert len(results.seats) == 3 * 7
    assert len(results.spaces) == 3 * 75
    first = [row for row in results.centres if row["game"] == 0 and row["year"] == 1900]
    assert sum(int(row["centres"]) for row in first) == 22
    assert all(game["ending"] == "draw" and game["by_vote"] and game["winner"] == "" for game in results.games)


def test_the_tables_are_plain_parquet(played: Path) -> None:
    table = pq.read_table(played / "contacts.parquet")
    assert table.column_names == ["game", "power", "other", "phase", "year"]
    assert table.num_rows > 10


def test_a_run_that_was_stopped_goes_on_where_it_stopped(played: Path, tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        simulate(SHORT, 3, tmp_path, crew=TiredCrew())
    assert list_finished(tmp_path) == {0}
    assert len(load_results(tmp_path).games) == 1
    kept = (tmp_path / PARTS / "game-000000.parquet").stat().st_mtime_ns
    told: list[tuple[int, int]] = []
    simulate(SHORT, 3, tmp_path, crew=ONE, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert (tmp_path / PARTS / "game-000000.parquet").stat().st_mtime_ns == kept
    assert without_clock(load_results(tmp_path)) == without_clock(load_results(played))


def test_half_a_part_is_no_game(played: Path, tmp_path: Path) -> None:
    parts = tmp_path / PARTS
    parts.mkdir()
    (parts / ".game-000000.parquet.77").write_bytes(b"PAR1")
    assert list_finished(tmp_path) == frozenset()
    assert gather(tmp_path) == 0


def test_two_jobs_play_the_same_games_as_one(played: Path, tmp_path: Path) -> None:
    simulate(SHORT, 3, tmp_path, crew=LocalCrew(2))
    assert without_clock(load_results(tmp_path)) == without_clock(load_results(played))


def test_a_folder_takes_games_of_one_commission_only(played: Path) -> None:
    with pytest.raises(RequestError, match="another commission"):
        simulate(Commission("standard", seed=2, years=2), 3, played, crew=ONE)


def test_an_unknown_bot_is_named_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="greedy"):
        simulate(Commission("standard", ("napoleon",)), 1, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_folder_without_games_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"commission\.json"):
        load_commission(tmp_path)
    with pytest.raises(DataError, match="missing"):
        load_results(tmp_path)
    (tmp_path / "commission.json").write_text(json.dumps({"bots": 1}))
    with pytest.raises(DataError, match="not the terms"):
        load_commission(tmp_path)


def test_a_broken_table_is_named(played: Path, tmp_path: Path) -> None:
    (tmp_path / "games.parquet").write_bytes(b"nothing of the kind")
    with pytest.raises(DataError, match=r"games\.parquet: not a Parquet file"):
        load_results(tmp_path)


def test_every_bot_sits_in_every_seat_in_turn() -> None:
    variant = load_variant("standard")
    seats = [deal_levels(("greedy", "random"), variant.powers, number)[PowerId("FRANCE")] for number in range(4)]
    assert sorted(seats) == ["greedy", "greedy", "random", "random"]


def test_seeds_of_games_differ_and_depend_on_the_commission() -> None:
    seeds = {make_seed(Commission("standard", seed=seed), number) for seed in range(5) for number in range(20)}
    assert len(seeds) == 100


def test_games_are_played_by_the_rules_of_the_commission(tmp_path: Path) -> None:
    bombs = Commission("standard", ("greedy",), years=3, modules=("gigaton-bomb",), options={"multi_route": "any"})
    simulate(bombs, 2, tmp_path, crew=ONE)
    assert load_commission(tmp_path) == replace(bombs, version=load_variant("standard").version)
    fired = {row["rule"] for row in load_results(tmp_path).rules if row["fired"]}
    assert any(str(rule).startswith("GB-") for rule in fired)


@pytest.mark.parametrize(
    "wrong",
    [
        Commission("standard", modules=("gigaton",)),
        Commission("standard", rules="1066"),
        Commission("standard", options={"gravity": "off"}),
        Commission("standard", options={"variant": "mars"}),
        Commission("standard", ()),
    ],
)
def test_unknown_rules_are_refused_before_the_first_game(wrong: Commission, tmp_path: Path) -> None:
    with pytest.raises(LegationError):
        simulate(wrong, 1, tmp_path / "new", crew=ONE)
    assert not (tmp_path / "new").exists()


def test_a_commission_of_an_earlier_version_is_still_read(tmp_path: Path) -> None:
    kept = {"variant": "standard", "bots": ["greedy"], "seed": 1, "years": 2, "version": 1}
    (tmp_path / "commission.json").write_text(json.dumps(kept))
    assert load_commission(tmp_path) == Commission("standard", years=2, version=1)


def test_the_strong_bot_plays_the_same_game_twice() -> None:
    commission = Commission("standard", ("strong",), years=1)
    one, other = (play_game(commission, 0) for _ in range(2))
    assert {**one, "seconds": 0} == {**other, "seconds": 0}
