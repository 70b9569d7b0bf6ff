"""Black and white: nine powers, land and sea are told apart in a picture of the whole world that is 1500 px wide."""

from functools import cache
from itertools import combinations

from legation.board import Position, PowerId, SpaceId, Terrain
from legation.render.files.png import make_png
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.labels import touches
from legation.render.picture.situation import Situation
from legation.render.picture.terrain_map import TerrainMap
from legation.render.picture.theme import LIGHT, PRINT, Theme
from legation.render.picture.view import make_view, whole_view
from tests.render.kit_drawing import atlas, tree, with_id
from tests.render.pixels import Patch, measure_likeness, read_grey

WIDTH = 1500
SIDE = 17
"""Px of a patch: not much more than a small province of Europe has."""
WINDOW = (950, 380, 1700, 1250)
"""Africa, Arabia and the ocean south of them, in board units."""
SEA = SpaceId("SEAO")


@cache
def patches() -> dict[str, Patch]:
    """A patch of each power's land, of land without an owner, and of the sea; the roomiest lands have an owner each."""
    found = atlas("colonia-vii")
    view = make_view(found.shapes, WINDOW, WIDTH / whole_view(found.shapes, 1.0).width)
    terrain = TerrainMap(found.board, found.shapes)

    def draw(owners: dict[SpaceId, PowerId]) -> Picture:
        situation = Situation(found.powers, Position({}, owners))
        return Picture(found.board, found.shapes, situation, Style(PRINT, has_frame=False), view)

    left, top, right, bottom = WINDOW
    lands = {space.id for space in found.board.spaces.values() if space.terrain is Terrain.LAND}
    within = [
        SpaceId(code)
        for code, (west, north, east, south) in terrain.boxes.items()
        if code in lands and left < west and east < right and top < north and south < bottom
    ]
    bare = draw({})
    roomiest = sorted(within, key=lambda code: -terrain.areas[code])[:20]
    boxes = {code: _find_room(bare, terrain, code) for code in (*roomiest, SEA)}
    *roomy, last = [code for code in roomiest if boxes[code]][:10]
    owners = dict(zip(roomy, found.powers, strict=True))
    grey = read_grey(make_png(draw(owners).draw()))
    wanted = {str(power): code for code, power in owners.items()} | {"land": last, "sea": SEA}
    return {name: _cut(grey, boxes[code]) for name, code in wanted.items()}


def _find_room(picture: Picture, terrain: TerrainMap, code: SpaceId) -> tuple[int, int] | None:
    """The corner of a square within a space that no label, centre or border touches."""
    view = picture.view
    (left, top), (right, bottom) = (view.pixel(corner) for corner in (terrain.boxes[code][:2], terrain.boxes[code][2:]))
    left, top, right, bottom = max(0, left), max(0, top), min(view.width - SIDE, right), min(view.height - SIDE, bottom)
    x, y = view.pixel(picture.shapes.spaces[code].unit)
    taken = [box for label in picture.labels for box in label.boxes] + [(x - 6, y - 6, x + 6, y + 6)]
    for row in range(int(top), int(bottom), 5):
        for column in range(int(left), int(right), 5):
            box = (column - 2, row - 2, column + SIDE + 2, row + SIDE + 2)
            units = (*view.spot(box[:2]), *view.spot(box[2:]))
            if not any(touches(box, other) for other in taken) and terrain.holds(units, code):
                return column, row
    return None


def _cut(grey: Patch, corner: tuple[int, int] | None) -> Patch:
    assert corner
    column, row = corner
    return grey[row : row + SIDE, column : column + SIDE]


def list_powers() -> list[str]:
    return [str(power) for power in atlas("colonia-vii").powers]


def assert_apart(one: str, other: str) -> None:
    """By texture or by tone."""
    found = patches()
    likeness = measure_likeness(found[one], found[other])
    tone = abs(float(found[one].mean() - found[other].mean()))
    assert likeness < 0.75 or tone > 0.1, (one, other, likeness, tone)


def test_nine_powers_are_told_apart_by_texture_or_tone() -> None:
    for one, other in combinations(list_powers(), 2):
        assert_apart(one, other)


def test_sea_is_ruled_and_bare_land_is_white() -> None:
    assert patches()["land"].mean() < 0.01
    assert 0.09 < patches()["sea"].mean() < 0.15
    for power in list_powers():
        assert_apart("sea", power)


def test_a_firm_line_goes_round_each_realm_in_black_and_white_only() -> None:
    found = atlas("colonia-vii")
    view = whole_view(found.shapes, 0.5)

    def draw(theme: Theme) -> str:
        situation = Situation(found.powers, found.start)
        return Picture(found.board, found.shapes, situation, Style(theme, has_names=False), view).draw()

    line = with_id(tree(draw(PRINT)), "realm-borders")
    assert float(line.get("stroke-width", "0")) * view.scale / 10 == 1.6
    assert 'id="realm-borders"' not in draw(LIGHT)
