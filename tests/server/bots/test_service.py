import pytest

from legation.board import PowerId
from legation.bots import make_bot
from legation.server.base.bot_process import think
from legation.server.bots.service import make_question, make_seed
from legation.server.game.plans import list_plans
from legation.server.game.records import StoredPlan
from legation.server.judging.service import Line, judge_now
from tests.server.kit import Server
from tests.server.matches import Match, host

ITALY = PowerId("ITALY")


@pytest.fixture
def match(server: Server) -> Match:
    return host(server, ("FRANCE",))


def list_bot_plans(match: Match) -> dict[PowerId, StoredPlan]:
    with match.server.services.store.read() as connection:
        return list_plans(connection, match.id, 1)


def test_bots_order_as_soon_as_a_phase_opens_and_are_marked_as_bots(match: Match) -> None:
    plans = list_bot_plans(match)
    assert len(plans) == 6
    assert {plan.by for plan in plans.values()} == {"bot"}
    match.work()
    assert list_bot_plans(match) == plans


def test_the_same_turn_gives_the_same_orders_and_another_game_other_chances(match: Match) -> None:
    first = think(make_question(match.game, ITALY, "steady"))
    assert first
    assert think(make_question(match.game, ITALY, "steady")) == first
    assert make_seed(match.id, 1, ITALY) != make_seed(match.id, 2, ITALY) != make_seed("another", 2, ITALY)
    assert type(make_bot("easy")) is not type(make_bot("steady"))


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
