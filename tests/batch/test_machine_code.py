"""Machine code on disk is found again by the same sources, and by no others."""

from pathlib import Path

import pytest

from legation.batch import machine_code
from legation.batch.machine_code import CodeFile, digest_sources


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_what_was_saved_is_found_for_the_same_types_only() -> None:
    assert CodeFile("moves", "types", 9).load() is None
    CodeFile("moves", "types", 9).save(b"code")
    assert CodeFile("moves", "types", 9).load() == b"code"
    assert CodeFile("moves", "types", 8).load() is None
    assert CodeFile("retreats", "types", 9).load() is None


def test_other_sources_do_not_find_it_and_take_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    CodeFile("moves", "types").save(b"old")
    monkeypatch.setattr(machine_code, "digest_sources", lambda: "another")
    assert CodeFile("moves", "types").load() is None
    CodeFile("moves", "types").save(b"new")
    assert [file.read_bytes() for file in (folder / "kept").iterdir()] == [b"new"]


def test_a_digest_follows_every_source_file(folder: Path) -> None:
    (folder / "one.py").write_text("a = 1")
    first = digest_sources(folder)
    (folder / "two.py").write_text("a = 1")
    digest_sources.cache_clear()
    assert digest_sources(folder) != first
    digest_sources.cache_clear()
