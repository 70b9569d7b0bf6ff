from dataclasses import replace
from xml.etree import ElementTree

import pytest

from legation import Game
from legation.board import LocationId, PowerId, SpaceId, space_of
from legation.judge import Fate, Outcome, Reason, Result
from legation.judge.verdict import Finding, Harm
from legation.orders import Bomb, Fault, Hold, Move, Piece, Refusal, Rejection, Retreat, SupportMove, Waive, parse_order
from legation.render.picture.board_svg import Picture, Style, draw_board
from legation.render.picture.order_ways import make_way
from legation.render.picture.situation import Situation, show_results
from legation.render.picture.theme import LIGHT, PRINT
from legation.render.picture.tracks import distance
from legation.render.picture.view import print_scale, whole_view
from tests.render.kit_drawing import NAMESPACE, atlas, orders, outcome, position, situation, tree, unit, with_id

SCALE = 1.7


def draw(found: Situation, board: str = "standard", style: Style | None = None) -> ElementTree.Element:
    drawn = atlas(board)
    view = whole_view(drawn.shapes, SCALE)
    return tree(draw_board(drawn.board, drawn.shapes, found, style=style, view=view))


def shape(node: ElementTree.Element) -> str:
    """Everything but the colours."""
    colours = ("fill", "stroke", "class")
    looks = ([part.tag, *sorted(part.items())] for part in node.iter())
    return "|".join(str([item for item in look if item[0] not in colours]) for look in looks)


KINDS = [
    "A PAR - BUR",
    "A PAR S A MAR - BUR",
    "A PAR S A BUR",
    "A PAR H",
    "F ENG C A LON - BRE",
    "F ENG E A LON",
    "A PAR R GAS",
    "A PAR D",
    "A PAR B",
    "BOMB PAR - MOS",
]


@pytest.mark.parametrize("text", KINDS)
def test_every_kind_of_order_is_drawn(text: str) -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "A BUR", "F ENG"], "ENGLAND": ["A LON"]}
    root = draw(situation(units, outcome("FRANCE", text)))
    (drawn,) = orders(root, "order")
    assert next(drawn.iter(f"{NAMESPACE}title")).text == text
    assert len(list(drawn.iter())) > 3


def test_all_kinds_look_different() -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "A BUR", "F ENG"], "ENGLAND": ["A LON"]}
    shapes = {shape(orders(draw(situation(units, outcome("FRANCE", text))), "order")[0]) for text in KINDS}
    assert len(shapes) == len(KINDS)


def test_waiving_draws_nothing() -> None:
    waived = Outcome(PowerId("FRANCE"), Waive(), Finding(Result.SUCCEEDS, Reason.BUILD_WAIVED))
    assert not orders(draw(situation({}, waived)), "order")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("A PAR - BUR", Result.FAILS),
        ("A PAR S A MAR - BUR", Result.CUT),
        ("A PAR S A BUR", Result.CUT),
        ("F ENG C A LON - BRE", Result.DISRUPTED),
        ("F ENG E A LON", Result.FAILS),
        ("A PAR R GAS", Result.FAILS),
    ],
)
def test_failure_is_told_without_colour(text: str, result: Result) -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "A BUR", "F ENG"], "ENGLAND": ["A LON"]}
    good, bad = (
        shape(orders(draw(situation(units, outcome("FRANCE", text, came)), style=Style(theme=PRINT)), "order")[0])
        for came in (Result.SUCCEEDS, result)
    )
    assert good != bad


def test_void_illegal_and_destroyed_have_badges() -> None:
    names = atlas().board.names
    order = parse_order("A MAR - MOS", names)
    refused = Rejection(PowerId("FRANCE"), "A MAR - MOS", Refusal(Fault.NOT_ADJACENT), order)
    unread = Rejection(PowerId("FRANCE"), "gibberish", Refusal(Fault.UNREADABLE))
    found = Situation(
        position=position({"FRANCE": ["A PAR", "A MAR"]}),
        outcomes=(outcome("FRANCE", "A PAR S A BUR", Result.VOID),),
        rejections=(refused, unread),
        destroyed=(unit("ITALY", "A VEN"),),
    )
    assert len(with_id(draw(found), "badges")) == 3


