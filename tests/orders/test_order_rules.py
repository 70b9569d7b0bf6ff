from legation.board import STANDARD_TRAITS
from legation.orders import DoubleOrder, OrderRules


def test_the_rules_for_orders_are_those_of_2000_unless_told() -> None:
    rules = OrderRules()
    assert rules.traits == STANDARD_TRAITS
    assert rules.double_order is DoubleOrder.FIRST
    assert rules.tag_needs_convoy
    assert (rules.extra_kinds, rules.checks) == (frozenset(), ())
