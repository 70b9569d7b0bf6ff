"""How lines are taken: the one answer that every door gives."""

from typing import Any

import pytest

from legation.board import PowerId
from legation.contract import read_request
from legation.game import CautionCode, Review, advance, join_lines, list_silent, review_lines
from legation.library import Game
from legation.orders import Fault, format_order, read_submissions
from legation.render.words import word_caution, word_review, word_silence

ENGLAND = PowerId("ENGLAND")
SEAS: dict[str, Any] = {
    "phase": "S1901M",
    "units": {"ENGLAND": ["A LON", "F ENG", "F NTH", "A WAL"], "FRANCE": ["F IRI", "A BRE"]},
}
RETREAT: dict[str, Any] = {
    "phase": "S1901R",
    "units": {"GERMANY": ["A BUR"]},
    "dislodged": [{"power": "FRANCE", "unit": "A BUR", "from": "MUN"}],
}


def review(data: dict[str, Any], power: str, *texts: str) -> Review:
    request = read_request(data)
    lines = read_submissions(request.variant.board, {PowerId(power): texts})
    return review_lines(request.variant.board, request.rulebook, request.state, PowerId(power), lines)


def warn(*texts: str) -> dict[str, str]:
    found = review(SEAS, "ENGLAND", *texts)
    return {format_order(caution.order): word_caution(caution) for caution in found.cautions}


@pytest.mark.parametrize(
    "orders",
    [
        ("A LON - BEL VIA", "F ENG C A LON - BEL"),
        ("A LON - BEL", "F NTH C A LON - BEL"),
        ("F NTH S A BRE - BEL",),
        ("F ENG C A BRE - BEL",),
        ("F ENG S F IRI",),
        ("A WAL - LON", "A LON - YOR"),
        ("A WAL - LON", "A LON - WAL", "F ENG C A LON - WAL"),
    ],
)
def test_what_may_have_an_effect_is_not_warned_of(orders: tuple[str, ...]) -> None:
    assert warn(*orders) == {}


@pytest.mark.parametrize(
    ("orders", "warned", "why"),
    [
        (("A LON - NWY",), "A LON - NWY", "no fleet of yours has the order to carry it"),
        (("A LON - BEL", "F NTH C A LON - HOL"), "F NTH C A LON - HOL", "A LON has the order A LON - BEL"),
        (("A LON - YOR", "A WAL S A LON"), "A WAL S A LON", "A LON has the order A LON - YOR"),
        (("A WAL - LON",), "A WAL - LON", "your own A LON stays there"),
        (("A WAL - LON", "A LON - NWY"), "A WAL - LON", "your own A LON stays there"),
        (("A WAL - LON", "A LON - WAL"), "A WAL - LON", "A LON - WAL comes the other way"),
        (("F ENG - NTH", "F NTH - ENG"), "F ENG - NTH", "F NTH - ENG comes the other way"),
    ],
)
def test_what_can_have_no_effect_is_warned_of(orders: tuple[str, ...], warned: str, why: str) -> None:
    assert warn(*orders)[warned].startswith(f"No effect as things stand: {why}")


