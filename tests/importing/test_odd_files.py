"""Odd files, reader by reader: each is read, or refused with one sentence; no other error, and nothing half saved."""

import copy
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from legation.errors import DataError, LegationError
from legation.importing import import_variants, importer
from legation.importing.assemble import assemble
from legation.importing.dvar import read_dvar
from legation.importing.model import Ring
from legation.importing.php_text import read_assignments
from legation.importing.source import Source
from legation.importing.svg_map import read_map
from legation.importing.svg_path import PLAIN, read_rings
from tests.importing import samples

NOTHING_WRONG = ""
NO_TEXT = "not a text"
DIGITS = "9" * 5000
LONG = " " * 1_000_000


def write_document(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "bay.json").write_text(json.dumps(samples.make_dvar()))
    return folder / "bay.json"


WRITERS: dict[str, Callable[[Path], Path]] = {
    "install.php": samples.write_webdiplomacy,
    "variant.php": samples.write_webdiplomacy,
    "variants.xml": samples.write_jdip,
    "bay_adjacency.xml": samples.write_jdip,
    "bay.svg": samples.write_jdip,
    "bay.map": samples.write_dpjudge,
    "map.bay": samples.write_njudge,
    "seed.bay": samples.write_njudge,
    "bay.go": samples.write_godip,
    "bay.json": write_document,
}
CHANGES = {
    "an owner in raised digits": ("install.php", "'Yes', 1, 20", "'Yes', '²', 20", NOTHING_WRONG),
    "a place that is true": ("install.php", "1, 20, 40", "1, true, 40", NOTHING_WRONG),
    "a place of many digits": ("install.php", "1, 20, 40", f"1, {DIGITS}, 40", NOTHING_WRONG),
    "a place below nothing": ("install.php", "1, 20, 40", "1, -500, 40", NOTHING_WRONG),
    "a name that turns the line round": ("install.php", "Haven", "\u202eHaven\u200b", NOTHING_WRONG),
    "no name": ("install.php", "'Haven'", "''", NOTHING_WRONG),
    "a block": ("install.php", "<?php", "<?php $a = <<<END\nit's \"open\nEND;\n", NOTHING_WRONG),
    "a block that never ends": ("install.php", "<?php", "<?php $a = <<<END\n", "no table of territories"),
    "a board of itself": ("install.php", "<?php", "<?php require('variants/Bay/install.php');", NOTHING_WRONG),
    "a variant of itself": ("variant.php", "extends WDVariant", "extends BayVariant", NOTHING_WRONG),
    "a year of many digits": ("variant.php", "+ 1850", f"+ {DIGITS}", NOTHING_WRONG),
    "a thousand countries": ("variant.php", "'Red', 'Blue'", ", ".join(f"'P{n}'" for n in range(1000)), "too many"),
    "one country four times": ("variant.php", "'Red', 'Blue'", "'Red', 'Red', 'red', 'RED'", NOTHING_WRONG),
    "centres of many digits": ("variants.xml", 'CENTERS value="3"', f'CENTERS value="{DIGITS}"', NOTHING_WRONG),
    "a year in raised digits": ("variants.xml", "Fall, 1850", "Fall, ²²²²", NOTHING_WRONG),
    "a power given twice": ("variants.xml", 'POWER name="Blue"', 'POWER name="Red"', NOTHING_WRONG),
    "no letters in the name": ("variants.xml", 'VARIANT name="Bay"', 'VARIANT name="地中海"', NOTHING_WRONG),
    "a coast with a path": ("variants.xml", '"haven"', '"haven" unitcoast="../../x"', NOTHING_WRONG),
    "a file for itself": ("variants.xml", "bay_adjacency.xml", "variants.xml", "unknown province 'hav'"),
    "another encoding": ("variants.xml", '"1.0"?>', '"1.0" encoding="EBCDIC"?>', NOTHING_WRONG),
    "a province given twice": ("bay_adjacency.xml", 'shortname="mil"', 'shortname="hav"', "given twice"),
    "a turn without end": ("bay.svg", "translate(0,0)", "rotate(1e999)", NOTHING_WRONG),
    "no size at all": ("bay.svg", "translate(0,0)", "scale(0)", NOTHING_WRONG),
    "a picture of pictures": (
        "bay.svg", "<g id=", '<script href="http://x"/><image href="file:///etc/passwd"/><use href="#_hav"/><g id=',
        NOTHING_WRONG,
    ),
    "a shape of itself": ("bay.svg", '<rect id="_tow"', '<use id="_tow" href="#_tow"', NOTHING_WRONG),
    "numbers that are none": ("bay.svg", "M0,0 H100", "M0,0 H1e5e5 V--1 H..1 é", NOTHING_WRONG),
    "a size without end": ("bay.svg", "0 0 300 200", "0 0 1e999 1e-999", NOTHING_WRONG),
    "a goal of many digits": ("bay.map", "VICTORY 3", f"VICTORY {DIGITS[:3000]}", NOTHING_WRONG),
    "a season of raised digits": ("bay.map", "FALL 1850", "FALL ²²²²", "bay.map:3: expected a line such as BEGIN"),
    "built on itself": ("bay.map", "VICTORY", "USE bay\nVICTORY", "is built on itself"),
    "built on another folder": ("bay.map", "VICTORY", "USE ../bay\nVICTORY", "only files beside it"),
    "codes of other letters": ("bay.map", "MIL", "МИЛ", NOTHING_WRONG),
    "letters that grow": ("bay.map", "MIL", "ßß", "which is not a location"),
    "nobody left": ("bay.map", "VICTORY", "UNPLAYED RED, BLUE\nVICTORY", NOTHING_WRONG),
    "names in a circle": ("bay.map", "VICTORY", "A -> B = B\nB -> A = A\nVICTORY", NOTHING_WRONG),
    "an end of raised digits": ("map.bay", "-1", "-²", "two parts"),
    "a code given twice": ("map.bay", "B tow", "B hav", "map.bay:4: the code 'hav' is given twice"),
    "neighbours of itself": ("map.bay", "harbour tow", "mil mil", NOTHING_WRONG),
    "a seed of raised digits": ("seed.bay", "S1850M", "S²²²²M", "seed.bay:1: expected a phase"),
    "a seed of many digits": ("seed.bay", "1850", DIGITS[:3000], "seed.bay:1: expected a phase"),
    "a start of raised digits": ("bay.go", "1850", "²²²²", NOTHING_WRONG),
    "a start in other digits": ("bay.go", "1850", "١٨٥٠", NOTHING_WRONG),
    "a place that is nowhere": ("bay.go", 'Conn("mil"', 'Conn("xxx"', "unknown place 'xxx'"),
    "a name in other marks": ("bay.go", '"The Bay"', "`The\nBay`", NOTHING_WRONG),
    "a number that is none": ("bay.json", '"year": 1425', '"year": NaN', "a year from 0 to 9999"),
    "a year without end": ("bay.json", '"year": 1425', '"year": Infinity', "a year from 0 to 9999"),
    "a number of many digits": ("bay.json", '"year": 1425', f'"year": {DIGITS}', "not a JSON document"),
    "half of a letter": ("bay.json", '"name": "', '"name": "\\ud800', NOTHING_WRONG),
    "an id with a path": ("bay.json", '"id": "bay"', '"id": "../../x"', NOTHING_WRONG),
    "a key given twice": ("bay.json", '"id": "bay"', '"id": 3, "id": "bay"', NOTHING_WRONG),
}  # fmt: skip


