"""Asking for time."""

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
    assert done == {"deadline": "2026-11-20T12:00:00Z", "days_used": 2, "days_left": 12}
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


def test_more_than_half_of_the_players_get_more_time_once(match: Match) -> None:
    france, england, germany = (match.players[power] for power in ("FRANCE", "ENGLAND", "GERMANY"))
    assert match.post(france, "extension", {"hours": 24})["votes"] == 1
    asked = match.post(france, "extension", {"hours": 24})
    assert (asked["votes"], asked["needed"], asked["yours"], asked["extended"]) == (1, 2, True, False)
    assert match.get(germany, "extension")["yours"] is False
    carried = match.post(england, "extension")
    assert (carried["extended"], carried["deadline"]) == (True, "2026-11-19T12:00:00Z")
    assert match.post(germany, "extension")["deadline"] == "2026-11-19T12:00:00Z"
    assert match.log()[0]["text"].startswith("2 powers voted for 1 day more.")


def test_no_extension_where_the_terms_have_none(server: Server) -> None:
    match = make_match(server, terms={"vote_extension_hours": 0})
    assert match.post(match.players["FRANCE"], "extension", status=409)["error"]["code"] == "no_extension"
    assert match.post(match.gm, "extension", status=403)["error"]["code"] == "forbidden"
