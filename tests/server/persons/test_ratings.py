"""Ratings from places: draws, teams, the order of games, and that they can be worked out anew."""

from itertools import pairwise

import pytest

from legation.board import PowerId
from legation.server.people.placing import place_all_anew, place_ended_games
from legation.server.people.ratings import Finish, Rating, rate_games
from legation.server.people.seat_shares import PlayedPhase, SeatShare, share_seats
from legation.server.store.tables import finishes, ratings
from tests.server.admin.helpers import id_of
from tests.server.kit import Server
from tests.server.people import make_match
from tests.server.persons.helpers import POWERS, end_in_draw, play_and_draw


def finish(game: str, *places: int) -> list[Finish]:
    """People 1, 2, 3 ... finished a game in these places."""
    return [Finish(game, account, f"P{account}", place) for account, place in enumerate(places, 1)]


def test_who_finishes_first_gains_and_who_finishes_last_loses() -> None:
    found = rate_games(finish("g", 1, 2, 3, 4))
    assert [one for one, other in pairwise(found.values()) if one.mu <= other.mu] == []
    assert found[1].mu > 25 > found[4].mu
    assert all(rating.sigma < 25 / 3 and rating.games == 1 for rating in found.values())


def test_a_draw_of_all_leaves_equals_equal() -> None:
    found = rate_games(finish("g", 1, 1, 1))
    assert {round(rating.mu, 6) for rating in found.values()} == {25.0}


def test_who_shares_a_place_gains_alike() -> None:
    found = rate_games(finish("g", 1, 1, 3))
    assert found[1] == found[2]
    assert found[1].mu > found[3].mu


def test_a_game_with_one_rated_power_rates_nobody() -> None:
    assert rate_games(finish("g", 1)) == {}


def test_people_who_share_a_power_are_a_team() -> None:
    found = rate_games([Finish("g", 1, "FRANCE", 1), Finish("g", 2, "FRANCE", 1), Finish("g", 3, "ITALY", 2)])
    assert found[1] == found[2]
    assert found[1].mu > found[3].mu


def test_the_sequence_within_a_game_does_not_matter() -> None:
    games = finish("a", 1, 2, 3) + finish("b", 2, 3, 1)
    turned = finish("a", 1, 2, 3)[::-1] + finish("b", 2, 3, 1)[::-1]
    assert rate_games(games) == rate_games(turned)


def test_beating_the_stronger_is_worth_more() -> None:
    known = [one for number in range(8) for one in finish(f"g{number}", 1, 2)]
    over_strong = rate_games([*known, Finish("z", 3, "P3", 1), Finish("z", 1, "P1", 2)])[3]
    over_weak = rate_games([*known, Finish("z", 3, "P3", 1), Finish("z", 2, "P2", 2)])[3]
    assert over_strong.mu > over_weak.mu


def test_a_newcomer_begins_at_1000_and_is_provisional_for_five_games() -> None:
    assert Rating(25, 25 / 3, 0).shown == 1000
    assert Rating(30, 2, 4).is_provisional
    assert not Rating(30, 2, 5).is_provisional


F, G = PowerId("FRANCE"), PowerId("GERMANY")


@pytest.mark.parametrize(
    ("played", "shares"),
    [
        ([(1, 7, F), (2, 7, F), (3, 8, F)], [SeatShare(7, F, 2, True), SeatShare(8, F, 1, False)]),
        ([(1, 7, F), (2, 8, F)], [SeatShare(7, F, 1, False), SeatShare(8, F, 1, False)]),
        ([(1, 7, F), (1, 8, F)], [SeatShare(7, F, 1, True), SeatShare(8, F, 1, True)]),
        ([(1, 7, F), (2, 7, G), (3, 7, G)], [SeatShare(7, G, 2, True)]),
    ],
)
def test_the_place_is_whose_who_played_most_of_it(
    played: list[tuple[int, int, PowerId]], shares: list[SeatShare]
) -> None:
    assert share_seats(PlayedPhase(*one) for one in played) == shares


def read_tables(server: Server) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    with server.services.store.read() as connection:
        places = connection.execute(finishes.select().order_by(finishes.c.game, finishes.c.account))
        rated = connection.execute(ratings.select().order_by(ratings.c.account))
        return [tuple(row) for row in places], [tuple(row) for row in rated]


def test_an_ended_game_is_placed_and_rated_once_and_can_be_worked_out_anew(server: Server) -> None:
    match = play_and_draw(server)
    assert place_ended_games(server.services) == 1
    assert place_ended_games(server.services) == 0
    places, rated = read_tables(server)
    assert {row[1] for row in places} == {id_of(client) for client in match.players.values()}
    assert len(rated) == 3
    with server.services.store.write() as connection:
        connection.execute(finishes.update().values(place=9))
    anew = place_all_anew(server.services)
    assert {person.account for person in anew} == {row[0] for row in rated}
    assert read_tables(server) == (places, rated)


def test_two_people_are_enough_and_the_best_comes_first(server: Server) -> None:
    match = make_match(server, ["FRANCE", "ENGLAND"])
    match.judge()
    end_in_draw(match, ["ENGLAND"])
    best, other = place_all_anew(server.services)
    assert (best.account, other.account) == (id_of(match.players["ENGLAND"]), id_of(match.players["FRANCE"]))
    assert best.rating.shown > other.rating.shown


def test_a_game_that_goes_on_again_counts_no_more(server: Server) -> None:
    match = play_and_draw(server)
    place_ended_games(server.services)
    match.act("back", {"phase": "S1901M", "note": "nobody meant it"})
    assert place_all_anew(server.services) == []
    match.judge()
    end_in_draw(match, POWERS)
    assert place_ended_games(server.services) == 1
    assert len(read_tables(server)[1]) == 3


@pytest.mark.parametrize("terms", [{"is_private": True}, {"is_run_by_master": True}])
def test_private_games_and_those_of_a_master_alone_are_not_rated(server: Server, terms: dict[str, bool]) -> None:
    play_and_draw(server, terms=terms)
    place_ended_games(server.services)
    places, rated = read_tables(server)
    assert len(places) == 3
    assert rated == []


def test_one_person_among_bots_is_not_rated(server: Server) -> None:
    play_and_draw(server, ["FRANCE"])
    place_ended_games(server.services)
    assert read_tables(server)[1] == []


def test_who_leaves_late_keeps_the_place_and_who_steps_in_is_not_rated_by_it(server: Server) -> None:
    match = make_match(server)
    for _ in range(3):
        match.judge()
    leaver = match.players["FRANCE"]
    match.post(leaver, "leave")
    heir = match.join("Late person", "standby")
    match.post(heir, "join", {"role": "player", "power": "FRANCE"})
    while match.get(match.gm)["phase"][-1] != "M":  # bots may have made a phase in which France has nothing to order
        match.judge()
    match.judge()
    end_in_draw(match, POWERS)
    place_ended_games(server.services)
    places, rated = read_tables(server)
    assert id_of(leaver) in {row[0] for row in rated}
    assert id_of(heir) not in {row[0] for row in rated}
    assert id_of(heir) in {row[1] for row in places}
