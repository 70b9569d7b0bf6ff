import math

import pytest

from legation.render.picture.tracks import bend, length, path_of, point_at, straight, swing_of, through, trim, walk


def test_a_move_and_its_counter_move_keep_apart() -> None:
    there, _ = point_at(bend((0, 0), (100, 0)), 0.5)
    back, _ = point_at(bend((100, 0), (0, 0)), 0.5)
    assert there[1] == pytest.approx(-back[1])
    assert abs(there[1] - back[1]) > 20


def test_a_line_passes_through_all_its_stops() -> None:
    stops = [(0.0, 0.0), (50.0, 40.0), (100.0, 0.0)]
    track = through(stops)
    assert all(min(math.dist(stop, point) for point in track) < 0.01 for stop in stops)
    assert through(stops[:2]) == bend(stops[0], stops[1])


def test_trimming_shortens_both_ends_but_leaves_a_third() -> None:
    track = straight((0, 0), (100, 0))
    assert trim(track, 10, 20) == ((10, 0), (80, 0))
    assert length(trim(track, 90, 90)) == pytest.approx(34)
    assert length(trim(bend((0, 0), (100, 0)), 10, 10)) == pytest.approx(length(bend((0, 0), (100, 0))) - 20, abs=0.5)


def test_walking_gives_place_and_direction() -> None:
    assert walk(((0, 0), (0, 10), (10, 10)), 15) == ((5, 10), (1, 0))
    assert walk(((0, 0), (10, 0)), 99) == ((10, 0), (1, 0))
    assert walk(((3, 3), (3, 3)), 0)[0] == (3, 3)


def test_a_track_has_a_path_and_a_box() -> None:
    assert path_of(((0, 0), (1.26, 3))) == "M0 0L1.3 3"
    assert swing_of(((0, 5), (3, -1))) == (0, -1, 3, 5)
