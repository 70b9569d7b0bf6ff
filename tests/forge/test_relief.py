"""The list of mountain ranges and rivers."""

import csv
from importlib.resources import files

ROWS = list(csv.DictReader(files("legation.forge").joinpath("relief.csv").read_text("utf-8").splitlines()))


def test_every_line_has_a_known_kind_a_name_of_its_own_and_points_of_the_world() -> None:
    assert {row["kind"] for row in ROWS} == {"range", "river"}
    names = [row["name"] for row in ROWS]
    assert len(names) == len(set(names))
    for row in ROWS:
        points = [tuple(float(part) for part in point.split()) for point in row["points"].split(";")]
        assert len(points) >= 2, row["name"]
        assert all(-180 <= x <= 180 and -60 <= y <= 75 for x, y in points), row["name"]
