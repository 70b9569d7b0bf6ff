from base64 import b64decode
from pathlib import Path

import pytest

from legation.render.files.embedded_fonts import FILES, Face, embed_fonts, list_faces
from legation.render.files.picture_file import PictureRequest, write_picture
from tests.render.kit_drawing import tree

MEDIUM, BOLD = Face("EB Garamond", "normal", 500), Face("EB Garamond", "normal", 700)
ITALIC, SANS = Face("EB Garamond", "italic", 500), Face("Source Sans 3", "normal", 700)
SERIF = """font-family="'EB Garamond', Georgia, serif" """


def draw(words: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{words}</svg>'


@pytest.fixture
def made(tmp_path: Path) -> Path:
    for name in FILES.values():
        (tmp_path / f"{name}.woff2").write_bytes(f"letters of {name}".encode())
    return tmp_path


@pytest.mark.parametrize(
    ("words", "faces"),
    [
        ('<path d="M0,0"/>', []),
        (f"<g {SERIF}><text>Paris</text></g>", [MEDIUM]),
        (f'<g {SERIF} font-weight="700"><text font-weight="500">a<tspan font-weight="700">b</tspan></text></g>',
         [MEDIUM, BOLD]),
        (f'<g {SERIF} font-weight="700"><g/></g><text {SERIF}>Paris</text>', [MEDIUM]),
        (f'<text {SERIF} font-style="italic" font-weight="600">NTH</text>', [ITALIC]),
        ("""<text font-family="'Source Sans 3', Arial" font-weight="800" font-style="italic">E</text>""", [SANS]),
    ],
)  # fmt: skip
def test_the_faces_of_a_picture_are_those_its_words_are_set_in(words: str, faces: list[Face]) -> None:
    assert list_faces(draw(words)) == faces


def test_a_picture_carries_just_the_letters_that_it_needs(made: Path) -> None:
    svg = embed_fonts(draw(f'<text {SERIF} font-weight="700">Paris</text>'), made)
    assert svg.count("@font-face") == 1
    assert "font-family:'EB Garamond';font-style:normal;font-weight:700" in svg
    data = svg.partition("base64,")[2].partition(")")[0]
    assert b64decode(data) == b"letters of EBGaramond_700Bold"
    assert tree(svg)[0].tag.endswith("style")


def test_a_picture_stays_as_it_is_where_the_letters_were_not_made(tmp_path: Path) -> None:
    svg = draw(f"<text {SERIF}>Paris</text>")
    assert embed_fonts(svg, tmp_path) == svg


def test_words_in_a_typeface_that_pictures_do_not_carry_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="no typeface"):
        list_faces(draw("<text>Paris</text>"))


@pytest.mark.parametrize("variant", ["standard", "colonial-variant"])
def test_every_word_of_a_drawn_board_is_set_in_a_face_that_it_carries(tmp_path: Path, variant: str) -> None:
    file = tmp_path / "board.svg"
    written = write_picture(PictureRequest(variant, file, has_legend=True))
    svg = file.read_text(encoding="utf-8")
    assert svg.count("@font-face") == len(list_faces(svg)) >= 4
    assert written.fonts == "EB Garamond and Source Sans 3"
