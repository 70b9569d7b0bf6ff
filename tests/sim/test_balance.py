from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from legation.board import PowerId, SpaceId
from legation.cli.main import app
from legation.errors import DataError
from legation.render.picture.atlas import open_atlas
from legation.sim import Commission, LocalCrew, load_balance, simulate
from legation.sim.board_use import NEVER, UNCONTESTED, draw_use
from legation.sim.charts import Course, Rate, draw_contacts, draw_counts, draw_courses, draw_rates
from legation.sim.results_table import gather
from legation.sim.statistics import Interval

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("games")
    simulate(Commission("standard", years=4), 3, made, crew=LocalCrew(1))
    return made


def texts(svg: str) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text")]


def test_the_figures_are_those_of_the_games(folder: Path) -> None:
    balance = load_balance(folder)
    assert (balance.games, balance.victories, balance.draws) == (3, 0, 3)
    assert sum(figures.draws for figures in balance.by_power) > 3
    assert len(balance.courses) == 7
    assert balance.courses[0].mean[0] == 3.0
    assert balance.contacts[PowerId("AUSTRIA"), PowerId("ITALY")] == (1.0, 1.0)
    spaces = {use.space: use for use in balance.uses}
    assert spaces[SpaceId("SPA")].is_centre
    assert 0 < spaces[SpaceId("VIE")].share <= 1
    assert set(balance.unvisited).isdisjoint(balance.uncontested)
    assert "convoy" in [rule for rule, _, _ in balance.rules]


def test_the_command_writes_a_report_with_its_pictures(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "pages" / "standard.md"
    pictures = tmp_path / "pictures"
    done = CliRunner().invoke(
        app, ["balance", str(folder), "--out", str(report), "--pictures", str(pictures), "--note", "Made by hand."]
    )
    assert done.exit_code == 0, done.output
    text = report.read_text(encoding="utf-8")
    assert "3 games between bots (greedy)" in text
    assert "Made by hand." in text
    for heading in ("Who wins", "Centres by year", "First contacts", "Use of the board", "Stalemates", "Special rules"):
        assert f"## {heading}" in text
    for name in ("wins.svg", "centres.svg", "contacts.svg", "rules.svg", "board.png"):
        assert f"(../pictures/standard-{name})" in text
        assert (pictures / f"standard-{name}").stat().st_size > 500


def test_games_are_played_by_the_command(tmp_path: Path) -> None:
    line = ["simulate", "standard", "--games", "1", "--years", "1", "--jobs", "1", "--out", str(tmp_path / "games")]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 0, done.output
    assert "1 games in" in done.output
    assert load_balance(tmp_path / "games").games == 1


def test_a_folder_without_games_gives_no_report(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "commission.json").write_text((folder / "commission.json").read_text())
    gather(tmp_path)
    with pytest.raises(DataError, match="no games"):
        load_balance(tmp_path)


def test_rates_are_drawn_with_names_and_shares() -> None:
    svg = draw_rates([Rate("France", 0.25, Interval(0.1, 0.4), "#4492E1")], equal=0.14, title="Wins")
    assert {"France", "25%", "equal chances"} <= set(texts(svg))


def test_every_power_has_a_panel_of_its_own() -> None:
    courses = [Course(PowerId(name), [3, 4], [2, 3], [4, 5]) for name in ("AUSTRIA", "FRANCE")]
    svg = draw_courses(courses, 1900, title="Centres")
    assert {"Austria", "France", "1900", "1901"} <= set(texts(svg))


def test_pairs_that_never_met_are_named_in_words() -> None:
    powers = [PowerId("AUSTRIA"), PowerId("FRANCE"), PowerId("ITALY")]
    svg = draw_contacts(powers, {(powers[0], powers[1]): (3.0, 0.5)}, title="Contacts")
    assert texts(svg).count("never") == 4
    assert texts(svg).count("3") == 2


def test_counts_are_written_beside_their_bars() -> None:
    assert {"convoy", "8.3"} <= set(texts(draw_counts([("convoy", 8.3)], title="Rules")))


def test_spaces_nobody_needed_stand_out_on_the_board() -> None:
    use = {SpaceId("PAR"): 0.5, SpaceId("YOR"): 0.0, SpaceId("SYR"): 0.1}
    svg = draw_use(open_atlas("standard"), use, frozenset([SpaceId("SYR")]))
    fills = {
        found.get("id"): found.get("fill")
        for found in ElementTree.fromstring(svg).iter(f"{NAMESPACE}path")
        if (found.get("id") or "").startswith("space-")
    }
    assert fills["space-YOR"] == NEVER
    assert fills["space-SYR"] == UNCONTESTED
    assert fills["space-PAR"] not in (NEVER, UNCONTESTED, fills["space-BUR"])
    assert "never visited" in texts(svg)
