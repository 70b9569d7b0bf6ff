"""What is legal at first sight is just what the long way accepts as it stands."""

import random

import pytest

from legation.orders import (
    Hold,
    Move,
    MovementOrder,
    Refusal,
    Scene,
    SupportHold,
    SupportMove,
    check_order,
    list_orders,
    piece_of,
)
from legation.orders.legality import is_plain_order
from legation.variants import load_variant

VARIANTS = ("standard", "colonia-i", "colonia-vii", "cline-9-man-vii", "colonial-variant")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_both_ways_agree(name: str, seed: int) -> None:
    variant, chance = load_variant(name), random.Random(seed)
    position, rules = variant.start, variant.rulebook.order_rules
    scene, slow = Scene(variant.board, position, rules), Scene(variant.board, position, rules)
    slow.is_plain = False
    locations = list(variant.board.index)
    units = list(position.units.values())
    legal = list(list_orders(variant.board, position, None, rules))
    orders: list[MovementOrder] = [*legal]
    for _ in range(3000):
        piece, other = piece_of(chance.choice(units)), piece_of(chance.choice(units))
        target = chance.choice(locations)
        wild = chance.choice(units)._replace(location=target)
        tried: list[MovementOrder] = [
            Hold(piece_of(wild)),
            Move(piece, target, via_convoy=chance.random() < 0.3),
            SupportHold(piece, chance.choice([other, piece_of(wild)])),
            SupportMove(piece, chance.choice([other, piece_of(wild)]), target),
        ]
        orders.append(chance.choice(tried))
    seen = set()
    for order in orders:
        unit = scene.find(order.unit)
        if unit is None:
            continue
        assert check_order(scene, unit, order) == check_order(slow, unit, order), order
        if scene.is_plain and is_plain_order(scene, unit, order):
            assert not isinstance(check_order(slow, unit, order), Refusal)
            seen.add(type(order))
    assert seen == ({Hold, Move, SupportHold, SupportMove} if scene.is_plain else set())


def test_the_regular_board_is_plain_and_boards_with_rules_of_their_own_are_not() -> None:
    plain = [
        name
        for name in VARIANTS
        if Scene(load_variant(name).board, load_variant(name).start, load_variant(name).rulebook.order_rules).is_plain
    ]
    assert "standard" in plain
    assert "colonial-variant" not in plain
