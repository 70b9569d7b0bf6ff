"""Which rule an explanation cites, on the wire."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from pydantic_core import to_jsonable_python

from legation.contract import read_request
from legation.game import Setup, advance
from legation.server.game.loaded_game import GameRules, LoadedGame, Snapshot
from legation.server.game.records import GameStatus
from legation.server.results.explaining import explain

Wire = dict[str, Any]


def ask(request: Wire, order: str) -> Wire:
    """The explanation of an order of a request, as a game with these terms would give it."""
    found = read_request(request)
    record = advance(found.variant, found.state, found.submissions, found.rulebook)
    setup = Setup(found.variant.id, found.variant.version, found.state, request.get("rules", ""))
    rules = GameRules(setup, found.variant, found.rulebook, "")
    row = cast(Any, SimpleNamespace(id="abc", terms=None, status=GameStatus.RUNNING))
    game = LoadedGame(row, rules, Snapshot(found.state, (), frozenset()))
    told: Wire = to_jsonable_python(explain(game, record, order))
    return told


def cite(request: Wire, order: str) -> list[str]:
    """The sources of the rule that decided it and of those that bear on it."""
    told = ask(request, order)
    return [rule["cite"] for rule in (told["clause"], *told["also"])]


def moves(variant: str, units: Wire, orders: Wire, **more: Any) -> Wire:
    return {"variant": variant, "phase": "S1756M", "units": units, "orders": orders, **more}


def test_the_strongest_of_several_rivals_is_the_one_that_is_added_up() -> None:
    units = {"FRANCE": ["A PAR"], "AUSTRIA": ["A BEL"], "GERMANY": ["A MUN", "A RUH"], "ITALY": ["A MAR", "A GAS"]}
    orders = {
        "FRANCE": ["A PAR - BUR"],
        "AUSTRIA": ["A BEL - BUR"],  # the first by its name, and no stronger
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "ITALY": ["A MAR - BUR", "A GAS S A MAR - BUR"],
    }
    told = ask({"phase": "S1901M", "units": units, "orders": orders}, "A PAR - BUR")
    assert told["sums"][1] == {
        "title": "Against it",
        "rows": [
            {"text": "The army in Marseilles", "value": 1},
            {"text": "Support of the army in Gascony", "value": 1},
        ],
        "total": 2,
    }


BOUNCE = {
    "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
    "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
}


@pytest.mark.parametrize(
    ("rules", "source"), [("1971", "1971 rulebook"), ("1982", "1982 rulebook"), ("2000", "2000 rulebook")]
)
def test_a_bounce_on_the_regular_board_cites_the_edition(rules: str, source: str) -> None:
    told = ask({"variant": "standard", "phase": "S1901M", "rules": rules, **BOUNCE}, "A PAR - BUR")
    assert told["clause"] == {
        "text": "Moves of equal strength to the same space stand each other off.",
        "cite": source,
        "id": None,
        "link": None,
    }
    assert (told["also"], told["rulebook"]) == ([], rules)


@pytest.mark.parametrize(
    ("variant", "source"),
    [
        ("colonia-i", "1971 rulebook (C1-1)"),
        ("colonia-iii", "1971 rulebook (C3-1)"),
        ("colonia-vii", "1982 rulebook (C7-1)"),
    ],
)
def test_a_bounce_on_a_sheets_board_cites_the_clause_that_takes_the_edition_over(variant: str, source: str) -> None:
    request = moves(
        variant,
        {"FRANCE": ["A PAR"], "SPAIN": ["A TOU"]},
        {"FRANCE": ["A PAR - BUR"], "SPAIN": ["A TOU - BUR"]},
    )
    told = ask(request, "A PAR - BUR")
    assert told["clause"]["cite"] == source
    assert told["clause"]["link"] == f"/g/abc/rules#{told['clause']['id']}"
    assert cite({**request, "rules": "2000"}, "A PAR - BUR") == ["2000 rulebook"]


RETREAT = {
    "variant": "colonia-vii",
    "phase": "S1756R",
    "units": {"ENGLAND": ["F IRI"], "FRANCE": ["A IRE"]},
    "dislodged": [{"power": "ENGLAND", "unit": "A IRE", "from": "NAO"}],
}


def test_a_retreat_over_the_sea_cites_the_clause_that_allows_it() -> None:
    told = ask({**RETREAT, "orders": {"ENGLAND": ["A IRE R EDI VIA IRI"]}}, "A IRE")
    assert told["clause"]["id"] == told["clause"]["cite"] == "C7-4b"
    assert told["clause"]["text"].startswith("An army dislodged from an island centre may retreat")
    assert told["clause"]["link"] == "/g/abc/rules#C7-4b"
    assert [rule["cite"] for rule in told["also"]] == ["1982 rulebook (C7-1)"]


def test_a_retreat_by_a_sea_without_a_fleet_of_ones_own_is_refused_by_its_clause() -> None:
    order = "A IRE R EDI VIA NAO"
    told = ask({**RETREAT, "orders": {"ENGLAND": [order]}}, order)
    assert (told["result"], told["clause"]["id"]) == ("illegal", "C7-4b")


def test_two_armies_for_one_fleet_cite_our_reading() -> None:
    request = {
        "variant": "colonia-iii",
        "phase": "S1756R",
        "units": {"ENGLAND": ["F COR"], "FRANCE": ["A FIJ", "A NWZ"]},
        "dislodged": [
            {"power": "ENGLAND", "unit": "A FIJ", "from": "MEL"},
            {"power": "ENGLAND", "unit": "A NWZ", "from": "TAS"},
        ],
        "orders": {"ENGLAND": ["A FIJ R AUS VIA COR", "A NWZ R AUS VIA COR"]},
    }
    assert cite(request, "A FIJ")[0] == "C3-4f"


def test_a_crossing_a_canal_and_a_gap_cite_their_clauses() -> None:
    units = {"ENGLAND": ["A IRE", "F EGY"], "TURKEY": ["A JOR"]}
    orders = {"ENGLAND": ["A IRE - CLY", "F EGY - RED"], "TURKEY": ["A JOR - RED"]}
    request = {"variant": "cline-9-man-vii", "phase": "S1901M", "units": units, "orders": orders}
    assert cite(request, "A IRE - CLY") == ["N9-8", "1971 rulebook (N9-1)"]
    assert cite(request, "F EGY - RED") == ["N9-10b", "1971 rulebook (N9-1)"]
    far = {**request, "units": {"TURKEY": ["A EGY"]}, "orders": {"TURKEY": ["A EGY - MEC"]}}
    assert cite(far, "A EGY - MEC") == ["N9-9"]


def test_a_bounce_at_a_crossing_is_the_rulebooks_and_names_the_crossing_besides() -> None:
    units = {"ENGLAND": ["A IRE"], "FRANCE": ["A EDI"]}
    orders = {"ENGLAND": ["A IRE - CLY"], "FRANCE": ["A EDI - CLY"]}
    request = {"variant": "cline-9-man-vii", "phase": "S1901M", "units": units, "orders": orders}
    assert cite(request, "A IRE - CLY") == ["1971 rulebook (N9-1)", "N9-8"]


def test_the_passages_of_the_colonias_cite_their_clauses() -> None:
    seam = moves("colonia-iii", {"RUSSIA": ["F BIS", "F SIB", "A URA"]}, {"RUSSIA": ["F BIS - SPC", "F SIB - URA"]})
    assert cite(seam, "F BIS - SPC")[0] == "C3-3"
    assert "C3-8" in cite(seam, "F SIB - URA")
    on_foot = moves("colonia-iii", {"RUSSIA": ["A URA"]}, {"RUSSIA": ["A URA - SIB"]})
    assert cite(on_foot, "A URA - SIB") == ["1971 rulebook (C3-1)"]


def test_an_army_is_kept_off_a_closed_island_by_its_clause() -> None:
    order = "A PAR - TAH"
    assert cite(moves("colonia-i", {"FRANCE": ["A PAR"]}, {"FRANCE": [order]}), order) == ["C1-4"]


WINTER = {
    "C7-6a": ("colonia-vii", "AUSTRIA", "NAP", "A NAP B"),
    "C7-5a": ("colonia-vii", "FRANCE", "QUE", "A QUE B"),
    "C3-6a": ("colonia-iii", "RUSSIA", "AMU", "A AMU B"),
    "C3-5b": ("colonia-iii", "SPAIN", "MEX", "A MEX B"),
    "C1-6a": ("colonia-i", "RUSSIA", "CRI", "A CRI B"),
    "C1-6b": ("colonia-i", "OTTOMAN", "CRI", "A CRI B"),
    "C1-5a": ("colonia-i", "FRANCE", "QUE", "A QUE B"),
    "N9-5a": ("cline-9-man-vii", "RUSSIA", "ARK SEV", "A ARK B"),
}


@pytest.mark.parametrize("clause", WINTER)
def test_a_build_that_only_the_sheet_allows_cites_it(clause: str) -> None:
    variant, power, centres, order = WINTER[clause]
    request = {"variant": variant, "phase": "W1756A", "centres": {power: centres.split()}, "orders": {power: [order]}}
    told = ask({**request, "units": {}}, order)
    assert (told["result"], told["clause"]["id"]) == ("succeeds", clause)


REFUSED = {
    "C7-6a": ("colonia-vii", {"FRANCE": ["NAP"]}, "A NAP B"),
    "C3-6b": ("colonia-iii", {"RUSSIA": ["MOS"], "FRANCE": ["AMU"]}, "A AMU B"),
    "C1-6c": ("colonia-i", {"FRANCE": ["AMU"]}, "A AMU B"),
    "N9-5a": ("cline-9-man-vii", {"GERMANY": ["ARK", "SWE"]}, "A ARK B"),
}


@pytest.mark.parametrize("clause", REFUSED)
def test_a_build_that_the_sheet_forbids_cites_it(clause: str) -> None:
    variant, centres, order = REFUSED[clause]
    request = {"variant": variant, "phase": "W1756A", "units": {}, "centres": centres}
    told = ask({**request, "orders": {next(iter(centres)): [order]}}, order)
    assert (told["result"], told["clause"]["id"]) == ("illegal", clause)


def test_a_build_at_home_is_the_rulebooks() -> None:
    request = {"variant": "colonia-vii", "phase": "W1756A", "units": {}, "centres": {"FRANCE": ["PAR"]}}
    assert cite({**request, "orders": {"FRANCE": ["A PAR B"]}}, "A PAR B") == ["1982 rulebook (C7-1)"]


def sail(units: Wire, orders: Wire, cargo: Wire | None = None) -> Wire:
    memory = {"cargo": cargo} if cargo else {}
    return {"variant": "colonial-variant", "phase": "S2M", "units": units, "orders": orders, "memory": memory}


def test_embarking_carrying_and_landing_cite_their_clauses() -> None:
    boarding = sail({"OCEANIA": ["F PO7", "A NA7"]}, {"OCEANIA": ["F PO7 E A NA7", "A NA7 - PO7"]})
    assert cite(boarding, "A NA7 - PO7")[0] == cite(boarding, "F PO7 E A NA7")[0] == "CV-7a"
    cargo = {"PO7": {"power": "OCEANIA", "unit": "A PO7"}}
    assert cite(sail({"OCEANIA": ["F PO7"]}, {"OCEANIA": ["A PO7 H"]}, cargo), "A PO7 H")[0] == "CV-7b"
    assert cite(sail({"OCEANIA": ["F PO7"]}, {"OCEANIA": ["A PO7 - NA7"]}, cargo), "A PO7 - NA7")[0] == "CV-8a"
    sailing = sail({"OCEANIA": ["F PO7"]}, {"OCEANIA": ["A PO7 - NA7", "F PO7 - PO6"]}, cargo)
    assert cite(sailing, "A PO7 - NA7")[0] == "CV-8a"
    changing = sail({"OCEANIA": ["F PO7", "F PO6"]}, {"OCEANIA": ["A PO7 - PO6", "F PO7 H", "F PO6 E A PO7"]}, cargo)
    assert cite(changing, "A PO7 - PO6")[0] == "CV-8b"


def test_a_transport_fleet_has_clauses_of_its_own() -> None:
    request = sail(
        {"OCEANIA": ["TF PO7"], "UNION": ["F PO6", "F NA7"]},
        {"OCEANIA": ["TF PO7 H"], "UNION": ["F PO6 - PO7", "F NA7 S F PO6 - PO7"]},
    )
    assert "CV-12" in cite(request, "TF PO7 H")
    yields = sail({"OCEANIA": ["TF PO7"], "UNION": ["F PO8"]}, {"OCEANIA": ["TF PO7 - PO6"], "UNION": ["F PO8 - PO6"]})
    assert cite(yields, "TF PO7 - PO6")[0] == "CV-13"
    assert "CV-13" in cite(yields, "F PO8 - PO6")


def test_a_colonial_centre_that_is_fought_over_cites_how_it_was_disrupted() -> None:
    request = {
        **sail({"KHOUFAX": ["F PO7"], "OCEANIA": ["F BI2"]}, {"KHOUFAX": ["F PO7 - NA7"]}),
        "centres": {"OCEANIA": ["NA7"]},
        "memory": {"colonial_centres": {"NA7": {"held": 1, "age": 1}}},
    }
    assert cite(request, "F PO7 - NA7") == ["1971 rulebook (CV-1)"]
    held = {**request, "units": {"KHOUFAX": ["F PO7", "F PO6"], "OCEANIA": ["A NA7"]}}
    held["orders"] = {"KHOUFAX": ["F PO7 - NA7", "F PO6 S F PO7 - NA7"]}
    assert "CV-6b" in cite(held, "F PO7 - NA7")


def test_a_bomb_cites_the_sheet_of_its_module_in_any_variant() -> None:
    request = {
        "variant": "standard",
        "phase": "S1901M",
        "modules": ["gigaton-bomb"],
        "units": {"RUSSIA": ["A MOS"]},
        "orders": {"FRANCE": ["BOMB PAR - MOS"], "RUSSIA": ["A MOS H"]},
    }
    assert cite(request, "BOMB PAR - MOS") == ["GB-2", "GB-3a", "GB-3b", "2000 rulebook"]
    assert cite(request, "A MOS H") == ["GB-3a", "2000 rulebook"]
    none = {**request, "orders": {"FRANCE": ["BOMB BUR - MOS"]}}
    assert cite(none, "BOMB BUR - MOS") == ["GB-2"]


def test_what_cannot_be_read_has_a_rule_too() -> None:
    request = {"variant": "standard", "phase": "S1901M", "orders": {"FRANCE": ["A PAR to the moon"]}}
    told = ask(request, "A PAR to the moon")
    assert told["clause"]["text"] == "An order that cannot be understood is not followed."
    assert told["clause"]["cite"] == "2000 rulebook"
