from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from legation.forge.arcs import Pair
from legation.forge.contract import contract_borders


def four() -> dict[str, BaseGeometry]:
    """North and south touch by two units; west and east are kept apart by that."""
    return {
        "N": Polygon([(0, 0), (40, 0), (21, 20), (19, 20)]),
        "S": Polygon([(0, 40), (40, 40), (21, 20), (19, 20)]),
        "W": Polygon([(0, 0), (19, 20), (0, 40)]),
        "E": Polygon([(40, 0), (21, 20), (40, 40)]),
    }


def is_short(_pair: Pair, extent: float) -> bool:
    return extent < 5


def test_a_short_border_becomes_a_point() -> None:
    shapes, remarks = four(), list[str]()
    mesh = contract_borders(shapes, is_short, wrap=0.0, remarks=remarks)
    assert ("N", "S") not in mesh.extents()
    assert remarks == ["N - S: drawn as a point"]
    assert all(shape.is_valid for shape in shapes.values())
    assert sum(shape.area for shape in shapes.values()) == 1600.0


def test_longer_borders_are_left_alone() -> None:
    shapes, remarks = four(), list[str]()
    mesh = contract_borders(shapes, lambda _pair, _extent: False, wrap=0.0, remarks=remarks)
    assert mesh.extents()["N", "S"] == 2.0
    assert not remarks
