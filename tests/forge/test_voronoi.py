import numpy as np
import pytest
from shapely.geometry import box

from legation.forge.voronoi import divide


def test_lines_run_between_different_owners_only() -> None:
    points = np.array([[0.0, 0.0], [4.0, 0.0], [8.0, 0.0]])
    division = divide(["A", "A", "B"], points, box(-10, -10, 20, 10))
    (line,) = division.lines
    assert line.bounds == pytest.approx((6.0, -10.0, 6.0, 10.0))


def test_lines_of_one_pair_are_joined_up_to_the_next_meeting() -> None:
    points = np.array([[0.0, 0.0], [0.0, 4.0], [5.0, 1.0], [5.0, 6.0]])
    division = divide(["A", "A", "B", "B"], points, box(-20, -20, 20, 20))
    assert len(division.lines) == 1


def test_a_period_brings_the_far_side_near() -> None:
    points = np.array([[10.0, 0.0], [350.0, 0.0]])
    lines = divide(["A", "B"], points, box(0, -5, 360, 5), 360.0).lines
    assert sorted(round(line.bounds[0]) for line in lines) == [0, 180, 360]


def test_points_that_stand_twice_are_taken_once() -> None:
    points = np.array([[0.0, 0.0], [0.0, 0.0], [4.0, 0.0]])
    division = divide(["A", "A", "B"], points, box(-5, -5, 9, 5))
    assert division.owners == ["A", "B"]
