import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from legation.cli.draw import draw
from legation.errors import LegationError, RequestError
from legation.library import Game

REQUEST = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    made.command()(draw)
    return made


def test_draw_writes_a_picture_and_prints_its_name(app: typer.Typer, tmp_path: Path) -> None:
    request, output = tmp_path / "request.json", tmp_path / "board.svg"
    request.write_text(json.dumps(REQUEST), encoding="utf-8")
    options = [
        "--position",
        str(request),
        "--orders",
        "--legend",
        "--labels",
        "codes",
        "--black-and-white",
        "--size",
        "900",
    ]
    done = CliRunner().invoke(app, ["standard", str(output), *options])
    assert done.exit_code == 0
    assert done.stdout.strip() == str(output)
    assert "Fonts:" in done.stderr
    assert 'class="order move succeeds"' in output.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [None, "{"])
def test_a_request_that_cannot_be_read_is_named(app: typer.Typer, tmp_path: Path, text: str | None) -> None:
    request = tmp_path / "request.json"
    if text:
        request.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["standard", str(tmp_path / "x.svg"), "--position", str(request)])
    assert isinstance(done.exception, RequestError)
    assert str(request) in str(done.exception)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with a game of two judged phases, in which Paris went to Burgundy and on to the Ruhr."""
    folder = tmp_path / "game"
    played = Game.new("standard")
    for orders in (["A PAR - BUR"], ["A BUR - RUH"]):
        played.set_orders("FRANCE", orders)
        played.advance()
    played.save(folder)
    return folder


def draw_svg(app: typer.Typer, output: Path, *args: str) -> str:
    done = CliRunner().invoke(app, [args[0], str(output), *args[1:]])
    assert done.exit_code == 0, done.exception
    return output.read_text(encoding="utf-8")


def test_the_folder_of_a_game_is_drawn_as_it_stands(app: typer.Typer, game: Path, tmp_path: Path) -> None:
    svg = draw_svg(app, tmp_path / "x.svg", str(game), "--legend")
    assert "Winter 1901" in svg or "Spring 1902" in svg
    assert 'class="order' not in svg


def test_any_judged_phase_is_drawn_with_its_results(app: typer.Typer, game: Path, tmp_path: Path) -> None:
    spring = draw_svg(app, tmp_path / "x.svg", str(game), "--phase", "S1901M", "--orders", "--legend")
    fall = draw_svg(app, tmp_path / "y.svg", str(game), "--orders", "--legend")
    assert ("Spring 1901, orders" in spring, "Fall 1901, orders" in fall) == (True, True)
    assert spring.count('class="order move succeeds"') == fall.count('class="order move succeeds"') == 1
    before = draw_svg(app, tmp_path / "z.svg", str(game), "--phase", "F1901M", "--legend")
    assert "Fall 1901, orders" in before
    assert 'class="order' not in before


def test_an_exported_game_is_drawn_too(app: typer.Typer, game: Path, tmp_path: Path) -> None:
    exported = tmp_path / "export.json"
    exported.write_text(Game.load(game).export_json(), encoding="utf-8")
    svg = draw_svg(app, tmp_path / "x.svg", "standard", "--game", str(exported), "--orders")
    assert svg == draw_svg(app, tmp_path / "y.svg", str(game), "--orders")


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--phase", "S1955M"], "S1955M"),
        (["--phase", "tomorrow"], "tomorrow"),
        (["--position", "x.json"], "leave out --position"),
    ],
)
def test_what_a_game_does_not_have_is_named(
    app: typer.Typer, game: Path, tmp_path: Path, options: list[str], what: str
) -> None:
    done = CliRunner().invoke(app, [str(game), str(tmp_path / "x.svg"), *options])
    assert isinstance(done.exception, LegationError)
    assert what in str(done.exception)
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["standard", "x.svg", "--plate", "nowhere"], "unknown plate 'nowhere'"),
        (["standard", "x.svg", "--plate", ""], "unknown plate ''"),
        (["standrd", "x.svg"], "unknown board 'standrd'"),
        (["standard", "nowhere/x.svg"], "there is no folder nowhere"),
        (["standard", "x.jpg"], "ends in .svg, .png, .pdf"),
        (["standard", "x.svg", "--power", "NOBODY"], "power: there is nothing judged"),
        (["standard", "x.svg", "--phase", "F1901M"], "phase: there is nothing judged"),
        (["standard", "x.svg", "--dark", "--black-and-white"], "leave out one of the two"),
        (["standard", "x.svg", "--position", "request.json", "--empty"], "the bare board shows no position"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_sentence(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "request.json").write_text(json.dumps(REQUEST), encoding="utf-8")
    done = CliRunner().invoke(app, arguments)
    assert isinstance(done.exception, LegationError)
    assert what in str(done.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["request.json"]


@pytest.mark.parametrize("size", ["0", "-5", "1000000000", "wide"])
def test_a_width_out_of_bounds_is_refused(app: typer.Typer, size: str) -> None:
    done = CliRunner().invoke(app, ["standard", "x.png", "--size", size])
    assert done.exit_code == 2
    assert "--size" in done.output


def test_a_new_game_has_no_results_to_draw(app: typer.Typer, tmp_path: Path) -> None:
    Game.new("standard").save(tmp_path / "new")
    done = CliRunner().invoke(app, [str(tmp_path / "new"), str(tmp_path / "x.svg"), "--orders"])
    assert "no phase of this game is judged yet" in str(done.exception)


def test_a_phase_in_motion(app: typer.Typer, game: Path, tmp_path: Path) -> None:
    svg = draw_svg(app, tmp_path / "moving.svg", str(game), "--phase", "S1901M", "--animate", "--size", "300")
    assert "@keyframes" in svg
    assert "A PAR - BUR" in svg
    refused = [
        (["standard"], "there is nothing judged"),
        ([str(game), "--given"], "leave out --animate"),
        ([str(game), "--phase", "F1999M"], "judged phase"),
    ]
    for arguments, message in refused:
        done = CliRunner().invoke(app, [*arguments, "--animate"])
        assert isinstance(done.exception, LegationError)
        assert message in str(done.exception)


def test_doubtful_names_have_a_dotted_line_beneath(app: typer.Typer, tmp_path: Path) -> None:
    output = tmp_path / "board.svg"
    assert CliRunner().invoke(app, ["colonia-vii", str(output), "--empty", "--doubtful"]).exit_code == 0
    text = output.read_text(encoding="utf-8")
    marked = {part.rpartition('data-space="')[2].partition('"')[0] for part in text.split('class="doubtful"')[:-1]}
    assert marked == {"AAO", "AMA", "ASH", "BEN", "MLS", "SUD", "WUH"}
    assert CliRunner().invoke(app, ["colonia-vii", str(output), "--empty"]).exit_code == 0
    assert 'class="doubtful"' not in output.read_text(encoding="utf-8")
