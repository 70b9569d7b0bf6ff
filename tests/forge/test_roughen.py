"""Natural coasts for an invented world."""

import numpy as np
import shapely
from shapely.geometry import Polygon, box

from legation.forge.roughen import ROCK, roughen_coasts
from legation.forge.settings import Projection

VIEW = Projection(kind="plane", width=400.0, height=300.0)
LAND: list[tuple[Polygon, bool]] = [(box(40, 40, 200, 200), True), (box(230, 60, 330, 220), True)]


def test_coasts_get_longer_but_lands_keep_their_place_and_stay_apart() -> None:
    rough = [shape for shape, holds in roughen_coasts(LAND, VIEW, amplitude=5.0, seed=2) if holds]
    assert len(rough) == len(LAND)
    for shape, (plain, _) in zip(rough, LAND, strict=True):
        assert shape.is_valid
        assert shape.length > 1.04 * plain.length
        assert shape.symmetric_difference(plain).area < 0.1 * plain.area
    assert not rough[0].intersects(rough[1])
    pieces = np.diff(shapely.get_coordinates(rough[0]), axis=0)
    assert np.hypot(*pieces.T).max() < 4, "no straight facets"


def test_skerries_lie_off_the_coast_and_hold_no_space() -> None:
    made = roughen_coasts(LAND, VIEW, amplitude=5.0, seed=2)
    lands = shapely.union_all([shape for shape, holds in made if holds])
    rocks = [shape for shape, holds in made if not holds]
    assert rocks
    for rock in rocks:
        assert rock.area < 2 * np.pi * ROCK**2
        assert rock.distance(lands) > 1


def test_the_same_seed_gives_the_same_coasts() -> None:
    first, again = (roughen_coasts(LAND, VIEW, amplitude=5.0, seed=2) for _ in range(2))
    assert [shapely.to_wkb(shape) for shape, _ in first] == [shapely.to_wkb(shape) for shape, _ in again]