def test_orders_not_yet_judged_are_in_ink() -> None:
    order = parse_order("A PAR - BUR", atlas().board.names)
    root = draw(Situation(position=position({"FRANCE": ["A PAR"]}), orders=((PowerId("FRANCE"), order),)))
    strokes = {part.get("stroke") for part in orders(root, "order")[0].iter()} - {None}
    assert strokes == {LIGHT.ink, LIGHT.paper}


def test_a_convoyed_move_runs_through_its_fleets() -> None:
    units = {"ENGLAND": ["A LON", "F ENG", "F MAO"]}
    texts = ("A LON - POR VIA", "F ENG C A LON - POR", "F MAO C A LON - POR")
    (move,) = orders(draw(situation(units, *(outcome("ENGLAND", text) for text in texts))), "move")
    (single,) = orders(draw(situation(units, outcome("ENGLAND", texts[0]))), "move")
    points = [len(max((node.get("d") or "" for node in found.iter()), key=len).split("L")) for found in (move, single)]
    assert points[0] > 2 * points[1]


def test_a_written_path_is_followed() -> None:
    order = Move(
        Piece(None, LocationId("LON")),
        LocationId("TUN"),
        via_convoy=True,
        path=(SpaceId("ENG"), SpaceId("MAO"), SpaceId("WES")),
    )
    carried = Outcome(PowerId("ENGLAND"), order, Finding(Result.SUCCEEDS, Reason.MOVED))
    assert orders(draw(situation({"ENGLAND": ["A LON"]}, carried)), "move")


def across_the_seam(board: str) -> tuple[SpaceId, SpaceId]:
    """Two spaces that touch over the seam."""
    found = atlas(board)
    for border in found.board.borders:
        start, end = space_of(border.start), space_of(border.end)
        if (
            border.fleet
            and abs(found.shapes.spaces[start].unit.x - found.shapes.spaces[end].unit.x) > found.shapes.width / 2
        ):
            return start, end
    raise AssertionError("no border crosses the seam")


@pytest.mark.parametrize("text", ["F {0} - {1}", "F {0} S F {1}", "BOMB {0} - {1}", "F {0} R {1}"])
def test_lines_take_the_short_way_over_the_seam_and_show_on_both_sides(text: str) -> None:
    board = "colonia-iii"
    start, end = across_the_seam(board)
    found = situation(
        {"FRANCE": [f"F {start}"], "SPAIN": [f"F {end}"]}, outcome("FRANCE", text.format(start, end), board=board)
    )
    (order,) = orders(draw(found, board), "order")
    copies = [child for child in order if child.tag == f"{NAMESPACE}g"]
    assert len(copies) >= 2
    width = atlas(board).shapes.width * SCALE
    for path in order.iter(f"{NAMESPACE}path"):
        xs = [
            float(pair.split()[0])
            for pair in (path.get("d") or "").strip("MZ").replace("M", "L").split("L")
            if " " in pair
        ]
        if len(xs) > 2:
            assert max(xs) - min(xs) < width / 2


def test_a_support_meets_an_arrow_drawn_from_the_other_side() -> None:
    board = "colonia-iii"
    start, end = across_the_seam(board)
    units = {"FRANCE": [f"F {start}", f"F {end}"]}
    helped = outcome("FRANCE", f"F {start} - {end}", board=board)
    given = outcome("FRANCE", f"F {end} S F {start} - {end}", board=board)
    (support,) = orders(draw(situation(units, helped, given), board), "supportmove")
    (ring,) = list(support.iter(f"{NAMESPACE}circle"))[:1]
    shapes = atlas(board).shapes
    here = whole_view(shapes, SCALE).pixel(shapes.spaces[end].unit)[0]
    assert abs(float(ring.get("cx") or 0) - here) < shapes.width * SCALE / 4


