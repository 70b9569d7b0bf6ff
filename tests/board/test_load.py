from pathlib import Path

import pytest

from legation.board import Board, LocationId, Terrain, list_warnings, load_board, read_table
from legation.errors import DataError
from tests.kit import BORDER_HEADER, SPACE_HEADER, make_tiny_board, write_board

SPACES = """
    PAR,Paris,land
    BRE,Brest,land
    SPA,Spain,land,,,NC SC
    ENG,English Channel,sea
    LYO,Gulf of Lyon,sea
"""
BORDERS = """
    PAR,BRE,yes,no
    PAR,SPA,yes,no
    BRE,ENG,no,yes
    SPA/NC,ENG,no,yes
    SPA/SC,LYO,no,yes
    ENG,LYO,no,yes
"""
# The header is line 1, so a space added at the end stands on line 7 and a border on line 8.
BROKEN_SPACES = [
    ("a code given twice", "PAR,Lutetia,land", "code"),
    ("a name given twice", "LUT,PARIS,land", "name"),
    ("a code in small letters", "ber,Berlin,land", "ber"),
    ("a code with a sign", "B-R,Berlin,land", "B-R"),
    ("no code", ",Berlin,land", "code is empty"),
    ("no name", "BER,,land", "name is empty"),
    ("an unknown kind", "BER,Berlin,swamp", "'land', 'sea', 'impassable'"),
    ("an unknown centre", "BER,Berlin,land,grand", "'grand'"),
    ("a bad island flag", "BER,Berlin,land,,,,maybe", "expected yes, no or nothing"),
    ("a bad convoy flag", "BER,Berlin,land,,,,,Yes", "expected yes, no or nothing"),
    ("one coast only", "BER,Berlin,land,,,NC", "two or more"),
    ("a coast given twice", "BER,Berlin,land,,,NC NC", "different coasts"),
    ("a home centre of nobody", "BER,Berlin,land,home", "name the powers"),
    ("a special centre of nobody", "BER,Berlin,land,special", "name the powers"),
    ("a build-only centre of nobody", "BER,Berlin,land,build-only", "name the powers"),
    ("an impassable centre", "SWI,Switzerland,impassable,neutral", "impassable"),
]
BROKEN_BORDERS = [
    ("an unknown space", "PAR,BER,yes", "'BER'"),
    ("a name for a code", "Paris,LYO,yes", "'Paris'"),
    ("an unknown coast", "SPA/WC,ENG,no,yes", "'WC'"),
    ("a coast where there are none", "BRE/NC,LYO,no,yes", "'NC'"),
    ("a border given twice", "PAR,BRE,yes", "line 2"),
    ("a way back given on a line of its own", "BRE,PAR,yes", "line 2"),
    ("a one-way border beside the same two-way one", "PAR,BRE,yes,no,yes", "line 2"),
    ("an army border to a sea", "PAR,ENG,yes", "sea ENG"),
    ("an army border from a sea", "ENG,PAR,yes", "sea ENG"),
    ("an army on a coast", "BRE,SPA/NC,yes", "armies stand in SPA"),
    ("a fleet on no coast", "BRE,SPA,no,yes", "separate coasts"),
    ("a border with itself", "PAR,PAR,yes", "itself"),
    ("a border between coasts of one space", "SPA/NC,SPA/SC,no,yes", "itself"),
    ("a border for nobody", "PAR,LYO,no,no", "neither armies nor fleets"),
    ("a bad army flag", "BRE,SPA,ja", "army is 'ja'"),
    ("a bad fleet flag", "BRE,LYO,no,1", "fleet is '1'"),
    ("a bad one-way flag", "BRE,SPA,yes,no,north", "one_way is 'north'"),
    ("no start", ",SPA,yes", "from is empty"),
    ("no end", "PAR,,yes", "to is empty"),
]


