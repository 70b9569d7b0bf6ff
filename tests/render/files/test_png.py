import struct
from pathlib import Path

from legation.render.files.png import make_png

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#ff0000"/></svg>'
)


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_picture_is_as_wide_as_asked() -> None:
    assert size(make_png(SVG)) == (40, 20)
    assert size(make_png(SVG, width=100)) == (100, 50)


def test_a_missing_folder_of_fonts_is_no_trouble(tmp_path: Path) -> None:
    assert size(make_png(SVG, fonts=tmp_path / "none")) == (40, 20)
