"""Pictures draw what ``tests/fixtures/drawing.json`` holds, and what it holds follows from the shapes of the board.

The page is held to the same file by ``web/src/board/drawing.test.ts``. The board is a row of five lands over a row of
five seas on a round world. At two px a board unit every space is 100 px wide, units stand at x 50, 150 ... 450 and y 50
or 150, a block is 18 px and strokes have their usual size. Lines keep 0.72 * 18 + 2 px from a unit, and 5 px from a
bare space.
"""

import math
from itertools import pairwise

import pytest

from legation.render.picture.palette import make_liveries
from legation.render.picture.theme import DARK, LIGHT
from tests.render.drawing_fixture import (
    POWERS,
    SCENES,
    TABLE,
    Table,
    draw_scene,
    is_alike,
    make_letters,
    make_lines,
    make_page_board,
    points_of,
)

ALP, BET, GAM, DEL, EPS = ((50.0 + 100 * column, 50.0) for column in range(5))
NOR, MID, SOU, OUT, FAR = ((50.0 + 100 * column, 150.0) for column in range(5))
TURN = 500.0
"""Px round the world."""
GAP = 0.72 * 18 + 2
BARE = 5.0
ASIDE = (26 * 0.86, 26 * 0.5)
"""From a victor to the unit that it drove out."""
Point = tuple[float, float]


def near(expected: float | Point | list[float], within: float = 0.15) -> object:
    return pytest.approx(expected, abs=within)


def drawn(scene: str, layer: str) -> list[Table]:
    found: list[Table] = SCENES[scene]["drawn"][layer]
    return found


def beside(place: Point) -> Point:
    return place[0] + ASIDE[0], place[1] + ASIDE[1]


def lines(scene: str, width: float) -> list[list[Point]]:
    """The lines of one width in the layer of orders, without their casings."""
    return [points_of(piece) for piece in drawn(scene, "orders") if piece.get("width") == width]


def heads(scene: str) -> list[list[Point]]:
    """Tip, corner, notch and corner of every filled head."""
    found = [piece for piece in drawn(scene, "heads") if "fill" in piece and "stroke" not in piece]
    return [points_of(piece) for piece in found]


def rings(scene: str) -> list[Point]:
    return [(piece["circle"][0], piece["circle"][1]) for piece in drawn(scene, "heads") if "circle" in piece]


def middle_of(line: list[Point]) -> Point:
    """The point halfway along a line."""
    steps = list(pairwise(line))
    left = sum(math.dist(*step) for step in steps) / 2
    for start, end in steps:
        length = math.dist(start, end)
        if left <= length:
            share = left / length
            return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        left -= length
    raise AssertionError("a line has a middle")


@pytest.mark.parametrize("name", SCENES)
def test_pictures_draw_what_the_file_holds(name: str) -> None:
    layers = draw_scene(SCENES[name])
    assert layers.keys() == SCENES[name]["drawn"].keys()
    for layer, pieces in layers.items():
        held = drawn(name, layer)
        assert len(pieces) == len(held), layer
        for piece, other in zip(pieces, held, strict=True):
            assert is_alike(piece, other), layer


@pytest.mark.parametrize("name", [name for name, scene in SCENES.items() if "orders" in scene])
def test_the_page_is_told_of_the_orders_as_the_server_tells_it(name: str) -> None:
    assert make_lines(SCENES[name]) == SCENES[name]["lines"]


def test_the_page_gets_the_board_that_pictures_have() -> None:
    assert make_page_board() == TABLE["board"]
    assert make_letters() == TABLE["letters"]


def test_an_arrow_ends_before_the_unit_that_stands_there() -> None:
    (line, *_), ((tip, left, _, right), *_) = lines("moves", 3), heads("moves")
    # The unit has left Alpha and stands in Beta. A straight step is a little shorter than the same way along the curve.
    assert math.dist(line[0], ALP) == near(BARE, 0.2)
    assert math.dist(tip, BET) == near(GAP, 0.4)
    # The line ends 0.8 of a head before the tip; the head is 12 px long and 10.4 px wide.
    assert math.dist(line[-1], tip) == near(8, 0.2)
    assert math.dist(left, right) == near(10.4)
    assert math.dist(tip, ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)) == near(12)


