"""``legation import`` as people use it: boards and games of other programs, and what is said of them."""

import json
from pathlib import Path

import pytest

from legation.cli.main import run
from tests.importing import samples


def call(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Run the command line; gives its exit status."""
    monkeypatch.setattr("sys.argv", ["legation", "import", *map(str, arguments)])
    with pytest.raises(SystemExit) as end:
        run()
    return int(end.value.code or 0)


def test_every_board_of_a_folder_is_brought_or_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = samples.write_dpjudge(tmp_path / "in").parent
    (folder / "broken.map").write_text("LAND")
    assert call(monkeypatch, folder, tmp_path / "out", "--no-map") == 0
    said = capsys.readouterr().out
    assert f"in/bay.map -> {tmp_path / 'out' / 'bay'}" in said
    assert "in/broken.map: not imported: in/broken.map:1: expected LAND PAR ABUTS" in said
    assert (tmp_path / "out" / "bay" / "import.txt").read_text().startswith("kept:")
    assert not (tmp_path / "out" / "broken").exists()


def test_nothing_to_bring_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.map").write_text("LAND")
    assert call(monkeypatch, tmp_path / "broken.map", tmp_path / "out") == 1
    assert call(monkeypatch, tmp_path / "missing.map", tmp_path / "out") == 2
    assert "missing.map: there is no such file or folder" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["LAND", samples.DPJUDGE])
@pytest.mark.parametrize("name", ["\x1b[2Jbay.map", "b\u202eay.map"])
def test_a_name_cannot_change_the_terminal(
    name: str, content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(content)
    call(monkeypatch, tmp_path / name, tmp_path / "out", "--no-map")
    call(monkeypatch, tmp_path / name.replace("map", "none"), tmp_path / "out")
    heard = capsys.readouterr()
    lines = (heard.out + heard.err).splitlines()
    assert len(lines) > 1
    assert all(line.isprintable() for line in lines)


def test_games_are_judged_again_and_what_differs_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = {"units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}}
    after = {**state, "units": {"FRANCE": ["A PIC"], "GERMANY": ["A MUN"]}}
    game = {
        "id": "\x1b[2J",
        "map": "standard",
        "phases": [
            {"name": "S1901M", "state": state, "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN H"]}},
            {"name": "F1901M", "state": after, "orders": {}},
        ],
    }
    (tmp_path / "game.JSON").write_text(json.dumps(game))
    assert call(monkeypatch, tmp_path / "game.JSON", tmp_path / "out") == 0
    said = capsys.readouterr().out
    assert all(line.isprintable() for line in said.splitlines())
    assert "unit in PIC: FRANCE A PIC there, none here" in said
    assert "unit in BUR: none there, FRANCE A BUR here" in said
    assert said.endswith("1 games, 2 differences, 2 of them unexplained\n")
    assert (tmp_path / "out" / "game" / "game.json").is_file()
