"""What bots build and remove in Winter."""

import random
from dataclasses import replace

import pytest

from legation.board import LocationId, PowerId, Unit, UnitKind, make_units
from legation.bots import Bot, GreedyBot, RandomBot
from legation.game import GameState, parse_phase, start_state
from legation.judge import judge_adjustments, list_homes
from legation.orders import Disband, Submission, format_order
from legation.variants import load_variant
from tests.kit import make_position

KHOUFAX = PowerId("KHOUFAX")
COLONIAL = load_variant("colonial-variant")


def winter_with_a_laden_fleet(*, centres: int) -> GameState:
    """Khoufax has a fleet with its own army aboard and two armies ashore, and so many home centres."""
    board = COLONIAL.board
    homes = list_homes(board, KHOUFAX)[:centres]
    position = make_position({"KHOUFAX": ["F PO7", "A MC3", "A MC4"]}, board, centres={"KHOUFAX": homes})
    aboard = Unit(KHOUFAX, UnitKind.ARMY, LocationId("PO7/ABOARD"))
    position = position._replace(units=make_units([*position.units.values(), aboard]))
    return replace(start_state(COLONIAL), phase=parse_phase("W5A"), position=position)


@pytest.mark.parametrize("bot", [GreedyBot(), RandomBot()])
@pytest.mark.parametrize("centres", [1, 2, 3])
def test_an_army_that_goes_down_with_its_ship_is_not_removed_twice(bot: Bot, centres: int) -> None:
    state = winter_with_a_laden_fleet(centres=centres)
    for seed in range(20):
        orders = bot.choose(COLONIAL, COLONIAL.rulebook, state, KHOUFAX, random.Random(seed))
        lines = [Submission(KHOUFAX, format_order(order), order) for order in orders]
        winter = judge_adjustments(COLONIAL.board, state.position, lines, COLONIAL.rulebook)
        assert winter.rejections == ()
        left = [unit for unit in winter.verdict.position.units_of(KHOUFAX) if unit.kind is not UnitKind.TRANSPORT]
        assert len(left) == centres or (len(left) < centres and "F PO7 D" in map(format_order, orders))


def test_a_ship_is_worth_as_much_more_as_the_army_aboard() -> None:
    """One removal is due. The fleet would take its army down with it, so an army goes, on its own."""
    state = winter_with_a_laden_fleet(centres=3)
    for seed in range(20):
        orders = GreedyBot().choose(COLONIAL, COLONIAL.rulebook, state, KHOUFAX, random.Random(seed))
        (removal,) = [order for order in orders if isinstance(order, Disband)]
        assert removal.unit.kind is UnitKind.ARMY
