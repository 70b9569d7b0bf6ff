from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation import Game
from legation.board import PowerId
from legation.game import Changed, Judged, View, make_view
from legation.game.json_form import write_value
from legation.game.record_codec import dump
from legation.render.words import WRITERS, report_game, word_phase, write_text
from legation.variants import VoteScheme
from tests.game.games import busy_game, play, played_game
from tests.properties.strategies import QUICK

FRANCE, SPAIN = PowerId("FRANCE"), PowerId("SPAIN")


def everything_in(view: View) -> str:
    """All that a view holds, as text."""
    parts = [str(getattr(view, item.name)) for item in fields(View)]
    return "\n".join([*parts, *(dump(write_value(record, type(record))) for record in view.records)])


def test_a_power_sees_its_own_orders_with_their_receipt() -> None:
    game = busy_game()
    view = game.view("FRANCE")
    assert view.orders == ("A PAR - BUR", "nonsense")
    assert view.receipt == game.receipt("FRANCE")
    assert view.viewer == FRANCE


def test_nobody_sees_orders_of_others_before_they_are_judged() -> None:
    game = busy_game()
    for viewer in (None, *sorted(game.variant.powers)):
        seen = everything_in(game.view(viewer))
        assert ("nonsense" in seen) == (viewer == FRANCE)
        assert (game.receipt("SPAIN") in seen) == (viewer == SPAIN)
    assert game.view().orders == ()
    assert game.view().receipt == ""


def test_what_was_judged_is_seen_by_all() -> None:
    game = played_game(phases=3)
    assert list(game.view().records) == game.records == list(game.view("FRANCE").records)
    assert game.view().state == game.state


def test_a_power_sees_only_its_own_vote_until_they_are_counted() -> None:
    game = busy_game()
    (proposal,) = game.state.proposals
    assert proposal.votes == {FRANCE: True, SPAIN: False}
    assert game.view("FRANCE").state.proposals[0].votes == {FRANCE: True}
    assert game.view("SPAIN").state.proposals[0].votes == {SPAIN: False}
    assert game.view().state.proposals[0].votes == {}
    assert game.view().tallies == ()
    assert game.view().state.proposals[0].places == proposal.places


def test_votes_carried_over_from_one_phase_to_the_next_are_hidden_in_records_too() -> None:
    game = Game.new("colonia-iii")
    game.propose("FRANCE", "FRANCE")
    game.vote("SPAIN", True)
    play(game, 1)
    for viewer in (None, "FRANCE"):
        (record,) = game.view(viewer).records
        assert record.before.proposals[0].votes == {}
        assert record.after.proposals[0].votes == {}
    assert game.view("SPAIN").records[0].after.proposals[0].votes == {SPAIN: True}


def test_votes_are_open_once_they_were_counted() -> None:
    game = Game.new("colonia-iii")
    game.propose("FRANCE", "FRANCE")
    game.vote("SPAIN", True)
    while str(game.state.phase)[0] != "W":
        play(game, 1)
    game.advance()
    record = game.view().records[-1]
    assert record.tallies[0].proposal.votes == {SPAIN: True}
    assert record.before.proposals[0].votes == {SPAIN: True}


def test_where_votes_are_no_secret_the_public_sees_how_much_a_proposal_is_short() -> None:
    game = busy_game()
    variant = replace(game.variant, votes=VoteScheme(Fraction(2, 3), secret=False))
    view = make_view(game.pack(), variant, game.rulebook)
    assert view.state.proposals == game.state.proposals
    (tally,) = view.tallies
    assert tally.yes == len(game.centres[FRANCE])
    assert tally.short == tally.needed - tally.yes


def test_undone_phases_are_not_in_a_view_and_corrections_are() -> None:
    game = busy_game()
    events = game.view().events
    assert len([event for event in events if isinstance(event, Judged)]) == len(game.records)
    assert [event.note for event in events if isinstance(event, Changed)] == ["civil disorder begins", "Ann is ill"]


powers = sorted(Game.new("colonia-iii").variant.powers)
secrets = st.lists(st.sampled_from(powers), max_size=4).map(
    lambda chosen: {power: f"A LON - {power}ISH SECRET" for power in chosen}
)
votes = st.dictionaries(st.sampled_from(powers), st.booleans(), max_size=4)


@QUICK
@given(secrets, votes, st.sampled_from([None, *powers]), st.booleans())
def test_a_view_never_contains_orders_or_votes_of_others(
    orders: dict[PowerId, str], cast: dict[PowerId, bool], viewer: PowerId | None, is_later: bool
) -> None:
    game = Game.new("colonia-iii")
    game.propose("FRANCE", "FRANCE")
    for power, vote in cast.items():
        game.vote(power, vote)
    if is_later:
        game.set_orders("FRANCE", ["A PAR - BUR"])
        game.advance()
        game.seat("RUSSIA", "Bob")
    for power, text in orders.items():
        game.set_orders(power, [text])
    view = game.view(viewer)
    seen = everything_in(view) + write_text(report_game(game.variant, view, "all"))
    for power, text in orders.items():
        assert (text in seen) == (power == viewer)
    states = [view.state, *(record.after for record in view.records), *(record.before for record in view.records)]
    states += [event.after for event in view.events if isinstance(event, Changed)]
    for state in states:
        for proposal in state.proposals:
            assert set(proposal.votes) <= {viewer}


@pytest.mark.parametrize("form", WRITERS)
def test_a_report_tells_the_phase_the_board_and_what_is_open(form: str) -> None:
    game = busy_game()
    text = WRITERS[form](report_game(game.variant, game.view("FRANCE"))).replace("\\", "")  # signs that mean something
    for words in ("civil disorder", "Ann is ill", "your vote: yes", "nonsense", game.receipt("FRANCE"), "Bob"):
        assert words in text
    assert word_phase(game.records[-1].phase) in text
    public = WRITERS[form](report_game(game.variant, game.view()))
    assert "nonsense" not in public
    assert "your vote" not in public
    whole = WRITERS[form](report_game(game.variant, game.view(), "all"))
    assert all(word_phase(record.phase) in whole for record in game.records)
    one = WRITERS[form](report_game(game.variant, game.view(), str(game.records[0].phase)))
    assert word_phase(game.records[0].phase) in one
    assert "Now:" not in one


def test_a_report_before_the_first_phase_shows_the_board() -> None:
    game = Game.new()
    assert "Spring 1901, orders" in write_text(report_game(game.variant, game.view()))


def test_a_report_of_a_voted_ending_says_so() -> None:
    game = Game.new("colonia-vii")
    while str(game.state.phase)[0] != "W":
        play(game, 1)
    game.propose("FRANCE", "FRANCE > SPAIN")
    for power in game.variant.powers:
        game.vote(power, True)
    game.advance()
    text = write_text(report_game(game.variant, game.view()))
    assert "carried" in text
    assert "Voted: FRANCE > SPAIN" in text
