from typing import Any

import pytest
from pydantic_core import to_jsonable_python

from legation.board import PowerId
from legation.contract import read_request
from legation.game import JudgeRequest
from legation.orders import list_orders
from legation.server.base.refusals import HttpRefusal
from legation.server.orders.options import list_convoy_targets, list_options, list_routes
from tests.server.kit import Server
from tests.server.people import make_match

FRANCE = PowerId("FRANCE")


def ask(request: dict[str, Any], power: str = "FRANCE") -> tuple[JudgeRequest, dict[str, Any]]:
    found = read_request(request)
    return found, to_jsonable_python(list_options(found.variant, found.rulebook, found.state, PowerId(power)))


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
    with pytest.raises(HttpRefusal):
        list_convoy_targets(request.variant, request.rulebook, position, FRANCE, fleet="F NTH", army="A LON")
    with pytest.raises(HttpRefusal):
        list_convoy_targets(request.variant, request.rulebook, position, FRANCE, fleet="F XYZ", army="A LON")


def test_routes_are_asked_for_by_army_and_shore() -> None:
    request, _ = ask(COASTS)
    position = request.state.position
    routes = list_routes(request.variant, request.rulebook, position, FRANCE, army="A BRE", to="London")
    assert routes[0] == ("ENG",)


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
    assert found["driven_out_by"] == "Dislodged by A BUR of Germany, which came from Munich."
    closed = {way["to"]: way["reason"] for way in found["closed"]}
    assert not any(way["clause"] for way in found["closed"])
    assert options["ferry"] is None
    assert closed == {
        "GAS": "A GAS stands there.",
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


def cite(entry: dict[str, Any]) -> tuple[str, str | None]:
    """The reason of a closed choice, and the id of its clause, which must lead to the rules."""
    clause = entry["clause"]
    if clause is None:
        return entry["reason"], None
    assert entry["reason"].endswith(f"({clause['id']}).")
    assert clause["link"].endswith(f"#{clause['id']}")
    return entry["reason"], clause["id"]


def test_an_army_driven_off_an_island_reads_why_it_cannot_go_farther() -> None:
    _, options = ask(
        {
            "variant": "colonia-vii",
            "phase": "F1756R",
            "units": {"FRANCE": ["F IRI", "F ENG"], "ENGLAND": ["F IRE", "F LON"]},
            "dislodged": [{"power": "FRANCE", "unit": "A IRE", "from": "NAO"}],
        },
    )
    found = unit(options, "A IRE")
    assert [(way["to"], way["via"]) for way in found["to"]] == [("EDI", "IRI")]
    closed = {way["to"]: cite(way) for way in found["closed"]}
    assert closed["BRI"] == ("More than one sea away; a retreating army is carried over one (C7-4b).", "C7-4b")
    assert closed["LON"] == ("F LON stands there.", None)
    assert closed["IRI"] == ("Armies cannot stand at sea.", None)
    assert closed["NAO"][1] == "C7-4b"
    assert options["ferry"] == {
        "reason": "A fleet carries one army per season (C7-4e).",
        "clause": {"id": "C7-4e", "link": "/variants/colonia-vii#C7-4e"},
    }


@pytest.mark.parametrize(("variant", "clauses"), [("colonia-iii", ("C3-4c", "C3-4d")), ("colonia-vii", ("C7-4b",) * 2)])
def test_each_sheet_is_cited_for_its_own_ferries(variant: str, clauses: tuple[str, str]) -> None:
    _, options = ask(
        {
            "variant": variant,
            "phase": "F1756R",
            "units": {"FRANCE": ["F IRI", "F ENG"]},
            "dislodged": [{"power": "FRANCE", "unit": "A IRE", "from": "EDI"}],
        },
    )
    closed = {way["to"]: cite(way)[1] for way in unit(options, "A IRE")["closed"]}
    atlantic = "NAT" if variant == "colonia-iii" else "NAO"
    assert (closed["BRI"], closed[atlantic]) == clauses


def test_a_fleet_beside_a_mainland_carries_nobody_and_the_sheet_says_so() -> None:
    _, options = ask(
        {
            "variant": "colonia-vii",
            "phase": "F1756R",
            "units": {"FRANCE": ["F NTH"], "ENGLAND": ["F LON"]},
            "dislodged": [{"power": "FRANCE", "unit": "A LON", "from": "ENG"}],
        },
    )
    closed = {way["to"]: cite(way) for way in unit(options, "A LON")["closed"]}
    assert closed["NTH"][1] == "C7-4c"
    assert "only from island centres" in closed["NTH"][0]


def winter(variant: str, power: str, centres: dict[str, list[str]], **more: Any) -> dict[str, tuple[str, str | None]]:
    """What is closed to a power in Winter."""
    _, options = ask({"variant": variant, "phase": "W1756A", "units": {}, "centres": centres, **more}, power)
    return {site["space"]: cite(site) for site in options["closed"]}


def test_special_centres_say_for_whom_they_build_and_by_which_clause() -> None:
    closed = winter("colonia-vii", "FRANCE", {"FRANCE": ["NAP", "PAR", "SAV"]})
    assert closed["NAP"] == ("Special: builds for Austria and Spain only (C7-6a).", "C7-6a")
    assert closed["SAV"] == ("Neutral centre: counts, never builds.", None)
    russia = winter("colonia-iii", "RUSSIA", {"RUSSIA": ["MOS"], "SPAIN": ["CRI"]})
    assert russia["CRI"] == ("Special: builds only for a power that owns it, and Spain owns it now (C3-6b).", "C3-6b")
    assert russia["AMU"] == ("Special: builds only for a power that owns it, and nobody owns it now (C3-6b).", "C3-6b")
    assert winter("colonia-i", "RUSSIA", {"RUSSIA": ["MOS"]})["AMU"][1] == "C1-6a"
    assert winter("colonia-i", "OTTOMAN", {"OTTOMAN": ["SOF"]})["CRI"][1] == "C1-6b"
    assert winter("colonia-i", "SPAIN", {"SPAIN": ["MAD", "CRI"]})["CRI"][1] == "C1-6c"


def test_arkangel_builds_for_russia_while_it_holds_it() -> None:
    centres = {"RUSSIA": ["MOS"], "GERMANY": ["ARK", "BER"]}
    assert winter("cline-9-man-vii", "RUSSIA", centres)["ARK"] == (
        "Builds only for a power that holds it, and Germany owns it now (N9-5a).",
        "N9-5a",
    )
    assert winter("cline-9-man-vii", "GERMANY", centres)["ARK"] == (
        "Builds for Russia only, and does not count (N9-5a).",
        "N9-5a",
    )


def test_a_colony_that_is_too_young_says_when_it_will_count() -> None:
    memory = {"colonial_centres": {"NA14": {"held": 0, "age": 0}, "NA7": {"held": 1, "age": 1}}}
    _, options = ask(
        {
            "variant": "colonial-variant",
            "phase": "W2A",
            "units": {},
            "centres": {"OCEANIA": ["BI2", "NA14", "NA7"]},
            "memory": memory,
        },
        "OCEANIA",
    )
    closed = {site["space"]: cite(site) for site in options["closed"]}
    assert closed["NA14"] == ("Colony, held for less than a year: counts from next Winter on if kept (CV-5a).", "CV-5a")
    assert closed["NA7"] == ("Colony: counts, never builds.", None)
    assert closed["BI4"] == ("Home centre, but nobody owns it now.", None)


def test_ruins_and_places_for_one_kind_of_unit_are_told() -> None:
    _, options = ask(
        {
            "phase": "W1901A",
            "units": {},
            "centres": {"FRANCE": ["PAR", "BRE"]},
            "modules": ["gigaton-bomb"],
            "memory": {"gigaton-bomb": {"ruined": ["MAR"]}},
        },
    )
    assert {site["space"]: site["note"] for site in options["sites"]} == {
        "BRE": "",
        "PAR": "Fleets cannot stand inland.",
    }
    closed = {site["space"]: cite(site) for site in options["closed"]}
    assert closed == {"MAR": ("Struck by a bomb: nothing can enter it (GB-3b).", "GB-3b")}


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
        "MOS": "Home centre, but A MOS stands there.",
        "RUM": "Neutral centre: counts, never builds.",
        "WAR": "Home centre, but Austria owns it now.",
    }
    assert options["default"] == "Without orders nothing is built."