def load_broken(folder: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        load_board(folder)
    return caught.value


def label(row: tuple[str, str, str]) -> str:
    return row[0].replace(" ", "-")


@pytest.mark.parametrize("row", BROKEN_SPACES, ids=label)
def test_a_broken_space_is_named_with_its_file_and_line(row: tuple[str, str, str], tmp_path: Path) -> None:
    error = load_broken(write_board(tmp_path, SPACES + row[1], BORDERS))
    assert error.file.endswith("spaces.csv")
    assert error.line == 7
    assert row[2] in error.problem


@pytest.mark.parametrize("row", BROKEN_BORDERS, ids=label)
def test_a_broken_border_is_named_with_its_file_and_line(row: tuple[str, str, str], tmp_path: Path) -> None:
    error = load_broken(write_board(tmp_path, SPACES, BORDERS + row[1]))
    assert error.file.endswith("borders.csv")
    assert error.line == 8
    assert row[2] in error.problem


def warn(folder: Path) -> list[tuple[int | None, str]]:
    """Line and text of every warning of a board that loads."""
    load_board(folder)
    return [(warning.line, warning.problem) for warning in list_warnings(folder)]


def test_a_coast_that_touches_no_sea_gets_a_warning(tmp_path: Path) -> None:
    coasts = write_board(tmp_path, SPACES + "BUL,Bulgaria,land,,,EC SC", BORDERS + "BUL,PAR,yes\n    BUL/EC,ENG,no,yes")
    assert warn(coasts) == [(7, "BUL/SC takes fleets but touches no sea")]


def test_an_inland_waterway_gets_a_warning_and_carries_fleets(tmp_path: Path) -> None:
    folder = write_board(tmp_path, SPACES, BORDERS + "PAR,BRE,no,yes")
    assert warn(folder) == [(2, "PAR takes fleets but touches no sea")]
    assert load_board(folder).is_adjacent("PAR", "BRE", "fleet")


def test_a_space_that_nothing_leads_to_gets_a_warning(tmp_path: Path) -> None:
    folder = write_board(tmp_path, SPACES + "BER,Berlin,land", BORDERS)
    assert warn(folder) == [(7, "BER cannot be reached from PAR")]


def test_an_ordinary_board_gets_no_warning(tmp_path: Path) -> None:
    assert warn(write_board(tmp_path, SPACES, BORDERS)) == []


def test_an_impassable_space_has_no_borders(tmp_path: Path) -> None:
    error = load_broken(write_board(tmp_path, SPACES + "SWI,Switzerland,impassable", BORDERS + "PAR,SWI,yes"))
    assert error.line == 8
    assert "impassable" in error.problem


def test_an_impassable_space_need_not_be_reached(tmp_path: Path) -> None:
    board = make_tiny_board(tmp_path, SPACES + "SWI,Switzerland,impassable", BORDERS)
    assert board.space(LocationId("SWI")).terrain is Terrain.IMPASSABLE


@pytest.mark.parametrize("name", ["spaces.csv", "borders.csv"])
def test_a_missing_file_is_named(name: str, tmp_path: Path) -> None:
    write_board(tmp_path, SPACES, BORDERS)
    (tmp_path / name).unlink()
    error = load_broken(tmp_path)
    assert error.file == f"{tmp_path.name}/{name}"
    assert "missing" in error.problem


@pytest.mark.parametrize("name", ["spaces.csv", "borders.csv"])
def test_a_file_that_is_not_utf_8_is_named(name: str, tmp_path: Path) -> None:
    write_board(tmp_path, SPACES, BORDERS)
    (tmp_path / name).write_bytes(b"code,name\nS\xe3o,x\n")
    error = load_broken(tmp_path)
    assert error.file == f"{tmp_path.name}/{name}"
    assert "not a text in UTF-8" in error.problem


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    write_board(tmp_path, SPACES, BORDERS)
    (tmp_path / "spaces.csv").unlink()
    (tmp_path / "spaces.csv").mkdir()
    assert "cannot be read" in load_broken(tmp_path).problem


@pytest.mark.parametrize("header", ["code,name,kind", "", SPACE_HEADER.replace("code", "Code"), SPACE_HEADER + ",x"])
def test_a_wrong_header_is_shown_beside_the_right_one(header: str, tmp_path: Path) -> None:
    write_board(tmp_path, SPACES, BORDERS)
    (tmp_path / "spaces.csv").write_text(f"{header}\n", encoding="utf-8")
    error = load_broken(tmp_path)
    assert error.line == 1
    assert SPACE_HEADER in error.problem


@pytest.mark.parametrize(("row", "count"), [("PAR,BRE", 2), ("PAR,BRE,yes,no,,,,", 8)])
def test_a_row_with_too_few_or_too_many_cells_is_named(row: str, count: int, tmp_path: Path) -> None:
    write_board(tmp_path, SPACES, BORDERS)
    (tmp_path / "borders.csv").write_text(f"{BORDER_HEADER}\nENG,LYO,no,yes,,,\n{row}\n", encoding="utf-8")
    error = load_broken(tmp_path)
    assert (error.line, error.problem) == (3, f"{count} cells; expected 7")


def test_a_cell_of_enormous_length_is_a_broken_file(tmp_path: Path) -> None:
    write_board(tmp_path, SPACES, BORDERS)
    (tmp_path / "spaces.csv").write_text(f"{SPACE_HEADER}\nPAR,{'x' * 200_000},land,,,,,,,\n", encoding="utf-8")
    assert load_broken(tmp_path).file.endswith("spaces.csv")


def test_the_place_stands_before_the_problem() -> None:
    assert str(DataError("is wrong", file="x/spaces.csv", line=3)) == "x/spaces.csv:3: is wrong"
    assert str(DataError("is wrong", file="x/spaces.csv")) == "x/spaces.csv: is wrong"


def test_blank_lines_are_passed_over_and_counted(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("a,b\n\n1, 2 \n", encoding="utf-8")
    (row,) = read_table(tmp_path, "table.csv", ("a", "b"))
    assert (row["a"], row["b"], row.line) == ("1", "2", 3)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    spaces = SPACES + "BEL,Belgium,land,special,FRANCE; ENGLAND,,yes,yes,West,Belgica ; Bel-gium;"
    return make_tiny_board(tmp_path, spaces, BORDERS + "PAR,BEL,yes,no,yes,treaty,a note\n    BEL,ENG,no,yes")


def test_every_cell_of_a_space_is_read(board: Board) -> None:
    belgium = board.space(LocationId("BEL"))
    assert (belgium.name, belgium.centre, belgium.powers) == ("Belgium", "special", ("FRANCE", "ENGLAND"))
    assert (belgium.is_island, belgium.carries_convoys, belgium.theatre) == (True, True, "West")
    assert belgium.aliases == ("Belgica", "Bel-gium")


def test_every_cell_of_a_border_is_read(board: Board) -> None:
    (border,) = board.conditional
    assert (border.start, border.end, border.army, border.fleet) == ("PAR", "BEL", True, False)
    assert (border.is_one_way, border.condition) == (True, "treaty")


def test_a_sea_carries_convoys_and_a_land_does_not_unless_told(board: Board) -> None:
    assert board.space(LocationId("ENG")).carries_convoys
    assert not board.space(LocationId("BRE")).carries_convoys


def test_two_one_way_borders_may_face_each_other(tmp_path: Path) -> None:
    borders = BORDERS + "PAR,LUT,yes,no,yes\n    LUT,PAR,yes,no,yes"
    board = make_tiny_board(tmp_path, SPACES + "LUT,Lutetia,land", borders)
    assert board.is_adjacent("PAR", "LUT", "army")
    assert board.is_adjacent("LUT", "PAR", "army")
