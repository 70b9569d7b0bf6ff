import pytest

from legation.board import Space, SpaceId, Terrain
from legation.render.files.plates import list_plates, plate_view
from legation.render.picture.label_text import Run, Wording, word_space
from legation.render.picture.labels import Label, Taken, overlapping, place_labels, touches, unit_box
from legation.render.picture.lettering import text_width
from legation.render.picture.view import whole_view
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


@pytest.mark.parametrize(("scale", "names"), [(1.0, False), (1.7, True), (3.2, True)])
@pytest.mark.parametrize("board", BOARDS)
def test_no_two_labels_overlap_and_none_covers_a_unit(board: str, scale: float, names: bool) -> None:
    found = atlas(board)
    view = whole_view(found.shapes, scale)
    labels = place_labels(found.board, found.shapes, view, names=names)
    assert len(labels) == len(found.shapes.spaces)
    assert overlapping(labels) == []
    stands = {code: unit_box(view.pixel(shape.unit), view.block) for code, shape in found.shapes.spaces.items()}
    for label in labels:
        near = [code for code, box in stands.items() if touches(label.box, box)]
        assert not near, f"{label.space} covers the unit of {near}"


@pytest.mark.parametrize("board", BOARDS)
def test_at_poster_size_most_spaces_have_their_name(board: str) -> None:
    found = atlas(board)
    labels = place_labels(found.board, found.shapes, whole_view(found.shapes, 1.7), names=True)
    named = sum(label.wording.is_name or found.board.spaces[label.space].name == label.space for label in labels)
    assert named >= 0.85 * len(labels)


def test_on_a_plate_labels_stay_on_the_paper() -> None:
    found = atlas("colonia-vii")
    for plate in list_plates(found.board, found.shapes):
        view = plate_view(found.board, found.shapes, plate, width=1500)
        labels = place_labels(found.board, found.shapes, view, names=True)
        assert overlapping(labels) == []


def test_something_under_a_unit_pushes_its_label_down() -> None:
    found = atlas()
    view = whole_view(found.shapes, 1.7)
    paris = SpaceId("MOS")
    plain, lowered = (
        next(
            label
            for label in place_labels(found.board, found.shapes, view, names=True, lowered=low)
            if label.space == paris
        )
        for low in (frozenset[SpaceId](), frozenset({paris}))
    )
    assert lowered.y == pytest.approx(plain.y + 9)


def test_a_label_does_not_lie_across_a_strip_of_land() -> None:
    found = atlas("colonia-iii")
    view = whole_view(found.shapes, 1.7)
    for label in place_labels(found.board, found.shapes, view, names=True):
        shape = found.shapes.spaces[label.space]
        if shape.is_outside or not label.wording.is_name:
            continue
        left, top = view.spot((label.box[0], label.box[1]))
        right, bottom = view.spot((label.box[2], label.box[3]))
        for ring in found.shapes.rings(shape.polygons):
            assert not any(left * 10 < x < right * 10 and top * 10 < y < bottom * 10 for x, y in ring), label.space


def test_labels_that_touch_are_reported() -> None:
    wording = Wording(((Run("Paris"),),), is_sea=False)
    a, b = (Label(SpaceId(code), wording, x, 0, 14) for code, x in (("AAA", 0), ("BBB", 10)))
    assert overlapping([a, b]) == [("BBB", "AAA")]