@pytest.mark.parametrize("there", ["A BUR H", "A BUR - PAR"])
def test_a_supported_move_against_an_own_unit_may_keep_others_out(there: str) -> None:
    units = {"FRANCE": ["A PAR", "A BUR", "A GAS"], "GERMANY": ["A MUN", "A RUH"]}
    request = {"phase": "S1901M", "units": units}
    found = review(request, "FRANCE", "A PAR - BUR", there, "A GAS S A PAR - BUR")
    assert {format_order(caution.order): word_caution(caution) for caution in found.cautions}["A PAR - BUR"] == (
        "It does not get there as things stand: your own A BUR makes no room. With its support it may keep others out."
    )
    orders = {
        "FRANCE": ["A PAR - BUR", there, "A GAS S A PAR - BUR"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
    }
    given = read_request({**request, "orders": orders})
    after = advance(given.variant, given.state, given.submissions, given.rulebook).after.position
    assert sorted(after.units) == sorted(given.state.position.units)  # two against two: nobody moves
    assert after.dislodged == ()


@pytest.mark.parametrize(
    ("switch", "move", "help_", "is_warned"),
    [
        ({}, "F MAO - SPA/NC", "F WES S F MAO - SPA/SC", True),
        ({}, "F MAO - SPA/NC", "F WES S F MAO - SPA", False),
        ({"support_coast": "required"}, "F MAO - SPA/NC", "F WES S F MAO - SPA", True),
        ({"support_coast": "ignore"}, "F MAO - SPA/NC", "F WES S F MAO - SPA/SC", False),
        ({"convoy_path_in_order": "honour"}, "A LON - BEL VIA NTH", "F ENG C A LON - BEL", True),
        ({"convoy_path_in_order": "honour"}, "A LON - BEL", "F ENG C A LON - BEL", False),
    ],
)
def test_help_with_another_coast_or_another_sea_is_warned_of(
    switch: dict[str, str], move: str, help_: str, *, is_warned: bool
) -> None:
    units = {"FRANCE": ["F MAO", "F WES", "A LON", "F ENG", "F NTH"]}
    found = review({"phase": "S1901M", "units": units, "options": switch}, "FRANCE", move, help_, "F NTH C A LON - BEL")
    warned = {format_order(caution.order): word_caution(caution) for caution in found.cautions}
    unit = " ".join(move.split()[:2])
    expected = f"No effect as things stand: {unit} has the order {move}." if is_warned else None
    assert warned.get(help_) == expected


def test_a_ring_of_own_units_is_not_warned_of() -> None:
    data = {"phase": "S1901M", "units": {"ENGLAND": ["A WAL", "A LON", "A YOR"]}}
    found = review(data, "ENGLAND", "A WAL - LON", "A LON - YOR", "A YOR - WAL")
    assert found.cautions == ()


def test_own_units_that_change_places_without_a_fleet_near_are_warned_of() -> None:
    data = {"phase": "S1901M", "units": {"ENGLAND": ["A WAL", "A LON"]}}
    found = review(data, "ENGLAND", "A WAL - LON", "A LON - WAL")
    assert [caution.code for caution in found.cautions] == [CautionCode.CHANGE_PLACES] * 2


@pytest.mark.parametrize("crawls", [False, True])
@pytest.mark.parametrize(
    ("units", "orders", "may_crawl"),
    [
        (["F NA11/EC", "F NA14"], ["F NA11/EC - NA14", "F NA14 - NA11/WC"], True),
        (["F NA11/EC", "F NA14"], ["F NA11/EC - NA14", "F NA14 - NA11/EC"], False),
        (["A NA11", "A NA14"], ["A NA11 - NA14", "A NA14 - NA11"], False),
    ],
)
def test_only_fleets_on_different_coasts_crawl_past_each_other(
    units: list[str], orders: list[str], *, may_crawl: bool, crawls: bool
) -> None:
    options = {"coastal_crawl": crawls}
    data = {"variant": "colonial-variant", "phase": "S1M", "units": {"OCEANIA": units}, "options": options}
    codes = [caution.code for caution in review(data, "OCEANIA", *orders).cautions]
    assert codes == ([] if crawls and may_crawl else [CautionCode.CHANGE_PLACES] * 2)


def test_a_ship_that_takes_another_aboard_stays() -> None:
    data = {"variant": "colonial-variant", "phase": "S1M", "units": {"OCEANIA": ["F PO7", "TF PO6", "A NA7"]}}
    found = review(data, "OCEANIA", "F PO7 E A NA7", "A NA7 - PO7", "TF PO6 - PO7")
    assert [(caution.code, format_order(caution.order)) for caution in found.cautions] == [
        (CautionCode.OWN_UNIT_STAYS, "TF PO6 - PO7")
    ]


YORK: dict[str, Any] = {"phase": "S1901M", "units": {"ENGLAND": ["A LON", "F NTH"], "FRANCE": ["F MAO"]}}


@pytest.mark.parametrize(
    ("fallback", "why"),
    [
        ("always", "It goes by land as things stand: no complete convoy is ordered."),
        ("no_route_only", "It goes by land as things stand: no complete convoy is ordered."),
        ("never", "No effect as things stand: no fleet of yours has the order to carry it."),
    ],
)
def test_a_move_by_convoy_that_could_be_walked_is_warned_of_where_no_fleet_carries(fallback: str, why: str) -> None:
    data = {**YORK, "options": {"land_fallback": fallback}}
    found = review(data, "ENGLAND", "A LON - YOR VIA", "F NTH H")
    assert [word_caution(caution) for caution in found.cautions] == [why]
    assert review(data, "ENGLAND", "A LON - YOR VIA", "F NTH C A LON - YOR").cautions == ()
    assert review(data, "ENGLAND", "A LON - YOR", "F NTH H").cautions == ()
    # France might carry it.
    french = {**data, "units": {"ENGLAND": ["A LON"], "FRANCE": ["F NTH"]}}
    assert review(french, "ENGLAND", "A LON - YOR VIA").cautions == ()


INCOMPLETE = "No effect as things stand: the fleets with the order to carry it make no complete convoy."


def test_a_convoy_that_lacks_an_own_fleet_is_warned_of() -> None:
    data = {"phase": "S1901M", "units": {"ENGLAND": ["A LON", "F ENG", "F MAO"], "FRANCE": ["F NTH"]}}
    orders = ("A LON - POR", "F ENG C A LON - POR")
    found = review(data, "ENGLAND", *orders, "F MAO H")
    assert {format_order(one.order): word_caution(one) for one in found.cautions} == {"A LON - POR": INCOMPLETE}
    assert review(data, "ENGLAND", *orders, "F MAO C A LON - POR").cautions == ()
    # France might carry it on.
    french = {**data, "units": {"ENGLAND": ["A LON", "F ENG"], "FRANCE": ["F MAO"]}}
    assert review(french, "ENGLAND", *orders).cautions == ()
    assert [one.code for one in review({**french, "disorder": ["FRANCE"]}, "ENGLAND", *orders).cautions] == [
        CautionCode.CONVOY_INCOMPLETE
    ]


def test_fleets_of_a_power_in_civil_disorder_carry_nobody() -> None:
    data = {"phase": "S1901M", "units": {"ENGLAND": ["A LON"], "FRANCE": ["F NTH"]}}
    assert review(data, "ENGLAND", "A LON - NWY").cautions == ()
    found = review({**data, "disorder": ["FRANCE"]}, "ENGLAND", "A LON - NWY")
    assert [one.code for one in found.cautions] == [CautionCode.NO_FLEET_CARRIES]


@pytest.mark.parametrize(("rules", "why"), [("1971", None), ("1982", None), ("2000", INCOMPLETE), ("2023", INCOMPLETE)])
def test_an_army_that_could_walk_is_held_up_by_half_a_convoy_only_by_later_rulebooks(
    rules: str, why: str | None
) -> None:
    """By 2000 an own fleet with the order to carry it is enough to send it by sea."""
    data = {"phase": "S1901M", "rules": rules, "units": {"FRANCE": ["A GAS", "F MAO", "F WES", "F LYO"]}}
    found = review(data, "FRANCE", "A GAS - MAR", "F MAO C A GAS - MAR", "F WES H", "F LYO H")
    assert [word_caution(one) for one in found.cautions] == ([why] if why else [])


@pytest.mark.parametrize(
    ("rules", "options", "is_warned"),
    [
        ("1971", {}, False),
        ("1982", {}, False),
        ("2000", {}, True),
        ("2023", {}, True),
        ("2000", {"adjacent_convoy": "explicit"}, True),
    ],
)
def test_own_armies_change_places_by_a_foreign_convoy_only_if_the_rulebook_sends_them_by_sea(
    rules: str, options: dict[str, str], *, is_warned: bool
) -> None:
    units = {"ENGLAND": ["A BEL", "A HOL"], "FRANCE": ["F NTH"]}
    data = {"phase": "S1901M", "rules": rules, "options": options, "units": units}
    found = review(data, "ENGLAND", "A BEL - HOL", "A HOL - BEL")
    assert [one.code for one in found.cautions] == ([CautionCode.CHANGE_PLACES] * 2 if is_warned else [])
    assert review(data, "ENGLAND", "A BEL - HOL VIA", "A HOL - BEL").cautions == ()


def test_two_own_units_that_go_to_one_space_are_noted_and_followed() -> None:
    assert warn("A LON - YOR", "A WAL - YOR") == {
        "A LON - YOR": "Note: A WAL - YOR goes to the same space. Only one with more support than the other "
        "gets there.",
        "A WAL - YOR": "Note: A LON - YOR goes to the same space. Only one with more support than the other "
        "gets there.",
    }
    found = review(SEAS, "ENGLAND", "A LON - YOR", "A WAL - YOR")
    assert (found.texts, found.refused) == (("A LON - YOR", "A WAL - YOR"), ())
    # With more support one of them gets there, and the other does not.
    assert list(warn("A LON - YOR", "A WAL - YOR", "F NTH S A LON - YOR")) == ["A WAL - YOR"]


def aboard(*orders: str, landing: str = "ordered") -> list[str]:
    found = review(
        {
            "variant": "colonial-variant",
            "phase": "S1M",
            "units": {"ELUNIA": ["TF PO7", "A NA7", "F PO6"]},
            "memory": {"cargo": {"PO7": {"power": "ELUNIA", "unit": "A PO7"}}},
            "options": {"landing": landing},
        },
        "ELUNIA",
        *orders,
    )
    assert found.refused == ()
    return [f"{format_order(caution.order)}: {word_caution(caution)}" for caution in found.cautions]


@pytest.mark.clause("CV-8a")
def test_a_landing_is_warned_of_unless_the_ship_is_ordered_to_hold() -> None:
    must = "No effect as things stand: the army leaves only if TF PO7 is ordered to hold"
    assert aboard("A PO7 - NA10", "TF PO7 H") == []
    assert aboard("A PO7 - NA10", "TF PO7 - PO9") == [
        f"A PO7 - NA10: {must}, and it has the order TF PO7 - PO9. (CV-8a)"
    ]
    assert aboard("A PO7 - NA10") == [f"A PO7 - NA10: {must}. (CV-8a)"]
    assert aboard("A PO7 - NA10", landing="held") == []


@pytest.mark.clause("CV-8a")
def test_support_for_a_landing_is_warned_of_with_the_landing() -> None:
    sails = "the army leaves only if TF PO7 is ordered to hold, and it has the order TF PO7 - PO9. (CV-8a)"
    lines = ["A PO7 - NA10", "A NA7 S A PO7 - NA10", "TF PO7 - PO9"]
    assert aboard(*lines) == [f"{line}: No effect as things stand: {sails}" for line in lines[:2]]
    assert aboard(*lines[:2], "TF PO7 H") == []


@pytest.mark.clause("CV-7a")
def test_going_aboard_is_warned_of_unless_the_ship_is_ordered_to_take_the_army() -> None:
    assert aboard("A NA7 - PO6", "F PO6 E A NA7") == []
    idle = "A NA7 - PO6: No effect as things stand: F PO6 has no order to take it aboard. (CV-7a)"
    assert aboard("A NA7 - PO6") == aboard("A NA7 - PO6", "F PO6 H") == [idle]
    assert aboard("A NA7 - PO6", "F PO6 - PO8") == [idle]


@pytest.mark.clause("CV-8b")
def test_changing_ships_is_warned_of_by_the_rule_for_it() -> None:
    idle = "A PO7 - PO6: No effect as things stand: F PO6 has no order to take it aboard. (CV-8b)"
    assert aboard("TF PO7 H", "A PO7 - PO6") == [idle]
    must = "No effect as things stand: the army leaves only if TF PO7 is ordered to hold. (CV-8b)"
    assert aboard("A PO7 - PO6", "F PO6 E A PO7") == [f"{line}: {must}" for line in ("A PO7 - PO6", "F PO6 E A PO7")]


@pytest.mark.clause("CV-7a")
def test_support_for_an_army_that_goes_aboard_in_a_port_is_warned_of() -> None:
    data = {"variant": "colonial-variant", "phase": "S1M", "units": {"OCEANIA": ["F NA7", "A NA6", "A NA10"]}}
    found = review(data, "OCEANIA", "F NA7 E A NA6", "A NA6 - NA7", "A NA10 S A NA6 - NA7")
    assert [f"{format_order(caution.order)}: {word_caution(caution)}" for caution in found.cautions] == [
        "A NA10 S A NA6 - NA7: No effect as things stand: A NA6 goes aboard a ship, which is no attack. (CV-7a)"
    ]


@pytest.mark.clause("CV-7a")
def test_an_army_that_no_ship_takes_does_not_change_places_with_the_ship() -> None:
    data = {"variant": "colonial-variant", "phase": "S1M", "units": {"OCEANIA": ["F PO7", "A NA7"]}}
    found = review(data, "OCEANIA", "F PO7 - NA7", "A NA7 - PO7")
    assert [word_caution(caution) for caution in found.cautions] == [
        "No effect as things stand: your own A NA7 stays there.",
        "No effect as things stand: F PO7 has no order to take it aboard. (CV-7a)",
    ]


@pytest.mark.clause("CV-13")
def test_a_transport_fleet_is_warned_that_it_gives_way_to_an_own_fleet() -> None:
    """Only the transport fleet: it never keeps the fleet out."""
    assert aboard("TF PO7 - NA15", "F PO6 - NA15") == [
        "TF PO7 - NA15: Note: F PO6 - NA15 goes to the same space, and a transport fleet gives way to it. (CV-13)"
    ]


BOMBERS = {
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR", "A BUR"], "GERMANY": ["A MUN"]},
    "modules": ["gigaton-bomb"],
    "memory": {"gigaton-bomb": {"bombs": {"PAR": {"owner": "FRANCE", "count": 2}}}},
}


@pytest.mark.clause("GB-3a")
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["BOMB PAR - BUR"], ["BOMB PAR - BUR: Note: your own A BUR stays there. (GB-3a)"]),
        (["BOMB PAR - BUR", "A BUR - RUH"], []),
        (["BOMB PAR - MUN", "A BUR - MUN"], ["BOMB PAR - MUN: Note: your own A BUR goes there. (GB-3a)"]),
        (["BOMB PAR - MUN"], []),
    ],
)
def test_a_bomb_on_an_own_unit_is_noted(lines: list[str], told: list[str]) -> None:
    found = review(BOMBERS, "FRANCE", *lines)
    assert [f"{format_order(caution.order)}: {word_caution(caution)}" for caution in found.cautions] == told


