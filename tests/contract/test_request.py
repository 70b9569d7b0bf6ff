from collections.abc import Callable
from typing import Any

import pytest

from legation.board import SpaceId
from legation.contract import read_request
from legation.errors import LegationError, RequestError
from tests.contract.kit import judge_json

GOOD: dict[str, Any] = {
    "id": 1,
    "variant": "standard",
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR", "F MAR"]},
    "centres": {"FRANCE": ["PAR"]},
    "orders": {"FRANCE": ["A PAR - BUR"]},
}


def test_a_good_request_is_read() -> None:
    request = read_request(GOOD)
    assert sorted(request.state.position.units) == ["MAR", "PAR"]
    assert request.submissions[0].text == "A PAR - BUR"


def test_the_rulebook_is_the_variants_unless_told() -> None:
    assert read_request(GOOD).rulebook.multi_route.value == "all"
    assert read_request({**GOOD, "rules": "1971"}).rulebook.multi_route.value == "any"
    assert read_request({**GOOD, "options": {"multi_route": "any"}}).rulebook.multi_route.value == "any"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"phase": "S1901X"}, "phase"),
        ({"phase": None}, "phase"),
        ({"variant": "mars"}, "variant"),
        ({"rules": "1812"}, "rules"),
        ({"options": {"gravity": "off"}}, "options.gravity"),
        ({"options": {"multi_route": "some"}}, "options.multi_route"),
        ({"options": []}, "options"),
        ({"units": 0}, "units"),
        ({"memory": ""}, "memory"),
        ({"options": [1]}, "options"),
        ({"modules": ["megaton-bomb"]}, "modules"),
        ({"units": {"FRANCE": ["A Parris"]}}, "units"),
        ({"units": {"FRANCE": ["PAR"]}}, "units"),
        ({"units": {"FRANCE": ["F PAR"]}}, "units"),
        ({"units": {"FRANCE": ["F SPA"]}}, "units"),
        ({"units": {"FRANCE": ["A ION"]}}, "units"),
        ({"units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}}, "units"),
        ({"units": {"MARS": ["A PAR"]}}, "units"),
        ({"units": {"FRANCE": "A PAR"}}, "units.FRANCE"),
        ({"units": {"FRANCE": [5]}}, "units.FRANCE"),
        ({"units": ["A PAR"]}, "units"),
        ({"centres": {"FRANCE": ["BUR"]}}, "centres"),
        ({"centres": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}, "centres"),
        ({"contested": ["NOWHERE"]}, "contested"),
        ({"contested": "BUR"}, "contested"),
        ({"memory": [1]}, "memory"),
        ({"detail": 1}, "detail"),
        ({"detail": "true"}, "detail"),
        ({"detail": []}, "detail"),
        ({"orders": 7}, "orders"),
        ({"colour": "red"}, "colour"),
        ({"phase": "S1901R", "dislodged": [{"power": "FRANCE"}]}, "dislodged.unit"),
        ({"phase": "S1901R", "dislodged": ["A PAR"]}, "dislodged"),
        ({"phase": "S1901R", "dislodged": [{"power": "ITALY", "unit": "A ROM", "form": "TYR"}]}, "dislodged.form"),
        ({"phase": "S1901R", "dislodged": [{"power": "X", "unit": "A PAR"}]}, "dislodged.power"),
        ({"phase": "S1901R", "dislodged": [{"power": "ITALY", "unit": "A ROM"}] * 2}, "dislodged"),
        (
            {"phase": "S1901R", "dislodged": [{"power": "ITALY", "unit": "A ROM", "retreats": ["TYS"]}]},
            "dislodged.retreats",
        ),
    ],
)
def test_each_broken_field_is_named(change: dict[str, Any], field: str) -> None:
    data = {**GOOD, **change}
    with pytest.raises(LegationError) as caught:
        read_request(data)
    named = getattr(caught.value, "field", getattr(caught.value, "what", ""))
    assert named == field


@pytest.mark.parametrize("data", [None, [], "S1901M", 5])
def test_a_request_is_an_object(data: object) -> None:
    with pytest.raises(RequestError, match="expected an object"):
        read_request(data)


