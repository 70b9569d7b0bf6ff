"""A fleet that convoyed in the moves ferries nobody: the arrays remember it as the judge does."""

from collections.abc import Mapping
from typing import Final

import pytest

from legation.batch import (
    decode_position,
    encode_orders,
    encode_positions,
    encode_retreat,
    judge_moves,
    judge_retreats,
    make_batch_board,
)
from legation.board import Position, PowerId
from legation.judge import judge_moves as judge_one
from legation.judge import judge_retreats as judge_retreats_of_one
from legation.orders import make_order_book, make_retreat_book, read_submissions
from legation.variants import load_variant
from tests.kit import make_position

THREE: Final = load_variant("colonia-iii")
FRANCE: Final = ("F MEL - FIJ", "F BIS S F MEL - FIJ")
ENGLAND: Final = ("A FIJ H", "A AUS - NWG", "F COR C A AUS - NWG")


def place(orders: Mapping[str, tuple[str, ...]]) -> Position:
    units = {power: [" ".join(line.split()[:2]) for line in lines] for power, lines in orders.items()}
    return make_position(units, THREE.board)


@pytest.mark.parametrize("retreat", ["A FIJ R NWZ", "A FIJ R NWZ VIA SPC", "A FIJ R AUS"])
@pytest.mark.parametrize("more", [(), ("F SPC H",), ("F SPC H", "F SLS - NWG")])
def test_the_arrays_agree_with_the_judge_on_fleets_that_have_convoyed(more: tuple[str, ...], retreat: str) -> None:
    orders = {"FRANCE": FRANCE, "ENGLAND": ENGLAND + tuple(line for line in more if line.startswith("F SPC"))}
    if "F SLS - NWG" in more:
        orders["SPAIN"] = ("F SLS - NWG",)
    position, board = place(orders), make_batch_board(THREE)
    lines = read_submissions(THREE.board, {PowerId(power): texts for power, texts in orders.items()})
    book = make_order_book(THREE.board, position, lines, THREE.rulebook.order_rules)
    assert book.rejections == ()
    verdict = judge_one(THREE.board, position, book, THREE.rulebook)
    after, _ = judge_moves(board, encode_positions(board, [position]), encode_orders(board, [book.orders]))
    assert decode_position(board, after, 0) == verdict.position
    assert decode_position(board, encode_positions(board, [verdict.position]), 0) == verdict.position
    if not verdict.position.dislodged:
        return
    lines = read_submissions(THREE.board, {PowerId("ENGLAND"): [retreat]})
    retreats = make_retreat_book(THREE.board, verdict.position, lines, THREE.rulebook.order_rules)
    end = judge_retreats_of_one(THREE.board, verdict.position, retreats, THREE.rulebook).position
    codes = encode_orders(board, [{}])
    for space, order in retreats.orders.items():
        codes[0, THREE.board.index[order.unit.location]] = encode_retreat(board, order)
        assert space == order.unit.space
    ended, _ = judge_retreats(board, after, codes)
    assert decode_position(board, ended, 0) == end
