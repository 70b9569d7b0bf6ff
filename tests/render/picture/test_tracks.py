import math

import pytest

from legation.board.ways import curve, keep_right
from legation.render.picture.tracks import (
    STEPS,
    Track,
    bend,
    choose_line,
    join_at,
    length,
    path_of,
    sample,
    straight,
    swing_of,
    trim,
    walk,
)


def test_a_move_and_its_counter_move_pass_the_gate_on_either_side() -> None:
    way = [(0.0, 0.0), (50.0, 0.0), (100.0, 0.0)]
    assert keep_right(way, 3) == [(0, 0), (50, 3), (100, 0)]
    assert keep_right(way[::-1], 3)[1] == (50, -3)
    assert keep_right(way, 3, {1}) == way


def test_a_line_passes_through_all_its_stops_and_makes_no_loop() -> None:
    stops = [(0.0, 0.0), (4.0, 4.0), (100.0, 0.0)]
    track = curve(stops, 12)
    assert all(min(math.dist(stop, point) for point in track) < 0.01 for stop in stops)
    assert length(track) < 106
    assert curve([(1.0, 1.0)], 12) == ((1.0, 1.0),)
    assert curve([(1.0, 1.0), (1.0, 1.0), (5.0, 1.0)], 4)[-1] == (5.0, 1.0)


def test_a_support_swings_round_a_unit_to_the_side_where_there_is_more_room() -> None:
    stops = [(0.0, 0.0), (50.0, 20.0), (100.0, 0.0)]
    line = straight(stops[0], stops[-1])
    assert choose_line(stops, [], 10, _inside) == curve(stops, STEPS)
    assert choose_line(stops, [(50, 20)], 10, _inside) == line
    assert choose_line([stops[0], (50, 90), stops[-1]], [], 10, _inside) == line, "too long a way round"
    past = choose_line(line, [(50, -5)], 10, _inside)
    assert max(y for _, y in past) > 4
    # Nothing is clear of a unit at the end of the line: it goes as wished.
    assert choose_line(stops, [stops[-1]], 10, _inside) == curve(stops, STEPS)


def test_a_support_swings_past_other_lands() -> None:
    def stray(track: Track) -> float:
        return float(any(40 < x < 60 and y > -15 for x, y in sample(track)))

    past = choose_line([(0.0, 0.0), (50.0, 20.0), (100.0, 0.0)], [], 10, stray)
    assert min(y for _, y in past) < -15
    assert not stray(past)


def test_a_support_takes_a_detour_where_everything_else_leads_through_other_lands() -> None:
    def stray(track: Track) -> float:
        return float(any(40 < x < 60 and abs(y) < 150 for x, y in sample(track)))

    ends = ((0.0, 0.0), (100.0, 0.0))
    around = (ends[0], (0.0, 200.0), (100.0, 200.0), ends[1])
    assert stray(choose_line(ends, [], 10, stray))
    assert choose_line(ends, [], 10, stray, [around]) == curve(around, STEPS)
    assert choose_line(ends, [], 10, _inside, [around]) == curve(ends, STEPS)


def _inside(_: Track) -> float:
    return 0.0


def test_lines_are_looked_at_in_even_steps() -> None:
    assert list(sample(((0, 0), (8, 0), (8, 1)))) == [(2, 0), (6, 0), (8, 0.5)]


def test_a_support_meets_a_move_at_its_gate_but_clear_of_its_head() -> None:
    track = ((0, 0), (50, 0), (100, 0))
    assert join_at(track, (50, 2), 7, 17) == (50, 0)
    assert join_at(track, (100, 2), 7, 17) == (83, 0)
    assert join_at(((0, 0), (10, 0)), (10, 0), 7, 17) == (5, 0)


def test_trimming_shortens_both_ends_but_leaves_a_third() -> None:
    track = straight((0, 0), (100, 0))
    assert trim(track, 10, 20) == ((10, 0), (80, 0))
    assert length(trim(track, 90, 90)) == pytest.approx(34)
    assert length(trim(bend((0, 0), (100, 0), 0.2), 10, 10)) == pytest.approx(
        length(bend((0, 0), (100, 0), 0.2)) - 20, abs=0.5
    )


def test_walking_gives_place_and_direction() -> None:
    assert walk(((0, 0), (0, 10), (10, 10)), 15) == ((5, 10), (1, 0))
    assert walk(((0, 0), (10, 0)), 99) == ((10, 0), (1, 0))
    assert walk(((3, 3), (3, 3)), 0)[0] == (3, 3)


def test_a_track_has_a_path_and_a_box() -> None:
    assert path_of(((0, 0), (1.26, 3))) == "M0 0L1.3 3"
    assert swing_of(((0, 5), (3, -1))) == (0, -1, 3, 5)
