from legation.board import PowerId, SpaceId
from legation.bots import GreedyBot, Patience, play_match
from legation.library import Game
from legation.sim.game_log import GameLog


def watch(game: Game) -> GameLog:
    return GameLog(game)


def test_contests_entries_and_visits_are_counted() -> None:
    game = Game.new("standard")
    log = watch(game)
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR - SPA"])
    game.set_orders("GERMANY", ["A MUN - BUR"])
    log.see(game.advance())
    burgundy, spain = log.spaces[SpaceId("BUR")], log.spaces[SpaceId("SPA")]
    assert (burgundy.contests, burgundy.entries, burgundy.visits) == (1, 0, 0)
    assert (spain.contests, spain.entries, spain.visits) == (0, 1, 1)


def test_powers_meet_when_a_unit_stands_beside_another_ones_unit_or_centre() -> None:
    game = Game.new("standard")
    log = watch(game)
    assert log.contacts[PowerId("AUSTRIA"), PowerId("ITALY")] == "S1901M"
    assert (PowerId("ENGLAND"), PowerId("FRANCE")) not in log.contacts
    game.set_orders("ENGLAND", ["F LON - ENG"])
    log.see(game.advance())
    assert log.contacts[PowerId("ENGLAND"), PowerId("FRANCE")] == "S1901M"


def test_a_centre_that_changes_hands_is_a_capture() -> None:
    game = Game.new("standard")
    log = watch(game)
    game.set_orders("FRANCE", ["A MAR - SPA"])
    log.see(game.advance())
    log.see(game.advance())
    assert log.spaces[SpaceId("SPA")].captures == 1
    assert log.changed == [1901]


def test_quiet_years_are_told_as_stalemates() -> None:
    game = Game.new("standard")
    log = watch(game)
    game.set_orders("FRANCE", ["A MAR - SPA"])
    while game.state.phase.year < 1904:
        log.see(game.advance())
    assert log.list_stalemates() == [{"first_year": 1902, "years": 2, "is_last": True}]


def test_special_rules_are_told_even_if_never_used() -> None:
    assert {"rule": "convoy", "fired": 0} in watch(Game.new("standard")).list_rules()


def test_counts_of_a_whole_game_fit_its_records() -> None:
    game = Game.new("cline-9-man-vii")
    log = watch(game)
    play_match(game, GreedyBot(), seed=3, patience=Patience(years=2), watch=log.see)
    owned = {row["power"]: row["centres"] for row in log.centres[-len(game.variant.powers) :]}
    assert owned == {power: len(game.state.position.centres_of(power)) for power in game.variant.powers}
    seats = log.list_seats(dict.fromkeys(game.variant.powers, "greedy"))
    assert all(seat["result"] in ("drew", "survived", "eliminated") for seat in seats)
