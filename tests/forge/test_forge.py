import json
import math
from pathlib import Path

import pytest

from legation.board import LocationId, load_board, load_shapes
from legation.errors import DataError
from legation.forge import audit_board, forge_board
from legation.forge.finding import Severity
from tests.forge.tiny import OVERRIDES, PLACES, SETTINGS, write_tiny

FILES = ("spaces.csv", "borders.csv", "shapes.json", "audit.txt")


def test_the_board_has_the_borders_of_its_shapes(tiny: tuple[Path, Path]) -> None:
    board = load_board(tiny[1])
    assert board.is_adjacent("WES", "MID", "army")
    assert not board.is_adjacent("WES", "EAS", "army")
    assert board.is_adjacent("WES", "MID/NC", "fleet")
    assert board.is_adjacent("WES", "MID/SC", "fleet")
    assert board.is_adjacent("MID/NC", "NOR", "fleet")
    assert not board.is_adjacent("MID/NC", "SOU", "fleet")
    assert board.is_adjacent("NOR", "SOU", "fleet")
    assert board.is_adjacent("ISL", "NOR", "fleet")
    assert board.is_adjacent("ISL", "SOU", "fleet")


def test_boxes_are_reached_by_joins_only(tiny: tuple[Path, Path]) -> None:
    board = load_board(tiny[1])
    assert board.is_adjacent("SOU", "OUT", "fleet")
    assert not board.is_adjacent("OUT", "SOU", "fleet")
    assert board.is_adjacent("OUT", "NOR", "fleet")


def test_the_audit_is_clean(tiny: tuple[Path, Path]) -> None:
    assert not [finding for finding in audit_board(*tiny) if finding.severity is not Severity.NOTE]


def test_same_input_same_bytes(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    forge_board(tiny[0], tmp_path / "again")
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (tiny[1] / name).read_bytes(), name


def test_the_shapes_file_holds_what_a_picture_needs(tiny: tuple[Path, Path]) -> None:
    table = json.loads((tiny[1] / "shapes.json").read_bytes())
    assert table["spaces"]["ISL"]["disc"]
    assert set(table["spaces"]["MID"]["coasts"]) == {"NC", "SC"}
    assert [entry["kind"] for entry in table["scenery"]] == ["lake"]
    assert len(table["islets"]) == 1
    assert set(table["impassable"]) == {"ICE"}
    assert set(table["boxes"]) == {"OUT"}
    assert {mark["kind"] for mark in table["marks"]} == {"canal", "link"}
    assert set(table["kinds"]) >= {"coast", "land", "sea", "edge", "closed", "scenery"}


def test_every_border_has_a_gate(tiny: tuple[Path, Path]) -> None:
    board, shapes = load_board(tiny[1]), load_shapes(tiny[1])
    for border in board.borders:
        a, b = sorted((border.start, border.end))
        assert len(shapes.gates[a][b]) % 2 == 1
    # The border of two lands without a crook between their anchors is crossed at one place on it.
    (gate,) = shapes.gates["MID"]["WES"]
    lines = [arc.line for arc in shapes.arcs if set(arc.sides) == {"MID", "WES"}]
    assert min(math.dist((gate.x * 10, gate.y * 10), spot) for line in lines for spot in line) < 150


def test_a_link_leads_round_its_elbow_into_the_sea(tiny: tuple[Path, Path]) -> None:
    shapes = load_shapes(tiny[1])
    (link,) = (mark for mark in shapes.marks if mark.kind == "link")
    way = shapes.way(LocationId("OUT"), LocationId("NOR"))
    assert math.dist(way[len(way) // 2], link.line[-1]) < 1


def test_progress_is_told_and_ends_at_one(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    forge_board(tiny[0], tmp_path / "out", lambda what, share: told.append((what, share)))
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0


def test_a_cut_and_a_point_take_borders_away(tmp_path: Path) -> None:
    more = OVERRIDES + "cut,WES,MID,army,,A wall.\njoin,WES,EAS,both crossing,,A bridge.\n"
    source = write_tiny(tmp_path / "source", overrides=more)
    forge_board(source, tmp_path / "out")
    board = load_board(tmp_path / "out")
    assert not board.is_adjacent("WES", "MID", "army")
    assert board.is_adjacent("WES", "MID", "fleet")
    assert board.is_adjacent("WES", "EAS", "army")
    table = json.loads((tmp_path / "out" / "shapes.json").read_bytes())
    assert {mark["kind"] for mark in table["marks"]} == {"canal", "link", "crossing", "closed"}


def test_an_open_coast_joins_lands_along_closed_water(tmp_path: Path) -> None:
    frozen = PLACES.replace("Sea,,400 100;", "Sea,,").replace("400 20;", "400 20;400 110;300 110;500 110;")
    frozen = frozen.replace("400 250;400 180;400 320", "400 320").replace("250 240;", "250 240;350 200;")
    frozen = frozen.replace("550 250", "550 250;450 200")
    shut = OVERRIDES.replace("coasts,MID,,NC SC,,Midland lies between two seas.\n", "")
    opened = shut + "open-coast,WES,ICE,,,Test.\nopen-coast,EAS,ICE,,,Test.\n"
    for name, overrides in (("shut", shut), ("open", opened)):
        forge_board(write_tiny(tmp_path / name, places=frozen, overrides=overrides), tmp_path / f"{name}-out")
        board = load_board(tmp_path / f"{name}-out")
        assert board.is_adjacent("WES", "EAS", "army")
        assert board.is_adjacent("WES", "EAS", "fleet") == (name == "open")


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("places.csv", "250 240;", "250 x;", "is not a point"),
        ("places.csv", "WES,Westland", "MID,Westland", "is listed twice"),
        ("places.csv", "ISL,Isle,land,neutral,,yes", "ISL,Isle,land,neutral,,perhaps", "expected yes, fleet-only"),
        ("overrides.csv", "coasts,MID", "coasts,XXX", "unknown space 'XXX'"),
        ("overrides.csv", "fleet one-way,", "sideways,", "expected army, fleet or both"),
        ("overrides.csv", ",,Into the box from the South Sea.", ",,", "reason is empty"),
        ("board.toml", "width =", "breadth =", "unknown key 'breadth'"),
        ("board.toml", "variant =", "variant", "cannot be read"),
    ],
)
def test_broken_input_names_file_and_problem(tmp_path: Path, file: str, old: str, new: str, problem: str) -> None:
    source = write_tiny(tmp_path / "source")
    text = (source / file).read_text(encoding="utf-8")
    assert old in text
    (source / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=problem) as caught:
        forge_board(source, tmp_path / "out")
    assert file in caught.value.file


def test_a_missing_settings_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="missing"):
        forge_board(tmp_path / "empty", tmp_path / "out")


def test_closed_areas_need_not_be_spaces(tmp_path: Path) -> None:
    source = write_tiny(tmp_path / "source", settings="lists_closed = false\n" + SETTINGS)
    forge_board(source, tmp_path / "out")
    assert "ICE" not in load_board(tmp_path / "out").spaces
    assert "ICE" in json.loads((tmp_path / "out" / "shapes.json").read_bytes())["impassable"]
    assert not [finding for finding in audit_board(source, tmp_path / "out") if finding.severity is Severity.ERROR]
