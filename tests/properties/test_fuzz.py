"""Hostile text: whatever comes in, an order or a ``LegationError`` comes out, and soon."""

import re
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.board import Position, PowerId
from legation.errors import LegationError
from legation.judge import judge_adjustments, judge_moves, judge_retreats
from legation.orders import (
    Fault,
    format_order,
    make_order_book,
    make_retreat_book,
    parse_order,
    read_line,
    read_submissions,
    split_lines,
    split_orders,
)
from legation.variants import load_variant
from tests.kit import STANDARD, judge, rules
from tests.properties.strategies import POWERS, QUICK, small_positions, texts

LIMIT = 0.05
POWER_NAMES = load_variant("standard").power_names


@QUICK
@given(text=texts)
def test_any_text_is_read_as_an_order_or_refused(text: str) -> None:
    read = read_line(text, STANDARD.names)
    if isinstance(read, LegationError):
        assert str(read)
    else:
        assert parse_order(format_order(read), STANDARD.names) == read


@QUICK
@given(position=small_positions, lines=st.lists(texts, max_size=6))
def test_any_lines_make_an_order_book_that_can_be_judged(position: Position, lines: list[str]) -> None:
    submissions = read_submissions(STANDARD, dict.fromkeys(POWERS, lines))
    book = make_order_book(STANDARD, position, submissions)
    assert set(book.orders) == set(position.units)
    assert len(book.rejections) <= len(submissions)
    assert len(judge_moves(STANDARD, position, book, rules()).outcomes) == len(position.units)


DISLODGED = judge({"FRANCE": ["A BUR H"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}).after


@QUICK
@given(lines=st.lists(texts, max_size=6))
def test_any_lines_make_a_retreat_book_that_can_be_judged(lines: list[str]) -> None:
    book = make_retreat_book(STANDARD, DISLODGED, read_submissions(STANDARD, {PowerId("FRANCE"): lines}))
    assert set(book.orders) == {"BUR"}
    assert len(judge_retreats(STANDARD, DISLODGED, book, rules()).outcomes) == 1


@QUICK
@given(lines=st.lists(texts, max_size=6))
def test_any_lines_can_be_judged_in_winter(lines: list[str]) -> None:
    start = load_variant("standard").start
    lines_of_all = dict.fromkeys(load_variant("standard").powers, lines)
    result = judge_adjustments(STANDARD, start, read_submissions(STANDARD, lines_of_all), rules())
    assert result.verdict.position.units == start.units
    assert len(result.rejections) == 7 * sum(len(split_orders(line, STANDARD.names)) for line in lines)


UNDER = re.compile(r"\(in brackets:\) |^> ")
"""What is put before a line because it stands in brackets or a quote."""


@QUICK
@given(text=st.text(max_size=300))
def test_any_letter_is_divided_into_lines(text: str) -> None:
    for power, line, start in split_lines(text, STANDARD.names, POWER_NAMES):
        assert line == line.strip()
        assert set(re.findall(r"\w+", UNDER.sub("", line))) <= set(re.findall(r"\w+", text))
        assert 0 <= start <= len(text)
        assert power is None or power in load_variant("standard").powers


@QUICK
@given(text=texts)
def test_any_name_is_found_or_refused(text: str) -> None:
    with suppress(LegationError):
        assert STANDARD.parse_location(text) in STANDARD.index


def time_of(question: Callable[[], object]) -> float:
    """The quickest of three runs, in seconds."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        question()
        times.append(time.perf_counter() - begin)
    return min(times)


LONG = [
    "A " * 100,
    "A " * 100_000,
    "-" * 199,
    "-" * 1_000_000,
    "a" * 199,
    "x" * 1_000_000,
    "(" * 199,
    " " * 100_000,
    "north " * 33,
    "A PAR S " * 24,
    "A PAR - " * 24,
    "A LON - NWY VIA " + "NTH " * 45,
    "gulf of " * 24,
    "mid-" * 49,
    "n c " * 49,
    "\u00e9" * 199,
    "A PAR - BUR" + "\u200b" * 180,
    "\x00" * 199,
    "1" * 199,
    "A PAR - BUR CARRY " + "9" * 180,
]


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_long_text_is_answered_at_once(text: str) -> None:
    assert time_of(lambda: read_line(text, STANDARD.names)) < LIMIT


@pytest.mark.parametrize("text", ["A PAR - BUR" + "x" * 100_000, "A " * 50_000])
def test_a_long_line_is_refused_at_once(text: str) -> None:
    position = judge({"FRANCE": ["A PAR H"]}).before
    submissions = read_submissions(STANDARD, {PowerId("FRANCE"): [text]})
    book = make_order_book(STANDARD, position, submissions)
    assert [rejection.fault for rejection in book.rejections] == [Fault.UNREADABLE]
    assert time_of(lambda: make_order_book(STANDARD, position, submissions)) < LIMIT


@pytest.mark.parametrize(
    "text", [" " * 5_000 + "x", "x n" + " " * 5_000 + "x", "." * 5_000, "(" * 5_000, "n " * 5_000, "x" * 100_000]
)
def test_a_long_name_is_answered_at_once(text: str) -> None:
    def find() -> None:
        with pytest.raises(LegationError):
            STANDARD.parse_location(text)

    assert time_of(find) < LIMIT


def test_a_long_letter_is_divided_in_a_time_that_grows_with_its_length() -> None:
    letter = "FRANCE: A PAR - BUR; F BRE H\n" * 5_000
    assert len(list(split_lines(letter, STANDARD.names, POWER_NAMES))) == 10_000
    assert time_of(lambda: list(split_lines(letter, STANDARD.names, POWER_NAMES))) < 20 * LIMIT
