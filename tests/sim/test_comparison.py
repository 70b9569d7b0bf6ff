"""Two sets of games side by side."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from legation.board import PowerId
from legation.cli.main import app
from legation.sim import Commission, Comparison, LocalCrew, load_balance, load_comparison, simulate
from legation.sim.balance_report import write_balance
from legation.sim.comparison_report import draw_pictures, make_tables, write_markdown
from legation.sim.statistics import compare_shares


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    made = tmp_path_factory.mktemp("compared")
    simulate(Commission("standard", years=2), 2, made / "regular", crew=LocalCrew(1))
    simulate(Commission("cline-9-man-vii", years=1), 1, made / "cline", crew=LocalCrew(1))
    return made / "regular", made / "cline"


def test_the_interval_of_a_difference_is_newcombes() -> None:
    # Newcombe (1998), table II, method 10: 56/70 and 48/80 give 0.0524 to 0.3339; 9/10 and 3/10 give 0.1705 to 0.8090.
    found = compare_shares((48, 80), (56, 70))
    assert (round(found.middle, 2), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)
    found = compare_shares((3, 10), (9, 10))
    assert (round(found.low, 4), round(found.high, 4)) == (0.1705, 0.8090)
    assert found.is_clear
    assert not compare_shares((1, 10), (2, 10)).is_clear


def test_powers_of_one_variant_only_stand_alone(folders: tuple[Path, Path]) -> None:
    comparison = load_comparison(*folders)
    assert comparison.names == ("regular", "cline")
    pairs = {pair.power: pair for pair in comparison.list_powers()}
    assert pairs[PowerId("FRANCE")].difference is not None
    lonely = [pair for pair in pairs.values() if pair.one is None]
    assert lonely
    assert all(pair.difference is None for pair in lonely)
    wins = make_tables(comparison)[1]
    assert len(wins.rows) == 1 + len(pairs)


def test_pictures_name_every_power_and_both_sides(folders: tuple[Path, Path]) -> None:
    comparison = load_comparison(*folders)
    for _, svg in draw_pictures(comparison):
        told = "".join(ElementTree.fromstring(svg).itertext())
        assert all(pair.name in told for pair in comparison.list_powers())
        assert "regular" in told
        assert "cline" in told


def test_games_compared_with_themselves_differ_in_nothing(folders: tuple[Path, Path]) -> None:
    balance = load_balance(folders[0])
    report = write_markdown(Comparison(("here", "there"), balance, balance), "pictures/")
    assert "**+" not in report
    assert "**-" not in report
    assert "- Never visited in here, but visited in there: none." in report
    assert "## Who wins" in report


def test_clauses_of_an_optional_module_have_their_text(tmp_path: Path) -> None:
    terms = Commission("standard", seed=4, years=3, modules=("gigaton-bomb",))
    simulate(terms, 1, tmp_path / "bombs", crew=LocalCrew(1))
    balance = load_balance(tmp_path / "bombs")
    cited = [rule for rule, _, _ in balance.rules if rule.startswith("GB-")]
    assert cited
    for report in (
        write_balance(balance, "pictures/"),
        write_markdown(Comparison(("one", "other"), balance, balance), "pictures/"),
    ):
        assert [rule for rule in cited if f"| {rule}: " not in report] == []


def test_half_a_year_and_nothing_are_written_as_such(folders: tuple[Path, Path]) -> None:
    balance = load_balance(folders[0])
    one = replace(balance, years=(2.0, 15.5, 17.0), victories=0)
    games = make_tables(Comparison(("here", "there"), one, replace(one, years=(2.0, 15.0, 17.0))))[0]
    rows = {row[0]: row[1:] for row in games.rows}
    assert rows["years, median"] == ("15.5", "15", "-0.5")
    assert not any("-0 " in cell or "-0)" in cell for row in games.rows for cell in row)


def test_boards_without_common_spaces_are_said_to_have_none(folders: tuple[Path, Path], tmp_path: Path) -> None:
    simulate(Commission("colonial-variant", years=1), 1, tmp_path / "colonial", crew=LocalCrew(1))
    report = write_markdown(load_comparison(folders[0], tmp_path / "colonial"), "pictures/")
    assert "The boards have no space in common." in report
    assert "The variants have no two powers in common." in report


def test_the_command_prints_tables_and_writes_a_report(folders: tuple[Path, Path], tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    done = CliRunner().invoke(app, ["compare", *map(str, folders), "--out", str(report)])
    assert done.exit_code == 0, done.output
    assert "Who wins" in done.output
    assert "France" in done.output
    assert (tmp_path / "report-pictures" / "wins.svg").stat().st_size > 500
    text = report.read_text(encoding="utf-8")
    assert "(report-pictures/centres.svg)" in text
    assert "Cline 9-Man VII, 1 game between bots (greedy), seed 1, at most 1 year," in text


def test_the_command_says_first_what_it_compares(folders: tuple[Path, Path]) -> None:
    said = " ".join(CliRunner().invoke(app, ["compare", *map(str, folders)]).output.split())
    assert said.startswith("regular: Diplomacy, 2 games between bots (greedy), seed 1, at most 2 years, version 1")
    assert "cline: Cline 9-Man VII, 1 game between bots (greedy)" in said
    assert said.index("cline:") < said.index("Games")


def test_the_report_is_written_before_the_tables_are_printed(
    folders: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise BrokenPipeError  # as when "head" has seen enough

    monkeypatch.setattr("rich.console.Console.print", stop)
    CliRunner().invoke(app, ["compare", *map(str, folders), "--out", str(tmp_path / "report.md")])
    assert (tmp_path / "report.md").exists()
