"""Sketches: orders in letters, which never count."""

from typing import Any

import pytest

from tests.server.kit import Server
from tests.server.people import Match, make_match
from tests.server.press.test_service import end_game

PLAN = {"FRANCE": ["a par-bur", "A Mar S A Par - Bur"], "GERMANY": ["A MUN H"]}


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def sketch(match: Match, to: Any, orders: Any, *, phase: str = "S1901M", status: int = 201, text: str = "Look.") -> Any:
    body = {"to": to, "text": text, "sketch": {"phase": phase, "orders": orders}}
    return match.post(match.players["FRANCE"], "press", body, status=status)


def test_a_sketch_holds_orders_of_any_power_as_the_reader_understands_them(match: Match) -> None:
    sent = sketch(match, ["ENGLAND"], PLAN)
    seen = match.get(match.players["ENGLAND"], f"press/{sent['room']}")["messages"][0]["sketch"]
    assert (seen["phase"], seen["phase_title"]) == ("S1901M", "Spring 1901, orders")
    assert [(line["power"], line["order"], line["kind"]) for line in seen["orders"]] == [
        ("FRANCE", "A PAR - BUR", "move"),
        ("FRANCE", "A MAR S A PAR - BUR", "support_move"),
        ("GERMANY", "A MUN H", "hold"),
    ]
    assert (seen["orders"][1]["of"], seen["orders"][1]["to"]) == ("PAR", "BUR")


def test_a_sketch_is_never_an_order(match: Match) -> None:
    sketch(match, "all", PLAN)
    france = match.players["FRANCE"]
    assert match.get(france, "orders")["plan_a"]["orders"] == []
    assert match.get(france)["you"]["handed_in"] != "ready"
    match.judge()
    results = match.get(france, "results", phase="S1901M")["orders"]
    assert {line["order"] for line in results if line["unit"] == "A PAR"} <= {"A PAR H"}


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ({"FRANCE": ["A PAR - LON"]}, "A PAR - LON: "),
        ({"FRANCE": ["A PAR - BUR", "A PAR H"]}, "A PAR"),
        ({"FRANCE": ["something"]}, "something: "),
        ({"GERMANY": ["A PAR - BUR"]}, "A PAR - BUR: "),
        ({"FRANCE": ["A PAR B"]}, "A PAR B: "),
    ],
)
def test_lines_that_could_not_be_ordered_are_refused_with_the_reason(match: Match, orders: Any, words: str) -> None:
    refused = sketch(match, ["ENGLAND"], orders, status=422)["error"]
    assert (refused["code"], refused["field"]) == ("sketch", "sketch")
    assert words in refused["message"]
    assert match.get(match.players["FRANCE"], "press")["rooms"][0]["last"] is None


def test_a_sketch_needs_a_phase_that_is_or_was(match: Match) -> None:
    assert "F1903M is neither" in sketch(match, "all", PLAN, phase="F1903M", status=422)["error"]["message"]
    assert sketch(match, "all", PLAN, phase="gibberish", status=422)["error"]["message"]


def test_a_sketch_that_comes_late_is_for_the_phase_it_was_made_for(match: Match) -> None:
    match.judge()
    late = sketch(match, "all", PLAN)
    assert (late["phase"], late["sketch"]["phase"]) == ("F1901M", "S1901M")


def test_a_letter_may_be_a_sketch_alone_but_not_empty(match: Match) -> None:
    assert sketch(match, ["ENGLAND"], PLAN, text="")["text"] == ""
    last = match.get(match.players["ENGLAND"], "press")["rooms"][0]["last"]
    assert (last["text"], last["has_sketch"]) == ("", True)
    empty: list[dict[str, list[str]]] = [{}, {"FRANCE": []}]
    for orders in empty:
        assert sketch(match, ["ENGLAND"], orders, text=" ", status=422)["error"]["code"] == "empty"
        assert sketch(match, ["ENGLAND"], orders)["sketch"] is None


def test_sketches_are_limited(match: Match) -> None:
    for orders in ({"FRANCE": ["A PAR H"] * 100, "GERMANY": ["A MUN H"] * 51}, {"FRANCE": ["A PAR H"] * 151}):
        assert sketch(match, "all", orders, status=422)["error"]["message"]
    assert sketch(match, "all", {"FRANCE": ["x" * 201]}, status=422)["error"]["message"]


def test_a_sketch_is_sent_once_with_its_letter(match: Match) -> None:
    body = {"to": "all", "text": "Once.", "request": "r-1", "sketch": {"phase": "S1901M", "orders": PLAN}}
    first = match.post(match.players["FRANCE"], "press", body, status=201)
    assert match.post(match.players["FRANCE"], "press", body, status=201) == first


def test_search_finds_the_orders_of_a_sketch(match: Match) -> None:
    sketch(match, ["ENGLAND"], PLAN)
    [found] = match.get(match.players["ENGLAND"], "press/search", q="a mar s")["messages"]
    assert [piece["text"] for piece in found["excerpt"] if piece["is_hit"]] == ["A MAR S"]
    assert match.get(match.players["GERMANY"], "press/search", q="a mar s")["messages"] == []


def test_builds_are_sketched_in_winter(match: Match) -> None:
    # Within a year no bot can come to Portugal, or to Brest once its fleet has left.
    orders = {"S1901M": ["F BRE - MAO"], "F1901M": ["F MAO - POR"]}
    while (phase := match.get(match.gm)["phase"])[-1] != "A":
        if phase in orders:
            match.order("FRANCE", orders[phase])
        match.judge()
    sent = sketch(match, ["ENGLAND"], {"FRANCE": ["Build F Bre"]}, phase=phase)
    assert [(line["order"], line["kind"]) for line in sent["sketch"]["orders"]] == [("F BRE B", "build")]
    refused = sketch(match, ["ENGLAND"], {"FRANCE": ["F POR H"]}, phase=phase, status=422)
    assert "F POR H" in refused["error"]["message"]


def test_sketches_are_in_print_and_in_the_transcript_as_text(match: Match) -> None:
    sketch(match, "all", PLAN)
    match.judge()
    printed = match.players["ENGLAND"].get(match.path("zine.html"), params={"phase": "S1901M"}).text
    end_game(match)
    stranger = match.server.client()
    told = match.get(stranger, "transcript")["messages"][0]["sketch"]
    assert told == {
        "phase": "S1901M",
        "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN H"]},
    }
    text = stranger.get(match.path("transcript"), params={"form": "text"}).text
    for sheet in (text, printed):
        assert "A sketch to talk about, for Spring 1901, orders:" in sheet
        assert "GERMANY: A MUN H" in sheet
