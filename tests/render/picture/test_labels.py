import math
from dataclasses import replace
from functools import cache

import pytest

from legation.board import TENTHS, Space, SpaceId, Terrain
from legation.render.files.pdf import poster_size
from legation.render.files.picture import Look, make_style
from legation.render.files.plates import list_plates, plate_view
from legation.render.files.poster import draw_poster
from legation.render.picture.label_text import Run, Wording, word_space
from legation.render.picture.labels import (
    GAP,
    Label,
    Taken,
    leader_start,
    overlapping,
    place_labels,
    straying,
    touches,
    unit_box,
)
from legation.render.picture.lettering import text_width
from legation.render.picture.situation import Situation
from legation.render.picture.svg import svg_size
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.view import MEDIA, View, print_scale, whole_view
from tests.render.kit_drawing import BOARDS, atlas


def land(code: str, name: str) -> Space:
    return Space(SpaceId(code), name, Terrain.LAND)


def lines(wording: Wording) -> list[str]:
    return ["".join(f"*{run.text}*" if run.is_bold else run.text for run in line) for line in wording.lines]


def test_a_name_carries_its_code_in_bold() -> None:
    assert [lines(wording) for wording in word_space(land("BUR", "Burgundy"))] == [["*Bur*gundy"], ["*Bur*"]]
    assert [lines(wording) for wording in word_space(land("BDX", "Bordeaux"))] == [
        ["Bordeaux *Bdx*"],
        ["Bordeaux", "*Bdx*"],
        ["*Bdx*"],
    ]


def test_names_of_two_words_may_be_broken_and_codes_with_figures_stay() -> None:
    assert lines(word_space(land("NOR", "North Africa"))[1]) == ["*Nor*th", "Africa"]
    assert [lines(wording) for wording in word_space(land("BI4", "BI4"))] == [["*BI4*"]]


def test_a_sea_is_broken_into_short_lines_with_the_code_beneath() -> None:
    sea = Space(SpaceId("BIS"), "Bay of Biscay", Terrain.SEA)
    wordings = word_space(sea)
    assert [lines(wording) for wording in wordings] == [["Bay", "of Biscay", "BIS"], ["Bay of Biscay", "BIS"], ["BIS"]]
    assert wordings[0].width(14) < wordings[1].width(14)
    assert wordings[0].height(14) > wordings[1].height(14)
    assert len(word_space(Space(SpaceId("PO3"), "PO3", Terrain.SEA))) == 1


def test_wide_letters_take_more_room() -> None:
    assert text_width("iii", 10) < text_width("mmm", 10) < text_width("mmm", 10, bold=True) < text_width("mmm", 20)


def test_taken_boxes_are_found_over_the_seam() -> None:
    taken = Taken(turn=1000)
    taken.add((-5, 0, 5, 10))
    assert not taken.is_free((990, 2, 996, 8))
    assert taken.is_free((6, 0, 20, 10))
    assert touches((0, 0, 2, 2), (1, 1, 3, 3))
    assert not touches((0, 0, 2, 2), (2, 0, 3, 2))


POSTER, LARGE, SMALL = "poster", "2400 px", "1400 px"
FULL_OF_ISLETS = {("colonia-i", POSTER): {"AEG"}, ("colonia-iii", POSTER): {"AEG"}, ("colonia-vii", LARGE): {"BAL"}}
"""Seas without other room for a name in readable letters."""
PAGE = ("World", "Far", "Theatre", "Region", "Close")
"""Far is the smallest Theatre zoom."""


@cache
def terrain(board: str) -> TerrainMap:
    found = atlas(board)
    return TerrainMap(found.board, found.shapes)


def see(board: str, picture: str) -> View:
    """The whole board as a picture, or as the page shows it at one of its levels."""
    shapes = atlas(board).shapes
    if picture in PAGE:
        zoom = (0.5, 0.8, 1.15, 1.9, 3.4)[PAGE.index(picture)]
        return replace(whole_view(shapes, zoom * 5 / shapes.unit), medium=MEDIA["screen"])
    scale = {
        POSTER: print_scale(shapes),
        LARGE: 2400 / whole_view(shapes, 1).width,
        SMALL: 1400 / whole_view(shapes, 1).width,
    }
    return whole_view(shapes, scale[picture])


@cache
def labels_of(board: str, picture: str) -> list[Label]:
    """All labels, with a unit that holds in every space."""
    found = atlas(board)
    everywhere = frozenset(found.board.spaces)
    view = see(board, picture)
    return place_labels(found.board, found.shapes, view, names=True, lowered=everywhere, terrain=terrain(board))


