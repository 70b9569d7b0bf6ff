"""Every legal order, in every phase; a review takes each of them."""

from typing import Any

import pytest

from legation.contract import read_request
from legation.library import Game
from legation.variants import list_variants


def open_game(data: dict[str, Any]) -> Game:
    request = read_request(data)
    return Game(request.variant, request.rulebook, request.state)


def check_all(game: Game, power: str) -> tuple[str, ...]:
    """The legal orders of a power, each of which must count when it is given alone."""
    orders = game.legal_orders(power)
    assert len(set(orders)) == len(orders)
    for order in orders:
        review = game.review(power, [order])
        assert review.rejections == (), order
        assert review.texts == (order,)
    return orders


@pytest.mark.parametrize("variant", list_variants())
def test_in_the_first_spring_every_unit_may_at_least_hold(variant: str) -> None:
    game = Game.new(variant)
    for power in game.variant.powers:
        orders = game.legal_orders(power)
        assert {f"{unit} H" for unit in game.units[power]} <= set(orders)
    first = next(iter(game.variant.powers))
    assert check_all(game, first)


def test_the_rules_of_the_variant_are_used() -> None:
    game = Game.new("colonial-variant")
    assert sum(len(game.legal_orders(power)) for power in game.variant.powers) == 230


def test_retreats_and_disbanding() -> None:
    game = open_game(
        {
            "phase": "S1901R",
            "units": {"GERMANY": ["A BUR"]},
            "dislodged": [{"power": "FRANCE", "unit": "A BUR", "from": "MUN"}],
            "contested": ["PIC"],
        }
    )
    assert set(check_all(game, "FRANCE")) == {
        "A BUR R BEL",
        "A BUR R GAS",
        "A BUR R MAR",
        "A BUR R PAR",
        "A BUR R RUH",
        "A BUR D",
    }
    assert game.legal_orders("GERMANY") == ()


def test_builds_removals_and_waiving() -> None:
    game = open_game(
        {
            "phase": "W1901A",
            "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN", "F KIE"]},
            "centres": {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]},
        }
    )
    assert set(check_all(game, "FRANCE")) == {"A BRE B", "F BRE B", "WAIVE"}
    assert set(check_all(game, "GERMANY")) == {"A MUN D", "F KIE D"}


def test_bombs_are_launched_at_any_space_and_carried() -> None:
    game = open_game({"phase": "S1901M", "modules": ["gigaton-bomb"], "units": {"FRANCE": ["A PAR"]}})
    orders = check_all(game, "FRANCE")
    assert {"BOMB PAR - MUN", "BOMB PAR - NTH", "A PAR - BUR", "A PAR - BUR CARRY 1"} <= set(orders)
    assert sum(order.startswith("BOMB PAR") for order in orders) == len(game.variant.board.spaces)


def test_an_army_aboard_has_orders_of_its_own() -> None:
    game = open_game(
        {
            "variant": "colonial-variant",
            "phase": "S1M",
            "units": {"ELUNIA": ["F SA11"]},
            "memory": {"cargo": {"SA11": {"power": "ELUNIA", "unit": "A SA11"}}},
        }
    )
    orders = check_all(game, "ELUNIA")
    assert {"F SA11 H", "A SA11 H"} <= set(orders)
    assert any(order.startswith("A SA11 - ") for order in orders)


def test_a_ferried_retreat_may_name_its_sea() -> None:
    game = open_game(
        {
            "variant": "colonia-iii",
            "phase": "S1751R",
            "units": {"ENGLAND": ["F COR"], "FRANCE": ["A FIJ"]},
            "dislodged": [{"power": "ENGLAND", "unit": "A FIJ"}],
        }
    )
    orders = check_all(game, "ENGLAND")
    assert any(" VIA COR" in order for order in orders)
    assert "A FIJ D" in orders


def test_a_power_in_civil_disorder_and_a_game_that_is_over_have_none() -> None:
    game = Game.new("standard")
    game.set_disorder("FRANCE", True)
    assert game.legal_orders("FRANCE") == ()
    assert game.legal_orders("ITALY")
