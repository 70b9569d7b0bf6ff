"""A world that wraps: a small cylinder with an island continent across the antimeridian."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from legation.board import Board, load_board
from legation.forge import Severity, audit_board, forge_board
from legation.forge.coastline import load_landmasses
from legation.forge.settings import Projection, Settings

PLACES = """code,name,kind,centre,powers,island,unit,coast,theatre,aliases,points,note
ONE,First,land,,,,,,Land,,176 0,
TWO,Second,land,,,,,,Land,,184 0,
AAA,Left Sea,sea,,,,,,Sea,,-120 0;-40 -30,
BBB,Middle Sea,sea,,,,,,Sea,,0 0;40 30,
CCC,Right Sea,sea,,,,,,Sea,,120 0;150 20,
"""
SETTINGS = """variant = "round"
[projection]
wrap = {wrap}
south = -60.0
north = 60.0
width = 900.0
[limits]
noise = 2.0
doubtful = 6.0
[warp]
power = {power}
"""


def write_atlas(folder: Path) -> None:
    """A square of land from 170 E to 170 W whose ring jumps at 180, as those of world-atlas do."""
    ring = [[170, -10], [170, 10], [180, 10], [-170, 10], [-170, -10], [-180, -10], [170, -10]]
    steps = [ring[0]] + [[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(ring)]
    table = {
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": [steps],
        "objects": {"land": {"geometries": [{"arcs": [[[0]]]}]}},
    }
    folder.mkdir()
    (folder / "land-50m.json").write_text(json.dumps(table), encoding="utf-8")


def forge_round(folder: Path, *, wrap: bool, power: float = 0.0) -> Board:
    source = folder / "source"
    source.mkdir()
    write_atlas(folder / "atlas")
    (source / "places.csv").write_text(PLACES, encoding="utf-8")
    (source / "overrides.csv").write_text("act,a,b,value,clause,reason\n", encoding="utf-8")
    (source / "board.toml").write_text(SETTINGS.format(wrap=str(wrap).lower(), power=power), encoding="utf-8")
    forge_board(source, folder / "out", atlas=folder / "atlas")
    return load_board(folder / "out")


def test_seas_meet_over_the_seam(tmp_path: Path) -> None:
    board = forge_round(tmp_path, wrap=True)
    assert board.is_adjacent("AAA", "CCC", "fleet")
    assert board.is_adjacent("AAA", "BBB", "fleet")
    findings = audit_board(tmp_path / "source", tmp_path / "out")
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    assert {finding.check for finding in errors} <= {"short border", "point contact"}, "Left Sea just touches Second"


def test_a_world_with_edges_has_no_seam(tmp_path: Path) -> None:
    board = forge_round(tmp_path, wrap=False)
    assert not board.is_adjacent("AAA", "CCC", "fleet")


def test_the_warp_is_fitted_once_and_then_read(tmp_path: Path) -> None:
    forge_round(tmp_path, wrap=True, power=0.5)
    grid = tmp_path / "source" / "warp.json"
    before = grid.read_bytes()
    forge_board(tmp_path / "source", tmp_path / "out", atlas=tmp_path / "atlas")
    assert grid.read_bytes() == before


def test_land_across_the_antimeridian_stays_whole(tmp_path: Path) -> None:
    write_atlas(tmp_path / "atlas")
    settings = Settings("round", projection=Projection(wrap=True))
    ((polygon, solid),) = load_landmasses(settings, tmp_path, tmp_path / "atlas")
    assert solid
    assert polygon.bounds == pytest.approx((170.0, -10.0, 190.0, 10.0))
