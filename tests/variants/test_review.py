"""A folder is reviewed as a whole: every error of its board, with file and line, and never a traceback."""

from pathlib import Path

import pytest

from legation.variants import data_folder, review_folder

NAMES = ("variant.toml", "spaces.csv", "borders.csv", "start.csv", "shapes.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "mine"
    place.mkdir()
    for name in NAMES:
        (place / name).write_bytes((data_folder("standard") / name).read_bytes())
    return place


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def list_errors(folder: Path) -> list[str]:
    return [str(error) for error in review_folder(folder).errors]


def test_a_sound_folder_has_a_variant_and_no_errors(folder: Path) -> None:
    found = review_folder(folder)
    assert found.variant is not None
    assert found.variant.name == "Diplomacy"
    assert found.errors == found.warnings == ()


def test_all_errors_of_a_board_are_listed_with_their_lines(folder: Path) -> None:
    change(folder / "borders.csv", "ADR,ALB,no", "ADR,ALP,no")
    change(folder / "borders.csv", "ADR,APU,no,yes", "ADR,APU,no,no")
    assert list_errors(folder) == [
        "mine/borders.csv:2: unknown space 'ALP'",
        "mine/borders.csv:3: ADR - APU lets neither armies nor fleets pass",
    ]


def test_an_inland_waterway_and_a_box_beside_the_board_are_warnings(folder: Path) -> None:
    (folder / "shapes.json").unlink()
    with (folder / "borders.csv").open("a") as file:
        file.write("BOH,TYR,no,yes,,,\n".replace("TYR", "MUN"))
    with (folder / "spaces.csv").open("a") as file:
        file.write("BOX,Beyond,land,,,,,,,\n")
    found = review_folder(folder)
    assert found.errors == ()
    assert [warning.problem for warning in found.warnings] == [
        "BOH takes fleets but touches no sea",
        "MUN takes fleets but touches no sea",
        "BOX cannot be reached from ADR",
    ]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("variant.toml", "id = \nx = 1\n", "mine/variant.toml:1: not a TOML file"),
        ("variant.toml", f"id = {'[' * 5000}", "mine/variant.toml: not a TOML file"),
        ("variant.toml", f"id = {'9' * 5000}", "mine/variant.toml: not a TOML file"),
        ("variant.toml", 'id = "x"\ncalendar = 5\n[[powers]]\nid = 3\n', "mine/variant.toml: id is 3"),
        ("spaces.csv", "", "mine/spaces.csv:1: the header is ''"),
        ("spaces.csv", "\0", "mine/spaces.csv:1: "),
        ("shapes.json", "[" * 100_000, "mine/shapes.json: cannot be read"),
        ("shapes.json", '{"format": 99}', "mine/shapes.json: "),
        ("start.csv", "power,kind,location\nFRANCE,A,NOWHERE\n", "mine/start.csv:2: unknown space 'NOWHERE'"),
    ],
)
def test_broken_files_are_named(folder: Path, name: str, content: str, words: str) -> None:
    (folder / name).write_text(content, encoding="utf-8")
    errors = list_errors(folder)
    assert len(errors) == 1
    assert errors[0].startswith(words)


@pytest.mark.parametrize(
    "table",
    [
        "[rules.special-centres]\nnames = 5\n",
        "[traits.A]\ncaptures = [[1]]\n",
        '[votes]\nsubjects = [[1]]\nthreshold = "1"\n',
        '[impassable]\nx = [""]\n',
        "[marks]\nhome = 5\n",
        "[rules.island-retreats]\nx = []\n",
    ],
)
def test_values_of_odd_kinds_are_errors_and_never_tracebacks(folder: Path, table: str) -> None:
    with (folder / "variant.toml").open("a") as file:
        file.write(f"\n{table}")
    found = review_folder(folder)
    assert found.errors or found.variant is not None


def test_a_key_of_a_power_that_means_nothing_is_warned_of_with_its_line(folder: Path) -> None:
    change(folder / "variant.toml", 'id = "ITALY"\n', 'id = "ITALY"\ncolor = "#aabbcc"\n')
    line = (folder / "variant.toml").read_text().splitlines().index('color = "#aabbcc"') + 1
    found = review_folder(folder)
    assert found.errors == ()
    assert [warning.line for warning in found.warnings] == [line]
    assert found.warnings[0].problem.endswith("did you mean colour?")


def test_doubtful_spaces_are_texts(folder: Path) -> None:
    change(folder / "variant.toml", "version = 1", "version = 1\ndoubtful = [{a = 1}]")
    assert "expected a list of spaces" in list_errors(folder)[0]
