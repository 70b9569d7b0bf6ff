"""Excuses: a player is away in one game."""

from typing import Any

import pytest

from tests.server.kit import Server
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def excuse(match: Match, power: str, begins: str, ends: str, *, status: int = 201) -> Any:
    body = {"begins_at": begins, "ends_at": ends, "note": "A wedding in Graz"}
    return match.post(match.players[power], "excuses", body, status=status)


def test_an_excuse_moves_the_deadline_and_uses_vacation_days(match: Match) -> None:
    done = excuse(match, "FRANCE", "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert (done["outcome"], done["deadline"]) == ("moved", "2026-11-20T12:00:00Z")
    assert (done["days_used"], done["days_left"]) == (2, 12)
    line = match.log()[0]
    assert line["text"] == "France is excused. The deadline moves to Fri 20 Nov 2026, 12:00 (UTC)."
    assert "Graz" not in str(match.log())
    assert match.get(match.players["ENGLAND"])["deadline"] == "2026-11-20T12:00:00Z"


def test_an_excuse_that_touches_no_deadline_costs_nothing(match: Match) -> None:
    done = excuse(match, "FRANCE", "2026-12-24T00:00:00Z", "2026-12-27T00:00:00Z")
    assert (done["deadline"], done["days_used"]) == ("2026-11-18T12:00:00Z", 0)


def test_no_more_vacation_days_than_there_are(match: Match) -> None:
    refused = excuse(match, "FRANCE", "2026-11-17T00:00:00Z", "2026-12-20T00:00:00Z", status=409)
    assert refused["error"]["message"] == "That takes 32 vacation days, and you have 14 left. Ask the game master."
    for begins, ends in (
        ("2026-11-20T00:00:00Z", "2026-11-19T00:00:00Z"),
        ("2026-10-01T00:00:00Z", "2026-10-05T00:00:00Z"),
    ):
        assert excuse(match, "FRANCE", begins, ends, status=422)["error"]["code"] == "bad_absence"


def test_an_excuse_is_listed_and_taken_back_with_its_days(match: Match) -> None:
    france = match.players["FRANCE"]
    made = excuse(match, "FRANCE", "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert [one["id"] for one in match.get(france, "excuses")["absences"]] == [made["id"]]
    assert match.get(match.players["ENGLAND"], "excuses") == {"absences": []}
    refused = match.players["ENGLAND"].delete(match.path(f"excuses/{made['id']}"))
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")
    assert france.delete(match.path(f"excuses/{made['id']}")).status_code == 204
    assert match.get(france)["deadline"] == "2026-11-18T12:00:00Z"
    assert match.log()[0]["text"] == (
        "France no longer needs an excuse. The deadline moves to Wed 18 Nov 2026, 12:00 (UTC)."
    )
    again = excuse(match, "FRANCE", "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert again["days_left"] == 12


def test_an_excuse_is_no_vacation_and_a_vacation_no_excuse(match: Match) -> None:
    france = match.players["FRANCE"]
    made = excuse(match, "FRANCE", "2026-11-17T00:00:00Z", "2026-11-20T00:00:00Z")
    assert france.get("/api/v1/absences").json() == {"absences": []}
    assert france.delete(f"/api/v1/absences/{made['id']}").status_code == 404