@pytest.mark.clause("GB-5")
def test_a_unit_is_warned_that_the_bombs_it_is_to_take_along_are_launched() -> None:
    launched = review(BOMBERS, "FRANCE", "A PAR - GAS CARRY 2", "BOMB PAR - MUN")
    assert [word_caution(caution) for caution in launched.cautions] == [
        "With BOMB PAR - MUN there are fewer bombs left to take along. (GB-5)"
    ]
    assert review(BOMBERS, "FRANCE", "A PAR - GAS CARRY 1", "BOMB PAR - MUN").cautions == ()


def test_each_line_is_answered_in_its_place() -> None:
    found = review(SEAS, "ENGLAND", "london to yorkshire", "A PARS - BUR", "F ENG - MOS", "F NTH H; A WAL - LVP")
    assert [line.number for line in found.lines] == [1, 2, 3, 4, 5]
    told = ["A LON - YOR", None, "F ENG - MOS", "F NTH H", "A WAL - LVP"]
    assert [line.order and format_order(line.order) for line in found.lines] == told
    assert [line.counts for line in found.lines] == [True, False, False, True, True]
    assert found.rejections[0].fault is Fault.UNREADABLE
    assert found.texts == ("A LON - YOR", "F NTH H", "A WAL - LVP")
    assert [str(unit) for unit in found.idle] == ["F ENG"]
    assert found.due == 4