@pytest.mark.parametrize("picture", [POSTER, LARGE, SMALL, *PAGE])
@pytest.mark.parametrize("board", BOARDS)
def test_no_label_enters_another_land_or_touches_a_unit_or_another_label(board: str, picture: str) -> None:
    found, view, labels = atlas(board), see(board, picture), labels_of(board, picture)
    assert straying(labels, view, terrain(board)) == {}
    assert overlapping(labels) == []
    stands = Taken()
    for shape in found.shapes.spaces.values():
        for spot in (shape.unit, *shape.coasts.values()):
            stands.add(unit_box(view.pixel(spot), view.block))
    for label in labels:
        own = unit_box(view.pixel(found.shapes.spaces[label.space].unit), view.block) if label.is_worn else None
        assert all(stands.is_free(box, apart_from=own) for box in label.boxes), label.space


@pytest.mark.parametrize("picture", [POSTER, LARGE])
@pytest.mark.parametrize("board", BOARDS)
def test_the_name_of_a_sea_lies_on_no_islet_that_can_be_seen_under_it(board: str, picture: str) -> None:
    found, view = atlas(board), see(board, picture)
    islets = [[view.pixel((x / TENTHS, y / TENTHS)) for x, y in line] for line in found.shapes.islets]
    seen = [line for line in islets if max(max(edge) - min(edge) for edge in zip(*line, strict=True)) > 8]
    for label in labels_of(board, picture):
        if not (label.wording.is_sea and label.wording.is_name):
            continue
        for left, top, right, bottom in label.boxes:
            under = [(x, y) for line in seen for x, y in line if left < x < right and top < y < bottom]
            assert not under or label.space in FULL_OF_ISLETS.get((board, picture), ()), label.space


@pytest.mark.parametrize("board", BOARDS)
def test_every_space_has_its_name_in_print_and_a_label_at_2400_px(board: str) -> None:
    drawn, spaces = set(atlas(board).shapes.spaces), atlas(board).board.spaces
    named = {label.space for label in labels_of(board, POSTER) if label.wording.is_name}
    boxes = set(atlas(board).shapes.boxes)  # at whose foot stands what they are
    assert drawn - named == boxes | {code for code in drawn if spaces[code].name.upper() == code}
    assert drawn == {label.space for label in labels_of(board, LARGE)}
    # A small picture of the whole world and the page from Theatre zoom on leave out none, however full the board is.
    assert drawn == {label.space for label in labels_of(board, SMALL)}
    assert drawn == {label.space for label in labels_of(board, "Far")}
    assert drawn == {label.space for label in labels_of(board, "Theatre")}


@pytest.mark.parametrize("board", BOARDS)
def test_a_code_across_its_unit_is_the_last_way_and_seldom_covers_more_than_its_foot(board: str) -> None:
    assert not any(label.is_worn for label in labels_of(board, POSTER))
    for picture in (LARGE, "Theatre", SMALL, "Far"):
        view = see(board, picture)
        worn = [label for label in labels_of(board, picture) if label.is_worn]
        assert not any(label.wording.is_name for label in worn)
        # The initial ends 0.3 of a block below the middle of an army; two gulfs are too narrow for a code below it.
        middles = {label.space: view.pixel(atlas(board).shapes.spaces[label.space].unit)[1] for label in worn}
        drops = {label.space: (label.box[1] + GAP - middles[label.space]) / view.block for label in worn}
        high = {code for code, drop in drops.items() if drop < 0.29}
        assert high <= {"RED", "PRG"}
        # At these sizes it lies right under the unit at worst: the block ends half a block below its middle.
        assert picture in (SMALL, "Far") or not [code for code, drop in drops.items() if drop < 0.49]


@pytest.mark.parametrize("picture", [SMALL, "Far"])
@pytest.mark.parametrize("board", BOARDS)
def test_a_code_takes_the_place_of_a_unit_where_none_stands(board: str, picture: str) -> None:
    found, view = atlas(board), see(board, picture)
    drawn = frozenset(found.shapes.spaces)
    labels = place_labels(found.board, found.shapes, view, names=True, terrain=terrain(board), vacant=drawn)
    assert drawn == {label.space for label in labels}
    assert straying(labels, view, terrain(board)) == {}
    assert overlapping(labels) == []


def test_a_narrow_sea_has_its_code_along_its_shape_on_a_small_screen() -> None:
    found = atlas("colonia-vii")
    view = replace(whole_view(found.shapes, 0.9 * 5 / found.shapes.unit), medium=MEDIA["touch"])
    labels = place_labels(found.board, found.shapes, view, names=True, terrain=terrain("colonia-vii"))
    (gulf,) = [label for label in labels if label.space == "PRG"]
    assert gulf.bent
    assert not gulf.wording.is_name
    assert straying([gulf], view, terrain("colonia-vii")) == {}