def test_an_arrow_passes_three_px_to_the_right_of_its_gate() -> None:
    there = lines("moves", 3)[0]
    # From Alpha to Beta, which have their gate halfway: the right of an arrow to the east is south.
    assert max(y for _, y in there) == near(50 + 3)
    assert abs(max(there, key=lambda place: place[1])[0] - 100) < 10


def test_an_arrow_goes_through_the_gate_of_its_border() -> None:
    beaten, east, west, ship = lines("lines through gates", 3)
    # Delta and Epsilon have their gate at 400, 20.
    assert min(math.dist((400, 23), place) for place in beaten) < 0.2
    # Alpha and Epsilon have three stops over the seam; the middle one is the gate at 0, 84.
    assert min(math.dist((TURN, 87), place) for place in east) < 0.2
    assert min(math.dist((0, 81), place) for place in west) < 0.2
    # North Bay and Far Sea are entered from the other side: the gate is at 500, 170, and the ship sails west.
    assert min(math.dist((0, 167), place) for place in ship) < 0.2


def test_a_support_ends_at_a_gate_and_goes_round_a_unit() -> None:
    void, helping = rings("lines through gates")
    # From Delta to Gamma, which nobody ordered: to the west, so 3 px north of the gate at 300, 30.
    assert void == near((300.0, 27.0))
    assert helping == near((400.0, 23.0))
    past, _ = lines("lines through gates", 2.2)
    fleet = (250.0, 80.0)
    assert len(past) > 2
    assert min(math.dist(fleet, place) for place in past) > 0.75 * 18 - 1


def test_a_beaten_arrow_has_an_open_head_against_a_bar() -> None:
    pieces = drawn("moves", "heads")[2:6]
    casing, head, under, bar = pieces
    assert (head["fill"], head["stroke"]) == (LIGHT.paper, make_liveries(POWERS, LIGHT)[POWERS[1]].line)
    assert casing["path"] == head["path"]
    assert under["path"] == bar["path"]
    (one, other), (tip, *_) = points_of(bar), points_of(head)
    # 7.4 px to either side, 3 px ahead of the tip; an open head is drawn at 0.94 of the size.
    assert math.dist(one, other) == near(2 * 7.4 * 0.94)
    assert math.dist(tip, ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)) == near(3 * 0.94)
    # The bar stands just short of the gap before the unit in Delta.
    assert math.dist(tip, DEL) == near(GAP + 3.4 * 0.94, 0.4)


def test_a_support_meets_the_move_that_it_helps_at_its_gate() -> None:
    helping, across, unhelpful = rings("supports of a move")
    # Halfway between Alpha and Beta, 3 px to the right of the way.
    assert helping == near((100.0, 53.0), 0.3)
    assert across == near(helping)
    # Nobody ordered the other move: the ring lies at its gate all the same.
    assert unhelpful == near((300.0, 33.0))


def test_the_line_of_a_support_keeps_from_its_unit_and_ends_at_the_ring() -> None:
    name = "supports of a move"
    straight, across, _ = lines(name, 2.2)
    ring = rings(name)[0]
    assert math.dist(straight[0], MID) == near(GAP)
    assert math.dist(straight[-1], ring) == near(4)
    # From the Far Sea the ring is nearer in the next copy of the world.
    assert math.dist(across[0], FAR) == near(GAP)
    assert math.dist(across[-1], (ring[0] + TURN, ring[1])) == near(4)
    assert [piece["dash"] for piece in drawn(name, "orders") if piece.get("width") == 2.2] == [[7, 4]] * 3


def test_a_cut_support_has_two_strokes_across_its_middle() -> None:
    name = "supports of a move"
    line = lines(name, 2.2)[1]
    middle = middle_of(line)
    (strokes,) = (piece for piece in drawn(name, "heads") if piece.get("width") == 2.1)
    ends = points_of(strokes)
    # Beyond the seam; the file has every piece in the first copy of the world.
    assert (sum(x for x, _ in ends) / 4, sum(y for _, y in ends) / 4) == near((middle[0] - TURN, middle[1]), 0.2)
    assert math.dist(ends[0], ends[1]) == near(math.hypot(2 * 2.2, 2 * 6.4))


