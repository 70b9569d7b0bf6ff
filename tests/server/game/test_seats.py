from hypothesis import given
from hypothesis import strategies as st

from legation.board import PowerId
from legation.server.game.seats import Candidate, draw_seats, load_seats
from legation.server.game.terms import Seating, Terms
from tests.server.kit import Server
from tests.server.matches import host

POWERS = [PowerId(name) for name in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY")]
LOT, WISHES = Terms(seating=Seating.LOT), Terms(seating=Seating.PREFERENCES)


def test_the_same_seed_draws_the_same_seats_and_another_other_ones() -> None:
    players = [Candidate(number) for number in range(5)]
    drawn = draw_seats(LOT, POWERS, players, 7)
    assert drawn == draw_seats(LOT, POWERS, players, 7)
    assert sorted(drawn.values()) == POWERS
    assert len({tuple(draw_seats(LOT, POWERS, players, seed).values()) for seed in range(20)}) > 5


def test_wishes_are_served_where_they_can_be() -> None:
    france, italy = PowerId("FRANCE"), PowerId("ITALY")
    players = [Candidate(1, (france,)), Candidate(2, (italy, france)), Candidate(3, (france, italy))]
    for seed in range(20):
        drawn = draw_seats(WISHES, POWERS, players, seed)
        assert drawn[2] == italy
        assert france in (drawn[1], drawn[3])


def test_a_lot_does_not_mind_wishes() -> None:
    players = [Candidate(1, (PowerId("FRANCE"),))]
    assert {draw_seats(LOT, POWERS, players, seed)[1] for seed in range(40)} == set(POWERS)


def test_no_power_gets_a_second_player_before_all_have_one() -> None:
    terms = Terms(seating=Seating.LOT, players_per_power=2)
    places = [power for power in POWERS for _ in range(2)]
    drawn = draw_seats(terms, places, [Candidate(number) for number in range(7)], 3)
    assert set(drawn.values()) == set(POWERS)
    assert max(list(drawn.values()).count(power) for power in POWERS) == 2


@given(st.lists(st.permutations(POWERS), min_size=1, max_size=5), st.integers(0, 10_000))
def test_nobody_would_rather_change_places(wishes: list[list[PowerId]], seed: int) -> None:
    players = [Candidate(number, tuple(wish)) for number, wish in enumerate(wishes)]
    drawn = draw_seats(WISHES, POWERS, players, seed)
    assert len(set(drawn.values())) == len(players)
    rank = {player.member: player.wishes.index for player in players}
    for one in drawn:
        for other in drawn:
            now = rank[one](drawn[one]) + rank[other](drawn[other])
            assert rank[one](drawn[other]) + rank[other](drawn[one]) >= now


def test_a_seat_knows_who_holds_it(server: Server) -> None:
    match = host(server, ("FRANCE",))
    with server.services.store.read() as connection:
        seats = load_seats(connection, match.id)
    assert (seats[PowerId("FRANCE")].kind, seats[PowerId("ITALY")].kind) == ("player", "bot")
    assert seats[PowerId("FRANCE")].names[0].startswith("Player France")
