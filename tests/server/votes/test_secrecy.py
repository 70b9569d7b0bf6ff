"""Secret votes are in nothing that anybody reads before they are counted: exports, chains, dry runs, logs, letters."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from legation.server.judging.integrity import check_games
from legation.server.store.tables import entries, games, log, notices
from tests.server.kit import Server
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    """A game of Colonia VII, whose votes are counted in Winter, with a proposal on which two powers have voted."""
    match = make_match(
        server, ("FRANCE", "SPAIN"), variant="colonia-vii", terms={"gm_sees_orders": True, "bot_voting": False}
    )
    made = match.post(match.players["FRANCE"], "votes", {"places": [["FRANCE"], ["SPAIN"]]}, status=201)
    for power, vote in (("FRANCE", True), ("SPAIN", False)):
        match.put(match.players[power], f"votes/{made['proposals'][0]['id']}", {"vote": vote})
    return match


def list_votes(data: Any) -> Iterator[Any]:
    """All votes anywhere in a piece of JSON."""
    if isinstance(data, dict):
        if data.get("votes"):
            yield data["votes"]
        for value in data.values():
            yield from list_votes(value)
    elif isinstance(data, list):
        for value in data:
            yield from list_votes(value)


def read_stored_votes(match: Match) -> list[Any]:
    with match.server.services.store.read() as connection:
        return list(list_votes(json.loads(connection.execute(games.select()).one().state)))


def read_chain(match: Match) -> list[Any]:
    with match.server.services.store.read() as connection:
        return [json.loads(row.text) for row in connection.execute(entries.select())]


def test_no_export_of_a_running_game_has_votes(match: Match) -> None:
    assert read_stored_votes(match) == [{"FRANCE": True, "SPAIN": False}]
    assert list(list_votes(match.get(match.gm, "export"))) == []
    match.judge()
    match.act("correct", {"changes": [{"owner": {"space": "PAR", "power": "SPAIN"}}], "note": "as agreed"})
    exported = match.get(match.gm, "export")
    assert list(list_votes(exported)) == []
    assert len(exported["desk"]["proposals"]) == 1
    assert list(list_votes(read_chain(match))) == []


def test_votes_are_kept_and_the_chain_is_sound(match: Match) -> None:
    match.judge()
    match.act("correct", {"changes": [{"owner": {"space": "PAR", "power": "SPAIN"}}], "note": "as agreed"})
    assert read_stored_votes(match) == [{"FRANCE": True, "SPAIN": False}]
    assert check_games(match.server.services) == ()


def test_counted_votes_are_no_secret_and_can_be_judged_again(match: Match) -> None:
    while "W" not in match.get(match.gm)["phase"]:
        match.judge()
    match.judge()
    counted = list(list_votes(read_chain(match)))
    assert counted
    assert all(votes == {"FRANCE": True, "SPAIN": False} for votes in counted)
    assert any("France yes and Spain no" in line["text"] for line in match.log())
    assert check_games(match.server.services) == ()


def test_a_dry_run_counts_no_secret_votes(match: Match) -> None:
    while "W" not in match.get(match.gm)["phase"]:
        match.judge()
    results = match.act("dry-run")["results"]
    assert results["tallies"] == []
    assert read_stored_votes(match) == [{"FRANCE": True, "SPAIN": False}]


def test_log_letters_and_webhook_tell_of_a_proposal_and_not_of_votes(match: Match) -> None:
    with match.server.services.store.read() as connection:
        lines = [row.text for row in connection.execute(log.select())]
        told = [row for row in connection.execute(notices.select()) if row.kind == "proposal"]
    assert [line for line in lines if "propos" in line] == ["France proposes: First France; second Spain."]
    assert {row.account for row in told} == {
        (client.account or {})["id"] for client in (match.gm, match.players["SPAIN"])
    }
    assert not any("yes" in row.body for row in told)
