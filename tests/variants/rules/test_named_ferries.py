"""Ferries that an order names: how they are read, and what is said when they cannot serve."""

from typing import Any

import pytest

from tests.contract.kit import judge_json


def retreat(
    variant: str, army: str, fleets: list[str], lines: list[str], contested: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Judge France's retreat of one army that Spain has driven out."""
    space = army.removeprefix("A ")
    return judge_json(
        {
            "variant": variant,
            "phase": "S1751R",
            "units": {"SPAIN": [f"A {space}"], "FRANCE": fleets},
            "dislodged": [{"power": "FRANCE", "unit": army}],
            "orders": {"FRANCE": lines},
        }
    )


@pytest.mark.clause("C7-4b")
@pytest.mark.parametrize(
    "lines",
    [
        ["F SCS C A Man - Can"],
        ["F SCS C A MNL - CAN"],
        ["F SCS C A Man - Can", "A Man R Can"],
        ["A Manila R Canton", "F SCS C A MNL - Can"],
    ],
)
def test_a_convoy_order_names_the_ferry_with_shared_codes_too(lines: list[str]) -> None:
    answer = retreat("colonia-vii", "A MNL", ["F SCS"], lines)
    assert answer["rejected"] == []
    assert answer["outcomes"][0]["order"] == "A MNL R CAN VIA SCS"
    assert answer["units"]["FRANCE"] == ["A CAN", "F SCS"]


@pytest.mark.clause("C3-4c")
@pytest.mark.parametrize("sea", ["BIS", "MIC"])
def test_a_fleet_that_is_there_and_does_not_touch_both_shores_is_of_no_use(sea: str) -> None:
    answer = retreat("colonia-iii", "A FIJ", ["F COR", f"F {sea}"], [f"A FIJ R NWZ via {sea}"])
    (rejected,) = answer["rejected"]
    assert (rejected["reason"], rejected["clause"]) == ("convoy_off_route", "C3-4c")
    assert "Possible: NWZ VIA COR." in rejected["hint"]


@pytest.mark.clause("C3-4g")
@pytest.mark.parametrize("line", ["A LON R YOR via NTH", "F NTH C A LON - YOR", "A LON R BTL via NTH"])
def test_an_army_that_can_walk_needs_no_ferry(line: str) -> None:
    answer = retreat("colonia-iii", "A LON", ["F NTH"], [line])
    assert answer["rejected"] == []
    assert answer["outcomes"][0]["text"] in (
        "The army in London retreated to Yorkshire.",
        "The army in London retreated to Bristol.",
    )


@pytest.mark.clause("C3-4b")
@pytest.mark.parametrize("more", [[], ["A FIJ R NWZ"]])
def test_two_fleets_that_offer_the_same_ferry_do_no_harm(more: list[str]) -> None:
    lines = ["F COR C A FIJ - NWZ", "F SPC C A FIJ - NWZ", *more]
    answer = retreat("colonia-iii", "A FIJ", ["F COR", "F SPC"], lines)
    assert answer["rejected"] == []
    assert "A NWZ" in answer["units"]["FRANCE"]


@pytest.mark.clause("C3-4d")
def test_the_convoy_of_another_powers_fleet_is_refused_by_its_clause() -> None:
    answer = judge_json(
        {
            "variant": "colonia-iii",
            "phase": "S1751R",
            "units": {"SPAIN": ["F FIJ", "F COR"]},
            "dislodged": [{"power": "FRANCE", "unit": "A FIJ"}],
            "orders": {"SPAIN": ["F COR C A FIJ - NWZ"]},
        }
    )
    (rejected,) = answer["rejected"]
    assert (rejected["power"], rejected["reason"], rejected["clause"]) == ("SPAIN", "no_ferry", "C3-4d")