def bring(path: Path, output: Path) -> str:
    """Why the boards of a file were refused; nothing where they were read."""
    try:
        found = list(import_variants(path, output, draw=False))
    except LegationError as error:
        return str(error)
    problems = [one.problem for one in found]
    written = {entry.name for entry in output.iterdir()} if output.is_dir() else set()
    assert written == {one.folder.name for one in found if one.folder is not None}
    return " ".join(problem for problem in problems if problem)


def find(path: Path, name: str) -> Path:
    return (path if path.is_dir() else path.parent) / name


@pytest.mark.parametrize("what", CHANGES)
def test_an_odd_file_is_read_or_refused_in_one_sentence(what: str, tmp_path: Path) -> None:
    name, old, new, expected = CHANGES[what]
    path = WRITERS[name](tmp_path / "in")
    text = find(path, name).read_text()
    assert old in text
    find(path, name).write_text(text.replace(old, new))
    problem = bring(path, tmp_path / "out")
    assert (problem == expected) if expected == NOTHING_WRONG else (expected in problem)
    assert len(problem) < 300
    assert {entry.name for entry in tmp_path.iterdir()} <= {"in", "out"}


BYTES: dict[str, tuple[Callable[[str], bytes], str]] = {
    "marks and other ends of lines": (lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode(), NOTHING_WRONG),
    "ends of lines of old machines": (lambda text: text.replace("\n", "\r").encode(), NOTHING_WRONG),
    "UTF-16": (lambda text: text.encode("utf-16"), NO_TEXT),
    "a null byte": (lambda text: text.encode() + b"\0", NO_TEXT),
    "two encodings": (lambda text: text.replace("Haven", "Häven").encode("latin-1") + b"\n", NOTHING_WRONG),
}


