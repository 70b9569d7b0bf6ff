from shapely.geometry import Polygon, box

from legation.forge.arcs import EDGE, Mesh, make_mesh
from legation.forge.drawing import trace

SQUARES = {
    "A": box(0, 0, 10, 10),
    "B": box(10, 0, 20, 10),
    "C": Polygon([(0, 10), (10, 10), (20, 10), (20, 20), (0, 20)]),
}


def pairs(mesh: Mesh) -> set[tuple[str, str]]:
    return {arc.pair for arc in mesh.arcs}


def test_each_line_is_one_arc() -> None:
    mesh = make_mesh(SQUARES)
    assert pairs(mesh) == {("A", "B"), ("A", "C"), ("B", "C"), (EDGE, "A"), (EDGE, "B"), (EDGE, "C")}
    assert len(mesh.arcs) == 6


def test_rings_trace_their_shapes() -> None:
    mesh = make_mesh(SQUARES)
    for owner, shape in SQUARES.items():
        ((ring,),) = mesh.rings[owner]
        keys = trace(mesh, ring)
        assert keys[0] == keys[-1]
        assert Polygon([(x / 10, y / 10) for x, y in keys]).equals(shape)


def test_an_island_is_one_closed_arc() -> None:
    sea = box(0, 0, 30, 30).difference(box(10, 10, 20, 20))
    mesh = make_mesh({"ISL": box(10, 10, 20, 20), "SEA": sea})
    (arc,) = [arc for arc in mesh.arcs if arc.pair == ("ISL", "SEA")]
    assert arc.is_closed
    assert len(mesh.rings["SEA"][0]) == 2


def test_extent_is_the_diagonal_of_the_box() -> None:
    mesh = make_mesh(SQUARES)
    assert mesh.extents() == {("A", "B"): 10.0, ("A", "C"): 10.0, ("B", "C"): 10.0}


def test_the_seam_makes_neighbours() -> None:
    mesh = make_mesh({"A": box(0, 0, 10, 10), "B": box(10, 0, 20, 10)}, wrap=20.0)
    assert sum(arc.pair == ("A", "B") for arc in mesh.arcs) == 3
