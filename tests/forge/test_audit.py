"""Every check of the audit, seen to fail once: an empty list of problems proves nothing otherwise."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legation.forge import audit_board, forge_board, format_audit
from legation.forge.finding import Severity
from tests.forge.tiny import OVERRIDES, PLACES, SETTINGS, write_tiny

Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def copy(tiny: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """The tiny board, to be damaged."""
    source, target = tmp_path / "source", tmp_path / "tiny"
    shutil.copytree(tiny[0], source)
    shutil.copytree(tiny[1], target)
    return source, target


def problems(folders: tuple[Path, Path]) -> str:
    return "\n".join(str(finding) for finding in audit_board(*folders) if finding.severity is not Severity.NOTE)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def redraw(folder: Path, change: Change) -> None:
    path = folder / "shapes.json"
    table = json.loads(path.read_bytes())
    change(table)
    path.write_text(json.dumps(table), encoding="utf-8")


def test_a_border_missing_from_the_tables(copy: tuple[Path, Path]) -> None:
    edit(copy[1] / "borders.csv", "EAS,MID,yes,no,,,\n", "")
    edit(copy[1] / "borders.csv", "EAS,MID/NC,no,yes,,,\n", "")
    edit(copy[1] / "borders.csv", "EAS,MID/SC,no,yes,,,\n", "")
    assert "EAS - MID is drawn" in problems(copy)


def test_a_border_that_is_not_drawn(copy: tuple[Path, Path]) -> None:
    with (copy[1] / "borders.csv").open("a", encoding="utf-8") as file:
        file.write("EAS,WES,yes,no,,,\n")
    assert "EAS - WES is a border but is not drawn" in problems(copy)


def test_a_cut_that_was_not_made(copy: tuple[Path, Path]) -> None:
    with (copy[0] / "overrides.csv").open("a", encoding="utf-8") as file:
        file.write("cut,EAS,MID,both,,Test.\n")
    assert "EAS - MID was cut but is still a border" in problems(copy)


def test_a_point_that_is_still_a_border(copy: tuple[Path, Path]) -> None:
    with (copy[0] / "overrides.csv").open("a", encoding="utf-8") as file:
        file.write("point,EAS,MID,,,Test.\n")
    assert "EAS - MID should meet in a point but is still a border" in problems(copy)


def test_totals_that_are_not_the_sheet_s(copy: tuple[Path, Path]) -> None:
    edit(copy[0] / "board.toml", "land = 4", "land = 5")
    assert "4 spaces are land; the sheet has 5" in problems(copy)


def test_a_space_that_was_forgotten(copy: tuple[Path, Path]) -> None:
    with (copy[0] / "places.csv").open("a", encoding="utf-8") as file:
        file.write("NEW,Newland,land,,,,,,Land,,300 200,\n")
    found = problems(copy)
    assert "NEW Newland is missing from spaces.csv" in found
    assert "NEW Newland is not drawn" in found


def test_a_one_way_border_without_an_override(copy: tuple[Path, Path]) -> None:
    edit(copy[1] / "borders.csv", "NOR,SOU,no,yes,,,", "NOR,SOU,no,yes,yes,,")
    assert "NOR to SOU is one-way without an override" in problems(copy)


def test_coasts_that_nobody_declared(copy: tuple[Path, Path]) -> None:
    edit(copy[0] / "overrides.csv", "coasts,MID,,NC SC,,Midland lies between two seas.\n", "")
    assert "MID Midland has the coasts NC SC; declared: none" in problems(copy)


def override(folder: Path, *lines: str) -> None:
    with (folder / "overrides.csv").open("a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))


def test_a_short_border_needs_a_mark(copy: tuple[Path, Path]) -> None:
    edit(copy[0] / "board.toml", "[limits]", "[limits]\ndoubtful = 500.0")
    assert "MID - WES has" in problems(copy)
    override(copy[0], "keep,MID,WES,,,Looked at.")
    assert "MID - WES has" not in problems(copy)


def test_spaces_that_nearly_touch_need_a_mark(copy: tuple[Path, Path]) -> None:
    edit(copy[0] / "board.toml", "[limits]", "[limits]\ngap = 500.0")
    assert "EAS - WES are not neighbours but only" in problems(copy)
    assert "EAS - ISL" not in problems(copy), "water lies between two lands"
    override(copy[0], "apart,EAS,WES,,,Midland lies between.")
    assert "narrow gap" not in problems(copy)
    assert "EAS - WES: the picture lacks the mark of their override" in problems(copy)
    redraw(copy[1], lambda table: table["marks"].append({"kind": "closed", "spaces": ["EAS", "WES"], "line": []}))
    assert "EAS - WES" not in problems(copy)


QUARTERS = """code,name,kind,centre,powers,island,unit,coast,theatre,aliases,points,note
UPL,Upper Left,land,home,RED,,A,,Land,,300 200,
UPR,Upper Right,land,home,BLUE,,A,,Land,,500 200,
LOL,Lower Left,land,,,,,,Land,,300 300,
LOR,Lower Right,land,neutral,,,,,Land,,500 300,
ISL,Isle,land,neutral,,yes,,,Sea,,700 250,
NOR,North Sea,sea,,,,,,Sea,,400 100;100 150;700 130;100 200;700 200,
SOU,South Sea,sea,,,,,,Sea,,400 430;100 350;700 350;100 300;700 300,
ICE,Ice,impassable,,,,,,Sea,,400 20;100 20;700 20,
NIL,Nowhere,scenery,,,,,,Off,,110 250,
"""
"""Four lands that meet in the middle of the continent."""


def test_spaces_that_meet_in_a_point_need_a_mark(tmp_path: Path) -> None:
    settings = SETTINGS.replace("noise = 2.0", "noise = 0.0").partition("[totals]")[0]
    head = OVERRIDES.partition("\n")[0] + "\n"
    points = "point,UPL,LOR,,,Four lands meet here.\npoint,LOL,UPR,,,Four lands meet here.\n"

    def audit(name: str, overrides: str) -> str:
        source = write_tiny(tmp_path / name, QUARTERS, overrides, settings)
        forge_board(source, tmp_path / f"{name}-board")
        return problems((source, tmp_path / f"{name}-board"))

    found = audit("bare", head)
    assert "LOL - UPR meet in a point at 400 250" in found
    assert "LOR - UPL meet in a point at 400 250" in found
    assert "at 400 250" not in audit("marked", head + points)


def test_a_space_with_one_neighbour_is_a_dead_end(copy: tuple[Path, Path]) -> None:
    assert "dead end" not in problems(copy)
    edit(copy[1] / "spaces.csv", "ISL,Isle,land,neutral", "ISL,Isle,land,")
    edit(copy[1] / "borders.csv", "ISL,SOU,no,yes,,,\n", "")
    assert "ISL Isle has fewer than two neighbours" in problems(copy)


def test_a_centre_that_cannot_be_attacked_with_support(copy: tuple[Path, Path]) -> None:
    edit(copy[1] / "borders.csv", "ISL,SOU,no,yes,,,\n", "")
    assert "ISL Isle is a centre that cannot be attacked with support" in problems(copy)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("cut,EAS,WES,army,,Test.", "cut EAS WES does nothing: the shapes show no such border"),
        ("join,EAS,MID,army,,Test.", "join EAS MID does nothing: the shapes show the border already"),
        ("keep,EAS,MID,,,Test.", "keep EAS MID does nothing: it is not a short border"),
        ("point,EAS,WES,,,Test.", "point EAS WES does nothing: the spaces do not meet in a point"),
        ("apart,EAS,WES,,,Test.", "apart EAS WES does nothing: the spaces are neighbours, or far apart"),
        ("no-shore,NOR,,,,Test.", "no-shore NOR does nothing: the sea has a shore"),
        ("one-coast,EAS,,,,Test.", "one-coast EAS does nothing: the space has one coast anyway"),
        ("open-coast,EAS,ICE,,,Test.", "open-coast EAS ICE does nothing: the space has no shore on that water"),
    ],
)
def test_an_override_that_does_nothing(copy: tuple[Path, Path], line: str, problem: str) -> None:
    override(copy[0], line)
    assert problem in problems(copy)


@pytest.mark.parametrize(
    ("reason", "problem"),
    [
        ("The sea joins Isle and Eastland.", ""),
        ("The sea joins Isle and Nowhere.", ""),
        ("Isle reaches Midland here.", "the reason says that ISL and MID are neighbours"),
        ("Westland and Eastland meet between them.", "the reason says that WES and EAS are neighbours"),
        ("It touches Ice.", "the reason says that NOR and ICE are neighbours"),
        ("Westland does not touch Eastland.", ""),
    ],
)
def test_a_reason_that_is_false(copy: tuple[Path, Path], reason: str, problem: str) -> None:
    edit(copy[0] / "board.toml", "[limits]", "[limits]\ndoubtful = 5000.0")
    override(copy[0], f"keep,NOR,SOU,,,{reason}")
    found = [line for line in problems(copy).splitlines() if "false reason" in line]
    assert problem in "".join(found)
    assert bool(found) == bool(problem)


def test_a_sea_without_shore(tmp_path: Path, copy: tuple[Path, Path]) -> None:
    edit(copy[1] / "spaces.csv", "ISL,Isle,land,neutral", "ISL,Isle,sea,")
    edit(copy[1] / "borders.csv", "ISL,NOR", "ISL,NOR")
    assert "ISL Isle has no shore" in problems(copy)
    with (copy[0] / "overrides.csv").open("a", encoding="utf-8") as file:
        file.write("no-shore,ISL,,,,Looked at.\n")
    assert "ISL Isle has no shore" not in problems(copy)


def test_a_unit_outside_its_space(copy: tuple[Path, Path]) -> None:
    redraw(copy[1], lambda table: table["spaces"]["EAS"].update(unit=[100, 100]))
    assert "the unit of EAS stands outside its space" in problems(copy)


def test_a_fleet_off_its_coast(copy: tuple[Path, Path]) -> None:
    redraw(copy[1], lambda table: table["spaces"]["MID"]["coasts"].update(NC=[100, 100]))
    assert "the fleet on MID/NC stands outside its space" in problems(copy)
    redraw(copy[1], lambda table: table["spaces"]["MID"].pop("coasts"))
    assert "but not their anchors" in problems(copy)


def test_a_name_that_leaves_its_space_or_a_label_in_another_land(copy: tuple[Path, Path]) -> None:
    table = json.loads((copy[1] / "shapes.json").read_text("utf-8"))
    abroad = table["spaces"]["MID"]["unit"]
    redraw(
        copy[1],
        lambda table: table["spaces"]["EAS"].update(names=[[*abroad, *abroad, *abroad, abroad[0] + 20, abroad[1]]]),
    )
    assert "the name of EAS runs out of its space" in problems(copy)
    redraw(copy[1], lambda table: table["spaces"]["EAS"].update(outside=True, label=abroad))
    assert "the label of EAS stands in another land" in problems(copy)


def test_units_that_overlap(copy: tuple[Path, Path]) -> None:
    def change(table: dict[str, Any]) -> None:
        x, y = table["spaces"]["EAS"]["unit"]
        table["spaces"]["MID"]["unit"] = [x + 10, y]

    redraw(copy[1], change)
    assert "units of EAS and MID overlap" in problems(copy)


def test_a_piece_that_is_cut_off_inland(tmp_path: Path) -> None:
    split = PLACES.replace("Land,West,250 240;250 300", "Land,West,250 240;250 300;550 250")
    split = split.replace("Land,,550 250", "Land,,500 250;590 250;550 200;550 300")
    source = write_tiny(tmp_path / "source", places=split)
    forge_board(source, tmp_path / "tiny")
    assert "WES has a piece inland that is cut off from the rest" in problems((source, tmp_path / "tiny"))


def test_a_border_without_a_gate(copy: tuple[Path, Path]) -> None:
    redraw(copy[1], lambda table: table["gates"]["EAS"].pop("MID"))
    assert "EAS - MID has no gate" in problems(copy)


def test_a_gate_off_its_border_and_a_line_through_other_spaces(copy: tuple[Path, Path]) -> None:
    def move_gate(table: dict[str, Any]) -> None:
        table["gates"]["EAS"]["MID"] = table["spaces"]["WES"]["unit"]

    redraw(copy[1], move_gate)
    found = problems(copy)
    assert "the gate of EAS - MID lies" in found
    assert "units from their border" in found
    assert "the line EAS - MID runs" in found


def test_an_outline_that_crosses_itself(copy: tuple[Path, Path]) -> None:
    def change(table: dict[str, Any]) -> None:
        number = next(index for index, sides in enumerate(table["sides"]) if sides == ["ISL", "NOR"])
        flat = table["arcs"][number]
        flat[5], flat[7] = flat[5] + 3000, flat[7] - 3000

    redraw(copy[1], change)
    assert "crosses itself" in problems(copy)


def test_borders_that_were_expected(copy: tuple[Path, Path]) -> None:
    (copy[0] / "expected.csv").write_text("a,b,army,fleet,note\nEas,Mid,yes,yes:mid/nc+mid/sc,\nEas,Wes,yes,no,\n")
    found = problems(copy)
    assert "EAS - WES: expected army yes, fleet no, found none" in found
    assert "EAS - MID" not in found
    assert "NOR - SOU: expected none" in found


def test_names_that_sound_alike_are_noted(tiny: tuple[Path, Path]) -> None:
    notes = [finding for finding in audit_board(*tiny) if finding.check == "alike"]
    assert [finding.spaces for finding in notes] == [("EAS", "WES")]


def test_boxes_named_after_spaces_are_not_noted(tmp_path: Path) -> None:
    places = PLACES.replace(",Box,", ",Off-board box of South Sea,")
    places += "INN,Off-board box of North Sea,box,,,,,,Off,,-60 150,\n"
    entry = OVERRIDES + "join,NOR,INN,fleet one-way,,Into it.\njoin,INN,SOU,fleet one-way link,,Out of it.\n"
    source = write_tiny(tmp_path / "source", places, entry, SETTINGS.replace("sea = 3", "sea = 4"))
    forge_board(source, tmp_path / "tiny")
    notes = [finding for finding in audit_board(source, tmp_path / "tiny") if finding.check == "alike"]
    assert [finding.spaces for finding in notes] == [("EAS", "WES")]


def test_errors_come_first_in_the_text(copy: tuple[Path, Path]) -> None:
    edit(copy[0] / "board.toml", "land = 4", "land = 5")
    text = format_audit(audit_board(*copy), ["a remark"])
    assert text.startswith("1 errors, 0 warnings")
    assert text.index("error:") < text.index("note:")
    assert text.endswith("- a remark\n")


def test_the_made_up_board_is_what_these_tests_think(tmp_path: Path) -> None:
    assert write_tiny(tmp_path, PLACES, OVERRIDES, SETTINGS).exists()