def test_a_dislodged_unit_has_its_plinth_and_its_retreat_where_it_lies() -> None:
    by = parse_order("A MUN - BUR", atlas().board.names)
    hold = Outcome(
        PowerId("FRANCE"),
        Hold(Piece(None, LocationId("BUR"))),
        Finding(Result.SUCCEEDS, Reason.DISLODGED),
        Harm(Fate.DISLODGED, by),
    )
    lying = Situation(position=position({"GERMANY": ["A BUR"]}, dislodged={"FRANCE": ["A BUR"]}), outcomes=(hold,))
    standing = Situation(position=position({"FRANCE": ["A BUR"]}), outcomes=(outcome("FRANCE", "A BUR H"),))
    assert shape(orders(draw(lying), "hold")[0]) != shape(orders(draw(standing), "hold")[0])


def test_a_retreat_by_convoy_differs_from_one_on_foot() -> None:
    foot = Retreat(Piece(None, LocationId("NAP")), LocationId("TUN"))
    sea = Retreat(Piece(None, LocationId("NAP")), LocationId("TUN"), SpaceId("TYS"))
    shapes = {
        shape(
            orders(
                draw(situation({}, Outcome(PowerId("ITALY"), order, Finding(Result.SUCCEEDS, Reason.RETREATED)))),
                "retreat",
            )[0]
        )
        for order in (foot, sea)
    }
    assert len(shapes) == 2


def test_a_bomb_bursts_at_its_target() -> None:
    bomb = Outcome(PowerId("FRANCE"), Bomb(SpaceId("PAR"), SpaceId("MOS")), Finding(Result.SUCCEEDS, Reason.MOVED))
    (order,) = orders(draw(situation({}, bomb)), "bomb")
    assert any("L-2,3.8" in (node.get("d") or "") for node in order.iter())


def test_a_unit_given_up_is_shown_under_its_stroke() -> None:
    gone = draw(situation({}, outcome("FRANCE", "A PAR D")))
    retreating = draw(situation({"GERMANY": ["A PAR"]}, outcome("FRANCE", "A PAR D")))
    ordered = Situation(
        position=position({"FRANCE": ["A PAR"]}),
        orders=((PowerId("FRANCE"), parse_order("A PAR D", atlas().board.names)),),
    )
    pale = [
        [node.get("opacity") for node in root.iter() if node.get("id") == "ghosts" for node in node]
        for root in (gone, retreating, draw(ordered))
    ]
    assert pale == [["0.6"], ["0.6"], []]
    assert shape(orders(gone, "disband")[0]) != shape(orders(retreating, "disband")[0])


def test_a_record_of_a_game_becomes_a_situation() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR - MOS"])
    found = show_results(game.variant.board, game.rulebook, game.advance())
    assert found.caption == "Spring 1901, orders"
    assert SpaceId("BUR") in found.position.units
    root = draw(found)
    assert orders(root, "move")
    assert len(with_id(root, "badges")) == 1


def test_a_support_goes_round_an_island_that_is_a_mere_disc() -> None:
    found = atlas("cline-9-man-vii")
    canaries = found.shapes.spaces[SpaceId("CAI")]
    assert canaries.is_disc
    shown = situation(
        {"ENGLAND": ["F SAO", "F MAO"]},
        outcome("ENGLAND", "F MAO - CAB", board="cline-9-man-vii"),
        outcome("ENGLAND", "F SAO S F MAO - CAB", board="cline-9-man-vii"),
    )
    view = whole_view(found.shapes, print_scale(found.shapes))
    picture = Picture(found.board, found.shapes, shown, Style(), view)
    (line,) = [drawing.extent for task, drawing in picture.orders.drawn if isinstance(task.order, SupportMove)]
    assert distance(picture.view.pixel(canaries.unit), line) >= 0.75 * view.block


def test_a_line_along_the_foot_of_the_sheet_keeps_off_its_frame() -> None:
    whole, way = atlas("standard").shapes, (LocationId("MAO"), LocationId("WES"))
    shapes = replace(whole, height=max(spot[1] for spot in whole.way(*way)) + 1.0)
    view = whole_view(shapes, print_scale(shapes))
    low = view.pixel((0.0, shapes.height))[1]
    assert low - max(view.pixel(spot)[1] for spot in shapes.way(*way)) < 8
    assert low - max(y for _, y in make_way(shapes, view, list(way)).track) >= 8