def test_of_two_different_orders_every_line_is_refused_and_the_unit_has_none() -> None:
    data = {**SEAS, "options": {"double_order": "none"}}
    found = review(data, "ENGLAND", "A LON - YOR", "A LON - YOR", "A LON H")
    assert [line.counts for line in found.lines] == [False, False, False]
    assert {rejection.fault for rejection in found.rejections} == {Fault.ORDERED_TWICE}
    assert "A LON" in [str(unit) for unit in found.idle]


@pytest.mark.parametrize("double", ["none", "first", "last"])
@pytest.mark.parametrize("lines", [("A LON - NWY", "A LON - NWY VIA NTH"), ("A LON - NWY VIA NTH", "A LON - NWY")])
def test_two_orders_that_mean_the_same_are_one(lines: tuple[str, str], double: str) -> None:
    found = review({**SEAS, "options": {"double_order": double}}, "ENGLAND", *lines)
    assert (found.texts, found.refused) == (("A LON - NWY VIA NTH",), ())
    # An army that could walk says by the tag how it wants to go, and where paths are honoured they tell the fleets.
    assert review(YORK, "ENGLAND", "A LON - YOR", "A LON - YOR VIA").refused
    honoured = {**SEAS, "options": {"double_order": double, "convoy_path_in_order": "honour"}}
    assert review(honoured, "ENGLAND", *lines).refused