def test_a_label_at_sea_is_tied_to_its_space() -> None:
    found, view = atlas("colonia-iii"), see("colonia-iii", LARGE)
    tied = [label for label in labels_of("colonia-iii", LARGE) if label.leader]
    assert tied
    for label in tied:
        assert label.leader == view.pixel(found.shapes.spaces[label.space].unit)


@pytest.mark.parametrize("picture", [POSTER, LARGE, SMALL, *PAGE])
def test_a_leader_line_runs_over_other_land_only_where_it_must_and_never_far(picture: str) -> None:
    for board in BOARDS:
        view, under = see(board, picture), terrain(board)
        for label in labels_of(board, picture):
            if not label.leader:
                continue
            (x, y), (end_x, end_y) = leader_start(label), label.leader
            steps = [step / 50 for step in range(1, 50)]
            owners = [under.owner_at(*view.spot((x + (end_x - x) * at, y + (end_y - y) * at))) for at in steps]
            abroad = sum(owner in under.lands and owner != label.space for owner in owners) / 50
            most = 8 if picture in (LARGE, "Theatre", "Region", "Close") else 28
            assert abroad * math.dist((x, y), label.leader) < most, (board, label.space)
            assert picture != POSTER or abroad == 0, (board, label.space)


def test_on_a_plate_labels_stay_on_the_paper() -> None:
    found = atlas("colonia-vii")
    for plate in list_plates(found.board, found.shapes):
        view = plate_view(found.board, found.shapes, plate, width=1500)
        labels = place_labels(found.board, found.shapes, view, names=True, terrain=terrain("colonia-vii"))
        assert overlapping(labels) == []


def test_something_under_a_unit_pushes_its_label_down() -> None:
    found = atlas()
    view = whole_view(found.shapes, 1.7)
    paris = SpaceId("PAR")
    plain, lowered = (
        next(
            label
            for label in place_labels(found.board, found.shapes, view, names=True, lowered=low)
            if label.space == paris
        )
        for low in (frozenset[SpaceId](), frozenset({paris}))
    )
    assert lowered.y == pytest.approx(plain.y + 9 * min(1, view.block / 18))


def test_labels_that_touch_are_reported() -> None:
    wording = Wording(((Run("Paris"),),), is_sea=False)
    a, b = (Label(SpaceId(code), wording, x, 0, 14) for code, x in (("AAA", 0), ("BBB", 10)))
    assert overlapping([a, b]) == ["BBB"]


@pytest.mark.parametrize("board", BOARDS)
def test_names_run_along_their_shapes_and_wide_seas_repeat_them(board: str) -> None:
    bent = [label for label in labels_of(board, POSTER) if label.bent]
    assert bent
    repeated = {label.space for label in bent if label.is_repeat}
    assert all(len(atlas(board).shapes.spaces[code].names) > 1 for code in repeated)
    assert repeated or board == "colonial-variant"


def test_letters_are_larger_the_more_ground_a_space_covers() -> None:
    classes = {str(label.space): label.size for label in labels_of("colonia-vii", POSTER) if not label.is_repeat}
    assert classes["MAO"] > classes["SIB"] > classes["PAR"]


def test_islands_have_letters_as_large_as_other_provinces_where_the_sea_has_room() -> None:
    sizes = {str(label.space): label.size for label in labels_of("colonia-vii", POSTER)}
    full = see("colonia-vii", POSTER).medium.letters[see("colonia-vii", POSTER).level][-1]
    assert {sizes[code] for code in ("AZO", "DIE", "FIJ", "HAW", "LIN", "WAK")} == {full}


def test_a_name_that_starts_small_still_keeps_clear_of_a_line() -> None:
    found = atlas("cline-9-man-vii")
    view, space = see("cline-9-man-vii", POSTER), SpaceId("WAO")
    plain = next(label for label in labels_of("cline-9-man-vii", POSTER) if label.space == space)
    # A line from the north down to the unit, through the middle of the strip of sea.
    x, y = view.pixel(found.shapes.spaces[space].unit)
    lines = [(x - 2, low, x + 2, low + 10) for low in range(0, int(y), 10)]
    placed = place_labels(found.board, found.shapes, view, names=True, lines=lines, terrain=terrain("cline-9-man-vii"))
    label = next(label for label in placed if label.space == space)
    assert not any(touches(box, line) for box in label.boxes for line in lines)
    assert label.wording.is_name
    assert label.size > 0.7 * plain.size


@pytest.mark.parametrize("board", BOARDS)
def test_units_on_a_poster_are_three_millimetres_or_more(board: str) -> None:
    found = atlas(board)
    svg = draw_poster(found.board, found.shapes, Situation(found.powers, found.start), make_style(found, Look()))
    millimetres = poster_size(svg)[1] / svg_size(svg)[1]
    assert see(board, POSTER).block * millimetres >= 3.0
