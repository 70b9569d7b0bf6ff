"""Votes: secret ones stay secret, open ones say how much is short."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sqlalchemy import select

from legation.board import PowerId
from legation.game import GameState, VoteRefusal, count_votes, propose, scheme_of, start_state
from legation.render.words import word_count, word_places, word_scheme
from legation.server.base.refusals import HttpRefusal
from legation.server.store.tables import events, games, notices
from legation.server.votes.service import WeighedVote, apply_vote, describe_proposal, describe_scheme, list_weights
from legation.variants import PLAIN_DRAW, Variant, load_variant
from tests.server.kit import Server
from tests.server.matches import host
from tests.server.people import Match, make_match

FRANCE, SPAIN, RUSSIA = PowerId("FRANCE"), PowerId("SPAIN"), PowerId("RUSSIA")


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


@pytest.fixture(scope="module")
def open_variant() -> Variant:
    """Colonia VII with open votes."""
    variant = load_variant("colonia-vii")
    return replace(variant, votes=replace(scheme_of(variant), secret=False))


def proposed(variant: Variant, *places: tuple[PowerId, ...]) -> GameState:
    done = propose(variant, start_state(variant), FRANCE, places, variant.rulebook)
    assert not isinstance(done, VoteRefusal)
    return done


def test_an_open_tally_says_how_much_is_short_and_what_ones_own_vote_would_do(open_variant: Variant) -> None:
    state = proposed(open_variant, (RUSSIA,), (FRANCE, SPAIN))
    proposal = state.proposals[0]
    weights = list_weights(open_variant, state.position, count_votes(open_variant, state.position, proposal))
    for power, vote in ((RUSSIA, True), (SPAIN, False)):
        state = apply_vote(open_variant, state, power, proposal.id, vote)
    told = describe_proposal(open_variant, open_variant.rulebook, state, state.proposals[0], FRANCE, sees_votes=True)
    tally = told.tally
    assert tally is not None
    whole = sum(weights.values())
    assert (told.whole, told.needed) == (whole, -(-3 * whole // 4))
    assert (tally.yes, tally.no) == (weights[RUSSIA], weights[SPAIN])
    assert tally.short == told.needed - tally.yes
    assert tally.in_favour == [WeighedVote(RUSSIA, weights[RUSSIA])]
    assert FRANCE in [entry.power for entry in tally.not_voted]
    left = tally.short - weights[FRANCE]
    assert tally.with_yours == f"Your {weights[FRANCE]} centres would leave it {left} short."
    assert told.text == "First Russia; second, drawn, France and Spain."


def test_a_vote_that_decides_is_told_so(open_variant: Variant) -> None:
    state = proposed(open_variant, (RUSSIA,))
    for power in open_variant.powers:
        if power != FRANCE:
            state = apply_vote(open_variant, state, power, state.proposals[0].id, True)
    told = describe_proposal(open_variant, open_variant.rulebook, state, state.proposals[0], FRANCE, sees_votes=True)
    assert told.tally is not None
    assert str(told.tally.with_yours).endswith("would carry it.")


def test_a_vote_taken_back_counts_as_silent_again(open_variant: Variant) -> None:
    state = proposed(open_variant, (RUSSIA,))
    proposal = state.proposals[0].id
    voted = apply_vote(open_variant, state, SPAIN, proposal, True)
    assert apply_vote(open_variant, voted, SPAIN, proposal, None) == state
    assert apply_vote(open_variant, state, SPAIN, proposal, None) == state


def test_a_vote_on_nothing_is_refused_with_what_there_is(open_variant: Variant) -> None:
    state = proposed(open_variant, (RUSSIA,))
    with pytest.raises(HttpRefusal) as refused:
        apply_vote(open_variant, state, SPAIN, "S1750M.9", True)
    assert (refused.value.status, refused.value.candidates) == (404, (state.proposals[0].id,))


def test_schemes_are_told_in_sentences() -> None:
    variant = load_variant("colonia-vii")
    assert word_scheme(PLAIN_DRAW) == (
        "Any power still in the game may propose a draw. Votes are counted when the phase is judged; "
        "a proposal passes with all of the powers still in the game. Votes are secret until then."
    )
    assert word_scheme(replace(scheme_of(variant), full_board=99)) == (
        "Any power still in the game may propose a win, a draw and places beyond the first. Votes are counted when the "
        "Winter is judged; a proposal passes with 3/4 of the centres that are owned, without those of powers in civil "
        "disorder. When every centre is owned, it needs 99. A draw among all also ends the game in any phase, when all "
        "powers still in the game agree. Votes are secret until then."
    )
    wire = describe_scheme(scheme_of(variant))
    assert (wire.threshold, wire.weight, wire.counted) == ("3/4", "centres", "winter")
    assert scheme_of(variant).threshold == Fraction(3, 4)
    assert word_count(scheme_of(variant), start_state(variant).phase) == f"Winter {variant.first_year}"
    assert word_places(variant, ()) == "A draw among all who share under the rulebook."


def test_secret_votes_are_seen_by_nobody_but_who_cast_them(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    made = match.post(france, "votes", {"places": []}, status=201)["proposals"][0]
    assert (made["by"], made["your_vote"], made["tally"]) == ("FRANCE", None, None)
    own = match.put(france, f"votes/{made['id']}", {"vote": True})["proposals"][0]
    assert own["your_vote"] is True
    for who in (england, match.gm):
        seen = match.get(who, "votes")["proposals"][0]
        assert (seen["your_vote"], seen["tally"]) == (None, None)
    assert match.get(match.gm, "gm")["proposals"][0]["tally"] is None


def test_a_secret_vote_changes_nothing_that_others_can_see(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    made = match.post(france, "votes", {"places": []}, status=201)["proposals"][0]
    before = match.get(england)
    match.put(france, f"votes/{made['id']}", {"vote": False})
    assert match.get(england) == before
    with match.server.services.store.read() as connection:
        last = connection.execute(events.select().order_by(events.c.id.desc())).first()
    assert last is not None
    assert last.audience == "power:FRANCE"


def test_a_vote_changes_and_is_taken_back_until_it_is_counted(match: Match) -> None:
    france = match.players["FRANCE"]
    made = match.post(france, "votes", {"places": []}, status=201)["proposals"][0]
    for vote in (True, False, None):
        assert match.put(france, f"votes/{made['id']}", {"vote": vote})["proposals"][0]["your_vote"] is vote
    assert match.get(france, "votes")["counted_in"] == "Spring 1901, orders"


def test_who_may_not_propose_reads_why(match: Match) -> None:
    france = match.players["FRANCE"]
    listed = match.get(france, "votes")
    assert (listed["may_propose"], listed["why_not"]) == (True, None)
    assert match.get(match.gm, "votes")["why_not"] == "Only players propose."
    match.act("disorder", {"power": "FRANCE", "on": True})
    assert "civil disorder" in match.get(france, "votes")["why_not"]
    assert match.post(france, "votes", {"places": []}, status=409)["error"]["code"] == "not_in_the_game"
    assert match.post(match.gm, "votes", {"places": []}, status=403)["error"]["code"] == "forbidden"


def test_proposals_that_the_scheme_does_not_know_are_refused(match: Match) -> None:
    france = match.players["FRANCE"]
    assert match.post(france, "votes", {"places": [["FRANCE"]]}, status=409)["error"]["code"] == "no_wins"
    assert match.post(france, "votes", {"places": [["ATLANTIS"]]}, status=422)["error"]["candidates"]
    assert match.post(france, "votes", {"places": [[]]}, status=422)["error"]["field"] == "places[0]"
    match.post(france, "votes", {"places": []}, status=201)
    assert match.post(france, "votes", {"places": []}, status=409)["error"]["code"] == "proposed_already"


def test_votes_are_kept_when_orders_and_corrections_come_between(match: Match) -> None:
    france = match.players["FRANCE"]
    made = match.post(france, "votes", {"places": []}, status=201)["proposals"][0]
    match.put(france, f"votes/{made['id']}", {"vote": True})
    match.order("FRANCE", ["A PAR - BUR"])
    match.act("correct", {"changes": [{"owner": {"space": "BEL", "power": "FRANCE"}}], "note": "a test"})
    assert match.get(france, "votes")["proposals"][0]["your_vote"] is True
    with match.server.services.store.read() as connection:
        assert '"FRANCE":true' in connection.execute(games.select()).one().state


def test_a_proposal_is_withdrawn_by_who_made_it(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    made = match.post(france, "votes", {"places": []}, status=201)["proposals"][0]
    assert (made["is_yours"], match.get(england, "votes")["proposals"][0]["is_yours"]) == (True, False)
    match.put(england, f"votes/{made['id']}", {"vote": True})
    refused = match.delete(england, f"votes/{made['id']}", status=409)["error"]
    assert refused["code"] == "not_the_proposer"
    assert match.delete(match.gm, f"votes/{made['id']}", status=403)["error"]["code"] == "forbidden"
    assert match.delete(france, f"votes/{made['id']}")["proposals"] == []
    assert match.delete(france, f"votes/{made['id']}", status=404)["error"]["code"] == "no_such_proposal"
    assert match.put(england, f"votes/{made['id']}", {"vote": True}, status=404)["error"]["code"] == "no_such_proposal"
    with match.server.services.store.read() as connection:
        assert '"ENGLAND":true' not in connection.execute(games.select()).one().state
        last = connection.execute(events.select().order_by(events.c.id.desc())).first()
    assert last is not None
    assert (last.audience, last.kind) == ("all", "vote")
    again = match.post(england, "votes", {"places": []}, status=201)["proposals"]
    assert [found["id"] for found in again] == ["S1901M.2"]


def test_when_a_game_is_over_its_phase_and_the_places_of_all_are_shown(server: Server) -> None:
    powers = sorted(load_variant("standard").powers)
    match = make_match(server, powers)
    france = match.players["FRANCE"]
    made = match.post(france, "votes", {"places": []}, status=201)["proposals"][0]
    assert made["shared_by"] == powers
    for player in match.players.values():
        match.put(player, f"votes/{made['id']}", {"vote": True})
    match.judge()
    game = match.get(france)
    assert (game["status"], game["phase"], game["phase_title"]) == ("ended", "S1901M", "Spring 1901, orders")
    assert game["ending"]["kind"] == "draw"
    assert game["ending"]["placings"] == [{"place": 1, "powers": powers}]
    assert game["ending"]["placings_text"].startswith("Final places: 1 Austria, England")
    assert match.get(france, "phases")["now"]["phase"] == "S1901M"
    assert match.get(france, "scene")["phase"] == "S1901M"
    assert "Final places: 1 Austria" in france.get(match.path("report")).text
    cards = france.get("/api/v1/games", params={"scope": "mine"}).json()["games"]
    assert [card["phase_title"] for card in cards if card["id"] == match.id] == ["Spring 1901, orders"]


def test_what_was_counted_stays_on_view(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    made = match.post(france, "votes", {"places": []}, status=201)
    assert made["counted"] == []
    match.put(france, f"votes/{made['proposals'][0]['id']}", {"vote": True})
    match.judge()
    page = match.get(england, "votes")
    assert page["proposals"] == []
    assert page["counted"] == [
        {
            "id": "S1901M.1",
            "by": "FRANCE",
            "made": "S1901M",
            "counted": "Spring 1901, orders",
            "text": "A draw among all who share under the rulebook.",
            "counts": "powers",
            "yes": 1,
            "whole": 7,
            "needed": 7,
            "short": 6,
            "carried": False,
            "lapsed": False,
        }
    ]
    assert match.get(match.gm, "votes")["counted"] == page["counted"]


@pytest.mark.soak
def test_every_door_names_the_places_that_were_voted(server: Server) -> None:
    match = host(server, tuple(load_variant("colonia-vii").powers), variant="colonia-vii")
    places = [["RUSSIA"], ["CHINA", "OTTOMAN"]]
    france = match.players["FRANCE"]
    made = france.post(match.path("/votes"), json={"places": places}).json()["proposals"][0]
    for player in match.players.values():
        assert player.put(match.path(f"/votes/{made['id']}"), json={"vote": True}).status_code == 200
    while match.read(match.gm)["status"] != "ended":
        done = match.gm.post(match.path("/gm/acts"), json={"act": "advance", "turn": match.turn})
        assert done.status_code == 200, done.text
    game, said = match.read(france), "Russia wins; China and Ottoman Empire draw second place"
    assert said in game["ending"]["text"]
    assert "1 Russia; 2 China and Ottoman Empire;" in game["ending"]["placings_text"]
    for path in ("report", "zine.html"):
        assert said in france.get(match.path(f"/{path}"), params={"phase": game["phase"]}).text
    with server.services.store.read() as connection:
        letters = connection.execute(select(notices.c.body).where(notices.c.kind == "ending")).scalars().all()
    assert len(letters) == 10
    assert [said in body and "2 China and Ottoman Empire;" in body for body in letters] == [True] * 10