def test_a_retreat_with_and_without_its_ferry_is_one() -> None:
    dislodged = [{"power": "SPAIN", "unit": "A FIJ", "from": "BIS"}]
    units = {"RUSSIA": ["F FIJ"], "SPAIN": ["F COR", "F SPC"]}
    data = {"variant": "colonia-iii", "phase": "S1751R", "units": units, "dislodged": dislodged}
    for lines in (("A FIJ R NWZ", "A FIJ R NWZ VIA COR"), ("A FIJ R NWZ VIA COR", "A FIJ R NWZ")):
        found = review(data, "SPAIN", *lines)
        assert (found.texts, found.refused) == (("A FIJ R NWZ VIA COR",), ())
    both = review(data, "SPAIN", "A FIJ R NWZ VIA COR", "A FIJ R NWZ VIA SPC")
    assert (both.texts, len(both.refused)) == ((), 2)


def test_the_same_order_twice_does_no_harm() -> None:
    found = review(SEAS, "ENGLAND", "A LON - YOR", "lon-yor")
    assert [line.counts for line in found.lines] == [True, True]
    assert found.texts == ("A LON - YOR",)


VOTES = [
    *("Vote yes", "vote: no on S1901M.1", "I vote for the draw", "propose draw", "Draw!", "The English vote no"),
    *("England proposes a concession", "S1901M.1: aye", "No!", "yes to the proposal of France", "Concession vote: no"),
]


