from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from legation.server.judging.service import Line, judge_now
from legation.variants import list_variants
from tests.server.kit import Server
from tests.server.matches import Match, share_match


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory, blank_file: Path) -> Iterator[Match]:
    """France takes Spain in the first year; the tests of this file only look at it."""
    with share_match(tmp_path_factory.mktemp("facts"), blank_file) as match:
        for orders in (["A PAR - GAS"], ["A GAS - SPA"]):
            match.save("FRANCE", orders)
            judge_now(match.server.services, match.id, Line())
        yield match


def test_facts_of_a_space_now(match: Match) -> None:
    found = match.read(match.gm, "/spaces/spain")
    assert (found["space"], found["kind"], found["owner"], found["since"]) == (
        "SPA",
        "land, centre",
        "FRANCE",
        "F1901M",
    )
    assert found["owner_text"] == "It has belonged to France since Fall 1901, orders."
    assert {one["space"]: one["coasts"] for one in found["neighbours"]}["GAS"] == ["NC"]
    (unit,) = found["units"]
    assert (unit["unit"], unit["power"], unit["moves"]) == ("A SPA", "FRANCE", ["GAS", "MAR", "POR"])
    (france,) = found["forces"]
    assert (france["power"], france["holds"], france["strength"]) == ("FRANCE", True, 2)
    assert france["supporters"] == ["A MAR"]


def test_facts_before_a_phase_know_nothing_of_what_came_after(match: Match) -> None:
    found = match.read(match.gm, "/spaces/SPA", phase="F1901M")
    assert (found["owner"], found["since"], found["units"]) == (None, None, [])
    assert found["owner_text"] == "It has no owner."
    (france,) = found["forces"]
    assert [one["unit"] for one in france["attackers"]] == ["A GAS", "A MAR"]
    assert france["strength"] == 2


def test_reach_of_all_powers(match: Match) -> None:
    found = match.read(match.gm, "/reach", phase="S1901M")
    assert found["powers"]["FRANCE"]["BUR"] == {"units": 2, "strength": 2}
    assert found["powers"]["GERMANY"]["BUR"] == {"units": 1, "strength": 1}
    assert "PAR" not in found["powers"]["FRANCE"]  # its own unit stands there
    assert found["defence"]["PAR"] == 1
    assert found["defence"]["VIE"] == 2  # Budapest could help; a fleet in Trieste cannot


def test_spaces_and_phases_that_are_not_there_are_refused(match: Match) -> None:
    for rest in ("/spaces/atlantis", "/spaces/SPA?phase=S1950M", "/reach?phase=S1950M"):
        answer = match.gm.get(match.path(rest))
        assert answer.status_code in (404, 422), rest
        assert answer.json()["error"]["message"]


@pytest.mark.parametrize("variant", sorted(list_variants()))
def test_sandbox_answers_the_same_questions(server: Server, variant: str) -> None:
    client = server.client()
    start: dict[str, Any] = client.get(f"/api/v1/variants/{variant}/start").json()
    power, (unit, *_) = next((power, units) for power, units in start["units"].items() if units)
    space = unit.split(" ")[1].split("/")[0]
    found = client.post("/api/v1/sandboxes/space", json={"request": start, "space": space}).json()
    assert [one["unit"] for one in found["units"]] == [unit]
    assert found["forces"]
    reach = client.post("/api/v1/sandboxes/reach", json={"request": start}).json()
    assert reach["defence"][space] >= 1
    assert reach["powers"][power]
    wrong = client.post("/api/v1/sandboxes/space", json={"request": start, "space": "atlantis"})
    assert wrong.status_code == 422
