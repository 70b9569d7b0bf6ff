"""Legal orders as numbers are those that the orders package lists."""

import dataclasses
from unittest.mock import Mock

import numpy as np
import pytest

from legation import batch as engine
from legation.batch import codes, legal_orders
from legation.board import LocationId, PowerId
from legation.variants import load_variant
from tests.batch.scenes import SCENES, Scene, fill_seas, list_options


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.label)
def test_every_legal_order_is_listed_and_no_other(scene: Scene) -> None:
    arrays = scene.arrays()
    batch = scene.batch(arrays)
    legal = engine.list_orders(arrays, batch, convoys=scene.convoys)
    for game in range(batch.games):
        for space, options in list_options(arrays, batch, game).items():
            asked = options if scene.convoys else dataclasses.replace(options, convoyable=())
            expected = sorted(engine.encode_order(arrays, order) for order in asked.orders())
            assert sorted(map(int, legal.of(game, space))) == expected, options.unit


def test_the_scenes_have_what_is_hard() -> None:
    names = {scene.board for scene in SCENES}
    assert {"coastal-convoys", "difficult-borders", "colonia-i"} <= names
    assert Scene("coastal-convoys").arrays().tables.carries[Scene("coastal-convoys").arrays().tables.is_land > 0].any()
    assert Scene("difficult-borders").arrays().tables.difficult.any()
    assert Scene("colonia-i").arrays().tables.closed.any()
    crowd = Scene("standard", 60, games=6)
    batch = crowd.batch(crowd.arrays())
    assert (batch.place >= batch.spaces).any(), "fleets on separate coasts"


def enter(arrays: engine.BatchBoard, **units: str) -> engine.Batch:
    """One game of one power's units, such as ``LON="A"``."""
    batch = engine.make_batch(1, arrays.space_count)
    for name, kind in units.items():
        space = arrays.numbers[LocationId(name)]
        batch.power[0, space] = arrays.powers.index(PowerId("FRANCE"))
        batch.kind[0, space] = codes.FLEET if kind == "F" else codes.ARMY
        batch.place[0, space] = space
    return batch


@pytest.mark.parametrize(
    ("others", "is_legal"),
    [({}, False), ({"NTH": "F"}, True), ({"NTH": "F", "WAL": "F"}, True), ({"IRI": "F"}, False)],
)
def test_a_fleet_supports_only_landings_that_others_can_carry(others: dict[str, str], is_legal: bool) -> None:
    """DATC 6.D.31: without the North Sea, only the supporter could take the army from London to Belgium."""
    arrays = engine.make_batch_board(load_variant("standard"))
    batch = enter(arrays, LON="A", ENG="F", **others)
    number = {name: arrays.numbers[LocationId(name)] for name in ("LON", "ENG", "BEL")}
    wanted = codes.pack(codes.SUPPORT_MOVE, number["BEL"], number["LON"])
    assert (wanted in engine.list_orders(arrays, batch).of(0, number["ENG"])) is is_legal


def test_a_space_without_a_unit_has_no_orders() -> None:
    variant = load_variant("standard")
    arrays = engine.make_batch_board(variant)
    legal = engine.list_orders(arrays, engine.encode_positions(arrays, [variant.start]))
    empty = [number for number, space in enumerate(variant.board.order) if space not in variant.start.units]
    assert all(len(legal.of(0, space)) == 0 for space in empty)


def test_no_games_have_no_orders() -> None:
    arrays = engine.make_batch_board(load_variant("standard"))
    legal = engine.list_orders(arrays, engine.make_batch(0, arrays.space_count))
    assert legal.codes.shape == legal.columns.shape == (0,)
    assert engine.mask_orders(arrays, legal).shape[0] == 0


def assert_same(found: engine.LegalCodes, expected: engine.LegalCodes, batch: engine.Batch) -> None:
    for game, space in np.argwhere(batch.power >= 0):
        assert found.of(game, space).tolist() == expected.of(game, space).tolist()


def test_the_list_grows_when_there_are_more_orders_than_room(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = engine.make_batch_board(load_variant("standard"))
    batch = fill_seas(arrays, 300, 0.5, seed=1)
    expected = engine.list_orders(arrays, batch)
    grow = Mock(wraps=legal_orders._grow)
    monkeypatch.setattr(legal_orders, "_grow", grow)
    monkeypatch.setattr(legal_orders, "SHARED", 0)
    monkeypatch.setattr(legal_orders, "SETS_SHARED", 0)
    monkeypatch.setattr(legal_orders, "OWN", 0)
    found = engine.list_orders(arrays, batch)
    assert grow.call_count
    assert_same(found, expected, batch)


def test_games_whose_units_do_not_stand_side_by_side_in_memory_have_the_same_orders() -> None:
    arrays = engine.make_batch_board(load_variant("standard"))
    batch = engine.sample_positions(arrays, 4, units=34, seed=2)
    turned = batch._replace(power=batch.power.T.copy().T, kind=batch.kind.T.copy().T)
    assert not turned.power.flags.c_contiguous
    expected, found = (engine.list_orders(arrays, games) for games in (batch, turned))
    assert_same(found, expected, batch)
    assert (engine.make_legal_masks(arrays, turned).occupied == engine.make_legal_masks(arrays, batch).occupied).all()


def test_the_mask_is_set_just_where_an_order_is_listed() -> None:
    variant = load_variant("standard")
    arrays = engine.make_batch_board(variant)
    batch = engine.sample_positions(arrays, 2, units=30, seed=1)
    legal = engine.list_orders(arrays, batch)
    masks = engine.mask_orders(arrays, legal)
    for game in range(batch.games):
        for space in range(batch.spaces):
            expected = {(codes.kind_of(int(code)), codes.place_of(int(code))) for code in legal.of(game, space)}
            kinds, places = masks[game, space].nonzero()
            assert set(zip(kinds.tolist(), places.tolist(), strict=True)) == expected


def test_orders_by_chance_are_legal() -> None:
    for name, units in (("standard", 34), ("colonia-vii", 60)):
        variant = load_variant(name)
        arrays = engine.make_batch_board(variant)
        batch = engine.sample_positions(arrays, 20, units=units, seed=9)
        orders = engine.sample_moves(arrays, batch, 9)
        legal = engine.list_orders(arrays, batch)
        for game, space in zip(*(batch.power >= 0).nonzero(), strict=True):
            code = int(orders[game, space])
            listed = set(map(int, legal.of(int(game), int(space))))
            kind, place, other = codes.kind_of(code), codes.place_of(code), codes.other_of(code)
            coasts = {codes.pack(kind, coast, other) for coast in arrays.tables.places[place % batch.spaces]}
            is_far = kind == codes.MOVE and codes.pack(codes.VIA, place, 0) in listed
            is_coastless = kind == codes.SUPPORT_MOVE and place < batch.spaces and bool(coasts & listed)
            assert code in listed or is_far or is_coastless
