from pathlib import Path

import pytest

from legation import load_variant
from legation.board import Board, fold, split_coast
from legation.errors import AmbiguousNameError, LegationError, UnknownNameError
from tests.kit import STANDARD, make_tiny_board

SOUTH_COASTS = [
    "STP/SC",
    "stp/sc",
    "StP(sc)",
    "STP (SC)",
    "STP[sc]",
    "STP sc",
    "STP.sc",
    "STP s.c.",
    "STP, south coast",
    "St Petersburg south coast",
    "St. Petersburg (south coast)",
    "St. Petersburg (the South Coast)",
    "saint petersburg s coast",
    "Petersburg/South C.",
]


@pytest.mark.parametrize("text", SOUTH_COASTS)
def test_a_coast_is_found_in_every_spelling(text: str) -> None:
    assert STANDARD.names.parse_location(text) == "STP/SC"


@pytest.mark.parametrize(
    ("text", "location"),
    [("SPA/NC", "SPA/NC"), ("Spain north coast", "SPA/NC"), ("Bulgaria (east coast)", "BUL/EC"), ("bul ec", "BUL/EC")],
)
def test_every_point_of_the_compass_that_the_board_uses_is_known(text: str, location: str) -> None:
    assert STANDARD.names.parse_location(text) == location


@pytest.mark.parametrize(
    ("text", "space"),
    [
        ("PAR", "PAR"),
        ("par", "PAR"),
        ("Paris", "PAR"),
        ("  paris. ", "PAR"),
        ("English Channel", "ENG"),
        ("english-channel", "ENG"),
        ("Mid-Atlantic Ocean", "MAO"),
        ("mid atlantic", "MAO"),
        ("GoL", "LYO"),
        ("Gulf of Lions", "LYO"),
        ("Liv'pool", "LVP"),
        ("North Sea", "NTH"),
        ("North Africa", "NAF"),
        ("nwy", "NWY"),
        ("nor", "NWY"),
    ],
)
def test_a_space_is_found_by_code_name_or_alias(text: str, space: str) -> None:
    assert STANDARD.names.parse_space(text) == space


def test_a_misspelt_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as caught:
        STANDARD.names.parse_space("Burgundi")
    assert caught.value.candidates[0] == "BUR"
    assert "BUR" in str(caught.value)


def test_the_beginning_of_a_name_brings_up_the_names_that_begin_so() -> None:
    assert "CON" in STANDARD.names.nearest("Constanti")
    assert set(STANDARD.names.nearest("Livo")) >= {"LVN"}


def test_a_name_like_nothing_has_no_candidates() -> None:
    assert STANDARD.names.nearest("xqzxqzxqz") == ()
    assert STANDARD.names.nearest("") == ()


def test_no_more_candidates_are_given_than_asked_for() -> None:
    assert len(STANDARD.names.nearest("s", count=2)) <= 2


def test_an_unknown_coast_is_answered_with_the_coasts_there_are() -> None:
    with pytest.raises(UnknownNameError) as caught:
        STANDARD.names.parse_location("Spain (east coast)")
    assert caught.value.what == "coast"
    assert caught.value.candidates == ("SPA/NC", "SPA/SC")


def test_a_coast_of_a_space_without_coasts_is_answered_with_the_space() -> None:
    with pytest.raises(UnknownNameError) as caught:
        STANDARD.names.parse_location("Portugal south coast")
    assert caught.value.candidates == ("POR",)


@pytest.mark.parametrize(
    ("text", "parts"),
    [("Spain (north coast)", ("Spain", "NC")), ("Spain", ("Spain", "")), ("BUL/WC", ("BUL", "WC")), ("sc", ("sc", ""))],
)
def test_a_coast_is_split_off_its_name(text: str, parts: tuple[str, str]) -> None:
    assert split_coast(text) == parts


def test_folding_forgets_case_spaces_and_punctuation() -> None:
    assert fold("St. Petersburg") == fold("ST-PETERSBURG") == fold("st_petersburg") == "stpetersburg"


@pytest.fixture
def crowded(tmp_path: Path) -> Board:
    """Four spaces that want the same names, as Colonia VII prints ``Man`` three times."""
    spaces = """
        MNT,Manitoba,land,,,,,,,Man;North
        MNU,Manaus,land,,,,,,,Man
        NORTH,Hudson,land,,,,,,,Manitoba
        COAST,East Coast,land,,,,,,,
    """
    return make_tiny_board(tmp_path, spaces, "MNT,MNU,yes\nMNU,NORTH,yes\nNORTH,COAST,yes")


def test_an_ambiguous_alias_is_answered_with_all_it_could_mean(crowded: Board) -> None:
    with pytest.raises(AmbiguousNameError) as caught:
        crowded.parse_location("man")
    assert caught.value.candidates == ("MNT", "MNU")


def test_a_code_beats_an_alias(crowded: Board) -> None:
    assert crowded.parse_location("north") == "NORTH"


def test_a_name_beats_an_alias(crowded: Board) -> None:
    assert crowded.parse_location("Manitoba") == "MNT"


def test_a_name_that_ends_like_a_coast_is_still_a_name(crowded: Board) -> None:
    assert crowded.parse_location("East Coast") == "COAST"


def test_the_longest_name_that_a_word_begins_is_counted_in_words(crowded: Board) -> None:
    assert crowded.names.lengths["east"] == 2


@pytest.mark.parametrize(
    ("variant", "text", "space"),
    [
        ("colonia-vii", "South Pacific", "SPO"),
        ("colonia-vii", "North Atlantic", "NAO"),
        ("colonia-iii", "Coral", "COR"),
        ("colonia-iii", "Falkland", "FKD"),
        ("cline-9-man-vii", "Caspian", "CSP"),
        ("cline-9-man-vii", "Indian", "IND"),
    ],
)
def test_a_name_may_leave_out_sea_ocean_and_islands(variant: str, text: str, space: str) -> None:
    assert load_variant(variant).board.parse_location(text) == space


@pytest.mark.parametrize(
    ("variant", "text", "space"),
    [
        ("colonia-iii", "North Atlantic Ocean", "NAT"),
        ("colonia-iii", "Mid-Atlantic Ocean", "MAT"),
        ("colonia-iii", "South Pacific Ocean", "SPC"),
        ("colonia-iii", "Wake Is.", "WAK"),
        ("colonia-iii", "Strait of Gibraltar", "SOG"),
        ("colonia-i", "Straits of Gibraltar", "SOG"),
        ("colonia-iii", "Gulf of Saint Lawrence", "GSL"),
        ("colonia-vii", "Solomon Is", "SOL"),
    ],
)
def test_a_word_of_a_name_may_have_another_form(variant: str, text: str, space: str) -> None:
    assert load_variant(variant).board.parse_location(text) == space


@pytest.mark.parametrize("text", ["North", "Black Sea Coast", "Irish Ocean"])
def test_a_direction_is_no_name_by_itself(text: str) -> None:
    with pytest.raises(LegationError):
        load_variant("colonia-iii").board.parse_location(text)
