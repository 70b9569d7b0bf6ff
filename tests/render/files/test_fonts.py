import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from legation.render.files.fonts import FACES, fetch_fonts, find_fonts


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path / ".cache" / "legation" / "fonts"


def pack(folder: Path) -> None:
    """What ``npm pack`` leaves behind, with a file that must not be unpacked."""
    with tarfile.open(folder / "fonts.tgz", "w:gz") as tar:
        for name in (*(f"package/{face}/{face}.ttf" for face in FACES), "../../escape.ttf", "package/readme.md"):
            entry = tarfile.TarInfo(name)
            entry.size = 4
            tar.addfile(entry, io.BytesIO(b"font"))


def test_fonts_are_fetched_once_and_then_found(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []

    def run(command: list[str], cwd: str, **_: object) -> None:
        calls.append(command)
        pack(Path(cwd))

    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(subprocess, "run", run)
    assert find_fonts().folder == cache
    assert find_fonts().note == "EB Garamond and Source Sans 3"
    assert len(calls) == 1
    assert sorted(path.stem for path in cache.iterdir()) == sorted(FACES)
    assert not list(cache.parents[2].rglob("escape.ttf"))


def test_without_npm_or_network_the_fonts_of_the_system_are_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert not fetch_fonts(cache)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(subprocess, "run", fail)
    found = find_fonts()
    assert found.folder is None
    assert "fonts of the system are used" in found.note
    assert find_fonts(may_fetch=False).folder is None


def test_a_folder_of_ones_own_is_taken_as_it_is(tmp_path: Path) -> None:
    assert find_fonts(tmp_path).folder is None
    assert "no fonts in" in find_fonts(tmp_path / "missing").note
    (tmp_path / "Some.otf").write_bytes(b"")
    assert find_fonts(tmp_path).folder == tmp_path
    assert find_fonts(tmp_path).note.startswith("1 font files of")
