"""Files that would keep a reader busy for ever: each is read or refused soon."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from legation.errors import LegationError
from legation.importing import import_variants
from legation.importing.raster import fill_rings, paint_outlines
from tests.importing import samples

LIMIT = 8.0
"""Seconds of the processor; what these files are about took minutes or for ever."""
MANY = 300_000
BLANKS = " " * MANY


def nest(depth: int) -> str:
    return "<a>" * depth + "</a>" * depth


def include(folder: Path) -> Path:
    """Seven files, each built on the next a hundred times."""
    folder.mkdir()
    for number in range(5):
        (folder / f"m{number}.map").write_text(f"USE {f'm{number + 1}.map ' * 100}\n")
    (folder / "m5.map").write_text(samples.DPJUDGE)
    return folder / "m0.map"


TEXTS = {
    "comments without end": ("install.php", "<?php " + "/* " * MANY),
    "texts without end": ("install.php", "<?php " + "\\'" * MANY),
    "a file that is required": ("install.php", f"<?php require{BLANKS}x"),
    "a name of blanks": ("install.php", f"<?php $a = array(array('{BLANKS}x', 'Sea', 'No', 0, 1, 1, 1, 1));"),
    "a number of many digits": ("install.php", f"<?php $a = array('a' => 1.{'1' * MANY});"),
    "brackets": ("install.php", "<?php $a = " + "[" * MANY),
    "a turn of blanks": ("variants.xml", samples.VARIANTS_XML.replace("Fall, 1850", f"Fall{BLANKS}x")),
    "deep elements": ("variants.xml", nest(MANY)),
    "many attributes": ("variants.xml", "<a " + " ".join(f"a{n}=''" for n in range(50_000)) + "/>"),
    "a line of letters": ("bay.map", "A" * MANY + "!"),
    "lines of letters": ("bay.map", ("A" * 3900 + "!\n") * 100),
    "many coasts": ("bay.map", "".join(f"COAST cap/c{n}\n" for n in range(MANY // 10)) + samples.DPJUDGE),
    "a unit of blanks": ("map.bay", f"Haven, R hav\n-1\n-1\n{BLANKS}x"),
    "many provinces": ("map.bay", "".join(f"P{n}, l pq{n}x\n" for n in range(MANY // 10)) + "-1\n"
                       + "".join(f"pq{n}-mv: pq{n}\n" for n in range(MANY // 10)) + "-1\n"),
    "a remark of blanks": ("bay.go", f"graph.New()\n//{' ' * 1000}{chr(10) * MANY}"),
    "remarks": ("bay.go", "graph.New()\n" + "// a\n" * MANY),
    "many borders of nowhere": ("bay.json", '{"a":' * 5000),
    "no board in many words": ("bay.json", '{"provinces": [' + "{}," * MANY + "{}]}"),
}  # fmt: skip


def bring(path: Path, output: Path, *, draw: bool = False) -> list[str]:
    """Import a file within the limit; why its boards were refused."""
    begun = time.process_time()
    try:
        found = [one.problem for one in import_variants(path, output, draw=draw)]
    except LegationError as error:
        found = [str(error)]
    assert time.process_time() - begun < LIMIT
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_would_take_for_ever_is_refused_soon(name: str, tmp_path: Path) -> None:
    file, text = TEXTS[name]
    samples.write_jdip(tmp_path / "in")
    (tmp_path / "in" / file).write_text(text)
    problems = bring(tmp_path / "in" / file, tmp_path / "out")
    assert all(len(problem) < 400 for problem in problems)
    assert any(problems) is (file != "variants.xml" or name != "a turn of blanks")


def test_files_that_are_built_on_each_other_are_counted(tmp_path: Path) -> None:
    assert "more than 40 files" in bring(include(tmp_path / "in"), tmp_path / "out")[0]


def test_many_neighbours_by_the_beginnings_of_their_names_are_found_soon(tmp_path: Path) -> None:
    lines = [f"Place {n}{'x' * 40}, {'l' if n else 'R'} q{n}z" for n in range(1500)]
    ways = [f"q{n}z-mv: " + " ".join(f"place{m}xxx" for m in range(1400, 1440)) for n in range(1500)]
    (tmp_path / "map.bay").write_text("\n".join([*lines, "-1", *ways, "-1"]))
    assert "too many" in bring(tmp_path / "map.bay", tmp_path / "out")[0]


@pytest.mark.parametrize("word", ["1e300", "-1e300", "999999999999", "1e-300"])
def test_places_beyond_all_bounds_are_left_out(word: str, tmp_path: Path) -> None:
    folder = samples.write_jdip(tmp_path / "in")
    (folder / "bay.svg").write_text(samples.SVG.replace('x="30"', f'x="{word}"'))
    assert bring(folder, tmp_path / "out", draw=True) == [""]


def scribble(count: int) -> list[tuple[float, float]]:
    chance = random.Random(4)
    return [(chance.random() * 300, chance.random() * 200) for _ in range(count)]


def test_an_outline_that_crosses_itself_everywhere_is_drawn_soon(tmp_path: Path) -> None:
    folder = samples.write_jdip(tmp_path / "in")
    path = "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in scribble(40_000)) + "Z"
    (folder / "bay.svg").write_text(samples.SVG.replace("M0,0 H100 V100 H0 Z", path))
    assert bring(folder, tmp_path / "out", draw=True) == [""]


def count_crossings(ring: list[tuple[float, float]], x: float, y: float) -> int:
    """How many lines of a ring a ray to the left meets."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum((a[1] > y) != (b[1] > y) and a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) < x for a, b in pairs)


