from pathlib import Path

import pytest

from legation.render.files import fonts
from legation.render.files.fonts import FACES, get_fonts


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the folder of fonts in the package."""
    monkeypatch.setattr(fonts, "OWN_FOLDER", tmp_path)
    return tmp_path


def test_the_fonts_of_the_package_are_used(own: Path) -> None:
    for face in FACES:
        (own / f"{face}.ttf").write_bytes(b"font")
    assert get_fonts().folder == own
    assert get_fonts().note == "EB Garamond and Source Sans 3"


def test_without_them_the_fonts_of_the_system_are_used(own: Path) -> None:
    (own / f"{FACES[0]}.ttf").write_bytes(b"font")
    assert get_fonts().folder is None
    assert "fonts of the system are used" in get_fonts().note


def test_a_folder_of_ones_own_is_taken_as_it_is(tmp_path: Path) -> None:
    assert get_fonts(tmp_path).folder is None
    assert "no fonts in" in get_fonts(tmp_path / "missing").note
    (tmp_path / "Some.otf").write_bytes(b"")
    assert get_fonts(tmp_path).folder == tmp_path
    assert get_fonts(tmp_path).note.startswith("1 font files of")
