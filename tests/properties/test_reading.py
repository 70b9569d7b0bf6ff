"""No word vanishes: a line with a word that means nothing is refused. What is written is read again, on every board."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.board import COASTS, Board, LocationId, UnitKind, fold, space_of
from legation.errors import LegationError
from legation.orders import (
    Bomb,
    Hold,
    Move,
    Order,
    Piece,
    SupportMove,
    format_order,
    parse_order,
    read_line,
    split_lines,
)
from legation.orders.vocabulary import ACTIONS, ARTICLES, KINDS, PLACE_WORDS
from legation.variants import list_variants, load_variant
from tests.kit import STANDARD
from tests.properties.strategies import QUICK, good_texts

KNOWN = {*ACTIONS, *KINDS, *ARTICLES, *PLACE_WORDS, *COASTS, *STANDARD.names.nations, *STANDARD.names.spaces}
WORDS = ["cancel", "don't", "not", "never", "ignore", "maybe", "if", "unless", "except", "instead", "ingland"]
words = st.one_of(st.sampled_from(WORDS), st.from_regex(r"[a-z]{1,12}", fullmatch=True)).filter(
    lambda word: fold(word) not in KNOWN
)


@QUICK
@given(good_texts, words, st.integers(0, 20), st.sampled_from(["", ":", ",", ".", "!"]))
def test_an_unknown_word_anywhere_makes_a_line_unreadable(text: str, word: str, place: int, sign: str) -> None:
    parts = text.split()
    parts.insert(min(place, len(parts)), word + sign)
    assert isinstance(read_line(" ".join(parts), STANDARD.names), LegationError)


def list_orders_with(board: Board, codes: list[LocationId]) -> Iterator[Order]:
    for start, end in itertools.product(codes, repeat=2):
        unit = Piece(UnitKind.FLEET, start)
        yield Move(unit, end)
        yield SupportMove(Piece(UnitKind.ARMY, end), unit, end)
        yield Bomb(space_of(start), space_of(end))


@pytest.mark.parametrize("variant", list_variants())
def test_what_is_written_is_read_again_on_every_board(variant: str) -> None:
    board = load_variant(variant).board
    places = [LocationId(place) for place in sorted(board.names.locations)]
    passable = [place for place in places if fold(space_of(place)) not in board.names.impassable]
    shared = [place for place in passable if fold(space_of(place)) in board.names.others]
    orders: list[Order] = [Hold(Piece(kind, place)) for kind in (*UnitKind, None) for place in passable]
    orders += list_orders_with(board, [*shared, *passable[:8]])
    wrong = [order for order in orders if parse_order(format_order(order), board.names) != order]
    assert wrong == []


UNITS = ["A LON", "F NTH", "Army Paris", "the fleet in the North Sea", "Eng", "a mar", "F Stp/sc", "F St. Petersburg"]
WAYS = ["VIA", "via convoy", "by convoy", "via NTH", "via NTH - NWG", "via F NTH", "via the North Sea", "by way of NTH"]
units = st.sampled_from(UNITS)
goals = st.sampled_from(["NWY", "Burgundy", "Spain (nc)", "St. Petersburg", "eng"])
orders = st.one_of(
    st.builds("{} - {}".format, units, goals),
    st.builds("{} moves to {}".format, units, goals),
    st.builds("{} holds".format, units),
    st.builds("{} S {}".format, units, units),
    st.builds("{} supports {} to {}".format, units, units, goals),
    st.builds("{} C {} - {}".format, units, units, goals),
    st.builds("{} - {} {}".format, units, goals, st.sampled_from(WAYS)),
)


def read_all(text: str) -> list[str]:
    """The orders of a text in standard form; a line that cannot be read is ``?``."""
    found = [read_line(line.text, STANDARD.names) for line in split_lines(text, STANDARD.names, {})]
    return ["?" if isinstance(order, LegationError) else format_order(order) for order in found]


@QUICK
@given(orders, orders, st.sampled_from([", ", ",", "; ", ". ", " and ", " & ", ", and ", "\n", "\t"]))
def test_two_orders_on_a_line_are_these_two_or_none(first: str, second: str, divider: str) -> None:
    """Neither swallows the other, and nothing is made of half an order."""
    each = read_all(first) + read_all(second)
    together = read_all(f"{first}{divider}{second}")
    assert together == each or "?" in together
    assert set(together) - {"?"} <= set(each)
