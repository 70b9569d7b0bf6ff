import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from legation.cli.draw import draw
from legation.errors import RequestError

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