def test_a_support_of_a_hold_ends_in_a_bracket_before_the_unit() -> None:
    name = "supports of a hold"
    brackets = [
        points_of(piece) for piece in drawn(name, "heads") if piece.get("width") == 2.1 and "L" in piece["path"]
    ]
    plain = brackets[0]
    # From the North Bay up to Alpha: 1.35 gaps before it, 17 px wide.
    assert ((plain[1][0] + plain[2][0]) / 2, (plain[1][1] + plain[2][1]) / 2) == near((50.0, 50 + 1.35 * GAP), 1.6)
    assert math.dist(plain[1], plain[2]) == near(17.0)
    # From the Far Sea over the seam: one space east, one space north.
    way = math.sqrt(0.5)
    end = (550 - 1.35 * GAP * way, 50 + 1.35 * GAP * way)
    across = next(
        corners for corners in brackets[1:] if len(corners) == 4 and corners[1][1] < 85 and corners[1][0] < 60
    )
    assert ((across[1][0] + across[2][0]) / 2, (across[1][1] + across[2][1]) / 2) == near((end[0] - TURN, end[1]), 1.6)


def test_the_support_of_a_unit_that_was_driven_out_begins_where_it_lies() -> None:
    *_, last = lines("supports of a hold", 2.2)
    assert math.dist(last[0], beside(GAM)) == near(GAP)


def test_a_convoyed_move_runs_beneath_its_fleets_over_the_seam() -> None:
    name = "a convoy over the seam"
    low = 150 + 0.62 * 18
    (line,) = lines(name, 5.6)
    for place in ((FAR[0], low), (NOR[0] + TURN, low)):
        assert min(math.dist(place, point) for point in line) < 0.1
    assert [piece["width"] for piece in drawn(name, "orders")][:3] == [9, 5.6, 2.6]
    ((tip, *_),) = heads(name)
    assert math.dist(tip, ALP) == near(BARE, 0.2)
    waves = [points_of(piece)[0] for piece in drawn(name, "orders") if piece.get("width") == 2]
    assert waves == [near((FAR[0] - 11, 150 + 0.86 * 18)), near((NOR[0] - 11, 150 + 0.86 * 18))]


def test_the_wave_of_a_fleet_that_was_driven_out_is_broken_and_lies_beside_its_victor() -> None:
    broken, whole = (piece for piece in drawn("a disrupted convoy", "orders") if piece.get("width") == 2)
    x, y = beside(FAR)
    assert points_of(broken) == [near((x - 12, y + 0.86 * 18 - 1)), near((x + 2, y + 0.86 * 18))]
    assert len(points_of(whole)) == 1


def test_an_army_that_goes_aboard_has_a_double_rule() -> None:
    (line,) = lines("an army goes aboard", 5.6)
    ((tip, *_),) = heads("an army goes aboard")
    assert math.dist(line[0], ALP) == near(GAP)
    assert math.dist(tip, NOR) == near(GAP)


def test_a_support_tells_a_ship_from_the_army_that_leaves_it() -> None:
    name = "a ship and the army aboard part"
    ship, army = lines(name, 3)
    (ring,) = rings(name)
    assert abs(ring[1] - 150) < 20, "beside the way of the ship, which stays at sea"
    assert min(math.dist(ring, ((x + TURN) % TURN, y)) for x, y in ship) < 6
    assert min(math.dist(ring, point) for point in army) > 6


def test_a_retreat_begins_where_the_unit_lies() -> None:
    name = "retreats"
    (line,), (carried,) = lines(name, 3), lines(name, 5.6)
    assert math.dist(line[0], beside(BET)) == near(0.8 * GAP, 0.3)
    assert math.dist(carried[0], beside(DEL)) == near(0.8 * GAP, 0.3)
    # On the way to Beta it passes beneath the fleet in the Sound.
    assert min(math.dist((SOU[0], SOU[1] + 0.62 * 18), point) for point in carried) < 0.1
    (on_foot, *_) = heads(name)
    assert math.dist(on_foot[0], GAM) == near(BARE, 0.3)
    dots = {piece["width"]: (piece["dash"], piece["cap"]) for piece in drawn(name, "orders") if "dash" in piece}
    assert dots == {3: ([0.1, 5.4], "round"), 5.6: ([1.2, 6], "round")}


