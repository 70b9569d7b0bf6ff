"""Votes: secret ones stay secret, open ones say how much is short."""

from dataclasses import replace
from fractions import Fraction

import pytest

from legation.board import PowerId
from legation.game import GameState, VoteRefusal, propose, scheme_of, start_state
from legation.render.words import word_places, word_scheme
from legation.server.ballots import (
    apply_vote,
    describe_proposal,
    describe_scheme,
    tell_count,
    weigh_powers,
    withdraw_vote,
)
from legation.server.refusals import Refusal
from legation.server.store.tables import events, games
from legation.variants import PLAIN_DRAW, Variant, load_variant
from tests.server.kit import Server
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
    weights = weigh_powers(open_variant, open_variant.rulebook, state, proposal)
    state = apply_vote(apply_vote(state, RUSSIA, proposal.id, True), SPAIN, proposal.id, False)
    told = describe_proposal(open_variant, open_variant.rulebook, state, state.proposals[0], FRANCE, sees_votes=True)
    tally = told["tally"]
    whole = sum(weights.values())
    assert (told["whole"], told["needed"]) == (whole, -(-3 * whole // 4))
    assert (tally["yes"], tally["no"]) == (weights[RUSSIA], weights[SPAIN])
    assert tally["short"] == told["needed"] - tally["yes"]
    assert tally["for"] == [{"power": RUSSIA, "weight": weights[RUSSIA]}]
    assert FRANCE in [entry["power"] for entry in tally["not_voted"]]
    left = tally["short"] - weights[FRANCE]
    assert tally["with_yours"] == f"Your {weights[FRANCE]} centres would leave it {left} short."
    assert told["text"] == "First Russia; second, drawn, France and Spain."


def test_a_vote_that_decides_is_told_so(open_variant: Variant) -> None:
    state = proposed(open_variant, (RUSSIA,))
    for power in open_variant.powers:
        if power != FRANCE:
            state = apply_vote(state, power, state.proposals[0].id, True)
    told = describe_proposal(open_variant, open_variant.rulebook, state, state.proposals[0], FRANCE, sees_votes=True)
    assert told["tally"]["with_yours"].endswith("would carry it.")


def test_a_vote_taken_back_counts_as_silent_again(open_variant: Variant) -> None:
    state = proposed(open_variant, (RUSSIA,))
    proposal = state.proposals[0].id
    assert apply_vote(apply_vote(state, SPAIN, proposal, True), SPAIN, proposal, None) == state
    assert withdraw_vote(state, SPAIN, proposal) == state


def test_a_vote_on_nothing_is_refused_with_what_there_is(open_variant: Variant) -> None:
    state = proposed(open_variant, (RUSSIA,))
    with pytest.raises(Refusal) as refused:
        apply_vote(state, SPAIN, "S1750M.9", True)
    assert (refused.value.status, refused.value.candidates) == (404, (state.proposals[0].id,))


def test_schemes_are_told_in_sentences() -> None:
    variant = load_variant("colonia-vii")
    assert word_scheme(PLAIN_DRAW) == (
        "Any power still in the game may propose a draw. Votes are counted when the phase is judged; "
        "all of the powers that share carry it. Votes are secret until then."
    )
    wire = describe_scheme(scheme_of(variant))
    assert (wire["threshold"], wire["weight"], wire["counted"]) == ("3/4", "centres", "winter")
    assert scheme_of(variant).threshold == Fraction(3, 4)
    assert tell_count(scheme_of(variant), start_state(variant), "Spring") == f"Winter {variant.first_year}"
    assert word_places(variant, ()) == "A draw among all who share by the rulebook."


def test_secret_votes_are_seen_by_nobody_but_who_cast_them(match: Match) -> None:
    france, england = match.players["FRANCE"], match.players["ENGLAND"]
    made = match.post(france, "votes", {"places": []}, status=201)["proposals"][0]
    assert (made["by"], made["your_vote"], made["tally"]) == ("FRANCE", None, None)
    own = match.put(france, f"votes/{made['id']}", {"vote": True})["proposals"][0]
    assert own["your_vote"] is True
    for who in (england, match.gm, match.join("Standby", "standby")):
        seen = match.get(who, "votes")["proposals"][0]
        assert (seen["your_vote"], seen["tally"]) == (None, None)
    assert match.get(match.gm, "desk")["proposals"][0]["tally"] is None


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
    match.desk("disorder", {"power": "FRANCE", "on": True})
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
    match.desk("correct", {"changes": [{"owner": {"space": "BEL", "power": "FRANCE"}}], "note": "a test"})
    assert match.get(france, "votes")["proposals"][0]["your_vote"] is True
    with match.server.services.store.read() as connection:
        assert '"FRANCE":true' in connection.execute(games.select()).one().state
