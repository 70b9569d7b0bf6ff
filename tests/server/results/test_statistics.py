"""Figures and turning points of a hosted game, for everybody who may see its results."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from legation.server.judging.service import Line, judge_now
from tests.server.kit import Server
from tests.server.matches import Match as Hosted
from tests.server.matches import share_match
from tests.server.people import Match, make_match

EVERYBODY = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
"""No bot plays, so nobody is dislodged by chance and no phase comes in between."""
HELP: dict[str, list[str]] = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN S A PAR - BUR"]}
STAB: dict[str, list[str]] = {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - TYR"]}


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory, blank_file: Path) -> Iterator[Hosted]:
    """France is helped into Burgundy and walks on into Munich; everybody else has no orders."""
    with share_match(tmp_path_factory.mktemp("statistics"), blank_file, *EVERYBODY) as match:
        for orders in (HELP, STAB):
            for power, lines in orders.items():
                match.save(power, lines)
            judge_now(match.server.services, match.id, Line())
        yield match


def test_turning_points_are_sentences_with_their_phase(match: Hosted) -> None:
    found = match.read(match.gm, "/turning-points")
    assert [(point["phase"], point["title"], point["text"]) for point in found["points"]] == [
        ("F1901M", "Fall 1901, orders", "Munich was the first home centre to fall: France took it from Germany."),
        ("F1901M", "Fall 1901, orders", "France stabbed Germany and took Munich."),
    ]
    assert found["fallen"] == []


def test_the_figures_name_powers_and_spaces(match: Hosted) -> None:
    found = match.read(match.gm, "/statistics")
    assert found["supports"] == [{"giver": "GERMANY", "helped": "FRANCE", "ordered": 1, "given": 1}]
    assert {"power": "FRANCE", "kind": "move", "number": 2, "succeeded": 2} in found["orders"]
    assert found["years"] == [1901]
    munich = next(line for line in found["centres"] if line["space"] == "MUN")
    assert munich["tenures"] == [{"owner": "GERMANY", "since": None}, {"owner": "FRANCE", "since": "F1901M"}]
    assert found["names"]["MUN"] == "Munich"
    assert found["stabs"][0]["spaces"] == ["MUN"]


def test_what_was_worked_out_is_kept_until_the_game_moves_on_or_back(server: Server) -> None:
    match = make_match(server, ("FRANCE", "GERMANY"))
    match.order("FRANCE", HELP["FRANCE"])
    match.order("GERMANY", HELP["GERMANY"])
    match.judge()
    assert match.get(match.gm, "statistics")["phases"] == ["S1901M"]
    match.judge()
    assert match.get(match.gm, "statistics")["phases"][:2] == ["S1901M", "F1901M"]
    match.act("back", {"phase": "S1901M", "note": "again"})
    assert match.get(match.gm, "statistics")["phases"] == []


def test_onlookers_learn_no_more_than_from_the_results(server: Server) -> None:
    match = make_match(server, ("FRANCE", "GERMANY"), terms={"spectators": {"delay_phases": 1}})
    match.order("FRANCE", HELP["FRANCE"])
    match.order("GERMANY", HELP["GERMANY"])
    match.judge()
    stranger = server.client()
    assert match.get(stranger, "statistics")["supports"] == []
    assert match.get(match.players["FRANCE"], "statistics")["supports"] != []


def test_who_is_out_has_a_place_and_learns_who_did_it(server: Server) -> None:
    match = make_match(server, EVERYBODY)
    for orders in (["A MUN - TYR"], ["A TYR - VIE"]):
        if orders == ["A MUN - TYR"]:
            shrink(match)
        match.order("GERMANY", orders)
        match.judge()
    (fallen,) = match.get(match.players["AUSTRIA"], "turning-points")["fallen"]
    assert fallen == {
        "power": "AUSTRIA", "phase": "F1901M", "title": "Fall 1901, orders", "by": ["GERMANY"], "place": 7,
    }  # fmt: skip
    assert match.get(match.players["AUSTRIA"])["seats"][0]["is_out"]


def shrink(match: Match) -> None:
    """Austria has Vienna alone and no unit; nobody else is near it."""
    facts: list[dict[str, Any]] = [{"owner": {"space": space, "power": None}} for space in ("BUD", "TRI")]
    for unit in ("A VIE", "A BUD", "F TRI", "A VEN", "A WAR"):
        facts.append({"take": unit})
    match.act("correct", {"changes": facts, "note": "for a test"})
