import pytest
from sqlalchemy import select

from legation.board import PowerId
from legation.bots import make_bot
from legation.server.bots.service import ask_bots, make_seed, prepare_bots
from legation.server.game.member_storage import change_seat
from legation.server.game.plan_storage import list_plans
from legation.server.judging.service import Line, judge_now
from legation.server.store.tables import orders
from tests.server.kit import Server
from tests.server.matches import Match, host

ITALY = PowerId("ITALY")


@pytest.fixture
def match(server: Server) -> Match:
    return host(server, ("FRANCE",))


def test_bots_order_as_soon_as_a_phase_opens_and_are_marked_as_bots(match: Match) -> None:
    with match.server.services.store.read() as connection:
        plans = list_plans(connection, match.id, 1)
    assert len(plans) == 6
    assert {plan.by for plan in plans.values()} == {"bot"}
    assert prepare_bots(match.server.services, match.id) == 1
    with match.server.services.store.read() as connection:
        assert list_plans(connection, match.id, 1) == plans


def test_the_same_turn_gives_the_same_orders_and_another_game_other_chances(match: Match) -> None:
    game = match.game
    thinker = match.server.services.thinker
    first = ask_bots(thinker, game, {ITALY: "steady"})
    assert first[ITALY]
    assert ask_bots(thinker, game, {ITALY: "steady"}) == first
    assert make_seed(match.id, 1, ITALY) != make_seed(match.id, 2, ITALY) != make_seed("another", 2, ITALY)
    assert type(make_bot("easy")) is not type(make_bot("steady"))


def test_a_seat_that_was_just_given_to_a_bot_is_ordered_for_even_in_the_judgement(match: Match) -> None:
    with match.server.services.store.write() as connection:
        change_seat(connection, match.id, "FRANCE", bot="steady")
        connection.execute(orders.delete().where(orders.c.game == match.id))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("legation.server.judging.service.prepare_bots", lambda *_: None)
        record = judge_now(match.server.services, match.id, Line())
    assert len(record.texts) == 7


def test_nothing_is_prepared_for_a_game_that_does_not_run(match: Match) -> None:
    match.gm.post(match.path("/gm/acts"), json={"act": "pause", "note": ""})
    assert prepare_bots(match.server.services, match.id) is None
    assert prepare_bots(match.server.services, "nosuchgame") is None


def test_bots_vote_when_votes_are_counted(match: Match) -> None:
    proposed = match.players["FRANCE"].post(match.path("/votes"), json={"places": []})
    assert proposed.status_code == 201, proposed.text
    record = judge_now(match.server.services, match.id, Line())
    votes = record.tallies[0].proposal.votes
    assert set(votes) == set(match.game.variant.powers) - {"FRANCE"}
    assert not any(votes.values())


def test_bots_are_silent_where_the_terms_say_so(server: Server) -> None:
    match = host(server, ("FRANCE",), terms={"bot_voting": False})
    match.players["FRANCE"].post(match.path("/votes"), json={"places": []})
    assert judge_now(server.services, match.id, Line()).tallies[0].proposal.votes == {}


def test_what_a_bot_chose_is_kept_when_another_process_was_first(match: Match) -> None:
    with match.server.services.store.read() as connection:
        before = connection.execute(select(orders.c.texts).where(orders.c.power == "ITALY")).scalar_one()
    prepare_bots(match.server.services, match.id)
    with match.server.services.store.read() as connection:
        assert connection.execute(select(orders.c.texts).where(orders.c.power == "ITALY")).scalar_one() == before
