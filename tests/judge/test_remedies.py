from legation.judge import find_remedies
from legation.orders import format_order
from tests.kit import STANDARD, Letters, judge, rules


def remedies(orders: Letters, space: str, units: Letters | None = None) -> list[tuple[str, str, bool]]:
    result = judge(orders, units=units)
    found = find_remedies(STANDARD, result.before, result.book, rules(), result[space])
    return [(format_order(remedy.given), format_order(remedy.instead), remedy.is_own) for remedy in found]


def test_an_order_that_came_out_well_needs_no_remedy() -> None:
    assert remedies({"FRANCE": ["A PAR - BUR"]}, "PAR") == []


def test_help_that_was_not_given_is_named() -> None:
    orders = {"FRANCE": ["A PAR - BUR", "A MAR H"], "GERMANY": ["A BUR H"]}
    assert remedies(orders, "PAR") == [("A MAR H", "A MAR S A PAR - BUR", True)]


def test_a_rival_that_might_have_held_is_named_after_ones_own_units() -> None:
    orders = {"GERMANY": ["A MUN - BUR"], "FRANCE": ["A PAR - BUR", "A MAR H"]}
    found = remedies(orders, "PAR")
    assert found[0] == ("A MAR H", "A MAR S A PAR - BUR", True)
    assert ("A MUN - BUR", "A MUN H", False) in found


def test_a_missing_convoy_is_named() -> None:
    orders = {"ENGLAND": ["A LON - BEL", "F ENG H"]}
    assert remedies(orders, "LON") == [("F ENG H", "F ENG C A LON - BEL", True)]


def test_support_that_would_have_saved_a_unit_is_named() -> None:
    orders = {"FRANCE": ["A BUR H", "A MAR H"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    found = remedies(orders, "BUR")
    assert found[0] == ("A MAR H", "A MAR S A BUR", True)
    assert ("A RUH S A MUN - BUR", "A RUH H", False) in found


def test_a_unit_beyond_help_has_no_remedy() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A BUR", "A RUH S A BUR"]}
    assert remedies(orders, "PAR") == []