def test_a_build_has_a_ring_and_a_plus_on_top_and_what_goes_a_stroke() -> None:
    casing, ring, _, plus = drawn("adjustments", "orders")
    assert casing["circle"] == ring["circle"] == near([*ALP, 0.98 * 18])
    assert points_of(plus)[:2] == [near((46.0, 50 - 17.64)), near((54.0, 50 - 17.64))]
    strokes = [points_of(piece) for piece in drawn("adjustments", "badges") if piece["width"] == 2.6]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in strokes]
    # Driven out by France; gone from Epsilon; driven out of Gamma by Spain; and Spain's own unit in Gamma.
    assert middles == [near(beside(MID)), near(EPS), near(beside(GAM)), near(GAM)]
    assert all(math.dist(*stroke) == near(2 * 0.8 * 18 * math.sqrt(2)) for stroke in strokes)


def test_what_is_built_stands_inside_its_ring_and_is_pale_where_it_was_refused() -> None:
    rings = [piece["circle"][:2] for piece in drawn("new units", "orders") if piece.get("circle")]
    letters = [piece for piece in drawn("new units", "units") if piece.get("text") in ("F", "S")]
    inside = [(letter["text"], letter["x"], letter.get("opacity")) for letter in letters]
    assert inside == [("F", GAM[0], None), ("S", EPS[0], 0.6), ("F", ALP[0], None), ("S", DEL[0], None)]
    assert {x for x, _ in rings} == {GAM[0], EPS[0], ALP[0], DEL[0]}
    # Each centre gives way to the unit in it, as it does to one that stands.
    marks = [piece["circle"] for piece in drawn("new units", "centres") if piece.get("circle")]
    assert not [mark for mark in marks if tuple(mark[:2]) in (ALP, DEL, EPS)]


def test_what_is_gone_already_is_pale_and_tipped_only_beside_a_victor() -> None:
    pale = [piece for piece in drawn("adjustments", "units") if piece.get("opacity") == 0.6]
    block, letter, tipped, _ = pale
    assert points_of(block)[0] == near((EPS[0] - 9, EPS[1] - 9))
    assert "dash" not in block
    assert (letter["text"], letter["x"]) == ("S", EPS[0])
    corner = math.cos(math.radians(24)) * -9 + math.sin(math.radians(24)) * 9
    assert points_of(tipped)[0][0] == near(beside(GAM)[0] + corner)
    assert tipped["dash"] == [2.6, 1.8]


def test_badges_lie_left_of_the_unit_and_daggers_on_it() -> None:
    grounds = [piece["circle"] for piece in drawn("badges", "badges") if "circle" in piece]
    left = 1.2 * 18
    expected = [
        (GAM[0] - left, 80.0),  # void, on the south coast at y 40
        (beside(DEL)[0] - left, beside(DEL)[1]),  # void, driven out
        (ALP[0] - left, 50.0),  # illegal
        beside(DEL),  # destroyed by the unit that stands there
        OUT,  # destroyed, and nobody came
    ]
    assert [(x, y) for x, y, _ in grounds] == [near(place) for place in expected]
    assert all(radius == near(11 * 0.85) for *_, radius in grounds)


def test_bombs_lie_on_the_far_side_from_the_mark_of_the_centre() -> None:
    happenings = drawn("bombs", "happenings")
    bodies = [piece["circle"] for piece in happenings if "circle" in piece]
    # Alpha's centre is marked to the right of its unit, Gamma's to the left.
    assert bodies == [near([50 - 1.25 * 18, 51.0, 5.2]), near([250 + 1.25 * 18, 51.0, 5.2])]
    assert [piece["text"] for piece in happenings if "text" in piece] == ["3"]
    bursts = [points_of(piece)[0] for piece in happenings if piece.get("width") == 1.5 and "fill" in piece]
    assert bursts == [near((DEL[0], 50 - 9)), near((OUT[0], 150 - 9))]