def test_removals_say_what_happens_without_an_answer() -> None:
    _, options = ask(
        {"phase": "W1901A", "units": {"FRANCE": ["A PAR", "F NWY"]}, "centres": {"FRANCE": ["PAR"]}},
    )
    assert (options["count"], options["removable"]) == (-1, ["F NWY", "A PAR"])
    assert options["default"] == "Without orders these units are removed: F NWY."


@pytest.mark.parametrize(
    ("units", "lost"),
    [
        (["TF PO7", "TF PO12", "F PO11"], "TF PO12"),  # one too many of its kind, though all other units are fed
        (["F PO7", "F PO12", "F BI2", "F BI7"], "F PO12"),
        (["TF PO7", "F PO12", "F BI2", "F BI7"], ""),
    ],
)
def test_without_orders_the_units_go_that_winter_would_remove(units: list[str], lost: str) -> None:
    """Three centres feed three units, and one transport fleet besides."""
    _, options = ask(
        {
            "variant": "colonial-variant",
            "phase": "W1A",
            "units": {"OCEANIA": units},
            "centres": {"OCEANIA": ["BI2", "BI4", "BI7"]},
        },
        "OCEANIA",
    )
    told = f"Without orders these units are removed: {lost}." if lost else "Without orders nothing is built."
    assert options["default"] == told


def test_a_power_learns_what_it_could_build_before_winter_comes(server: Server) -> None:
    match = make_match(server)
    match.act("correct", {"changes": [{"owner": {"space": "BEL", "power": "FRANCE"}}], "note": "a test"})
    match.order("FRANCE", ["A PAR - BUR"])
    match.judge()
    told = match.get(match.players["FRANCE"], "options/builds")
    assert (told["kind"], told["count"]) == ("adjustments", 1)
    assert [site["space"] for site in told["sites"]] == ["PAR"]
    assert told["sites"][0]["units"] == ["A PAR"]
    assert {"BRE", "MAR"} <= {site["space"] for site in told["closed"]}
    assert match.get(match.gm, "options/builds", power="ENGLAND")["count"] == 0
