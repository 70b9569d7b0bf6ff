from pathlib import Path

import pytest

from legation.contract import read_request
from legation.errors import LegationError, RequestError
from legation.render.files import picture_file
from legation.render.files.fonts import Fonts
from legation.render.files.picture_file import PictureRequest, write_picture
from legation.render.picture import show_request
from legation.render.picture.svg import svg_size
from tests.render.kit_drawing import tree, with_class, with_id

REQUEST = read_request(
    {
        "variant": "standard",
        "phase": "S1901M",
        "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
        "centres": {"FRANCE": ["PAR"]},
        "orders": {"FRANCE": ["A PAR - BUR", "A MAR - SPA"], "GERMANY": ["A MUN - BUR"]},
    }
)


@pytest.fixture(autouse=True)
def _no_fetching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_file, "get_fonts", lambda _: Fonts(None, "none"))


@pytest.mark.parametrize(("suffix", "head"), [(".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_the_ending_of_the_name_says_what_is_made(tmp_path: Path, suffix: str, head: bytes) -> None:
    file = tmp_path / f"board{suffix}"
    written = write_picture(PictureRequest("standard", file, width=400))
    assert written.path == file
    assert file.read_bytes().startswith(head)


def test_a_large_picture_is_an_enlarged_one_with_its_symbols(tmp_path: Path) -> None:
    small, large = tmp_path / "small.svg", tmp_path / "large.svg"
    write_picture(PictureRequest("standard", small))
    write_picture(PictureRequest("standard", large, width=9000))
    assert svg_size(large.read_text(encoding="utf-8"))[0] == 9000
    assert (
        small.read_text(encoding="utf-8").partition("viewBox")[2]
        == large.read_text(encoding="utf-8").partition("viewBox")[2]
    )


def test_orders_are_judged_and_drawn(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    write_picture(PictureRequest("standard", file, show_request(REQUEST, has_results=True), has_legend=True))
    root = tree(file.read_text(encoding="utf-8"))
    assert len(with_class(root, "fails")) == 2
    assert with_id(root, "happenings") is not None
    write_picture(PictureRequest("standard", file, show_request(REQUEST, has_results=False)))
    assert not with_class(tree(file.read_text(encoding="utf-8")), "order")


def test_a_plate_an_empty_board_and_codes(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    write_picture(PictureRequest("colonia-vii", file, plate="europe", is_empty=True, has_names=False, theme="dark"))
    text = file.read_text(encoding="utf-8")
    assert 'id="units"' not in text
    assert "Burgundy (BUR)" in text
    assert ">gundy" not in text


def test_a_poster_and_tiles_have_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert write_picture(PictureRequest("standard", is_poster=True)).path == Path("standard-poster.pdf")
    assert write_picture(PictureRequest("standard", tiles="letter")).path == Path("standard-tiles-letter.pdf")
    assert write_picture(PictureRequest("standard", plate="east")).path == Path("standard-east.svg")
    assert all(path.stat().st_size > 1000 for path in tmp_path.iterdir())


BAD: list[tuple[PictureRequest, str]] = [
    (PictureRequest("standard", Path("board.gif")), "expected a name that ends in"),
    (PictureRequest("standard", Path("board.png"), tiles="a4"), "tiles are made as .pdf only"),
    (PictureRequest("standard", Path("board.pdf"), is_poster=True, plate="east"), "a poster shows the whole board"),
    (PictureRequest("colonia-vii", Path("board.svg"), show_request(REQUEST, has_results=False)), "has no space"),
    (PictureRequest("standard", Path("missing/board.svg")), "there is no folder missing"),
]


@pytest.mark.parametrize(("commission", "message"), BAD)
def test_what_cannot_be_drawn_is_said_and_nothing_is_written(
    commission: PictureRequest, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RequestError, match=message):
        write_picture(commission)
    assert not list(tmp_path.iterdir())


def test_an_unknown_board_is_said() -> None:
    with pytest.raises(LegationError, match="unknown board 'atlantis'"):
        write_picture(PictureRequest("atlantis", Path("x.svg")))
