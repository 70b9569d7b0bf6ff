"""Maps as pictures: the pixels of each space, and files that are no proper pictures."""

import random
import re
import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from legation.board import load_shapes
from legation.errors import DataError
from legation.importing import import_variants, plate
from legation.importing.formats import read_foreign
from legation.importing.model import Picture
from legation.importing.pixels import paint_pixels, read_pixels, shrink
from legation.importing.raster import NOBODY
from legation.importing.source import Source
from tests.importing import samples


def test_spaces_of_a_picture_touch_as_they_do_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plate, "CELLS", 20_000)
    (found,) = import_variants(samples.write_drawn_webdiplomacy(tmp_path / "in"), tmp_path / "out")
    assert found.folder is not None, found.problem
    assert found.notes is not None
    assert "outlines of 7 spaces come from the map" in found.notes.kept
    assert found.variant is not None
    names = {str(code): space.name for code, space in found.variant.board.spaces.items()}
    shapes = load_shapes(found.folder)
    sides = {frozenset(names.get(str(side), "") for side in arc.sides) for arc in shapes.arcs}
    assert {frozenset({"Haven", "Mill"}), frozenset({"Gulf", "Cape"}), frozenset({"Gulf", "Sound"})} <= sides
    assert frozenset({"Haven", "Tower"}) not in sides


def test_a_colour_that_several_share_is_told_apart_by_lines_or_by_distance() -> None:
    colours = np.zeros((20, 40), np.int32)
    colours[:, 20] = 1
    cells = paint_pixels(colours, {0: (5, 10), 1: (15, 10), 2: (30, 10), 3: (90, 10)})
    assert (cells[:, :10] == 0).all()
    assert (cells[:, 11:20] == 1).all()
    assert (cells[:, 20] == NOBODY).all()
    assert (cells[:, 21:] == 2).all()


def test_a_point_under_a_line_finds_the_space_beside_it() -> None:
    colours = np.full((30, 30), 7, np.int32)
    colours[15] = 0
    assert (paint_pixels(colours, {4: (10, 15)}) == np.where(colours == 7, 4, NOBODY)).all()


def test_a_picture_that_does_not_fit_the_places_of_units_is_left_out(tmp_path: Path) -> None:
    bay = samples.write_drawn_webdiplomacy(tmp_path / "in")
    text = (bay / "install.php").read_text().replace("1, 20, 40,", "1, 100, 85,").replace("0, 60, 40,", "0, 20, 85,")
    (bay / "install.php").write_text(text.replace("2, 100, 40,", "2, 60, 82,").replace("0, 60, 80,", "0, 10, 40,"))
    (found,) = import_variants(bay, tmp_path / "out")
    assert found.notes is not None
    assert "the places of units do not fit the picture, which is left out" in found.notes.changed


def test_boards_without_a_large_map_have_the_places_of_the_small_one(tmp_path: Path) -> None:
    bay = samples.write_webdiplomacy(tmp_path / "in")
    text = (bay / "install.php").read_text()
    (bay / "install.php").write_text(re.sub(r"([012]), \d+, \d+, (\d+, \d+)\)", r"\1, 0, 0, \2)", text))
    (found,) = read_foreign(Source(bay), "install.php", "webdiplomacy")
    assert found.provinces["Haven"].point == (10.0, 20.0)


def test_cells_keep_their_places_on_another_grid() -> None:
    cells = np.zeros((10, 20), np.int32)
    cells[:, 10:] = 1
    made = shrink(cells, (8, 10), 0.5)
    assert (made[:5, :5] == 0).all()
    assert (made[:5, 5:] == 1).all()
    assert (made[5:] == NOBODY).all()


def test_pictures_in_true_colours_are_read_too(tmp_path: Path) -> None:
    image = Image.new("RGBA", (4, 2), (255, 0, 1, 255))
    image.save(tmp_path / "a.png")
    assert (read_pixels(Picture("a.png", (tmp_path / "a.png").read_bytes())) == 0xFF0001).all()


GOOD = samples.make_picture()
HUGE = GOOD[:16] + struct.pack(">II", 60_000, 60_000) + GOOD[24:]
EMPTY = GOOD[:16] + struct.pack(">II", 0, 10) + GOOD[24:]
BAD = {
    "text": (b"<?php", "not a PNG"),
    "gif": (b"GIF89a" + GOOD, "not a PNG"),
    "short": (GOOD[:20], "not a PNG"),
    "huge": (HUGE, "60000 x 60000"),
    "empty": (EMPTY, "0 x 10"),
    "truncated": (GOOD[: len(GOOD) // 2], "broken"),
    "headless": (GOOD[:33] + GOOD[-12:], "broken"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_picture_is_left_out_and_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plate, "CELLS", 20_000)
    data, problem = BAD[name]
    bay = samples.write_webdiplomacy(tmp_path / "in")
    (bay / "resources/map.png").write_bytes(data)
    (found,) = import_variants(bay, tmp_path / "out")
    assert found.folder is not None
    assert found.notes is not None
    assert any("map.png" in lost and problem in lost for lost in found.notes.lost)
    assert (found.folder / "shapes.json").is_file()


def test_pictures_with_wrong_bytes_are_read_or_refused() -> None:
    chance = random.Random(5)
    refusals = []
    for _ in range(150):
        data = bytearray(GOOD)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(8, len(data))] = chance.randrange(256)
        try:
            read_pixels(Picture("map.png", bytes(data)))
        except DataError as error:
            refusals.append(error.file)
    assert len(refusals) > 50
    assert set(refusals) == {"map.png"}