def test_a_ruined_centre_has_no_mark() -> None:
    def discs(scene: str) -> int:
        return sum(piece.get("opacity") == 0.75 for piece in drawn(scene, "centres"))

    assert (discs("centres"), discs("bombs")) == (5, 4)


def test_a_bomb_bursts_round_a_unit_so_that_it_can_be_seen() -> None:
    free, held = drawn("bombs", "heads")
    assert points_of(free)[0] == near((DEL[0], 50 - 9))
    assert points_of(held)[0] == near((GAM[0], 50 - 9 * 2.1))
    assert (free["width"], held["width"]) == near((1.5, 1.5), 0.02)


def test_centres_stand_aside_for_a_unit_at_its_upper_right() -> None:
    lozenge = [piece for piece in drawn("centres", "centres") if "path" in piece]
    with_unit = next(piece for piece in lozenge if piece["fill"] == LIGHT.ink)
    assert points_of(with_unit)[0] == near((350 + 9 + 5.4, 50 - 9 - 0.6 - 4.8))


def test_a_colony_fills_a_third_a_year_and_a_permanent_one_is_a_disc_with_a_hole() -> None:
    pieces = drawn("colonies", "centres")
    sectors = [piece["path"] for piece in pieces if "A" in piece.get("path", "")]
    radii = [piece["circle"][2] for piece in pieces if "circle" in piece]
    assert len(sectors) == 2
    for number, path in enumerate(sectors, start=1):
        words = path.replace("M", " ").replace("L", " ").replace("A", " ").replace("Z", " ").split()
        x, y, _, top, radius, is_large, _, end_x, end_y = map(float, words)
        angle = 2 * math.pi * number / 3
        assert (radius, y - top, is_large) == (3.7, near(3.7), float(number == 2))
        assert (end_x, end_y) == near((x + 3.7 * math.sin(angle), y - 3.7 * math.cos(angle)))
    assert (4.2 in radii, 1.7 in radii) == (True, True)
    # A disrupted colony has lost its years: a hollow circle like any colonial centre.
    assert radii.count(3.8) == 1


def test_a_unit_that_was_driven_out_is_tipped_beside_its_victor_but_its_letter_stands_upright() -> None:
    units = drawn("units", "units")
    tipped = [piece for piece in units if "dash" in piece]
    letters = [piece for piece in units if "text" in piece]
    assert [piece["text"] for piece in letters] == ["F", "S", "F", "nc", "F", "S", "S", "F", "S", "S", "F"]
    x, y = beside(BET)
    corners = points_of(tipped[-1])
    assert [math.dist(corner, (x, y)) for corner in corners] == near([9 * math.sqrt(2)] * 4)
    assert math.degrees(math.atan2(corners[1][1] - corners[0][1], corners[1][0] - corners[0][0])) == near(24, 0.5)
    # The middle of the letter tips over with the block: it stands 4.5 - 0.33 * 13 px under the middle.
    down = 4.5 - 0.33 * 13
    turn = math.radians(24)
    expected = (x - down * math.sin(turn), y + down * math.cos(turn) + 0.33 * 13)
    assert (letters[-1]["x"], letters[-1]["y"]) == near(expected)


def test_an_army_aboard_stands_on_the_deck_in_its_own_colours() -> None:
    liveries = make_liveries(POWERS, LIGHT)
    hulls = [piece for piece in drawn("units", "units") if "path" in piece]
    blocks = [piece for piece in hulls if len(points_of(piece)) == 4 and "dash" not in piece]
    fleet, transport = (piece for piece in blocks if points_of(piece)[1][0] - points_of(piece)[0][0] == near(11))
    assert (fleet["fill"], points_of(fleet)[0]) == (liveries[POWERS[1]].unit, near((MID[0] - 5.5, 150 - 1 - 10)))
    assert (transport["fill"], points_of(transport)[0]) == (
        liveries[POWERS[0]].unit,
        near((NOR[0] - 5.5, 150 - 2.4 - 10)),
    )


def test_two_heads_meet_above_a_space_that_was_fought_over() -> None:
    casing, tails, head = drawn("units", "happenings")
    above = 50 - 0.9 * 18
    assert points_of(tails) == [
        near((DEL[0] - 15, above)), near((DEL[0] - 7, above)), near((DEL[0] + 15, above)), near((DEL[0] + 7, above)),
    ]  # fmt: skip
    assert (casing["fill"], head["fill"]) == (LIGHT.leaf, LIGHT.ink)


