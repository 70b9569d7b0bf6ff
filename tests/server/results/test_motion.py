"""The motion of a judged phase as the page gets it."""

from tests.server.kit import Server
from tests.server.people import make_match


def test_a_judged_phase_is_told_with_its_stages_units_and_lines(server: Server) -> None:
    match = make_match(server)
    france = match.players["FRANCE"]
    match.order("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    match.judge()
    told = match.get(france, "motion", phase="S1901M")
    stages = [stage["name"] for stage in told["stages"]]
    assert (stages[:2], stages[-1]) == (["help", "advance"], "results")
    assert len(told["travels"]) == 22
    (paris,) = [travel for travel in told["travels"] if travel["way"][0] == "PAR"]
    assert (paris["power"], paris["kind"], paris["way"]) == ("FRANCE", "A", ["PAR", "BUR"])
    assert paris["knots"][0]["stop"] == "start"
    lines = {line["order"]: line["line"] for line in told["reveals"]}
    assert lines["A MAR S A PAR - BUR"] < lines["A PAR - BUR"]
    orders = [line["order"] for line in match.get(france, "results", phase="S1901M")["orders"]]
    assert sorted(orders) == sorted(lines)
