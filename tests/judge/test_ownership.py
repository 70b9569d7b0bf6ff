from pathlib import Path

from legation.board import PowerId, SpaceId
from legation.judge import count_centres, list_homes, settle_ownership
from tests.kit import STANDARD, make_position, make_tiny_board, rules, transport_rules

FRANCE = PowerId("FRANCE")


def test_a_centre_goes_to_the_power_whose_unit_stands_there() -> None:
    position = make_position({"FRANCE": ["A BEL", "F SPA/NC"]}, centres={"GERMANY": ["BEL"]})
    assert settle_ownership(STANDARD, position, rules()).owners == {"BEL": "FRANCE", "SPA": "FRANCE"}


def test_an_empty_centre_stays_with_its_owner() -> None:
    position = make_position({"FRANCE": ["A BUR"]}, centres={"FRANCE": ["PAR"], "GERMANY": ["MUN"]})
    assert settle_ownership(STANDARD, position, rules()).owners == {"PAR": "FRANCE", "MUN": "GERMANY"}


def test_a_unit_takes_no_space_without_a_centre() -> None:
    position = make_position({"FRANCE": ["A BUR", "F ENG"]})
    assert settle_ownership(STANDARD, position, rules()).owners == {}


def test_moves_alone_change_no_owner() -> None:
    before = make_position({"FRANCE": ["A BEL"]}, centres={"GERMANY": ["BEL"]})
    settle_ownership(STANDARD, before, rules())
    assert before.owners == {"BEL": "GERMANY"}


def test_the_homes_of_a_power_are_its_own_whoever_owns_them_now() -> None:
    assert set(list_homes(STANDARD, FRANCE)) == {"BRE", "MAR", "PAR"}
    assert len(list_homes(STANDARD, PowerId("RUSSIA"))) == 4


def test_a_build_only_centre_is_owned_but_not_counted(tmp_path: Path) -> None:
    spaces = "PAR,Paris,land,home,FRANCE\nALG,Algiers,land,build-only,FRANCE\nGUI,Guinea,land,colonial"
    board = make_tiny_board(tmp_path, spaces, "PAR,ALG,yes\nALG,GUI,yes")
    position = make_position({"FRANCE": ["A ALG", "A GUI"]}, board, centres={"FRANCE": ["PAR"]})
    after = settle_ownership(board, position, rules())
    assert set(after.centres_of(FRANCE)) == {"PAR", "ALG", "GUI"}
    assert count_centres(board, after, FRANCE) == 2


def test_a_unit_captures_only_the_kinds_of_centre_that_its_kind_can(tmp_path: Path) -> None:
    spaces = "PAR,Paris,land,home,FRANCE\nGUI,Guinea,land,colonial\nGOA,Goa,land,neutral\nSEA,Sea,sea"
    borders = "PAR,SEA,no,yes\nGUI,SEA,no,yes\nGOA,SEA,no,yes"
    board = make_tiny_board(tmp_path, spaces, borders)
    position = make_position({"SPAIN": ["TF PAR", "TF GUI", "TF GOA"]}, board, centres={"FRANCE": ["PAR"]})
    after = settle_ownership(board, position, transport_rules())
    assert after.owners == {SpaceId("PAR"): "FRANCE", SpaceId("GUI"): "SPAIN"}