@pytest.mark.parametrize("name", ["install.php", "variants.xml", "bay.map", "map.bay", "bay.go", "bay.json"])
@pytest.mark.parametrize("what", BYTES)
def test_other_encodings_are_read_or_named(what: str, name: str, tmp_path: Path) -> None:
    write, expected = BYTES[what]
    path = WRITERS[name](tmp_path / "in")
    find(path, name).write_bytes(write(find(path, name).read_text()))
    problem = bring(path, tmp_path / "out")
    assert (problem == expected) if expected == NOTHING_WRONG else (expected in problem)


@pytest.mark.parametrize("name", ["install.php", "variants.xml", "bay.map", "map.bay", "bay.go", "bay.json"])
def test_a_million_blanks_are_passed_over_or_named(name: str, tmp_path: Path) -> None:
    path = WRITERS[name](tmp_path / "in")
    find(path, name).write_text(find(path, name).read_text() + LONG)
    assert bring(path, tmp_path / "out") == NOTHING_WRONG or "the line has 1,000,000 characters" in bring(
        path, tmp_path / "out"
    )


ODD: list[object] = [None, 0, -1, 10**400, 1e308, True, "", "x" * 3000, [], {}, [None], [[]], {"a": 1}, "\0\x1b[31m"]


def list_places(value: object) -> Iterator[tuple[object, object]]:
    """Every table and list of a document with each of its keys."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield value, key
        yield from list_places(inner)


def test_every_value_of_a_document_may_be_anything(tmp_path: Path) -> None:
    document = samples.make_dvar()
    count, refused = len(list(list_places(document))), 0
    for number in range(count):
        for odd in ODD:
            changed = copy.deepcopy(document)
            table, key = list(list_places(changed))[number]
            table[key] = odd  # type: ignore[index]
            (tmp_path / "bay.json").write_text(json.dumps(changed))
            try:
                assemble(read_dvar(Source(tmp_path), "bay.json"))
            except DataError:
                refused += 1
    assert refused > count


def test_marks_of_old_windows_are_letters(tmp_path: Path) -> None:
    path = samples.write_dpjudge(tmp_path / "in")
    path.write_bytes(samples.DPJUDGE.replace("Mill", "Sailor\u2019s Mill").encode("cp1252"))
    (found,) = import_variants(path, tmp_path / "out", draw=False)
    assert found.variant is not None
    assert "Sailor\u2019s Mill" in {space.name for space in found.variant.board.spaces.values()}


@pytest.mark.parametrize(("name", "form"), [("BAY.MAP", "dpjudge"), ("Bay.JSON", "dvar"), ("bay.Go", "godip")])
def test_endings_may_be_in_capitals(name: str, form: str, tmp_path: Path) -> None:
    old = name.lower()
    found = find(WRITERS[old](tmp_path / "in"), old)
    (board,) = import_variants(found.rename(found.with_name(name)), tmp_path / "out", draw=False)
    assert (board.problem, board.format) == ("", form)
    assert board.folder == tmp_path / "out" / "bay"


def test_a_frame_that_shows_nothing_of_the_map_is_no_fault(tmp_path: Path) -> None:
    folder = samples.write_jdip(tmp_path / "in")
    (folder / "bay.svg").write_text(samples.SVG.replace("0 0 300 200", "0 0 0.001 999999"))
    (found,) = import_variants(folder, tmp_path / "out")
    assert found.problem == ""
    assert found.folder is not None
    assert (found.folder / "shapes.json").is_file()


def test_a_text_in_a_block_is_a_text() -> None:
    text = "<?php $a = <<<END\nOne's\n  two \"and\n  END . 'three'; $b = <<<'X'\nX\n; $c = 4;"
    assert read_assignments(text, "x.php") == {"a": ["One's\n  two \"andthree"], "b": [""], "c": [4]}


def test_nothing_is_left_of_a_board_that_cannot_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise DataError("no paper", file="bay")

    path = samples.write_dpjudge(tmp_path / "in")
    (before,) = import_variants(path, tmp_path / "out", draw=False)
    assert before.folder is not None
    (before.folder / "mine.txt").write_text("kept")
    monkeypatch.setattr(importer, "_draw", fail)
    old = {file.name: file.read_text() for file in before.folder.iterdir()}
    path.write_text(samples.DPJUDGE.replace("VICTORY 3", "VICTORY 2"))
    (after,) = import_variants(path, tmp_path / "out")
    assert after.problem == "bay: no paper"
    assert {file.name: file.read_text() for file in before.folder.iterdir()} == old
    assert [entry.name for entry in (tmp_path / "out").iterdir()] == ["bay"]


def test_no_centres_to_win_means_more_than_half(tmp_path: Path) -> None:
    path = samples.write_dpjudge(tmp_path / "in")
    path.write_text(samples.DPJUDGE.replace("VICTORY 3", "VICTORY 0"))
    (found,) = import_variants(path, tmp_path / "out", draw=False)
    assert found.variant is not None
    assert found.variant.victory.centres == 3  # of four


def test_a_map_that_begins_elsewhere_is_the_same(tmp_path: Path) -> None:
    folder = samples.write_jdip(tmp_path)
    keys = {key: key for key in ("hav", "mil", "tow", "cap", "gul", "sou")}
    plain = read_map(Source(folder), "bay.svg", keys)
    moved = samples.SVG.replace("0 0 300 200", "1000 -50 300 200").replace("translate(0,0)", "translate(1000,-50)")
    (folder / "bay.svg").write_text(moved.replace('x="30" y="50"', 'x="1030" y="0"'))
    assert read_map(Source(folder), "bay.svg", keys) == plain


@pytest.mark.parametrize(
    ("path", "area"),
    [
        ("M50 0 a50 50 0 1 1 0 100 a50 50 0 1 1 0 -100 z", math.pi * 2500),
        ("M0 0 A10 10 0 0 1 10 10 L0 10 z", math.pi * 25),
        ("M0 0 A10 10 0 0 0 10 10 L0 10 z", 100 - math.pi * 25),
        ("M0 0 A10 10 0 1 1 10 10 L0 10 z", math.pi * 75 + 100),
        ("M0 0 A1 1 0 0 1 10 0 z", math.pi * 12.5),
        ("M0 0 A10 5 90 0 1 0 20 z", math.pi * 25),
        ("M0 0a10,10 0 0110,10L0 10z", math.pi * 25),
        ("M0 0a10,10 0 0010,10L0 10z", 100 - math.pi * 25),
        ("M0,0A10 10 0 1110 10V10H0z", math.pi * 75 + 100),
        ("M50 0a50 50 0 11.0 100 50 50 0 110-100z", math.pi * 2500),
        ("M0 0a10-10 0 01.1e2,1e1H0z", math.pi * 25),
        ("M0 0A10 10 0 0 1\n10,10L 0-.0L0+10", math.pi * 25 - 50),
    ],
)
def test_arcs_have_the_area_of_their_ellipse(path: str, area: float) -> None:
    (ring,) = read_rings(Element("path", {"d": path}), PLAIN)
    assert measure(ring) == pytest.approx(area, rel=0.05)


def measure(ring: Ring) -> float:
    crosses = [a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
    return abs(sum(crosses)) / 2


@pytest.mark.parametrize(
    ("path", "rings"),
    [
        ("M0-1L1.5.5-2,3", [[(0, -1), (1.5, 0.5), (-2, 3)]]),
        ("M0 0 5 0 5 5m1 1h2v2z", [[(0, 0), (5, 0), (5, 5)], [(6, 6), (8, 6), (8, 8)]]),
        ("M0 0h4v4zl-4 0v4z", [[(0, 0), (4, 0), (4, 4)], [(0, 0), (-4, 0), (-4, 4)]]),
        ("M0 0h4v4H0 9 8", [[(0, 0), (4, 0), (4, 4), (0, 4), (9, 4), (8, 4)]]),
        ("M0 0L9 0 9 9 3", [[(0, 0), (9, 0), (9, 9)]]),
        ("M0 0h4v4 a4 4 0 2 1 0 0z", [[(0, 0), (4, 0), (4, 4)]]),
        ("9 9 M0 0h4v4z", []),
        ("", []),
    ],
)
def test_a_path_is_followed_until_it_makes_no_sense(path: str, rings: list[Ring]) -> None:
    assert read_rings(Element("path", {"d": path}), PLAIN) == rings


@pytest.mark.parametrize(
    ("transform", "moved"),
    [
        ("skewX(45)", [(0, 0), (2, 0), (4, 2)]),
        ("skewY(45)", [(0, 0), (2, 2), (2, 4)]),
        ("translate(1) scale(2,3)", [(1, 0), (5, 0), (5, 6)]),
        ("rotate(90 1 1)", [(2, 0), (2, 2), (0, 2)]),
        ("matrix(1,0,0,1,-1,.5)", [(-1, 0.5), (1, 0.5), (1, 2.5)]),
        ("skewX(90)", None),
        ("nonsense(1,2)", [(0, 0), (2, 0), (2, 2)]),
    ],
)
def test_shapes_are_moved_as_their_transforms_say(transform: str, moved: Ring | None) -> None:
    shape = Element("path", {"d": "M0 0h2v2z", "transform": transform})
    if moved is None:
        with pytest.raises(DataError, match="leaves the map"):
            read_rings(shape, PLAIN)
        return
    (ring,) = read_rings(shape, PLAIN)
    assert [pytest.approx(point) for point in moved] == ring
