"""Fleets of other powers in a convoy that the army's own power could run alone (DATC 6.F.10, 6.F.20), both readings."""

import pytest

from legation.batch import list_uncovered
from legation.judge import make_rulebook
from legation.variants import load_rulebook
from tests.contract.kit import judge_json
from tests.kit import STANDARD

SPOILED = {
    "ENGLAND": ["F NTH C A LON - BEL", "A LON - BEL"],
    "GERMANY": ["F ENG C A LON - BEL"],
    "FRANCE": ["F BRE S F MAO - ENG", "F MAO - ENG"],
}
PARADOX = {
    "FRANCE": ["A TUN - NAP", "F TYS C A TUN - NAP"],
    "ITALY": ["F NAP S F ION", "F ION C A TUN - NAP"],
    "TURKEY": ["F AEG S F EAS - ION", "F EAS - ION"],
}


def judge(orders: dict[str, list[str]], fleets: str, rules: str = "1971") -> dict[str, tuple[str, str]]:
    units = {power: [" ".join(line.split()[:2]) for line in lines] for power, lines in orders.items()}
    options = {"foreign_fleets": fleets}
    request = {"phase": "S1901M", "rules": rules, "options": options, "units": units, "orders": orders}
    answer = judge_json(request)
    assert answer["rejected"] == []
    return {found["order"]: (found["result"], found["reason"]) for found in answer["outcomes"]}


def test_an_enemy_spoils_a_convoy_by_offering_a_route_and_losing_it() -> None:
    assert judge(SPOILED, "offered")["A LON - BEL"] == ("fails", "convoy_disrupted")


def test_a_convoy_with_a_route_of_its_own_needs_no_foreign_fleet() -> None:
    results = judge(SPOILED, "if_needed")
    assert results["A LON - BEL"] == ("succeeds", "moved")
    assert results["F ENG C A LON - BEL"][0] == "dislodged"


@pytest.mark.parametrize("fleets", ["offered", "if_needed"])
def test_a_route_of_foreign_fleets_alone_is_lost_with_any_of_them(fleets: str) -> None:
    orders = {
        "ENGLAND": ["A LON - BEL"],
        "RUSSIA": ["F NTH C A LON - BEL"],
        "GERMANY": ["F ENG C A LON - BEL"],
        "FRANCE": ["F BRE S F MAO - ENG", "F MAO - ENG"],
    }
    assert judge(orders, fleets)["A LON - BEL"] == ("fails", "convoy_disrupted")


@pytest.mark.parametrize("fleets", ["offered", "if_needed"])
def test_a_route_that_needs_a_foreign_fleet_uses_it(fleets: str) -> None:
    """England's own fleet does not reach Portugal alone."""
    orders = {
        "ENGLAND": ["A LON - POR", "F ENG C A LON - POR"],
        "RUSSIA": ["F MAO C A LON - POR"],
        "FRANCE": ["F GAS S F BRE - MAO", "F BRE - MAO"],
    }
    assert judge(orders, fleets)["A LON - POR"] == ("fails", "convoy_disrupted")


def test_an_unwanted_route_cannot_make_a_paradox_where_it_is_left_out() -> None:
    """The army comes by its own sea, cuts Naples' support, and the fleet in the Ionian Sea is lost."""
    results = judge(PARADOX, "if_needed")
    assert results["F NAP S F ION"] == ("cut", "support_cut")
    assert results["F EAS - ION"] == ("succeeds", "moved")
    assert results["A TUN - NAP"] == ("fails", "repelled")


def test_an_offered_route_keeps_the_support_against_the_attack_on_it() -> None:
    """By 1971 the army cannot cut a support for a fleet that carries it."""
    results = judge(PARADOX, "offered")
    assert results["F NAP S F ION"][1] == "support_given"
    assert results["F EAS - ION"][0] == "fails"


def test_later_rulebooks_do_not_lose_a_convoy_with_another_route_either_way() -> None:
    for fleets in ("offered", "if_needed"):
        assert judge(SPOILED, fleets, "2000")["A LON - BEL"] == ("succeeds", "moved")


def test_the_batch_engine_names_the_reading_that_it_does_not_know() -> None:
    rulebook = make_rulebook({"foreign_fleets": "if_needed"}, load_rulebook("1971"))
    assert list_uncovered(STANDARD, rulebook) == ("foreign_fleets",)
    assert list_uncovered(STANDARD, load_rulebook("1971")) == ()
