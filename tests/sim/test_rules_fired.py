"""Clauses are counted as results and endings cite them; features of the board are seen in the records."""

import pytest

from legation.judge import list_marks
from legation.library import Game
from legation.sim.rules_fired import (
    BOMB_CAPTURED,
    CANAL,
    CONVOY,
    COUNTED,
    NO_ARMIES,
    RUINED,
    SEA_CLOSED,
    VOTE,
    RuleCounter,
    list_expected,
)
from legation.variants import list_variants


def expected_of(game: Game) -> tuple[str, ...]:
    return list_expected(game.variant.board, game.state.position, game.rulebook)


def play(game: Game, **orders: list[str]) -> RuleCounter:
    counter = RuleCounter(game.variant.board, game.rulebook)
    for power, lines in orders.items():
        game.set_orders(power, lines)
    counter.see(game.advance())
    return counter


def test_what_a_variant_must_use_follows_from_its_board_and_its_sheet() -> None:
    assert expected_of(Game.new("standard")) == (CONVOY, CANAL, VOTE)
    assert expected_of(Game.new("colonia-iii")) == (
        CONVOY,
        CANAL,
        VOTE,
        "C3-3",
        "C3-4b",
        "C3-5b",
        "C3-6a",
        "C3-7a",
        "C3-8",
    )
    assert NO_ARMIES in expected_of(Game.new("colonia-i"))
    colonial = expected_of(Game.new("colonial-variant"))
    assert CONVOY not in colonial
    assert {COUNTED, "CV-7a", "CV-8a", "CV-20", "CV-3"} <= set(colonial)
    bombs = expected_of(Game.new("standard", modules=("gigaton-bomb",)))
    assert {RUINED, SEA_CLOSED, BOMB_CAPTURED, "GB-2", "GB-5"} <= set(bombs)


@pytest.mark.parametrize("variant", list_variants())
def test_every_clause_that_is_expected_is_on_the_sheet(variant: str) -> None:
    game = Game.new(variant)
    clauses = [rule for rule in expected_of(game) if "-" in rule and rule[0].isupper()]
    assert [rule for rule in clauses if rule not in game.rulebook.clauses.listed] == []


def test_bombs_are_counted_by_clause_and_by_what_they_leave() -> None:
    game = Game.new("standard", modules=("gigaton-bomb",))
    counter = play(game, FRANCE=["BOMB PAR - MOS", "BOMB BRE - NTH", "A MAR - SPA with bomb"])
    assert (counter.fired["GB-2"], counter.fired[RUINED], counter.fired[SEA_CLOSED]) == (2, 1, 1)
    assert counter.fired["GB-3b"] == 2
    assert list_marks(game.variant.board, game.state.position, game.rulebook)


def test_a_fleet_through_a_canal_is_followed_over_two_phases() -> None:
    game = Game.new("standard")
    counter = RuleCounter(game.variant.board, game.rulebook)
    for orders in (["F KIE - HEL"], ["F HEL - KIE"], [], ["F KIE - BAL"]):
        game.set_orders("GERMANY", orders)
        counter.see(game.advance())
        while game.state.phase.kind != "M":
            counter.see(game.advance())
    assert counter.fired[CANAL] == 1


def test_an_ending_is_counted_by_its_clause() -> None:
    game = Game.new("colonia-iii")
    game.propose("FRANCE", "draw")
    for power in game.variant.powers:
        game.vote(power, True)
    counter = play(game)
    assert (counter.fired["C3-7f"], counter.fired[VOTE]) == (1, 1)
