"""Refusals that a sentence of a sheet decides: the judge names it, and offers only what could be ordered."""

from typing import Any

import pytest

from tests.contract.kit import judge_json


def refuse(variant: str, phase: str, units: list[str], line: str, centres: tuple[str, ...] = ()) -> dict[str, Any]:
    """What becomes of one line of Russia, or Oceania, that is refused."""
    power = "OCEANIA" if variant == "colonial-variant" else "RUSSIA"
    answer = judge_json(
        {
            "variant": variant,
            "phase": phase,
            "units": {power: units},
            "centres": {power: list(centres)},
            "orders": {power: [line]},
        }
    )
    (rejected,) = answer["rejected"]
    return dict(rejected)


@pytest.mark.clause("N9-11")
def test_no_convoy_goes_through_the_antarctic_box() -> None:
    found = refuse("cline-9-man-vii", "S1901M", ["F WAO", "F ANT", "F IND", "A CAB"], "F ANT C A CAB - MEC")
    assert (found["reason"], found["clause"]) == ("no_convoys_here", "N9-11")
    assert found["hint"] == "No convoy goes through this sea (N9-11)."


@pytest.mark.clause("N9-11")
@pytest.mark.parametrize(("unit", "line"), [("F SAO", "F SAO - ANT"), ("F ANT", "F ANT - SAO")])
def test_no_other_sea_leads_to_the_antarctic_box(unit: str, line: str) -> None:
    found = refuse("cline-9-man-vii", "S1901M", [unit], line)
    assert (found["reason"], found["clause"]) == ("not_adjacent", "N9-11")


@pytest.mark.clause("CV-20")
@pytest.mark.parametrize(
    ("units", "line", "reason"),
    [
        (["F PO5"], "F PO5 - OB5", "not_adjacent"),  # its own box is no way back
        (["F PO22"], "F PO22 - OB4", "not_adjacent"),  # not on its list
        (["F OB5"], "F OB5 - PO4", "not_adjacent"),  # a box leads to one space
        (["F PO20", "F PO21"], "F PO20 S F PO21 - OB3", "support_unreachable"),
    ],
)
def test_boxes_are_entered_and_left_only_as_the_sheet_says(units: list[str], line: str, reason: str) -> None:
    found = refuse("colonial-variant", "S1M", units, line)
    assert (found["reason"], found["clause"]) == (reason, "CV-20")


@pytest.mark.parametrize("unit", ["A CAB", "F CAB"])
def test_what_is_not_at_sea_is_no_convoyer(unit: str) -> None:
    found = refuse("cline-9-man-vii", "S1901M", [unit, "A MEC"], f"{unit} C A MEC - CAI")
    assert found["reason"] == "not_a_convoyer"


@pytest.mark.clause("N9-10c")
@pytest.mark.parametrize("fleet", ["F SEV", "F GEO", "F URA"])
def test_no_fleet_sails_to_moscow(fleet: str) -> None:
    found = refuse("cline-9-man-vii", "S1901M", [fleet], f"{fleet} - MOS")
    assert (found["reason"], found["clause"]) == ("unsuitable_space", "N9-10c")


@pytest.mark.clause("N9-10c")
def test_no_fleet_is_built_in_moscow() -> None:
    found = refuse("cline-9-man-vii", "W1901A", [], "F MOS B", ("MOS", "SEV"))
    assert (found["reason"], found["clause"]) == ("unsuitable_space", "N9-10c")


def test_a_fleet_is_offered_only_places_where_it_can_stand() -> None:
    found = refuse("colonia-iii", "W1751A", [], "F MOS B", ("MOS", "PTD", "KIE"))
    assert found["hint"] == "Fleets cannot stand inland. Possible: PTD."


@pytest.mark.parametrize(
    ("variant", "line", "hint"),
    [
        ("colonia-iii", "F BAR - ARC", "The Arctic Ocean is impassable: no unit can enter it."),
        ("cline-9-man-vii", "A MUN - Switzerland", "Switzerland is impassable: no unit can enter it."),
    ],
)
def test_an_impassable_place_has_its_article(variant: str, line: str, hint: str) -> None:
    unit = line.split(" - ", maxsplit=1)[0]
    assert refuse(variant, "S1751M", [unit], line)["hint"] == hint
