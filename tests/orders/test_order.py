from legation.board import LocationId, UnitKind
from legation.orders import Move, Piece, piece_of
from tests.kit import make_unit


def test_a_piece_is_written_with_its_letter_if_it_has_one() -> None:
    assert str(Piece(UnitKind.FLEET, LocationId("STP/SC"))) == "F STP/SC"
    assert str(Piece(None, LocationId("STP/SC"))) == "STP/SC"


def test_a_piece_stands_in_the_space_of_its_coast() -> None:
    assert Piece(UnitKind.FLEET, LocationId("STP/SC")).space == "STP"


def test_a_unit_of_the_board_is_named_in_full() -> None:
    assert piece_of(make_unit("RUSSIA", "F STP/SC")) == Piece(UnitKind.FLEET, LocationId("STP/SC"))


def test_a_move_goes_by_land_without_bombs_unless_told() -> None:
    move = Move(Piece(UnitKind.ARMY, LocationId("PAR")), LocationId("BUR"))
    assert (move.via_convoy, move.path, move.carry) == (False, (), 0)
