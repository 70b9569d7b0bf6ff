"""Games of godip as text, on a small board of our own."""

from pathlib import Path

import pytest

from legation.errors import RequestError
from legation.game import PhaseKind, Season
from legation.importing import import_variants
from legation.interchange import import_games, list_game_files, read_game_file, replay_game
from legation.library import Game
from legation.variants import Variant, load_variant_folder
from tests.importing import samples

FIRST = """PHASE 1850 Spring Movement
POSITIONS
\tRed: fleet hav
\tRed: supply hav
\tBlue: army tow
\tBlue: supply tow
ORDERS
\thav move gul
\ttow move mil
"""
SECOND = """PHASE 1850 Fall Movement
POSITIONS
\tRed: fleet gul
\tRed: supply hav
\tBlue: army mil
\tBlue: supply tow
ORDERS
\tgul move cap/nc
\tmil hold
"""
THIRD = """PHASE 1850 Fall Adjustment
POSITIONS
\tRed: fleet cap/nc
\tRed: supply hav
\tRed: supply cap
\tBlue: army mil
\tBlue: supply tow
\tBlue: supply mil
ORDERS
\tbuild Fleet hav
\tbuild anywhere Army tow
"""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    place = tmp_path_factory.mktemp("bay")
    (found,) = import_variants(samples.write_godip(place / "in"), place / "out", draw=False)
    assert found.folder is not None
    return load_variant_folder(found.folder)


def test_a_game_is_judged_again(board: Variant) -> None:
    replayed = replay_game(read_game_file((FIRST + SECOND + THIRD).encode(), "bay.txt"), board)
    assert (replayed.phases, replayed.differences) == (2, ())
    assert [record.texts for record in replayed.saved.history.records] == [
        {"RED": ("F hav - gul",), "BLUE": ("A tow - mil",)},
        {"RED": ("F gul - cap/nc",), "BLUE": ("A mil H",)},
    ]
    assert replayed.saved.inbox.orders == {"RED": ("F hav B",), "BLUE": ("A tow B",)}


def test_a_unit_that_is_listed_twice_stands_once(board: Variant) -> None:
    text = FIRST + SECOND.replace("\tBlue: army mil\n", "\tBlue: army mil\n\tBlue: army mil\n")
    assert not replay_game(read_game_file(text.encode(), "x"), board).differences


def test_a_phase_in_which_nobody_has_to_retreat_is_passed_over(board: Variant) -> None:
    empty = SECOND.replace("Fall Movement", "Spring Retreat").partition("ORDERS")[0] + "ORDERS\n"
    replayed = replay_game(read_game_file((FIRST + empty + SECOND + THIRD).encode(), "x"), board)
    assert (replayed.phases, replayed.differences) == (2, ())


def test_an_order_that_they_left_out_is_named(board: Variant) -> None:
    stays = SECOND.replace("army mil", "army tow").replace("mil hold", "tow hold")
    (first, second) = replay_game(read_game_file((FIRST + stays).encode(), "x"), board).differences
    assert (first.space, first.theirs, first.ours) == ("MIL", "", "BLUE A MIL")
    assert (second.space, second.cause) == ("TOW", "as if BLUE had not ordered A tow - mil")


def test_turns_that_are_called_years_are_spring_and_fall_by_turns() -> None:
    names = [
        "1425 Year Movement",
        "1425 Year Retreat",
        "1430 Year Movement",
        "1430 Year Adjustment",
        "1435 Year Movement",
    ]
    text = "".join(f"PHASE {name}\nPOSITIONS\nORDERS\n" for name in names)
    phases = [found.phase for found in read_game_file(text.encode(), "x").phases]
    assert [str(phase) for phase in phases] == ["S1425M", "S1425R", "F1430M", "W1430A", "S1435M"]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("mil support hav move cap", "A mil S F hav - cap"),
        ("mil support hav", "A mil S F hav"),
        ("hav convoy mil move tow", "F hav C A mil - tow"),
        ("mil move cap via convoy", "A mil - cap VIA"),
        ("mil moveviaconvoy cap", "A mil - cap VIA"),
        ("mil support gul", "A mil S gul"),
    ],
)
def test_orders_are_put_into_our_notation(line: str, order: str) -> None:
    text = f"PHASE 1 Spring Movement\nPOSITIONS\n\tRed: army mil\n\tRed: fleet hav\nORDERS\n\t{line}\n"
    (phase,) = read_game_file(text.encode(), "x").phases
    assert phase.phase is not None
    assert (phase.phase.season, phase.phase.kind) == (Season.SPRING, PhaseKind.MOVES)
    assert phase.orders == {"Red": (order,)}


