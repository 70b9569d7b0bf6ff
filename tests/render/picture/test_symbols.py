from legation.board import CentreKind, PowerId, SpaceId, UnitKind
from legation.judge import BombMark, RuinMark
from legation.render.picture.board_svg import draw_board
from legation.render.picture.palette import make_liveries
from legation.render.picture.situation import Situation
from legation.render.picture.symbols import (
    at,
    draw_badge,
    draw_burst,
    draw_centre,
    draw_contested,
    draw_unit,
)
from legation.render.picture.theme import LIGHT
from legation.render.picture.view import whole_view
from tests.render.kit_drawing import NAMESPACE, atlas, make_colony, position, tree, with_id

LIVERIES = make_liveries((PowerId("FRANCE"), PowerId("SPAIN")), LIGHT)
FRANCE, SPAIN = LIVERIES.values()


def drawn(*parts: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def test_every_kind_of_unit_has_its_own_shape_and_the_initial() -> None:
    shapes = {kind: draw_unit(kind, FRANCE, LIGHT) for kind in UnitKind}
    assert len(set(shapes.values())) == 3
    for shape in shapes.values():
        letters = [node.text for node in tree(drawn(shape)).iter(f"{NAMESPACE}text")]
        assert letters == ["F"]


def test_an_army_aboard_stands_on_the_deck_in_its_own_colours() -> None:
    root = tree(drawn(draw_unit(UnitKind.TRANSPORT, FRANCE, LIGHT, aboard=SPAIN)))
    assert [node.text for node in root.iter(f"{NAMESPACE}text")] == ["F", "S"]
    assert [node.get("fill") for node in root.iter(f"{NAMESPACE}path")] == [FRANCE.unit, SPAIN.unit]


def test_a_dislodged_unit_has_a_dashed_rim_and_a_pip_has_no_letter() -> None:
    assert "stroke-dasharray" in draw_unit(UnitKind.ARMY, FRANCE, LIGHT, dashed=True)
    assert "text" not in draw_unit(UnitKind.FLEET, FRANCE, LIGHT, block=9)


def test_every_kind_of_centre_has_its_own_mark() -> None:
    marks = [draw_centre(kind, LIGHT) for kind in CentreKind if kind]
    marks += [draw_centre(CentreKind.COLONIAL, LIGHT, make_colony("NA7", age)) for age in (1, 2, 3)]
    assert len(set(marks)) == len(marks) == 8
    assert draw_centre(CentreKind.NONE, LIGHT) == ""


def test_outcomes_are_told_by_shape_alone() -> None:
    outcomes = ("succeeds", "beaten", "cut", "void", "illegal", "disrupted", "dislodged", "destroyed")
    marks = [draw_badge(mark, LIGHT) for mark in outcomes]
    shapes = [mark.replace(LIGHT.ink, "").replace(LIGHT.leaf, "") for mark in marks]
    assert len(set(shapes)) == len(outcomes)
    tree(drawn(*marks, draw_burst(LIGHT), draw_contested(LIGHT), at(1, 2, 0.5, turn=3)))


def test_a_dislodged_unit_lies_tipped_beside_its_victor_and_coasts_are_named() -> None:
    found = atlas()
    situation = Situation(
        position=position(
            {"FRANCE": ["A BUR", "F SPA/NC"], "ITALY": ["F ROM"]},
            dislodged={"GERMANY": ["A BUR"]},
            contested=["MUN"],
            cargo={"ITALY": ["A ROM"]},
        ),
        marks=(RuinMark(SpaceId("PAR")), make_colony("BEL", 2)),
    )
    root = tree(draw_board(found.board, found.shapes, situation, view=whole_view(found.shapes, 1.7)))
    units = with_id(root, "units")
    turned = [node for node in units if "rotate(24)" in (node.get("transform") or "")]
    assert len(turned) == 1
    assert "nc" in [node.text for node in units.iter(f"{NAMESPACE}text")]
    assert len(with_id(root, "happenings")) == 2


def test_bombs_lie_beside_the_unit_with_their_number_and_ruins_have_no_centre() -> None:
    found = atlas()
    bombs = BombMark(SpaceId("BRE"), PowerId("FRANCE"), 3)
    pictures = []
    for marks in ((), (bombs, RuinMark(SpaceId("PAR")))):
        situation = Situation(position=position({"FRANCE": ["F BRE"]}), marks=marks)
        pictures.append(tree(draw_board(found.board, found.shapes, situation, view=whole_view(found.shapes, 1.7))))
    happenings = with_id(pictures[1], "happenings")
    assert [node.text for node in happenings.iter(f"{NAMESPACE}text")] == ["3"]
    assert len(happenings) == 2
    assert len(with_id(pictures[0], "centres")) - len(with_id(pictures[1], "centres")) == 1


def test_a_centre_mark_steps_aside_for_a_unit() -> None:
    found = atlas()
    marks = []
    for units in ({}, {"FRANCE": ["A PAR"]}):
        view = whole_view(found.shapes, 1.7)
        svg = draw_board(found.board, found.shapes, Situation(position=position(units)), view=view)
        marks.append({node.get("transform") for node in with_id(tree(svg), "centres")})
    assert len(marks[0] - marks[1]) == 1
