"""Positions and orders go into arrays and come back the same."""

import numpy as np
import pytest

from legation import batch as engine
from legation.batch import BatchBoard
from legation.board import LocationId, Position, PowerId, SpaceId, Unit, UnitKind, aboard, make_units
from legation.errors import RequestError
from legation.orders import Build, Disband, Embark, Order, Piece, Retreat, Waive
from legation.variants import list_variants, load_variant


@pytest.fixture
def regular() -> BatchBoard:
    return engine.make_batch_board(load_variant("standard"))


@pytest.mark.parametrize("variant", list_variants())
def test_the_start_of_every_variant_comes_back_the_same(variant: str) -> None:
    start = load_variant(variant).start
    arrays = engine.make_batch_board(load_variant(variant))
    found = engine.decode_position(arrays, engine.encode_positions(arrays, [start, start]), 1)
    assert found.units == start.units
    assert found.owners == start.owners


@pytest.mark.parametrize("variant", list_variants())
def test_positions_with_dislodged_units_come_back_the_same(variant: str) -> None:
    arrays = engine.make_batch_board(load_variant(variant))
    batch = engine.sample_positions(arrays, 20, units=60, seed=4)
    after, _ = engine.judge_moves(arrays, batch, engine.sample_moves(arrays, batch, 4))
    positions = [engine.decode_position(arrays, after, game) for game in range(after.games)]
    assert any(position.dislodged for position in positions)
    again = engine.encode_positions(arrays, positions)
    for game, position in enumerate(positions):
        assert engine.decode_position(arrays, again, game) == position


@pytest.mark.parametrize("variant", list_variants())
def test_movement_orders_come_back_the_same(variant: str) -> None:
    arrays = engine.make_batch_board(load_variant(variant))
    batch = engine.sample_positions(arrays, 10, units=50, seed=5)
    orders = engine.sample_moves(arrays, batch, 5)
    books = [engine.decode_orders(arrays, batch, orders, game) for game in range(batch.games)]
    assert (engine.encode_orders(arrays, books) == orders).all()


@pytest.mark.parametrize(
    "order",
    [
        Build(Piece(UnitKind.ARMY, LocationId("PAR"))),
        Build(Piece(UnitKind.FLEET, LocationId("STP/SC"))),
        Disband(Piece(UnitKind.FLEET, LocationId("STP/NC"))),
        Waive(),
    ],
)
def test_adjustments_come_back_the_same(regular: BatchBoard, order: Order) -> None:
    units = [Unit(PowerId("RUSSIA"), UnitKind.FLEET, LocationId("STP/NC"))]
    batch = engine.encode_positions(regular, [Position(make_units(units))])
    assert engine.decode_adjustment(regular, batch, 0, engine.encode_adjustment(regular, order)) == order


def test_a_retreat_keeps_the_sea_that_it_goes_over(regular: BatchBoard) -> None:
    batch = engine.make_batch(1, regular.space_count)
    batch.out_place[0, regular.numbers[LocationId("SER")]] = regular.numbers[LocationId("SER")]
    piece = Piece(UnitKind.ARMY, LocationId("SER"))
    for order in (Retreat(piece, LocationId("ALB"), SpaceId("ADR")), Retreat(piece, LocationId("ALB")), Disband(piece)):
        code = engine.encode_retreat(regular, order)
        assert engine.decode_retreat(regular, batch, 0, regular.numbers[LocationId("SER")], code) == order


def test_what_the_arrays_have_no_room_for_is_refused(regular: BatchBoard) -> None:
    units = make_units([Unit(PowerId("FRANCE"), UnitKind.FLEET, LocationId("BRE"))])
    for position in (
        Position(units, memory={"gigaton-bomb": {}}),
        Position(units, in_disorder=frozenset({PowerId("FRANCE")})),
        Position({**units, aboard(SpaceId("BRE")): Unit(PowerId("FRANCE"), UnitKind.ARMY, aboard(SpaceId("BRE")))}),
    ):
        with pytest.raises(RequestError, match="use the judge"):
            engine.encode_positions(regular, [position])
    with pytest.raises(RequestError, match="Embark"):
        engine.encode_order(
            regular, Embark(Piece(UnitKind.FLEET, LocationId("BRE")), Piece(UnitKind.ARMY, LocationId("PAR")))
        )


def test_a_build_without_its_kind_is_refused(regular: BatchBoard) -> None:
    with pytest.raises(RequestError, match="not an adjustment"):
        engine.encode_adjustment(regular, Build(Piece(None, LocationId("PAR"))))


def test_repeated_and_selected_games_are_copies(regular: BatchBoard) -> None:
    batch = engine.repeat(engine.encode_positions(regular, [load_variant("standard").start]), 3)
    assert batch.games == 3
    some = engine.select(batch, slice(1, 3))
    some.power[:] = -1
    assert (batch.power[1] >= 0).sum() == 22
    assert np.array_equal(batch.power[0], batch.power[2])