def test_cells_are_inside_where_a_ray_meets_the_rings_an_odd_number_of_times() -> None:
    rings = [scribble(12), [(-41.3, -30.7), (151.9, 60.1), (40.3, 260.9)]]
    window, inside = fill_rings(rings, (20, 30), 0.1)
    cells = np.zeros((20, 30), np.bool_)
    cells[window] = inside
    expected = [
        [sum(count_crossings(ring, column * 10 + 5, row * 10 + 5) for ring in rings) % 2 == 1 for column in range(30)]
        for row in range(20)
    ]
    assert cells.tolist() == expected
    assert cells.any()


def test_an_island_is_painted_over_the_sea_round_it() -> None:
    island, sea = [[(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0)]], [[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]]
    cells = paint_outlines([island, sea, []], (10, 10), 1.0)
    assert (cells[2:6, 2:6] == 0).all()
    assert np.count_nonzero(cells == 0) == 16
    assert np.count_nonzero(cells == 1) == 81 - 16
    assert np.count_nonzero(cells == -1) == 19


WRITERS: dict[str, Callable[[Path], Path]] = {"...map": samples.write_dpjudge, "...go": samples.write_godip}


@pytest.mark.parametrize("name", WRITERS)
def test_a_board_is_never_written_outside_the_output_folder(name: str, tmp_path: Path) -> None:
    path = WRITERS[name](tmp_path / "in")
    folder = path if path.is_dir() else path.parent
    next(folder.iterdir()).rename(folder / name)
    (found,) = import_variants(folder / name, tmp_path / "out" / "boards", draw=False)
    assert found.folder == tmp_path / "out" / "boards" / "variant"
    assert {entry.name for entry in (tmp_path / "out").iterdir()} == {"boards"}
    long = folder / f"{'x' * 240}{Path(name).suffix}"
    (folder / name).rename(long)
    (found,) = import_variants(long, tmp_path / "out" / "boards", draw=False)
    assert found.folder is not None
    assert len(found.folder.name) == 60


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    (found,) = import_variants(samples.write_dpjudge(tmp_path / "in"), tmp_path / "out", draw=False)
    assert found.problem == f"{tmp_path / 'out' / 'bay'}: cannot be written: Not a directory"
