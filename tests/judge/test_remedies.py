from legation.board import PowerId
from legation.judge import Rulebook, find_remedies
from legation.orders import format_order
from tests.carriage import carriage_rules, sail
from tests.kit import STANDARD, Judged, Letters, judge, rules

Found = list[tuple[str, str, bool]]


def remedies(orders: Letters, space: str, units: Letters | None = None) -> Found:
    return list_found(judge(orders, units=units), space, rules())


def remedies_at_sea(orders: Letters, space: str, units: Letters) -> Found:
    return list_found(sail(orders, units), space, carriage_rules())


def list_found(result: Judged, space: str, rulebook: Rulebook) -> Found:
    found = find_remedies(STANDARD, result.before, result.book, rulebook, result[space])
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


def test_a_place_to_retreat_to_would_have_saved_the_unit() -> None:
    """The army in Brest has nowhere to go: an own army stands in Gascony, which no order joins to the fight."""
    orders = {
        "FRANCE": ["A BRE H", "A GAS H", "A PAR H"],
        "ENGLAND": ["F ENG - BRE", "F MAO S F ENG - BRE", "A PIC H"],
    }
    own = [instead for _, instead, is_own in remedies(orders, "BRE") if is_own]
    assert "A GAS - SPA" in own
    assert "A PAR - BUR" in own
    assert "A PAR S A BRE" in own


def test_a_unit_beyond_help_has_no_remedy() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A BUR", "A RUH S A BUR"]}
    assert remedies(orders, "PAR") == []


def test_a_power_in_civil_disorder_could_have_ordered_nothing() -> None:
    result = judge({"FRANCE": ["A PAR - BUR"]}, units={"GERMANY": ["A BUR"], "ITALY": ["A MAR"], "RUSSIA": ["A MUN"]})
    before = result.before._replace(in_disorder=frozenset({PowerId("GERMANY"), PowerId("ITALY")}))
    found = find_remedies(STANDARD, before, result.book, rules(), result["PAR"])
    assert [format_order(remedy.instead) for remedy in found] == ["A MUN S A PAR - BUR"]


def test_the_units_of_a_power_in_civil_disorder_could_not_have_saved_each_other() -> None:
    orders = {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    result = judge(orders, units={"FRANCE": ["A BUR", "A MAR"]})
    assert ("A MAR H", "A MAR S A BUR", True) in list_found(result, "BUR", rules())
    before = result.before._replace(in_disorder=frozenset({PowerId("FRANCE")}))
    found = find_remedies(STANDARD, before, result.book, rules(), result["BUR"])
    assert [format_order(remedy.instead) for remedy in found] == ["A MUN H", "A RUH H"]


def test_an_own_unit_in_the_way_might_have_gone_elsewhere() -> None:
    orders = {"AUSTRIA": ["A VIE - BOH", "A BOH H"]}
    found = remedies(orders, "VIE")
    assert {instead for _, instead, _ in found} == {"A BOH - GAL", "A BOH - MUN", "A BOH - SIL", "A BOH - TYR"}


def test_support_that_lets_an_own_unit_go_on_is_named() -> None:
    orders = {"AUSTRIA": ["A VIE - BOH", "A BOH - GAL", "A BUD H"], "RUSSIA": ["A GAL H"]}
    assert ("A BUD H", "A BUD S A BOH - GAL", True) in remedies(orders, "VIE")


def test_an_attack_that_cuts_a_support_is_named() -> None:
    orders = {"FRANCE": ["A PAR - BUR", "A PIC S A PAR - BUR", "A BEL H"], "GERMANY": ["A BUR H", "A RUH S A BUR"]}
    assert ("A BEL H", "A BEL - RUH", True) in remedies(orders, "PAR")


def test_the_move_that_a_void_support_was_given_for_is_named_first() -> None:
    orders = {"GERMANY": ["A MUN S A BER - KIE", "A BER H"]}
    assert remedies(orders, "MUN")[0] == ("A BER H", "A BER - KIE", True)
    orders = {"GERMANY": ["A MUN S A BER", "A BER - KIE"]}
    assert remedies(orders, "MUN")[0] == ("A BER - KIE", "A BER H", True)
    orders = {"GERMANY": ["A MUN S F HOL - KIE"], "ENGLAND": ["F HOL H"]}
    assert remedies(orders, "MUN") == [("F HOL H", "F HOL - KIE", False)]


def test_the_move_that_a_void_convoy_was_given_for_is_named_first() -> None:
    orders = {"ENGLAND": ["F NTH C A LON - NWY", "A LON H"]}
    assert remedies(orders, "NTH")[0] == ("A LON H", "A LON - NWY VIA", True)


def test_an_opponent_is_not_advised_to_leave() -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H"]}
    assert remedies(orders, "PAR") == []


def test_whoever_drove_out_the_own_convoy_is_an_opponent_too() -> None:
    """Both might have held. Neither would have supported the army that it kept at home."""
    orders = {"ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY"], "GERMANY": ["F SKA - NTH", "F DEN S F SKA - NTH"]}
    expected = [("F DEN S F SKA - NTH", "F DEN H", False), ("F SKA - NTH", "F SKA H", False)]
    assert remedies(orders, "LON") == expected


def test_a_foreign_ship_might_have_taken_the_army_aboard() -> None:
    units = {"ENGLAND": ["A LON"], "FRANCE": ["F ENG"]}
    orders: Letters = {"ENGLAND": ["A LON - ENG"], "FRANCE": ["F ENG S A LON"]}
    assert remedies_at_sea(orders, "LON", units) == [("F ENG S A LON", "F ENG E A LON", False)]


def test_a_foreign_army_might_have_gone_to_the_ship_that_waited_for_it() -> None:
    units = {"ENGLAND": ["A LON"], "FRANCE": ["F ENG"]}
    orders: Letters = {"ENGLAND": ["A LON H"], "FRANCE": ["F ENG E A LON"]}
    assert remedies_at_sea(orders, "ENG", units) == [("A LON H", "A LON - ENG", False)]


def test_no_ship_is_advised_to_take_its_attacker_aboard() -> None:
    units: Letters = {"ENGLAND": ["A PIC"], "FRANCE": ["F BRE"]}
    assert remedies_at_sea({"ENGLAND": ["A PIC - BRE"], "FRANCE": ["F BRE H"]}, "PIC", units) == []


def test_no_support_is_advised_for_an_army_that_goes_aboard_in_a_port() -> None:
    """It makes no attack. The ship was driven out, so the supporters of its enemy might have held."""
    units: Letters = {"FRANCE": ["A GAS", "F BRE"], "ENGLAND": ["A PIC", "F ENG"]}
    orders = {"FRANCE": ["A GAS - BRE", "F BRE E A GAS"], "ENGLAND": ["A PIC - BRE", "F ENG S A PIC - BRE"]}
    expected = [("F ENG S A PIC - BRE", "F ENG H", False), ("A PIC - BRE", "A PIC H", False)]
    assert remedies_at_sea(orders, "GAS", units) == expected
