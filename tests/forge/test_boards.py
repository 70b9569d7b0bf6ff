"""The committed boards: audits are clean, files are small, every space has a theatre."""

import filecmp
import gzip
import json
import math
from pathlib import Path

import numpy as np
import pytest
from shapely.geometry import LineString, Polygon

from legation.board import SpaceId, load_shapes
from legation.forge import Severity, audit_board, audit_sisters, forge_board
from legation.forge.gazetteer import load_places
from legation.forge.overrides import load_overrides
from legation.forge.warp import least_stretch, load_warp
from tests.forge.facts import DATA, GAZETTEER, board_of, data_of

QUICK = ["standard", "cline-9-man-vii", "colonial-variant"]
"""Forged in ten seconds or less; the others are forged among the long tests."""
BOARDS = ["standard", "cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii", "colonial-variant"]


@pytest.mark.parametrize("variant", BOARDS)
def test_the_audit_finds_nothing_to_do(variant: str) -> None:
    findings = audit_board(GAZETTEER / variant, data_of(variant))
    assert not [str(finding) for finding in findings if finding.severity is not Severity.NOTE]


def test_sister_boards_differ_only_for_a_reason() -> None:
    assert not [str(finding) for finding in audit_sisters(GAZETTEER, DATA)]


def test_a_difference_without_a_reason_and_a_reason_without_a_difference_are_errors(tmp_path: Path) -> None:
    lines = (GAZETTEER / "sisters.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "sisters.csv").write_text(
        "\n".join([*lines[:1], *lines[2:], "colonia,Paris,Bordeaux,colonia-i,colonia-iii,Test."]), encoding="utf-8"
    )
    found = "\n".join(str(finding) for finding in audit_sisters(tmp_path, DATA))
    first, second = lines[1].split(",")[1:3]
    assert f"{first} - {second} is a border on" in found
    assert "Bordeaux - Paris: colonia-i and colonia-iii do not differ" in found


@pytest.mark.parametrize("variant", BOARDS)
def test_the_committed_audit_is_clean(variant: str) -> None:
    text = (data_of(variant) / "audit.txt").read_text(encoding="utf-8")
    assert text.startswith("0 errors, 0 warnings")


@pytest.mark.parametrize("variant", BOARDS)
def test_shapes_are_small_and_whole(variant: str) -> None:
    packed = (data_of(variant) / "shapes.json").read_bytes()
    table = json.loads(packed)
    assert len(gzip.compress(packed)) < 500_000
    assert table["variant"] == variant
    assert len(table["arcs"]) == len(table["light"]) == len(table["sides"]) == len(table["kinds"])
    used = {
        ref if ref >= 0 else ~ref for entry in table["spaces"].values() for p in entry["rings"] for r in p for ref in r
    }
    assert used <= set(range(len(table["arcs"])))
    assert sum(map(len, table["light"])) < sum(map(len, table["arcs"])) / 2


@pytest.mark.parametrize("variant", BOARDS)
def test_light_arcs_end_where_the_full_ones_do(variant: str) -> None:
    table = json.loads((data_of(variant) / "shapes.json").read_bytes())
    for full, light in zip(table["arcs"], table["light"], strict=True):
        assert full[:2] == light[:2]
        assert (sum(full[::2]), sum(full[1::2])) == (sum(light[::2]), sum(light[1::2]))


@pytest.mark.parametrize("variant", ["standard", "cline-9-man-vii"])
def test_lines_run_straight_out_at_the_sides_of_a_flat_board(variant: str) -> None:
    table = json.loads((data_of(variant) / "shapes.json").read_bytes())
    arcs = [np.cumsum(np.reshape(arc, (-1, 2)), axis=0) * table["scale"] for arc in table["arcs"]]
    for side in (0.0, table["width"] * table["scale"]):
        for arc, sides in zip(arcs, table["sides"], strict=True):
            for line in (arc, arc[::-1]):
                inward = np.abs(line[:, 0] - side)
                if all(sides) and inward[0] == 0 and inward.max() > 10:  # the frame itself has no second side
                    last = line[: int(np.argmax(inward > 10))]
                    assert np.ptp(last[:, 1]) < 20, (side, sides)


def find_bars(variant: str) -> dict[tuple[str, ...], list[list[int]]]:
    table = json.loads((data_of(variant) / "shapes.json").read_bytes())
    return {tuple(mark["spaces"]): mark["line"] for mark in table["marks"] if mark["kind"] == "closed"}


def test_a_bar_between_spaces_that_meet_in_a_point_lies_across_the_strait() -> None:
    for variant in ("colonia-i", "colonia-iii"):
        bars = find_bars(variant)
        assert bars["NPC", "SOJ"] == bars["SOJ", "WPC"]  # the strait between Japan's islands ends in that point
    # Four spaces meet at Akaba and neither diagonal passes: the two bars make a cross, and each parts its own pair.
    bars, spaces = find_bars("cline-9-man-vii"), load_shapes(data_of("cline-9-man-vii")).spaces
    for pair in (("EGY", "MEC"), ("JOR", "RED")):
        (ax, ay), (bx, by) = bars[pair]
        one, other = (spaces[SpaceId(code)].unit for code in pair)
        sides = [(bx - ax) * (10 * spot.y - ay) - (by - ay) * (10 * spot.x - ax) for spot in (one, other)]
        assert sides[0] * sides[1] < 0, pair


@pytest.mark.parametrize("variant", BOARDS)
def test_names_of_closed_water_have_room_beside_islets(variant: str) -> None:
    shapes = load_shapes(data_of(variant))
    islets = [Polygon([(x / 10, y / 10) for x, y in line]) for line in shapes.islets]
    water = [area for area in (*shapes.impassable.values(), *shapes.scenery) if area.kind != "land"]
    for area in water:
        for place in area.places:
            half, turn = 0.49 * place.span, math.radians(place.tilt)
            across, down = half * math.cos(turn), half * math.sin(turn)
            (x, y) = place.spot
            line = LineString([(x - across, y - down), (x + across, y + down)])
            assert not any(line.intersects(islet) for islet in islets), (area.name, place)


@pytest.mark.parametrize("variant", BOARDS)
def test_every_space_has_a_theatre(variant: str) -> None:
    assert all(space.theatre for space in board_of(variant).spaces.values())


@pytest.mark.parametrize("variant", BOARDS)
def test_every_override_has_a_reason(variant: str) -> None:
    overrides = load_overrides(GAZETTEER / variant, load_places(GAZETTEER / variant))
    assert all(len(entry.reason) > 8 for entry in overrides)


@pytest.mark.parametrize("variant", [name for name in BOARDS if name != "colonial-variant"])
def test_the_warp_does_not_fold(variant: str) -> None:
    assert least_stretch(load_warp(GAZETTEER / variant / "warp.json")) > 0.1


@pytest.mark.parametrize(
    "variant", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.soak) for name in BOARDS]
)
def test_forging_into_an_empty_folder_gives_the_committed_bytes(variant: str, tmp_path: Path) -> None:
    forge_board(GAZETTEER / variant, tmp_path / "out")
    names = [path.name for path in (tmp_path / "out").iterdir()]
    same, differing, _ = filecmp.cmpfiles(data_of(variant), tmp_path / "out", names, shallow=False)
    assert not differing
    assert {"shapes.json", "spaces.csv", "borders.csv", "audit.txt"} <= set(same)