def test_missing_retreats_are_worked_out() -> None:
    data = {
        "phase": "S1901R",
        "units": {"FRANCE": ["A BUR", "A PIC"]},
        "dislodged": [{"power": "GERMANY", "unit": "A BEL", "from": "BUR"}],
        "contested": ["RUH"],
    }
    (found,) = read_request(data).state.position.dislodged
    assert found.retreats == ("HOL",)


def test_retreats_that_are_given_are_taken() -> None:
    data = {
        "phase": "S1901R",
        "dislodged": [{"power": "GERMANY", "unit": "A BEL", "from": "BUR", "retreats": ["PIC"]}],
    }
    assert read_request(data).state.position.dislodged[0].retreats == ("PIC",)


@pytest.mark.parametrize(("text", "unit"), [("F CAS", "F CSP"), ("A CAS", "A CAS"), ("F CAS/NC", "F CAS/NC")])
def test_a_code_that_two_spaces_share_is_where_the_unit_can_stand(text: str, unit: str) -> None:
    """The sheet of Cline 9-Man VII prints CAS for the Caspian Sea and Cas for Castille, which has two coasts."""
    request = read_request({"variant": "cline-9-man-vii", "phase": "S1901M", "units": {"RUSSIA": [text]}})
    assert [str(found) for found in request.state.position.units.values()] == [unit]


def test_a_given_retreat_that_the_unit_cannot_reach_is_an_error_that_names_it() -> None:
    entry = {"power": "TURKEY", "unit": "A SER", "retreats": ["ALB", "MOS"]}
    with pytest.raises(RequestError, match="A SER cannot reach MOS"):
        read_request({"phase": "S1901R", "dislodged": [entry]})


def test_a_given_retreat_to_an_occupied_space_is_refused_and_no_unit_vanishes() -> None:
    entry = {"power": "GERMANY", "unit": "F NWY", "retreats": ["BAR", "NTH", "SWE"]}
    request = {
        "phase": "S1901R",
        "units": {"RUSSIA": ["F NTH"], "FRANCE": ["A NWY"]},
        "dislodged": [entry],
        "orders": {"GERMANY": ["F NWY R NTH"]},
    }
    answer = judge_json(request)
    assert [found["reason"] for found in answer["rejected"]] == ["space_occupied"]
    assert answer["units"]["RUSSIA"] == ["F NTH"]
    assert answer["destroyed"] == [{"power": "GERMANY", "unit": "F NWY"}]


@pytest.mark.parametrize(
    ("unit", "retreats", "problem"),
    [
        ("A SER", ["MOS"], "A SER cannot reach MOS"),
        ("A SER", ["SER"], "A SER cannot reach SER"),
        ("F GAS", ["SPA/SC"], "F GAS cannot reach SPA/SC"),
        ("F MAO", ["SPA"], "F MAO cannot stand in SPA; name its coast, SPA/NC or SPA/SC"),
        ("A SER", "ALB", "expected a list, not text"),
    ],
)
def test_a_place_that_a_unit_could_never_reach_is_no_retreat(unit: str, retreats: object, problem: str) -> None:
    data = {"phase": "S1901R", "dislodged": [{"power": "GERMANY", "unit": unit, "retreats": retreats}]}
    with pytest.raises(RequestError) as caught:
        read_request(data)
    assert (caught.value.field, caught.value.problem) == ("dislodged.retreats", problem)


def test_a_unit_that_is_destroyed_at_once_does_not_wait_to_retreat() -> None:
    """Colonial Variant, rule 12: a transport fleet that is dislodged is annihilated."""
    entry = {"power": "OCEANIA", "unit": "TF PO7", "from": "PO6"}
    with pytest.raises(RequestError, match="TF PO7 does not retreat") as caught:
        read_request({"variant": "colonial-variant", "phase": "S1R", "dislodged": [entry]})
    assert caught.value.field == "dislodged.unit"


def test_a_place_is_listed_once_however_often_it_is_given() -> None:
    data = {"phase": "S1901R", "dislodged": [{"power": "ITALY", "unit": "A SER", "retreats": ["ALB", "Albania"]}]}
    assert read_request(data).state.position.dislodged[0].retreats == ("ALB",)


