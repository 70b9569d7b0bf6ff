from pathlib import Path

import pytest

from legation.board import Board, LocationId, Mover, SpaceId, UnitKind, bits_of
from legation.errors import UnknownNameError
from tests.kit import STANDARD, make_tiny_board

ARCHIPELAGO = """
    EAST,East,land
    WEST,West,land
    LAKE,Lake,land,,,,,yes
    ISLE,Isle,land,,,,yes
    OPEN,Open Sea,sea
    RIFF,Riff Sea,sea,,,,,no
"""
ARCHIPELAGO_BORDERS = """
    EAST,WEST,yes,no,,canal
    EAST,OPEN,no,yes
    WEST,OPEN,no,yes
    WEST,RIFF,no,yes
    EAST,LAKE,yes,yes,yes
    LAKE,OPEN,no,yes
    ISLE,OPEN,no,yes
    ISLE,RIFF,no,yes
    OPEN,RIFF,no,yes
"""


@pytest.fixture
def archipelago(tmp_path: Path) -> Board:
    return make_tiny_board(tmp_path, ARCHIPELAGO, ARCHIPELAGO_BORDERS)


@pytest.fixture
def ring(tmp_path: Path) -> Board:
    """Six lands round the world, with a sea south of each: the last borders on the first."""
    spaces = "\n".join(f"L{n},Land {n},land\nS{n},Sea {n},sea" for n in range(6))
    borders = "\n".join(f"L{n},L{(n + 1) % 6},yes,yes\nS{n},S{(n + 1) % 6},no,yes\nL{n},S{n},no,yes" for n in range(6))
    return make_tiny_board(tmp_path, spaces, borders)


def links_of(board: Board, space: str) -> set[SpaceId]:
    return set(board.in_mask(board.convoy_links[board.index[LocationId(space)]]))


@pytest.mark.parametrize(
    ("start", "end", "mover", "expected"),
    [
        ("PAR", "BUR", "army", True),
        ("Paris", "Burgundy", "army", True),
        ("PAR", "BUR", "fleet", False),
        ("PAR", "MOS", "army", False),
        ("Brest", "channel", "fleet", True),
        ("ANK", "SMY", "army", True),
        ("ANK", "SMY", "fleet", False),
        ("GAS", "SPA", "fleet", True),
        ("GAS", "SPA/NC", "fleet", True),
        ("GAS", "SPA/SC", "fleet", False),
        ("SPA", "LYO", "fleet", True),
        ("SPA/NC", "LYO", "fleet", False),
        ("Spain (south coast)", "Gulf of Lyon", "fleet", True),
        ("SPAnc", "LYO", "fleet", False),
        ("Spanc", "GAS", "fleet", True),
        ("BRE", "ENG", "A", False),
        ("BRE", "ENG", "F", True),
        ("ANK", "SMY", UnitKind.ARMY, True),
        ("ANK", "SMY", UnitKind.FLEET, False),
    ],
)
def test_adjacency_is_asked_with_codes_names_or_aliases(start: str, end: str, mover: Mover, expected: bool) -> None:
    assert STANDARD.is_adjacent(start, end, mover) is expected


def test_who_is_to_pass_must_be_an_army_or_a_fleet() -> None:
    with pytest.raises(UnknownNameError, match="unknown mover 'navy'; did you mean army or fleet"):
        STANDARD.is_adjacent("BRE", "ENG", "navy")  # type: ignore[arg-type]


def test_the_space_of_a_coast_is_the_whole_space() -> None:
    assert STANDARD.space(LocationId("STP/SC")).name == "St. Petersburg"


def test_moves_differ_for_those_who_march_and_those_who_sail() -> None:
    assert STANDARD.moves(LocationId("BRE"), sails=False) == ("GAS", "PAR", "PIC")
    assert STANDARD.moves(LocationId("BRE"), sails=True) == ("ENG", "GAS", "MAO", "PIC")


def test_the_reach_of_a_fleet_is_counted_in_spaces_and_not_in_coasts() -> None:
    reach = STANDARD.reach(LocationId("POR"), sails=True)
    assert set(STANDARD.in_mask(reach)) == {"MAO", "SPA"}
    assert STANDARD.moves(LocationId("POR"), sails=True) == ("MAO", "SPA/NC", "SPA/SC")


def test_a_mask_holds_just_the_spaces_it_was_made_of() -> None:
    spaces = [SpaceId("PAR"), SpaceId("ENG")]
    assert set(STANDARD.in_mask(STANDARD.mask(spaces))) == set(spaces)


def test_the_bits_of_a_mask_come_lowest_first() -> None:
    assert list(bits_of(0b101001)) == [0, 3, 5]
    assert list(bits_of(0)) == []


def test_a_one_way_border_lets_nobody_back(archipelago: Board) -> None:
    assert archipelago.is_adjacent("EAST", "LAKE", "army")
    assert not archipelago.is_adjacent("LAKE", "EAST", "army")
    assert not archipelago.is_adjacent("LAKE", "EAST", "fleet")


def test_a_conditional_border_is_shut_until_a_rule_opens_it(archipelago: Board) -> None:
    assert not archipelago.is_adjacent("EAST", "WEST", "army")
    assert [(border.start, border.end, border.condition) for border in archipelago.conditional] == [
        ("EAST", "WEST", "canal")
    ]


def test_a_sea_marked_convoy_no_carries_no_convoy(archipelago: Board) -> None:
    assert "RIFF" not in links_of(archipelago, "ISLE")
    assert "RIFF" not in set(archipelago.in_mask(archipelago.convoy_spaces))
    assert "RIFF" in set(archipelago.in_mask(archipelago.sea_spaces))


def test_a_land_marked_convoy_yes_carries_convoys(archipelago: Board) -> None:
    assert set(archipelago.in_mask(archipelago.convoy_spaces)) == {"OPEN", "LAKE"}
    assert "LAKE" in links_of(archipelago, "EAST")


def test_a_convoy_can_begin_and_end_on_any_shore_of_a_convoying_sea(archipelago: Board) -> None:
    coastal = {space for space in archipelago.spaces if archipelago.is_coastal(archipelago.index[LocationId(space)])}
    assert coastal == {"EAST", "WEST", "ISLE", "LAKE"}


def test_an_inland_space_is_not_coastal() -> None:
    assert not STANDARD.is_coastal(STANDARD.index[LocationId("PAR")])
    assert not STANDARD.is_coastal(STANDARD.index[LocationId("ENG")])


def test_an_island_knows_that_it_is_one(archipelago: Board) -> None:
    assert archipelago.space(LocationId("ISLE")).is_island
    assert not archipelago.space(LocationId("EAST")).is_island


def test_plain_links_join_neighbours_whatever_the_border_and_the_direction(archipelago: Board) -> None:
    lake = archipelago.index[LocationId("LAKE")]
    assert set(archipelago.in_mask(archipelago.plain_links[lake])) == {"EAST", "OPEN"}


@pytest.mark.parametrize(("start", "end"), [(5, 0), (0, 5), (2, 3)])
def test_the_edges_of_a_round_board_join(ring: Board, start: int, end: int) -> None:
    assert ring.is_adjacent(f"L{start}", f"L{end}", "army")
    assert ring.is_adjacent(f"S{start}", f"S{end}", "fleet")


def test_on_a_round_board_every_space_has_as_many_neighbours(ring: Board) -> None:
    assert {len(ring.moves(LocationId(f"L{n}"), sails=False)) for n in range(6)} == {2}
    assert {len(ring.moves(LocationId(f"S{n}"), sails=True)) for n in range(6)} == {3}
