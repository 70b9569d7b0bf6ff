from legation.board import Position, UnitKind
from legation.judge import list_adjustments
from legation.orders import format_order
from legation.variants.rules import ClosedToArmies
from tests.kit import STANDARD, judge, make_position, rules

MODULE = ClosedToArmies(("TUN", "BEL"))


def test_only_armies_are_kept_out() -> None:
    assert MODULE.closed_to(STANDARD, Position(), UnitKind.ARMY) == {"TUN", "BEL"}
    assert MODULE.closed_to(STANDARD, Position(), UnitKind.FLEET) == frozenset()


def test_no_army_walks_sails_or_retreats_there() -> None:
    rulebook = rules("2000", MODULE)
    assert judge({"FRANCE": ["A PIC - BEL"]}, rulebook).units("FRANCE") == ["A PIC"]
    assert "A NAP" in judge({"ITALY": ["A NAP - TUN", "F TYS C A NAP - TUN"]}, rulebook).units("ITALY")
    assert judge({"ENGLAND": ["F NTH - BEL"]}, rulebook).units("ENGLAND") == ["F BEL"]
    orders = {"GERMANY": ["A MUN - RUH", "A KIE S A MUN - RUH"], "FRANCE": ["A RUH H"]}
    assert "BEL" not in judge(orders, rulebook).dislodged["A RUH"].retreats


def test_no_army_is_built_there() -> None:
    position = make_position({}, centres={"FRANCE": ["BEL", "PAR"]})
    rulebook = rules("2000", MODULE, build_in="owned")
    power = position.owners[next(iter(position.owners))]
    orders = {format_order(order) for order in list_adjustments(STANDARD, position, power, rulebook)}
    assert orders == {"F BEL B", "A PAR B", "WAIVE"}