@pytest.mark.parametrize("text", VOTES)
@pytest.mark.parametrize(
    "data", [SEAS, RETREAT, {"phase": "W1901A", "units": {}, "centres": {"ENGLAND": ["LON"]}}], ids=["M", "R", "A"]
)
def test_a_vote_among_orders_is_answered_as_a_vote(data: dict[str, Any], text: str) -> None:
    found = review(data, "ENGLAND", text)
    assert [rejection.fault for rejection in found.rejections] == [Fault.IS_A_VOTE]
    assert "vote" in word_review(found)


@pytest.mark.parametrize("text", ["yes A LON - YOR", "A LON - YOR unless France votes yes", "no builds"])
def test_other_lines_that_cannot_be_read_are_no_votes(text: str) -> None:
    found = review(SEAS, "ENGLAND", text)
    assert [rejection.fault for rejection in found.rejections] == [Fault.UNREADABLE]


def test_an_army_aboard_and_its_ship_have_an_order_each() -> None:
    found = review(
        {
            "variant": "colonial-variant",
            "phase": "S1M",
            "units": {"ELUNIA": ["F SA11"]},
            "memory": {"cargo": {"SA11": {"power": "ELUNIA", "unit": "A SA11"}}},
        },
        "ELUNIA",
        "F SA11 H",
    )
    assert (found.due, [str(unit) for unit in found.idle]) == (2, ["A SA11"])


def test_bombs_are_read_beside_the_orders_of_units() -> None:
    data = {"phase": "S1901M", "modules": ["gigaton-bomb"], "units": {"FRANCE": ["A PAR"]}}
    found = review(data, "FRANCE", "BOMB PAR - MUN", "A PAR - BUR")
    assert found.texts == ("A PAR - BUR", "BOMB PAR - MUN")
    assert found.due == 1
    assert word_review(found).splitlines() == ["FRANCE: 2 read, 0 refused", "  + A PAR - BUR", "  + BOMB PAR - MUN"]


def test_a_retreat_that_is_closed_is_refused_and_the_unit_is_without_an_order() -> None:
    found = review({**RETREAT, "contested": ["PAR"]}, "FRANCE", "A BUR R PAR")
    assert [rejection.fault for rejection in found.rejections] == [Fault.SPACE_CONTESTED]
    assert ([str(unit) for unit in found.idle], found.due) == (["A BUR"], 1)


