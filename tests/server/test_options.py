from typing import Any

import pytest

from legation.board import PowerId
from legation.game import JudgeRequest, read_request
from legation.orders import list_orders
from legation.server.options import list_convoy_targets, list_options, list_routes
from legation.server.refusals import Refusal

FRANCE = PowerId("FRANCE")


def ask(request: dict[str, Any], power: str = "FRANCE") -> tuple[JudgeRequest, dict[str, Any]]:
    found = read_request(request)
    return found, list_options(found.variant, found.rulebook, found.state, PowerId(power))


def unit(options: dict[str, Any], name: str) -> dict[str, Any]:
    return next(found for found in options["units"] if found["unit"] == name)


COASTS = {
    "phase": "S1901M",
    "units": {"FRANCE": ["A BRE", "F ENG", "F MAO", "A GAS"], "ENGLAND": ["F NTH", "A LON"], "ITALY": ["A MAR"]},
}


def test_moves_name_the_coast_where_one_must_be_named() -> None:
    _, options = ask(COASTS)
    targets = [move["to"] for move in unit(options, "F MAO")["moves"]]
    assert {"SPA/NC", "SPA/SC"} <= set(targets)
    assert "SPA" not in targets
    assert unit(options, "A GAS")["moves"][0]["way"] == "land"
    assert unit(options, "F ENG")["moves"][0]["way"] == "sea"


def test_convoyed_moves_say_whether_own_fleets_suffice_and_which_way() -> None:
    _, options = ask(COASTS)
    by_sea = {move["to"]: move for move in unit(options, "A BRE")["convoyed"]}
    assert by_sea["LON"] == {"to": "LON", "fleets": ["ENG"], "own": True}
    assert by_sea["NWY"] == {"to": "NWY", "fleets": ["ENG", "NTH"], "own": False}


def test_supports_are_listed_by_the_unit_that_is_helped() -> None:
    _, options = ask(COASTS)
    helped = {found["unit"]: found for found in unit(options, "A GAS")["supports"]}
    assert helped["A BRE"]["hold"]
    assert helped["A BRE"]["power"] == "FRANCE"
    assert "SPA" in helped["A MAR"]["to"]
    assert helped["A MAR"]["power"] == "ITALY"


def test_all_that_is_offered_is_legal_and_nothing_is_left_out() -> None:
    request, options = ask(COASTS)
    legal = {
        str(order)
        for found in list_orders(
            request.variant.board, request.state.position, FRANCE, request.rulebook.order_rules
        ).units.values()
        for order in [(str(found.unit), "-", target) for target in found.moves]
    }
    offered = {str((found["unit"], "-", move["to"])) for found in options["units"] for move in found["moves"]}
    assert offered == legal


def test_a_fleet_says_where_it_may_carry_an_army_only_when_asked() -> None:
    request, options = ask(COASTS)
    assert {"unit": "A BRE", "at": "BRE", "power": "FRANCE"} in unit(options, "F ENG")["convoys"]
    position = request.state.position
    targets = list_convoy_targets(
        request.variant, request.rulebook, position, FRANCE, fleet="F ENG", army="A BRE"
    )  # fmt: skip
    assert {"LON", "BEL", "NWY"} <= set(targets)
    with pytest.raises(Refusal):
        list_convoy_targets(request.variant, request.rulebook, position, FRANCE, fleet="F NTH", army="A LON")
    with pytest.raises(Refusal):
        list_convoy_targets(request.variant, request.rulebook, position, FRANCE, fleet="F XYZ", army="A LON")


def test_routes_are_asked_for_by_army_and_shore() -> None:
    request, _ = ask(COASTS)
    position = request.state.position
    routes = list_routes(request.variant, request.rulebook, position, FRANCE, army="A BRE", to="London")
    assert routes[0] == ["ENG"]


def test_retreats_are_open_or_closed_with_the_reason() -> None:
    _, options = ask(
        {
            "phase": "S1901R",
            "units": {"FRANCE": ["A GAS"], "GERMANY": ["A BUR"]},
            "dislodged": [{"power": "FRANCE", "unit": "A BUR", "from": "MUN"}],
            "contested": ["PAR"],
        }
    )
    found = unit(options, "A BUR")
    assert [way["to"] for way in found["to"]] == ["BEL", "MAR", "PIC", "RUH"]
    assert found["driven_out_by"] == "Driven out by A BUR of Germany, which came from Munich."
    closed = {way["to"]: way["reason"] for way in found["closed"]}
    assert closed == {
        "GAS": "The space is occupied.",
        "MUN": "The attacker came from there.",
        "PAR": "The space was left empty by a stand-off.",
    }


def test_a_retreat_by_convoy_names_the_fleet() -> None:
    _, options = ask(
        {
            "variant": "colonia-vii",
            "phase": "S1756R",
            "units": {"ENGLAND": ["F IRI"], "FRANCE": ["A IRE"]},
            "dislodged": [{"power": "ENGLAND", "unit": "A IRE", "from": "NAO"}],
        },
        "ENGLAND",
    )
    ways = unit(options, "A IRE")["to"]
    carried = [way for way in ways if way["via"]]
    assert carried
    assert all(way["text"].endswith("carried by F IRI") and way["via"] == "IRI" for way in carried)


def test_builds_are_listed_by_site_with_every_coast() -> None:
    _, options = ask(
        {
            "phase": "W1901A",
            "units": {"RUSSIA": ["A MOS"]},
            "centres": {"RUSSIA": ["MOS", "STP", "SEV", "RUM"], "AUSTRIA": ["WAR"]},
        },
        "RUSSIA",
    )
    assert options["count"] == 3
    sites = {site["space"]: site["units"] for site in options["sites"]}
    assert sites == {"SEV": ["A SEV", "F SEV"], "STP": ["A STP", "F STP/NC", "F STP/SC"]}
    closed = {site["space"]: site["reason"] for site in options["closed"]}
    assert closed == {
        "MOS": "A unit stands there.",
        "RUM": "The power may not build there.",
        "WAR": "The power does not own that centre now.",
    }
    assert options["default"] == "Without an answer nothing is built."


def test_removals_say_what_happens_without_an_answer() -> None:
    _, options = ask(
        {"phase": "W1901A", "units": {"FRANCE": ["A PAR", "F NWY"]}, "centres": {"FRANCE": ["PAR"]}},
    )
    assert (options["count"], options["removable"]) == (-1, ["F NWY", "A PAR"])
    assert options["default"] == "Without an answer these are removed: F NWY."
