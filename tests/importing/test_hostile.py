"""Files that would do harm, or are no files of a board at all: each gets one clear error and nothing else."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.errors import DataError, LegationError
from legation.importing import import_variants
from legation.importing import source as limits
from legation.importing.php_text import read_assignments
from legation.importing.source import Source, clean
from legation.importing.svg_map import read_map
from tests.importing import samples


def problems(path: Path, output: Path) -> str:
    """Why a file was refused."""
    try:
        found = list(import_variants(path, output, draw=False))
    except LegationError as error:
        return str(error)
    assert all(one.variant is None for one in found)
    return " ".join(one.problem for one in found)


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BYTES", 1000)
    (tmp_path / "big.map").write_text("#" * 2000)
    assert "2,000 bytes are too many" in problems(tmp_path / "big.map", tmp_path / "out")


BOMB = """<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><VARIANTS>&b;</VARIANTS>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a SYSTEM "file:///etc/passwd">]><VARIANTS>&a;</VARIANTS>"""


@pytest.mark.parametrize("text", [BOMB, OUTSIDE], ids=["bomb", "outside"])
def test_entities_are_never_expanded(text: str, tmp_path: Path) -> None:
    (tmp_path / "variants.xml").write_text(text)
    assert "not plain XML" in problems(tmp_path, tmp_path / "out")


def test_elements_nested_without_end_are_refused(tmp_path: Path) -> None:
    (tmp_path / "variants.xml").write_text("<a>" * 5000 + "</a>" * 5000)
    assert "nested" in problems(tmp_path, tmp_path / "out")


@pytest.mark.parametrize("name", ["../secret.xml", "/etc/passwd", "..", "a\\\\b.xml", "%2e%2e/x", "c:secret"])
def test_a_file_may_name_only_files_beside_it(name: str, tmp_path: Path) -> None:
    folder = samples.write_jdip(tmp_path / "in")
    (tmp_path / "secret.xml").write_text(samples.ADJACENCY)
    text = samples.VARIANTS_XML.replace("bay_adjacency.xml", name)
    (folder / "variants.xml").write_text(text)
    assert "only files beside it are read" in problems(folder, tmp_path / "out")


def test_a_link_out_of_the_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "bay.map").symlink_to(tmp_path / "secret")
    assert not Source(folder).has("bay.map")
    assert "missing" in problems(folder / "bay.map", tmp_path / "out")


def test_a_file_of_bytes_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "bay.map").write_bytes(bytes(range(256)))
    assert "not a text" in problems(tmp_path / "bay.map", tmp_path / "out")


def test_php_is_read_and_never_run(tmp_path: Path) -> None:
    text = "<?php system('touch ran'); $a = array('x' => shell_exec('id'), 'y' => 2); $b = array(1, f(2), 3); $c = 'z';"
    assert read_assignments(text, "x.php") == {"a": [[]], "b": [[(None, 1)]], "c": ["z"]}
    assert not (tmp_path / "ran").exists()


def test_too_many_provinces_are_refused(tmp_path: Path) -> None:
    rows = "\n".join(f"Place {number}, l p{number}" for number in range(2100))
    ways = "\n".join(f"p{number}-mv: p{number + 1}" for number in range(2099))
    (tmp_path / "map.huge").write_text(f"{rows}\n-1\n{ways}\n-1\n")
    assert "2100 provinces are too many" in problems(tmp_path / "map.huge", tmp_path / "out")


def test_a_map_that_goes_beyond_all_bounds_is_left_out(tmp_path: Path) -> None:
    folder = samples.write_jdip(tmp_path)
    (folder / "bay.svg").write_text(samples.SVG.replace("M0,0 H100", "M0,0 H1e300"))
    with pytest.raises(DataError, match="leaves the map"):
        read_map(Source(folder), "bay.svg", {"hav": "hav"})


def test_texts_lose_markup_and_control_characters() -> None:
    assert clean("<b>Gulf</b>\n of\x00\x1b[31m &Eacute;lan  ") == "Gulf of [31m Élan"


# Each reader is given its own sample with pieces cut out, doubled or replaced. Whatever comes of it, the answer is a
# board that loads or one ``LegationError``: no other exception, and no file outside the output folder.


def _write_document(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bay.json").write_text(json.dumps(samples.make_dvar()))
    return folder / "bay.json"


def _write_go(folder: Path) -> Path:
    return samples.write_godip(folder) / "bay.go"


SAMPLES: dict[str, Callable[[Path], Path]] = {
    "install.php": samples.write_webdiplomacy,
    "variant.php": samples.write_webdiplomacy,
    "classes/adjudicatorPreGame.php": samples.write_webdiplomacy,
    "classes/drawMap.php": samples.write_drawn_webdiplomacy,
    "resources/style.css": samples.write_webdiplomacy,
    "variants.xml": samples.write_jdip,
    "bay_adjacency.xml": samples.write_jdip,
    "bay.svg": samples.write_jdip,
    "bay.map": samples.write_dpjudge,
    "bay.politics": samples.write_parted_dpjudge,
    "map.bay": samples.write_njudge,
    "seed.bay": samples.write_njudge,
    "report.bay": samples.write_reported_njudge,
    "bay.json": _write_document,
    "bay.go": _write_go,
    "phase.go": samples.write_slow_godip,
}
PIECES = st.one_of(
    st.text(max_size=8),
    st.sampled_from("' \" ( ) , -1 < > ]]> null {} [] 999999999999999999999 / ../ é &a;".split(" ")),
    st.just("\n"),
)  # fmt: skip


def damage(name: str, cuts: list[tuple[float, float, str]], *, draw: bool = False) -> None:
    """Import a sample with pieces of one file replaced."""
    with tempfile.TemporaryDirectory() as place:
        path = SAMPLES[name](Path(place) / "in")
        folder = path if path.is_dir() else path.parent
        text = (folder / name).read_text()
        for start, length, piece in cuts:
            begin = int(start * len(text))
            text = text[:begin] + piece + text[begin + int(length * 40) :]
        (folder / name).write_text(text, encoding="utf-8", errors="replace")
        for found in import_variants(path, Path(place) / "out", draw=draw):
            assert found.problem or (found.variant is not None and found.folder is not None)
        assert {entry.name for entry in Path(place).iterdir()} <= {"in", "out"}


CUTS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), PIECES), min_size=1, max_size=4)


@pytest.mark.parametrize("name", SAMPLES)
@given(cuts=CUTS)
@settings(max_examples=8, deadline=None)
def test_a_damaged_file_gives_a_board_or_an_error(name: str, cuts: list[tuple[float, float, str]]) -> None:
    damage(name, cuts)


@pytest.mark.soak
@pytest.mark.parametrize("name", SAMPLES)
@given(cuts=CUTS)
@settings(max_examples=300, deadline=None)
def test_many_damaged_files_give_boards_or_errors(name: str, cuts: list[tuple[float, float, str]]) -> None:
    damage(name, cuts)


@pytest.mark.parametrize("name", ["bay.svg", "install.php"])
@given(cuts=CUTS)
@settings(max_examples=3, deadline=None)
def test_a_map_of_a_damaged_file_is_drawn_or_refused(name: str, cuts: list[tuple[float, float, str]]) -> None:
    damage(name, cuts, draw=True)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["bay.svg", "install.php"])
@given(cuts=CUTS)
@settings(max_examples=150, deadline=None)
def test_many_maps_of_damaged_files_are_drawn_or_refused(name: str, cuts: list[tuple[float, float, str]]) -> None:
    damage(name, cuts, draw=True)