def winter(units: list[str], centres: list[str]) -> dict[str, Any]:
    return {"phase": "W1901A", "units": {"FRANCE": units}, "centres": {"FRANCE": centres}}


def test_two_own_units_that_retreat_to_one_space_are_warned_of() -> None:
    dislodged = [
        {"power": "FRANCE", "unit": unit, "from": start} for unit, start in (("A BUR", "MUN"), ("A PIC", "BEL"))
    ]
    data = {"phase": "S1901R", "units": {"GERMANY": ["A BUR", "A PIC"]}, "dislodged": dislodged}
    found = review(data, "FRANCE", "A BUR R PAR", "A PIC R PAR")
    assert [word_caution(caution) for caution in found.cautions] == [
        "It disbands as things stand: A PIC R PAR goes to the same space.",
        "It disbands as things stand: A BUR R PAR goes to the same space.",
    ]
    assert review(data, "FRANCE", "A BUR R GAS", "A PIC R PAR").cautions == ()
    assert review(data, "FRANCE", "A PIC R PAR").cautions == ()


@pytest.mark.clause("C3-4f")
def test_two_armies_that_need_the_same_ferry_are_warned_of() -> None:
    dislodged = [
        {"power": "SPAIN", "unit": unit, "from": start} for unit, start in (("A FIJ", "BIS"), ("A NWG", "AFS"))
    ]
    units = {"RUSSIA": ["F FIJ", "F NWG"], "SPAIN": ["F COR", "F SPC"]}
    data = {"variant": "colonia-iii", "phase": "S1751R", "units": units, "dislodged": dislodged}
    found = review(data, "SPAIN", "A FIJ R NWZ VIA COR", "A NWG R ARN")
    assert [word_caution(caution) for caution in found.cautions] == [
        "It disbands as things stand: A NWG R ARN VIA COR needs the same fleet. (C3-4f)",
        "It disbands as things stand: A FIJ R NWZ VIA COR needs the same fleet. (C3-4f)",
    ]
    assert review(data, "SPAIN", "A FIJ R NWZ", "A NWG R ARN").cautions == ()  # over the South Pacific


def test_builds_that_are_open_are_counted() -> None:
    data = winter(["A SPA"], ["PAR", "MAR", "BRE", "SPA"])
    found = review(data, "FRANCE", "A PAR B", "F MUN B", "F BRE B")
    assert (found.due, found.unused) == (3, 1)
    assert [line.counts for line in found.lines] == [True, False, True]
    assert "1 build unused" in word_review(found)


def test_no_more_builds_are_due_than_there_are_sites() -> None:
    found = review(winter(["A PAR", "A MAR"], ["PAR", "MAR", "BRE", "SPA", "POR"]), "FRANCE")
    assert (found.due, found.unused) == (1, 1)


@pytest.mark.clause("CV-10")
@pytest.mark.parametrize(
    ("units", "line", "choices"),
    [
        (["F CC1", "A CC3", "F PO27"], "A CC6 B", ("TF CC6",)),
        (["F CC1", "A CC3", "F PO27"], "A CC3 B", ("TF CC6",)),  # a unit stands there
        (["F CC1", "F CC6", "F PO27"], "A CC3 B", ()),  # no fleet is built inland
        (["F CC1", "A CC3", "TF PO27"], "TF CC6 B", ("A CC6", "F CC6")),
        (["F CC1", "A CC2", "TF PO27"], "F CC1 B", ("CC6",)),
    ],
)
def test_a_refused_build_names_only_units_that_may_still_be_built(
    units: list[str], line: str, choices: tuple[str, ...]
) -> None:
    data = {
        "variant": "colonial-variant",
        "phase": "W1A",
        "units": {"COLONGRAD": units},
        "centres": {"COLONGRAD": ["CC1", "CC3", "CC6"]},
    }
    [refused] = review(data, "COLONGRAD", line).rejections
    assert refused.choices == choices


def test_removals_that_are_not_named_are_counted() -> None:
    found = review(winter(["A PAR", "A MAR", "F BRE"], ["PAR"]), "FRANCE", "A MAR D")
    assert (found.due, found.unused) == (2, -1)
    assert "1 removal not named" in word_review(found)


