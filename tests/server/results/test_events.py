"""Events besides the orders, and the ending: sentences, and the clauses that they cite."""

from typing import Any

from legation.variants import load_variant
from tests.server.kit import Server
from tests.server.matches import Match, host


def correct(match: Match, *changes: dict[str, Any]) -> None:
    body = {"act": "correct", "changes": list(changes), "note": "the position to try"}
    answer = match.gm.post(match.path("/gm/acts"), json=body)
    assert answer.status_code == 200, answer.text


def advance(match: Match) -> None:
    answer = match.gm.post(match.path("/gm/acts"), json={"act": "advance", "turn": match.turn})
    assert answer.status_code == 200, answer.text


def test_a_disrupted_colony_is_told_with_a_link_to_its_clause(server: Server) -> None:
    match = host(server, ("OCEANIA",), variant="colonial-variant")
    correct(
        match, {"take": "OCEANIA F BI7"}, {"take": "OCEANIA A NA7"}, {"put": "OCEANIA F PO7"}, {"put": "OCEANIA A NA6"}
    )
    match.save("OCEANIA", ["F PO7 - NA7", "A NA6 - NA7"])
    advance(match)
    results = match.read(match.gm, "/results")
    assert results["events"] == [
        {
            "text": "New Aldermere was fought over and no longer has an owner; it was a colony of Oceania (CV-6a).",
            "clause": {"id": "CV-6a", "link": "/variants/colonial-variant#CV-6a"},
        }
    ]


def test_an_ending_has_a_headline_and_its_clause(server: Server) -> None:
    powers = tuple(load_variant("colonia-vii").powers)
    match = host(server, powers, variant="colonia-vii")
    proposed = match.players["FRANCE"].post(match.path("/votes"), json={"places": [["FRANCE"]]})
    proposal = proposed.json()["proposals"][0]["id"]
    for player in match.players.values():
        assert player.put(match.path(f"/votes/{proposal}"), json={"vote": True}).status_code == 200
    for _ in range(5):
        if match.read(match.gm)["status"] != "ended":
            advance(match)
    ending = match.read(match.gm)["ending"]
    assert ending["headline"] == "France wins"
    assert ending["text"] == f"France wins ({ending['clause']['id']})."
    assert ending["clause"]["link"] == f"/variants/colonia-vii#{ending['clause']['id']}"
