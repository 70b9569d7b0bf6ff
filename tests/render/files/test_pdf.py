import re

import pytest

from legation.render.files.pdf import (
    INCH,
    PAPER_SIZES,
    POSTER,
    make_page,
    make_poster,
    make_tiles,
    plan_tiles,
    poster_size,
)
from legation.render.files.poster import draw_poster
from legation.render.picture.board_svg import Style, draw_board
from legation.render.picture.situation import Situation
from legation.render.picture.svg import resize, svg_size
from legation.render.picture.theme import LIGHT
from legation.render.picture.view import whole_view
from tests.render.kit_drawing import atlas

SMALL = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="430" viewBox="0 0 900 430">'
    '<rect width="900" height="430"/></svg>'
)


def boxes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page, in inches."""
    found = re.findall(rb"/MediaBox\s*\[\s*0 0 ([0-9.]+) ([0-9.]+)\s*\]", pdf)
    return [(float(width) / 72, float(height) / 72) for width, height in found]


@pytest.mark.clause("C1-7")
def test_the_poster_is_22_by_45_inches() -> None:
    pdf = make_poster(SMALL, paper=LIGHT.paper)
    assert pdf.startswith(b"%PDF")
    assert boxes(pdf) == [pytest.approx((45, 22), abs=0.01)]


@pytest.mark.clause("C1-7")
@pytest.mark.parametrize("name", PAPER_SIZES)
def test_tiles_cover_the_poster_with_overlap(name: str) -> None:
    sheet = PAPER_SIZES[name]
    tiling = plan_tiles(sheet)
    across, down = tiling.step
    assert across * tiling.columns + 10 >= POSTER[0]
    assert down * tiling.rows + 10 >= POSTER[1]
    pdf = make_tiles(make_poster(SMALL, paper=LIGHT.paper), sheet, title='The "board"')
    pages = boxes(pdf)
    assert len(pages) >= tiling.count
    size = (tiling.page[0] / INCH, tiling.page[1] / INCH)
    same = [page for page in pages if page == pytest.approx(size, abs=0.01)]
    assert len(same) == tiling.count
    assert tiling.count <= 24


def test_a_page_has_the_shape_of_its_drawing() -> None:
    assert boxes(make_page(SMALL, width_mm=254)) == [pytest.approx((10, 10 * 430 / 900), abs=0.01)]


def test_same_drawing_same_pdf() -> None:
    assert make_poster(SMALL, paper=LIGHT.paper) == make_poster(SMALL, paper=LIGHT.paper)


def test_the_size_of_a_drawing_is_read_from_its_head() -> None:
    found = atlas()
    svg = draw_board(found.board, found.shapes, style=Style(has_frame=False), view=whole_view(found.shapes, 1.0))
    assert svg_size(svg) == pytest.approx((found.shapes.width, found.shapes.height))


def test_a_drawing_can_be_shown_larger() -> None:
    larger = resize(SMALL, 1800)
    assert svg_size(larger) == (1800, 860)
    assert 'viewBox="0 0 900 430"' in larger


def test_a_flat_board_is_fitted_to_the_poster() -> None:
    found = atlas()
    svg = draw_poster(found.board, found.shapes, Situation(found.powers, found.start), Style(title="Diplomacy"))
    ((width, height),) = boxes(make_poster(svg, paper=LIGHT.paper))
    assert (width, height) == pytest.approx((30, 30), abs=0.01)
    wide, high = poster_size(svg)
    assert (wide, high) == pytest.approx((width * INCH, height * INCH), abs=0.1)
    assert plan_tiles(PAPER_SIZES["a4"], (wide, high)).count <= plan_tiles(PAPER_SIZES["a4"]).count