@pytest.mark.parametrize(
    ("orders", "unused", "words"),
    [
        ([], -1, "1 removal not named"),
        (["TF BI2 B"], -1, "1 removal not named"),
        (["F PO7 D"], 1, "1 build unused"),
        (["F PO7 D", "WAIVE"], 0, ""),
        (["F PO7 D", "TF BI2 B"], 0, ""),
    ],
)
def test_a_removal_and_a_transport_fleet_may_be_due_at_once(orders: list[str], unused: int, words: str) -> None:
    """Three centres feed three of four units, and allow a transport fleet besides."""
    data = {
        "variant": "colonial-variant",
        "phase": "W1A",
        "units": {"OCEANIA": ["F BI4/NC", "F BI7", "A NA10", "F PO7"]},
        "centres": {"OCEANIA": ["BI2", "BI4", "BI7"]},
    }
    found = review(data, "OCEANIA", *orders)
    assert (found.due, found.unused) == (2, unused)
    assert words in word_review(found)


def test_what_a_line_would_replace_is_told() -> None:
    game = Game.new("standard")
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR - SPA"])
    found = game.review("FRANCE", ["A PAR - PIC", "A MAR - SPA", "F BRE H"])
    assert [line.replaces and format_order(line.replaces) for line in found.lines] == ["A PAR - BUR", None, None]
    assert game.orders[PowerId("FRANCE")] == ("A PAR - BUR", "A MAR - SPA")


@pytest.mark.parametrize(("phase", "act"), [("S1M", "H"), ("W1A", "D")])
def test_a_ship_and_the_army_aboard_do_not_replace_each_other(phase: str, act: str) -> None:
    request = read_request(
        {
            "variant": "colonial-variant",
            "phase": phase,
            "units": {"ELUNIA": ["F PO7", "F BI2"]},
            "memory": {"cargo": {"PO7": {"power": "ELUNIA", "unit": "A PO7"}}},
        }
    )

    def join(earlier: list[str], later: list[str]) -> list[str]:
        power = PowerId("ELUNIA")
        first, second = (read_submissions(request.variant.board, {power: texts}) for texts in (earlier, later))
        return [line.text for line in join_lines(request.state, first, second)]

    assert join([f"A PO7 {act}"], [f"F PO7 {act}"]) == [f"A PO7 {act}", f"F PO7 {act}"]
    assert join([f"F PO7 {act}", f"F BI2 {act}"], [f"BI2 {act}"]) == [f"F PO7 {act}", f"BI2 {act}"]


def test_without_a_letter_an_army_aboard_a_foreign_ship_is_replaced() -> None:
    request = read_request(
        {
            "variant": "colonial-variant",
            "phase": "S1M",
            "units": {"UNION": ["F PO7"]},
            "memory": {"cargo": {"PO7": {"power": "ELUNIA", "unit": "A PO7"}}},
        }
    )
    power = PowerId("ELUNIA")
    first, second = (read_submissions(request.variant.board, {power: [text]}) for text in ("A PO7 H", "PO7 - NA7"))
    assert [line.text for line in join_lines(request.state, first, second)] == ["PO7 - NA7"]


def test_who_sent_nothing_is_said_in_one_sentence_and_refused_lines_are_something() -> None:
    game = Game.new("standard")
    game.set_orders("FRANCE", ["A PAR - MOS", "nonsense"])
    for power in game.due:
        if power not in ("FRANCE", "ITALY", "TURKEY"):
            game.set_orders(power, [f"{unit} H" for unit in game.units[power]])
    record = game.advance()
    silent = list_silent(game.variant, record, game.rulebook)
    assert word_silence(game.variant, silent) == "No orders came from Italy and Turkey."
    assert [rejection.text for rejection in record.rejections] == ["A PAR - MOS", "nonsense"]
    assert word_silence(game.variant, ()) == ""


def test_in_winter_who_may_build_and_sends_nothing_is_silent() -> None:
    request = read_request(winter(["A SPA"], ["PAR", "SPA"]))
    game = Game(request.variant, request.rulebook, request.state)
    assert list_silent(game.variant, game.advance(), game.rulebook) == ("FRANCE",)
