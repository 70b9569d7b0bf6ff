"""Routes are found by floods; here every answer is compared with a list of all chordless routes."""

import itertools
import random
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from legation.board import bits_of, flood, has_route, is_on_proper_route, proper_fleets
from tests.kit import STANDARD


class Waters(NamedTuple):
    """Seas numbered from 0, then two shores."""

    links: tuple[int, ...]
    start: int
    goal: int
    fleets: int


def list_routes(waters: Waters) -> Iterator[tuple[int, ...]]:
    """Every proper route, the slow way: no stage touches an earlier one but the last."""
    links, start, goal, fleets = waters
    stack: list[tuple[tuple[int, ...], int]] = [((number,), links[start]) for number in bits_of(links[start] & fleets)]
    while stack:
        route, touched = stack.pop()
        tip = route[-1]
        if links[goal] >> tip & 1:
            yield route
            continue
        for number in bits_of(links[tip] & fleets & ~touched):
            stack.append(((*route, number), touched | links[tip] | 1 << tip))


def list_useful_fleets(waters: Waters) -> int:
    return sum(1 << number for number in {number for route in list_routes(waters) for number in route})


def make_random_waters(seed: int, largest: int) -> Waters:
    chance = random.Random(seed)
    seas = chance.randint(2, largest)
    density = chance.choice([0.2, 0.3, 0.4, 0.6])
    links = [0] * (seas + 2)
    for one, other in itertools.combinations(range(seas), 2):
        if chance.random() < density:
            links[one] |= 1 << other
            links[other] |= 1 << one
    for shore in (seas, seas + 1):
        links[shore] = sum(1 << sea for sea in range(seas) if chance.random() < 0.25)
    fleets = sum(1 << sea for sea in range(seas) if chance.random() < 0.9)
    return Waters(tuple(links), seas, seas + 1, fleets)


def make_block(size: int, first: int, last: int) -> Waters:
    """A square of seas full of fleets; each shore touches one of them."""
    links = [0] * (size * size + 2)
    for row, column in itertools.product(range(size), repeat=2):
        here = row * size + column
        beside = [here + 1] if column + 1 < size else []
        beside += [here + size] if row + 1 < size else []
        for there in beside:
            links[here] |= 1 << there
            links[there] |= 1 << here
    links[-2], links[-1] = 1 << first, 1 << last
    return Waters(tuple(links), size * size, size * size + 1, (1 << size * size) - 1)


def time_of(question: Callable[[], object]) -> float:
    """The quickest of three runs, in seconds."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        question()
        times.append(time.perf_counter() - begin)
    return min(times)


@pytest.mark.parametrize("batch", range(8))
def test_routes_agree_with_a_list_of_all_of_them(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.board.sea_routes.SEARCH_STEPS", 10**9)
    for seed in range(batch * 250, batch * 250 + 250):
        waters = make_random_waters(seed, largest=16)
        useful = list_useful_fleets(waters)
        assert has_route(*waters) == bool(useful), seed
        assert proper_fleets(*waters) == useful, seed


def test_a_bounded_search_never_calls_a_useful_fleet_useless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.board.sea_routes.SEARCH_STEPS", 2)
    for seed in range(500):
        waters = make_random_waters(seed, largest=16)
        useful = list_useful_fleets(waters)
        assert proper_fleets(*waters) & useful == useful, seed


def test_routes_on_the_regular_board_full_of_fleets_are_exact() -> None:
    links, fleets = STANDARD.convoy_links, STANDARD.convoy_spaces
    coasts = [number for number in range(len(STANDARD.order)) if STANDARD.is_coastal(number)]
    for start, goal in itertools.combinations(coasts, 2):
        waters = Waters(links, start, goal, fleets)
        assert proper_fleets(*waters) == list_useful_fleets(waters), (STANDARD.order[start], STANDARD.order[goal])


def test_the_direction_of_a_convoy_does_not_matter() -> None:
    for seed in range(200):
        waters = make_random_waters(seed, largest=9)
        back = waters._replace(start=waters.goal, goal=waters.start)
        assert has_route(*waters) == has_route(*back)
        assert proper_fleets(*waters) == proper_fleets(*back)


@pytest.mark.parametrize("size", [6, 10])
def test_every_fleet_of_a_block_between_opposite_corners_is_of_use(size: int) -> None:
    waters = make_block(size, 0, size * size - 1)
    assert has_route(*waters)
    assert proper_fleets(*waters) == waters.fleets


@pytest.mark.alone
@pytest.mark.parametrize("size", [6, 10])
@pytest.mark.parametrize("last", [1, -1])
def test_a_block_of_fleets_is_answered_in_milliseconds(size: int, last: int) -> None:
    waters = make_block(size, 0, last % (size * size))
    assert time_of(lambda: has_route(*waters)) < 0.005
    for fleet in (0, size, size * size // 2, size * size - 1):
        assert time_of(lambda fleet=fleet: is_on_proper_route(*waters, fleet)) < 0.1  # type: ignore[misc]


def test_a_chain_broken_in_the_middle_is_no_route() -> None:
    waters = make_block(3, 0, 8)
    middle = 1 << 2 | 1 << 4 | 1 << 6
    assert not has_route(*waters._replace(fleets=waters.fleets & ~middle))


def test_a_fleet_that_both_shores_touch_is_a_route_alone() -> None:
    links = (0b0010, 0b0001, 0b0011, 0b0001)
    assert is_on_proper_route(links, 2, 3, 0b0011, 0)
    assert not is_on_proper_route(links, 2, 3, 0b0011, 1)


def test_shores_without_fleets_are_not_joined() -> None:
    waters = make_block(3, 0, 8)
    assert not has_route(*waters._replace(fleets=0))
    assert proper_fleets(*waters._replace(fleets=0)) == 0


def test_a_flood_stays_within_the_allowed_spaces() -> None:
    waters = make_block(3, 0, 8)
    first_row = 0b111
    assert flood(waters.links, 0b001, first_row) == first_row
    assert flood(waters.links, 0b001, 0b101) == 0b001
    assert flood(waters.links, 0b001, 0b110) == 0
