"""Which single other order would have saved a unit in retreats and in Winter."""

from typing import Any

from legation.contract import read_request
from legation.game import advance, explain_order_text
from legation.orders import format_order
from legation.render.words import write_explanation

Found = list[tuple[str, str, bool]]


def remedies(request: dict[str, Any], order: str) -> Found:
    """The remedies for an order of a retreat phase: given, instead, and whether the unit is one's own."""
    found = read_request(request)
    record = advance(found.variant, found.state, found.submissions, found.rulebook)
    told = explain_order_text(found.variant.board, record, order, found.rulebook)
    assert told is not None
    assert ("What would have changed it" in write_explanation(told)) == bool(told.remedies)
    return [(format_order(one.given), format_order(one.instead), one.is_own) for one in told.remedies]


def waiting(power: str, unit: str, came_from: str) -> dict[str, str]:
    return {"power": power, "unit": unit, "from": came_from}


BOTH_TO_PARIS: dict[str, Any] = {
    "phase": "S1901R",
    "units": {"GERMANY": ["A BUR", "A PIC"]},
    "orders": {"FRANCE": ["A BUR R PAR", "A PIC R PAR"]},
    "dislodged": [waiting("FRANCE", "A BUR", "MUN"), waiting("FRANCE", "A PIC", "BEL")],
}


def test_two_own_units_that_destroyed_each_other() -> None:
    # Picardy touches Brest and Paris, besides Belgium, where its attacker came from, and Burgundy.
    assert remedies(BOTH_TO_PARIS, "A BUR R PAR") == [
        ("A PIC R PAR", "A PIC R BRE", True),
        ("A PIC R PAR", "A PIC D", True),
    ]


def test_for_a_unit_of_another_power_one_order_is_named() -> None:
    request: dict[str, Any] = {
        **BOTH_TO_PARIS,
        "orders": {"FRANCE": ["A BUR R PAR"], "ENGLAND": ["A PIC R PAR"]},
        "dislodged": [waiting("FRANCE", "A BUR", "MUN"), waiting("ENGLAND", "A PIC", "BEL")],
    }
    assert remedies(request, "A BUR R PAR") == [("A PIC R PAR", "A PIC R BRE", False)]


def test_a_retreat_that_succeeded_and_a_unit_given_up_have_none() -> None:
    request = {**BOTH_TO_PARIS, "orders": {"FRANCE": ["A BUR R GAS", "A PIC D"]}}
    assert remedies(request, "A BUR R GAS") == []
    assert remedies(request, "A PIC D") == []


def test_where_three_meet_no_single_order_helps() -> None:
    request: dict[str, Any] = {
        **BOTH_TO_PARIS,
        "units": {"GERMANY": ["A BUR", "A PIC", "A BRE"]},
        "orders": {"FRANCE": ["A BUR R PAR", "A PIC R PAR", "A BRE R PAR"]},
        "dislodged": [
            waiting("FRANCE", "A BUR", "MUN"),
            waiting("FRANCE", "A PIC", "BEL"),
            waiting("FRANCE", "A BRE", "ENG"),
        ],
    }
    assert remedies(request, "A BUR R PAR") == []


def test_another_ferry_would_have_carried_the_army() -> None:
    """Both armies name the Coral Sea; one of them could have gone over the South Pacific (Colonia III, rule 4)."""
    request: dict[str, Any] = {
        "variant": "colonia-iii",
        "phase": "S1751R",
        "units": {"RUSSIA": ["F FIJ", "F NWG"], "SPAIN": ["F COR", "F SPC"]},
        "orders": {"SPAIN": ["A FIJ R ARN VIA COR", "A NWG R AUS VIA COR"]},
        "dislodged": [waiting("SPAIN", "A FIJ", "BIS"), waiting("SPAIN", "A NWG", "AFS")],
    }
    found = remedies(request, "A FIJ R ARN")
    # New Guinea touches the Coral Sea and no other with a Spanish fleet: anything else there is to disband.
    assert found == [("A NWG R AUS VIA COR", "A NWG D", True)]
    wanted = {**request, "orders": {"SPAIN": ["A FIJ R NWZ VIA COR", "A NWG R AUS VIA COR"]}}
    assert ("A FIJ R NWZ VIA COR", "A FIJ R NWZ VIA SPC", True) in remedies(wanted, "A FIJ R NWZ")
    assert ("A FIJ R NWZ VIA COR", "A FIJ R NWZ VIA SPC", True) in remedies(wanted, "A NWG R AUS")