@pytest.mark.clause("C3-4h")
def test_only_fleets_at_sea_are_remembered_to_have_convoyed() -> None:
    data = {"variant": "colonia-iii", "phase": "S1751R", "memory": {"island_retreats": {"convoyed": ["COR", "PAR"]}}}
    with pytest.raises(RequestError, match="PAR is not a sea, and only fleets at sea convoy"):
        read_request(data)


@pytest.mark.parametrize("text", ["England A PAR", "English A PAR", "ENG A PAR", "Great Britain A PAR"])
def test_a_unit_that_is_said_to_be_of_another_power_is_an_error(text: str) -> None:
    for data in (
        {"phase": "S1901M", "units": {"FRANCE": [text]}},
        {"phase": "S1901R", "dislodged": [{"power": "FRANCE", "unit": text}]},
    ):
        with pytest.raises(RequestError, match="is a unit of ENGLAND, but stands among those of FRANCE"):
            read_request(data)


def test_a_unit_may_be_said_to_be_of_its_own_power() -> None:
    data = {"phase": "S1901M", "units": {"FRANCE": ["French A PAR", "France F BRE"]}}
    assert sorted(map(str, read_request(data).state.position.units.values())) == ["A PAR", "F BRE"]


@pytest.mark.clause("C1-4")
@pytest.mark.parametrize("space", ["TAR", "TAH", "SAM", "FIJ"])
def test_no_army_is_put_where_the_sheet_lets_none_in(space: str) -> None:
    fleet = {"variant": "colonia-i", "phase": "S1751M", "units": {"SPAIN": [f"F {space}"]}}
    assert str(read_request(fleet).state.position.units[SpaceId(space)]) == f"F {space}"
    with pytest.raises(RequestError, match="closed to armies"):
        read_request({**fleet, "units": {"SPAIN": [f"A {space}"]}})
    waiting = {"power": "FRANCE", "unit": f"A {space}"}
    with pytest.raises(RequestError, match="closed to armies") as caught:
        read_request({**fleet, "phase": "S1751R", "dislodged": [waiting]})
    assert caught.value.field == "dislodged.unit"


@pytest.mark.parametrize(
    ("name", "memory", "problem"),
    [
        ("colonial_centres", [1], "expected an object with the codes of spaces"),
        ("colonial_centres", {"ZZ9": {"held": 1, "age": 2}}, "'ZZ9' is not the code of a space"),
        ("colonial_centres", {"NA7": {"held": -1, "age": 2}}, "NA7: expected"),
        ("colonial_centres", {"NA7": {"held": True, "age": 2}}, "NA7: expected"),
        ("colonial_centres", {"NA7": {"years": 2}}, "NA7: expected"),
        ("colonial_centres", {"NA7": {"held": 2, "age": 1}}, "NA7: expected"),
        ("colonial_centres", {"BI2": {"held": 1, "age": 1}}, "BI2 is not a colonial centre"),
        ("gigaton-bomb", {"bombs": {"BI2": {"owner": "OCEANIA", "count": 1, "power": "UNION"}}}, "BI2: expected"),
        ("gigaton-bomb", {"ruined": ["PO7"]}, "PO7 is a sea"),
        ("gigaton-bomb", {"ruined": ["OB5"]}, "OB5 is a sea"),
        ("gigaton-bomb", {"closed": {"NA7": 2}}, "NA7 is land"),
        ("gigaton-bomb", {"bombs": {"BI2": {"owner": "UNION", "count": 1}}, "ruined": ["BI2"]}, "no bombs are in BI2"),
        (
            "gigaton-bomb",
            {"bombs": {"PO7": {"owner": "UNION", "count": 1}}, "closed": {"PO7": 1}},
            "no bombs are in PO7",
        ),
        ("gigaton-bomb", [], "expected an object with bombs"),
        ("gigaton-bomb", {"bombs": {"BI2": {"power": "OCEANIA", "count": 1}}}, "BI2: expected"),
        ("gigaton-bomb", {"bombs": {"BI2": {"owner": "FRANCE", "count": 1}}}, "BI2: expected"),
        ("gigaton-bomb", {"bombs": {"BI2": {"owner": ["OCEANIA"], "count": 1}}}, "BI2: expected"),
        ("gigaton-bomb", {"closed": {"PO7": -1}}, "PO7: expected a number of phases"),
        ("gigaton-bomb", {"closed": {"PO7": 3}}, "PO7: expected a number of phases, 2 at most"),
        ("gigaton-bomb", {"closed": {"PO7": True}}, "PO7: expected a number of phases"),
        ("gigaton-bomb", {"ruined": ["PAR"]}, "'PAR' is not the code of a space"),
        ("gigaton-bomb", {"ruined": "BI2"}, "expected a list of the codes of spaces"),
    ],
)
def test_memory_of_another_form_is_refused(name: str, memory: object, problem: str) -> None:
    data = {"variant": "colonial-variant", "modules": ["gigaton-bomb"], "phase": "S1M", "memory": {name: memory}}
    with pytest.raises(RequestError, match=problem) as found:
        read_request(data)
    assert found.value.field == f"memory.{name}"


