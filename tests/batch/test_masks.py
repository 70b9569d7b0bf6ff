"""Legal orders as sets say what the orders package lists."""

import numpy as np
import pytest

from legation import batch as engine
from legation.batch import BatchBoard, LegalMasks
from legation.batch.words import Words, mark_above
from legation.board import LocationId
from legation.errors import RequestError
from legation.orders import Convoy, Piece
from legation.variants import load_variant
from tests.batch.scenes import SCENES, Options, Scene, list_options


def places(words: Words) -> set[int]:
    return set(engine.list_places(words))


def numbers(arrays: BatchBoard, locations: tuple[LocationId, ...]) -> set[int]:
    return {arrays.numbers[location] for location in locations}


def space(arrays: BatchBoard, piece: Piece) -> int:
    return arrays.board.index[LocationId(piece.space)]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.label)
def test_the_sets_of_every_unit_are_its_legal_orders(scene: Scene) -> None:
    arrays = scene.arrays()
    batch = scene.batch(arrays)
    masks = engine.make_legal_masks(arrays, batch)
    for game in range(batch.games):
        listed = list_options(arrays, batch, game)
        rows = masks.rows(game)
        assert masks.spaces[rows].tolist() == sorted(listed)
        moves, voyages, holds = masks.moves(game), masks.voyages(game), masks.holds(game)
        for number, at in enumerate(sorted(listed)):
            options = listed[at]
            assert places(moves[number]) == numbers(arrays, options.moves)
            assert places(voyages[number]) == numbers(arrays, options.convoyed_moves)
            assert places(holds[number]) == {space(arrays, held) for held in options.support_holds}
        check_helps(arrays, masks, game, listed)
        if scene.convoys:
            check_convoys(arrays, masks, game, listed)


def check_helps(arrays: BatchBoard, masks: LegalMasks, game: int, listed: Options) -> None:
    """Of every helper and every unit helped: the places."""
    for helper in sorted(listed)[:: max(1, len(listed) // 40)]:
        expected: dict[int, set[int]] = {mover: set() for mover in listed}
        for target, movers in listed[helper].support_moves.items():
            for mover in movers:
                expected[space(arrays, mover)].add(arrays.numbers[target])
        for other in listed:
            assert places(masks.helps(game, helper, other)) == expected[other], (helper, other)


def check_convoys(arrays: BatchBoard, masks: LegalMasks, game: int, listed: Options) -> None:
    """No legal convoy is outside the armies and shores that a fleet's group joins."""
    for fleet, options in listed.items():
        armies, shores = map(places, masks.convoys(game, fleet))
        for order in options.orders():
            if isinstance(order, Convoy):
                assert space(arrays, order.army) in armies
                assert arrays.numbers[order.target] in shores


def test_sets_go_to_words_and_back() -> None:
    chance = np.random.default_rng(1)
    for width in (1, 2, 5):
        found = sorted(chance.choice(64 * width, 20, replace=False).tolist())
        words = engine.pack_words(found, width)
        assert words.shape == (width,)
        assert engine.list_places(words) == found
        assert engine.unpack_words(words, 64 * width).nonzero()[0].tolist() == found


@pytest.mark.parametrize("length", [1, 63, 64, 65, 75, 128, 295])
def test_numbers_above_a_limit_are_marked_in_words(length: int) -> None:
    row = np.random.default_rng(length).integers(-1, 3, length).astype(np.int8)
    for limit in (-1, 0):
        words = np.array([mark_above(row, word, limit) for word in range(6)])
        assert engine.unpack_words(words, 6 * 64)[:length].tolist() == (row > limit).tolist()
        assert engine.list_places(words) == np.flatnonzero(row > limit).tolist()


def test_masks_of_no_games_are_empty() -> None:
    arrays = engine.make_batch_board(load_variant("standard"))
    masks = engine.make_legal_masks(arrays, engine.make_batch(0, arrays.space_count))
    assert masks.starts.tolist() == [0]
    assert masks.spaces.shape == (0,)


def test_a_space_without_a_unit_is_named() -> None:
    variant = load_variant("standard")
    arrays = engine.make_batch_board(variant)
    masks = engine.make_legal_masks(arrays, engine.encode_positions(arrays, [variant.start]))
    for name in ("NTH", "YOR"):
        number = arrays.numbers[LocationId(name)]
        with pytest.raises(RequestError, match=f"no unit stands in space {number}"):
            masks.row(0, number)


def test_a_set_answers_whom_a_fleet_may_help() -> None:
    """The fleet in Brest may support the army of Paris into Gascony or Picardy, and not into Burgundy."""
    variant = load_variant("standard")
    arrays = engine.make_batch_board(variant)
    masks = engine.make_legal_masks(arrays, engine.encode_positions(arrays, [variant.start]))
    number = {name: arrays.numbers[LocationId(name)] for name in ("BRE", "PAR", "PIC", "GAS")}
    helped = engine.list_places(masks.helps(0, number["BRE"], number["PAR"]))
    assert set(helped) == {number["PIC"], number["GAS"]}
    assert engine.list_places(masks.helps(0, number["BRE"], number["BRE"])) == []
