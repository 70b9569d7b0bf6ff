"""Maps of imported boards: every space has an outline in which its unit stands."""

from pathlib import Path

import numpy as np
import pytest

from legation.board import load_shapes
from legation.importing import import_variants, plate
from legation.importing.layout import spread_graph
from legation.importing.raster import NOBODY, fill_gaps, trace_cells
from tests.importing import samples

WRITERS = [samples.write_jdip, samples.write_drawn_webdiplomacy, samples.write_webdiplomacy, samples.write_njudge]


@pytest.mark.parametrize("write", WRITERS, ids=["outlines", "pixels", "points", "graph"])
def test_every_space_of_an_imported_board_can_be_seen(
    write: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plate, "CELLS", 20_000)
    (found,) = import_variants(write(tmp_path / "in"), tmp_path / "out")  # type: ignore[operator]
    assert found.folder is not None, found.problem
    assert found.variant is not None
    shapes = load_shapes(found.folder)
    open_spaces = {space.id for space in found.variant.board.spaces.values() if space.terrain != "impassable"}
    assert set(shapes.spaces) == open_spaces
    for code, shape in shapes.spaces.items():
        assert shapes.contains(code, shape.unit), code
    cape = next(shape for code, shape in shapes.spaces.items() if found.variant.board.spaces[code].coasts)
    assert set(cape.coasts) == {"NC", "SC"}


def test_a_map_may_know_a_province_by_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plate, "CELLS", 20_000)
    folder = samples.write_jdip(tmp_path / "in")
    (folder / "bay.svg").write_text(samples.SVG.replace('"_hav"', '"_har"').replace('"_sou"', '"Sound"'))
    (found,) = import_variants(folder, tmp_path / "out")
    assert found.notes is not None
    assert "outlines of 6 spaces come from the map" in found.notes.kept


def test_outlines_of_a_map_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plate, "CELLS", 20_000)
    (found,) = import_variants(samples.write_jdip(tmp_path / "in"), tmp_path / "out")
    assert found.folder is not None
    assert found.notes is not None
    assert "outlines of 6 spaces come from the map" in found.notes.kept
    shapes = load_shapes(found.folder)
    haven, tower = (shapes.spaces[code].unit for code in ("HAV", "TOW"))  # type: ignore[index]
    assert haven.x < shapes.width / 3 < 2 * shapes.width / 3 < tower.x
    sides = {frozenset(arc.sides) for arc in shapes.arcs}
    assert frozenset({"HAV", "MIL"}) in sides
    assert frozenset({"HAV", "TOW"}) not in sides


def test_lines_round_cells_are_shared_by_neighbours() -> None:
    cells = np.zeros((30, 40), np.int32)
    cells[:, 20:] = 1
    cells[10:20, 15:25] = 2
    areas = trace_cells(cells, 10.0)
    assert sum(area.area for area in areas.values()) == pytest.approx(300 * 400, rel=0.001)
    assert areas[2].touches(areas[0])
    assert areas[0].area == pytest.approx(areas[1].area, rel=0.02)


def test_gaps_go_to_the_nearest_space() -> None:
    cells = np.full((20, 20), NOBODY, np.int32)
    cells[:, :8], cells[:, 12:] = 0, 1
    filled = fill_gaps(cells, 5.0)
    assert (filled[:, :9] == 0).all()
    assert (filled[:, 11:] == 1).all()


def test_a_graph_is_laid_out_with_neighbours_near() -> None:
    links = np.array([(0, 1), (1, 2), (2, 3), (3, 4)])
    spots = spread_graph(5, links)
    assert np.hypot(*(spots[0] - spots[4])) > 3 * np.hypot(*(spots[0] - spots[1]))