def test_retreats_are_those_of_the_dislodged_unit() -> None:
    facts = "\tRed: army mil\n\tBlue: army/dislodged mil\n\tBlue: fleet/dislodged hav\n"
    text = f"PHASE 1 Spring Retreat\nPOSITIONS\n{facts}ORDERS\n\tmil move tow\n\thav disband\n"
    (phase,) = read_game_file(text.encode(), "x").phases
    assert phase.orders == {"Blue": ("A mil R tow", "F hav D")}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("PHASE 1 Spring Movement\nhello", "line 2: 'hello'"),
        ("PHASE 1 Spring Movement\nPOSITIONS\nhello", "is not a fact"),
        ("PHASE 1 Spring Movement\nORDERS\nwhat is this", "is not a known order"),
        ("PHASE 1 Spring Movement\nPOSITIONS\nRed: supply/dislodged mil", "is not a fact"),
        ("PHASE 1 Moon Movement\n", "unknown season"),
        ("PHASE 1 Spring Movement\nPHASE 2\n", "is not a phase"),
        ("PHASE 1 Spring Movement\n" + "x" * 300, "characters"),
    ],
)
def test_what_is_no_game_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(RequestError, match=problem):
        read_game_file(text.encode(), "x")


def test_files_become_folders(board: Variant, tmp_path: Path) -> None:
    (tmp_path / "one game.txt").write_text(FIRST + SECOND)
    (tmp_path / "notes.txt").write_text("nothing")
    (tmp_path / "broken.txt").write_text(FIRST + "?")
    source = next(iter((tmp_path.parent).glob("bay*/out/bay")))
    found = {one.file: one for one in import_games(list_game_files(tmp_path), tmp_path / "out", board=str(source))}
    assert set(found) == {"one game.txt", "broken.txt"}
    assert "line 10" in found["broken.txt"].problem
    assert Game.load(tmp_path / "out" / "one-game").phase == "F1850M"
    unnamed = list(import_games([tmp_path / "one game.txt"], tmp_path / "other"))
    assert "does not name its board" in unnamed[0].problem


def test_other_codes_for_the_same_spaces_are_found_by_name_and_noted(board: Variant) -> None:
    text = (FIRST + SECOND).replace("mil", "mll").replace("gul", "glf")
    replayed = replay_game(read_game_file(text.encode(), "x"), board)
    assert not replayed.differences
    assert "mll is read as MIL (Mill)" in replayed.notes
    assert "glf is read as GUL (Gulf)" in replayed.notes


def test_years_are_counted_by_the_calendar_of_the_board(board: Variant) -> None:
    text = FIRST + (SECOND + THIRD).replace("1850", "1855")
    replayed = replay_game(read_game_file(text.encode(), "x"), board)
    assert not replayed.differences
    assert str(replayed.saved.history.state.phase) == "W1850A"
    assert "years are counted by the calendar of the board" in replayed.notes


def test_an_army_sent_by_sea_without_a_fleet_goes_by_land_as_there(board: Variant) -> None:
    text = FIRST.replace("tow move mil", "tow moveviaconvoy mil") + SECOND
    assert replay_game(read_game_file(text.encode(), "x"), board).differences == ()
    never = replay_game(read_game_file(text.encode(), "x"), board, options={"land_fallback": "never"})
    assert {one.cause for one in never.differences} == {"they judge by land_fallback = always"}
