"""Legal orders as numbers are those that the orders package lists."""

import dataclasses

import pytest

from legation.orders import list_orders
from legation.sim import batch as sim
from legation.sim.batch import codes
from legation.variants import load_variant


@pytest.mark.parametrize(
    ("name", "units", "convoys"),
    [
        ("standard", 34, True),
        ("standard", 60, True),
        ("cline-9-man-vii", 40, True),
        ("colonia-iii", 50, True),
        ("colonia-iii", 137, False),
        ("colonia-i", 120, False),
        ("colonia-vii", 120, False),
    ],
)
def test_every_legal_order_is_listed_and_no_other(name: str, units: int, convoys: bool) -> None:
    variant = load_variant(name)
    arrays = sim.make_batch_board(variant)
    batch = sim.sample_positions(arrays, 3, units=units, seed=units)
    legal = sim.list_orders(arrays, batch, convoys=convoys)
    for game in range(batch.games):
        position = sim.tell_position(arrays, batch, game)
        tables = list_orders(variant.board, position, None, variant.rulebook.order_rules)
        for options in tables.units.values():
            asked = options if convoys else dataclasses.replace(options, convoyable=())
            expected = sorted(sim.encode_order(arrays, order) for order in asked.orders())
            found = legal.of(game, variant.board.index[options.unit.location])
            assert sorted(map(int, found)) == expected, options.unit


def test_a_space_without_a_unit_has_no_orders() -> None:
    variant = load_variant("standard")
    arrays = sim.make_batch_board(variant)
    legal = sim.list_orders(arrays, sim.enter_positions(arrays, [variant.start]))
    empty = [number for number, space in enumerate(variant.board.order) if space not in variant.start.units]
    assert all(len(legal.of(0, space)) == 0 for space in empty)


def test_the_mask_is_set_just_where_an_order_is_listed() -> None:
    variant = load_variant("standard")
    arrays = sim.make_batch_board(variant)
    batch = sim.sample_positions(arrays, 2, units=30, seed=1)
    legal = sim.list_orders(arrays, batch)
    masks = sim.mask_orders(arrays, legal)
    for game in range(batch.games):
        for space in range(batch.spaces):
            expected = {(codes.kind_of(int(code)), codes.place_of(int(code))) for code in legal.of(game, space)}
            kinds, places = masks[game, space].nonzero()
            assert set(zip(kinds.tolist(), places.tolist(), strict=True)) == expected


def test_orders_by_chance_are_legal() -> None:
    for name, units in (("standard", 34), ("colonia-vii", 60)):
        variant = load_variant(name)
        arrays = sim.make_batch_board(variant)
        batch = sim.sample_positions(arrays, 20, units=units, seed=9)
        orders = sim.sample_moves(arrays, batch, 9)
        legal = sim.list_orders(arrays, batch)
        for game, space in zip(*(batch.power >= 0).nonzero(), strict=True):
            code = int(orders[game, space])
            listed = set(map(int, legal.of(int(game), int(space))))
            kind, place, other = codes.kind_of(code), codes.place_of(code), codes.other_of(code)
            coasts = {codes.pack(kind, coast, other) for coast in arrays.tables.places[place % batch.spaces]}
            is_far = kind == codes.MOVE and codes.pack(codes.VIA, place, 0) in listed
            is_coastless = kind == codes.SUPPORT_MOVE and place < batch.spaces and bool(coasts & listed)
            assert code in listed or is_far or is_coastless
