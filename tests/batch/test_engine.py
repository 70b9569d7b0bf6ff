"""The batch engine as a program uses it."""

from dataclasses import replace

import numpy as np

from legation import batch as engine
from legation.batch import codes
from legation.board import LocationId
from legation.variants import load_variant

VARIANT = load_variant("standard")


def test_a_move_and_a_bounce() -> None:
    arrays = engine.make_batch_board(VARIANT)
    batch = engine.repeat(engine.encode_positions(arrays, [VARIANT.start]), 2)
    number = arrays.numbers
    orders = np.zeros(batch.power.shape, np.int32)
    orders[:, number[LocationId("PAR")]] = codes.pack(codes.MOVE, number[LocationId("BUR")], 0)
    orders[1, number[LocationId("MUN")]] = codes.pack(codes.MOVE, number[LocationId("BUR")], 0)
    after, told = engine.judge_moves(arrays, batch, orders)
    assert told.result[:, number[LocationId("PAR")]].tolist() == [codes.SUCCEEDS, codes.FAILS]
    assert after.power[:, number[LocationId("BUR")]].tolist() == [
        arrays.powers.index(VARIANT.parse_power("France")),
        -1,
    ]
    assert after.contested[:, number[LocationId("BUR")]].tolist() == [0, 1]
    assert batch.power[0, number[LocationId("PAR")]] >= 0, "what was handed in is not changed"


def test_centres_go_to_whoever_stands_on_them_and_enough_win() -> None:
    arrays = engine.make_batch_board(VARIANT)
    batch = engine.encode_positions(arrays, [VARIANT.start, VARIANT.start])
    centres = np.flatnonzero(arrays.tables.counts)
    batch.power[1, centres[:18]] = 2
    after = engine.settle_ownership(arrays, batch)
    assert after.winner.tolist() == [-1, 2]
    assert engine.count_centres(arrays, after)[1, 2] >= 18
    assert (engine.count_centres(arrays, batch)[0] == [3, 3, 3, 3, 3, 4, 3]).all()


def test_nobody_wins_who_is_not_ahead() -> None:
    arrays = engine.make_batch_board(VARIANT)
    batch = engine.make_batch(1, arrays.space_count)
    centres = np.flatnonzero(arrays.tables.counts)
    batch.owner[0, centres[:17]] = 0
    batch.owner[0, centres[17:34]] = 1
    assert engine.list_winners(arrays, batch).tolist() == [-1]


def test_the_same_seed_gives_the_same_game() -> None:
    arrays = engine.make_batch_board(VARIANT)
    batch = engine.sample_positions(arrays, 5, units=30, seed=1)
    assert (engine.sample_moves(arrays, batch, 7) == engine.sample_moves(arrays, batch, 7)).all()
    assert (engine.sample_moves(arrays, batch, 7) != engine.sample_moves(arrays, batch, 8)).any()


def test_an_empty_batch_is_judged_to_nothing() -> None:
    arrays = engine.make_batch_board(VARIANT)
    batch = engine.make_batch(0, arrays.space_count)
    after, told = engine.judge_moves(arrays, batch, np.zeros((0, arrays.space_count), np.int32))
    assert after.games == 0
    assert told.result.shape == (0, arrays.space_count)


def test_a_power_that_nobody_plays_holds_and_neither_builds_nor_wins() -> None:
    italy = VARIANT.parse_power("Italy")
    rules = replace(VARIANT.rulebook, unplayed=frozenset({italy}))
    start = VARIANT.start._replace(in_disorder=frozenset({italy}))
    arrays = engine.make_batch_board(replace(VARIANT, start=start), rules)
    number, own = arrays.numbers, arrays.powers.index(italy)
    batch = engine.encode_positions(arrays, [start])
    orders = np.zeros(batch.power.shape, np.int32)
    orders[0, number[LocationId("VEN")]] = codes.pack(codes.MOVE, number[LocationId("TRI")], 0)
    orders[0, number[LocationId("PAR")]] = codes.pack(codes.MOVE, number[LocationId("BUR")], 0)
    after, _ = engine.judge_moves(arrays, batch, orders)
    assert after.power[0, number[LocationId("VEN")]] == own
    assert after.power[0, number[LocationId("PAR")]] == codes.NOBODY
    rich, poor = batch.owner.copy(), batch.owner.copy()
    rich[:, arrays.tables.counts > 0], poor[poor == own] = own, codes.NOBODY
    assert engine.settle_ownership(arrays, batch._replace(owner=rich)).winner.tolist() == [codes.NOBODY]
    lines = np.zeros((1, len(arrays.powers), 2), np.int32)
    wintered, _ = engine.judge_adjustments(arrays, batch._replace(owner=poor), lines)
    assert (wintered.power == own).sum() == 3
    assert engine.decode_position(arrays, batch, 0) == start