@pytest.mark.parametrize(
    "fill",
    [
        lambda value: {"gigaton-bomb": value},
        lambda value: {"gigaton-bomb": {"bombs": value, "retreating": {}}},
        lambda value: {"gigaton-bomb": {"bombs": {"BI2": value}}},
        lambda value: {"gigaton-bomb": {"bombs": {"BI2": {"owner": value, "count": 1}}}},
        lambda value: {"gigaton-bomb": {"retreating": {"BI2": {"owner": "OCEANIA", "count": value}}}},
        lambda value: {"gigaton-bomb": {"closed": {"PO7": value}}},
        lambda value: {"gigaton-bomb": {"ruined": value}},
        lambda value: {"gigaton-bomb": {"ruined": [value]}},
        lambda value: {"colonial_centres": value},
        lambda value: {"colonial_centres": {"NA7": {"held": value, "age": 1}}},
    ],
)
@pytest.mark.parametrize("value", [None, True, -1, 1.5, "", "OCEANIA", [], [[]], {}, {"BI2": []}])
def test_whatever_stands_in_memory_the_judge_gives_an_answer(fill: Callable[[object], object], value: object) -> None:
    request = {"variant": "colonial-variant", "modules": ["gigaton-bomb"], "phase": "S1M", "memory": fill(value)}
    answer = judge_json(request)
    assert ("error" in answer) != ("units" in answer)


@pytest.mark.parametrize("memory", [[], {"ferries": []}, {"convoyed": "COR"}, {"convoyed": ["XYZ"]}])
def test_memory_of_island_retreats_of_another_form_is_refused(memory: object) -> None:
    data = {"variant": "colonia-iii", "phase": "S1751R", "memory": {"island_retreats": memory}}
    with pytest.raises(RequestError, match=r"expected|not the code"):
        read_request(data)


@pytest.mark.parametrize("name", ["gigaton-bomb", "colonies", "quiet_years", "notes", "x" * 500])
def test_memory_that_no_module_of_the_game_writes_is_refused(name: str) -> None:
    with pytest.raises(RequestError, match="remembers") as caught:
        read_request({"variant": "colonia-iii", "phase": "S1751M", "memory": {name: {}}})
    assert caught.value.field.startswith(f"memory.{name[:60]}")
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "text", ["support A PAR", "A PAR H", "A PAR - BUR", "hold A PAR", "\u202eA PAR", "x" * 300, "?"]
)
def test_what_is_no_unit_is_named_in_plain_words(text: str) -> None:
    with pytest.raises(RequestError) as caught:
        read_request({**GOOD, "units": {"FRANCE": [text]}})
    assert caught.value.problem.endswith(" is not a unit; expected one like 'A PAR' or 'F STP/SC'")


@pytest.mark.parametrize(("text", "name"), [("FRANCE", "FRANCE"), ("A XYZ", "XYZ"), ("", "")])
def test_an_unknown_space_of_a_unit_is_the_one_that_was_written(text: str, name: str) -> None:
    with pytest.raises(RequestError) as caught:
        read_request({**GOOD, "units": {"FRANCE": [text]}})
    assert "'H'" not in caught.value.problem
    assert repr(name) in caught.value.problem


def test_a_field_without_a_name_is_still_named_in_the_error() -> None:
    with pytest.raises(RequestError) as caught:
        read_request({**GOOD, "": 1})
    assert caught.value.field == "''"
