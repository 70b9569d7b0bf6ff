from xml.etree import ElementTree

import pytest

from legation.board import PowerId, SpaceId
from legation.judge import BombMark, Result, RuinMark
from legation.render.picture.board_svg import Style, draw_board
from legation.render.picture.situation import Situation
from legation.render.picture.theme import LIGHT
from legation.render.picture.view import whole_view
from tests.render.kit_drawing import NAMESPACE, atlas, make_colony, outcome, position, tree, with_id


def words(situation: Situation, board: str = "standard", title: str = "Diplomacy") -> list[str]:
    found = atlas(board)
    style = Style(has_legend=True, title=title)
    svg = draw_board(found.board, found.shapes, situation, style=style, view=whole_view(found.shapes, 1.0))
    return [node.text or "" for node in with_id(tree(svg), "legend").iter(f"{NAMESPACE}text")]


def test_the_legend_names_title_season_and_powers() -> None:
    found = words(Situation(atlas().powers, atlas().start, caption="Spring 1901, orders"))
    assert found[:2] == ["Diplomacy", "Spring 1901, orders"]
    assert {"Austria", "Turkey", "army", "fleet", "home centre", "neutral centre", "canal", "closed strait"} <= set(
        found
    )


def test_only_marks_that_are_used_are_explained() -> None:
    assert not {"move", "dislodged", "colonial centre", "transport fleet"} & set(words(Situation(atlas().powers)))
    full = Situation(
        atlas().powers,
        position({"ITALY": ["TF ROM"]}, dislodged={"ITALY": ["A VEN"]}, contested=["MUN"], cargo={"ITALY": ["A ROM"]}),
        outcomes=(outcome("FRANCE", "A PAR - BUR", Result.FAILS),),
        closed=frozenset({SpaceId("NAP")}),
        marks=(
            RuinMark(SpaceId("PAR")),
            BombMark(SpaceId("BRE"), PowerId("FRANCE"), 2),
            make_colony("BEL", 2),
            make_colony("HOL", 3),
        ),
    )
    expected = {
        "move",
        "beaten",
        "cut",
        "dislodged",
        "transport fleet",
        "army aboard",
        "contested",
        "bombed, closed to all",
        "bomb, or how many",
        "ageing, a third a year",
        "permanent colony",
    }
    assert expected <= set(words(full))


def test_bombs_and_ruins_are_explained_in_a_picture_without_orders() -> None:
    marks = (RuinMark(SpaceId("PAR")), BombMark(SpaceId("BRE"), PowerId("FRANCE"), 2))
    found = set(words(Situation(atlas().powers, position({}, contested=["MUN"]), marks=marks)))
    assert {"bombed, closed to all", "bomb, or how many", "contested"} <= found
    assert "move" not in found


@pytest.mark.parametrize("scale", [0.4, 1.0])
def test_no_row_is_wider_than_the_picture(scale: float) -> None:
    found = atlas()
    style = Style(has_legend=True, title="Diplomacy")
    svg = draw_board(
        found.board, found.shapes, Situation(found.powers), style=style, view=whole_view(found.shapes, scale)
    )
    root = tree(svg)
    width = float(root.get("width") or 0)
    for node in with_id(root, "legend").iter(f"{NAMESPACE}text"):
        if len(node.text or "") > 1:
            assert float(node.get("x") or 0) < width


def test_a_larger_legend_makes_a_taller_picture() -> None:
    found = atlas()
    heights = []
    for size in (1.0, 2.0):
        style = Style(has_legend=True, legend_size=size, theme=LIGHT)
        root: ElementTree.Element = tree(
            draw_board(found.board, found.shapes, style=style, view=whole_view(found.shapes, 1.0))
        )
        heights.append(float(root.get("height") or 0))
    assert heights[1] > heights[0]