def test_a_unit_without_an_order_could_have_retreated() -> None:
    request = {**BOTH_TO_PARIS, "orders": {"FRANCE": ["A BUR R BEL", "A PIC R PAR"]}}
    # Belgium is vacant: the attack on Picardy came from there. Where Picardy's army goes, Burgundy's would be lost.
    assert remedies({**request, "orders": {"FRANCE": ["A PIC R PAR"]}}, "A BUR") == [
        ("A BUR R BEL", "A BUR R BEL", True),
        ("A BUR R GAS", "A BUR R GAS", True),
        ("A BUR R MAR", "A BUR R MAR", True),
        ("A BUR R RUH", "A BUR R RUH", True),
    ]
    assert remedies({**request, "orders": {"FRANCE": ["A BUR D"]}}, "A BUR D") == []


WINTER: dict[str, Any] = {
    "phase": "W1901A",
    "units": {"FRANCE": ["A PAR", "A MAR", "F WES", "A PIE"]},
    "centres": {"FRANCE": ["PAR", "MAR"]},
}


def test_another_removal_would_have_kept_the_unit() -> None:
    # Two go: the fleet, two steps from home, and then the army in Piedmont, one step from it.
    assert remedies(WINTER, "A PIE") == [("A MAR D", "A MAR D", True), ("A PAR D", "A PAR D", True)]
    assert remedies(WINTER, "F WES") == []  # the farthest goes even if one other is named
    named = {**WINTER, "orders": {"FRANCE": ["A PAR D"]}}
    assert remedies(named, "F WES") == [("A MAR D", "A MAR D", True), ("A PIE D", "A PIE D", True)]
    assert remedies(named, "A PAR D") == []


def test_a_power_in_disorder_could_have_ordered_nothing() -> None:
    assert remedies({**WINTER, "disorder": ["FRANCE"]}, "A PIE") == []


SHIP_LOST: dict[str, Any] = {
    "variant": "colonial-variant",
    "phase": "S2R",
    "units": {"UNION": ["F PO7", "F BI1", "F BI2", "F BI3", "F BI4/NC", "F NA10", "F NA11/EC", "F NA14", "F NA15"]},
    "dislodged": [waiting("OCEANIA", "F PO7", "PO9")],
    "contested": ["PO26"],
}


def test_an_army_aboard_would_have_been_saved_by_its_own_ship() -> None:
    """PO7 leads to NA7, PO6 and PO10 besides; the attacker came from PO9."""
    cargo = {"cargo_waiting": {"PO7": {"power": "OCEANIA", "unit": "A PO7"}}}
    disbanded = {**SHIP_LOST, "memory": cargo, "orders": {"OCEANIA": ["F PO7 D"]}}
    saving = ["F PO7 R NA7", "F PO7 R PO10", "F PO7 R PO6"]
    assert remedies(disbanded, "A PO7") == [("F PO7 D", retreat, True) for retreat in saving]


def test_an_army_aboard_would_have_been_saved_by_the_owner_of_its_ship() -> None:
    """One retreat of a foreign ship is named; the same twice stands for a ship without an order."""
    cargo = {"cargo_waiting": {"PO7": {"power": "KHOUFAX", "unit": "A PO7"}}}
    assert remedies({**SHIP_LOST, "memory": cargo}, "A PO7") == [("F PO7 R NA7", "F PO7 R NA7", False)]