def test_a_name_stands_under_its_unit_and_gives_way_to_a_plinth() -> None:
    (name,) = (piece for piece in drawn("units", "labels") if piece.get("text") == "*Alp*ha")
    # 50 by 50 units are 100 squares of a unit's radius: a province, 14.5 px on a screen at Region zoom.
    size = 14.5
    assert (name["size"], name["x"]) == (near(size), 50)
    assert name["y"] == near(50 + 0.72 * 18 + 1.5 + 0.7 * size)
    (lowered,) = (piece for piece in drawn("orders", "labels") if piece.get("text") == "*Bet*a")
    assert lowered["y"] == near(name["y"] + 9)


def test_a_plinth_lies_under_the_unit() -> None:
    ends = points_of(next(piece for piece in drawn("orders", "orders") if piece.get("width") == 2.1))
    x, y = BET
    wide, low, high = 0.78 * 18, 0.78 * 18, 0.53 * 18
    expected = [(x - wide, y + high), (x - wide, y + low), (x + wide, y + low), (x + wide, y + high)]
    assert ends == [near(place) for place in expected]


def test_own_orders_are_in_ink_and_results_in_the_colour_of_the_power() -> None:
    assert {piece["stroke"] for piece in drawn("orders", "orders")} == {LIGHT.ink, LIGHT.paper}
    france, spain = (livery.line for livery in make_liveries(POWERS, LIGHT).values())
    assert {piece["stroke"] for piece in drawn("moves", "orders")} == {france, spain, LIGHT.paper}


def test_the_dark_theme_has_the_same_shapes_in_other_colours() -> None:
    france, spain = (livery.line for livery in make_liveries(POWERS, DARK).values())
    assert {piece["stroke"] for piece in drawn("dark", "orders")} == {france, spain, DARK.paper}
    light, dark = drawn("passages", "passages"), drawn("dark", "passages")
    assert [piece["path"] for piece in light] == [piece["path"] for piece in dark]
    assert not {piece["stroke"] for piece in light if "stroke" in piece} & {
        piece["stroke"] for piece in dark if "stroke" in piece
    }


def test_strokes_shrink_with_the_block_and_stop_growing_at_a_tenth_more() -> None:
    # On a screen a block is 14 px at Theatre zoom; 24 px at Close zoom for fingers, where strokes stop at 1.1.
    assert lines("theatre", round(3 * 14 / 18, 2))
    assert lines("close, for fingers", 3.3)
    rims = [piece["width"] for piece in drawn("close, for fingers", "units") if "path" in piece]
    assert rims == near([1.5 * 1.15] * 3, 0.02)
    # A name where there is room for it, else a code.
    assert {piece["text"] for piece in drawn("theatre", "labels")} >= {"*Alp*ha", "MID"}


def test_a_name_runs_along_its_shape() -> None:
    (name,) = (piece for piece in drawn("units", "labels") if "along" in piece)
    start_x, _, _, _, _, _, end_x, _ = name["along"]
    assert (name["text"], start_x, end_x) == ("Outer Sea", near(2 * 154), near(2 * 196))


def test_passages_lie_along_their_lines_with_double_ticks_at_the_ends() -> None:
    bank, water, west, east = drawn("passages", "passages")[:4]
    assert points_of(bank) == points_of(water) == [near((20.0, 80.0)), near((40.0, 80.0))]
    assert (bank["width"], water["width"]) == (5, 2.6)
    assert points_of(west) == [near((20.0, 83.6)), near((20.0, 76.4)), near((22.6, 83.6)), near((22.6, 76.4))]
    assert {x for x, _ in points_of(east)} == {40.0, 37.4}
    kinds = [piece for piece in drawn("passages", "passages") if "dash" in piece]
    assert [piece["dash"] for piece in kinds] == [[0.1, 3.6], [6, 4]]
    *_, head = drawn("passages", "passages")
    assert points_of(head)[0] == near((380.0, 180.0)), "a link ends in a head at the edge of its box"
