"""Releases: fragments become the change log of a version."""

from pathlib import Path

import pytest
from scripts import release

OLD = "# Changes\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two fragments and the version 0.2.0."""
    (tmp_path / "changelog").mkdir()
    (tmp_path / "changelog" / "README.md").write_text("How fragments are written.")
    (tmp_path / "changelog" / "votes.rule.md").write_text("Draws are\nshared.\n")
    (tmp_path / "changelog" / "crash.fix.md").write_text("No crash.\n")
    (tmp_path / "CHANGELOG.md").write_text(OLD)
    (tmp_path / "version.py").write_text('__version__ = "0.2.0"\n')
    monkeypatch.setattr(release, "CHANGES", tmp_path / "CHANGELOG.md")
    monkeypatch.setattr(release, "FRAGMENTS", tmp_path / "changelog")
    monkeypatch.setattr(release, "VERSION_FILE", tmp_path / "version.py")
    return tmp_path


def test_fragments_are_joined_by_kind_above_older_versions(project: Path) -> None:
    release.join_fragments("0.2.0", "2026-02-01")
    text = (project / "CHANGELOG.md").read_text()
    assert text == (
        "# Changes\n\n## 0.2.0 (2026-02-01)\n\n### How games are judged\n\n- Draws are shared.\n\n"
        "### Fixed\n\n- No crash.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n"
    )
    assert [file.name for file in (project / "changelog").iterdir()] == ["README.md"]


def test_the_notes_of_a_version_are_its_part_of_the_change_log(project: Path) -> None:
    release.join_fragments("0.2.0", "2026-02-01")
    assert release.find_notes("0.2.0").startswith("### How games are judged")
    assert release.find_notes("0.1.0") == "- The first."
    assert release.find_notes("0.3.0") == ""


@pytest.mark.usefixtures("project")
def test_a_tag_must_be_the_version() -> None:
    with pytest.raises(SystemExit, match=r"the tag is v0\.3\.0"):
        release.check_release("v0.3.0")


@pytest.mark.usefixtures("project")
def test_a_version_must_be_in_the_change_log() -> None:
    with pytest.raises(SystemExit, match=r"says nothing of 0\.2\.0"):
        release.check_release("v0.2.0")


def test_no_fragment_may_be_left(project: Path) -> None:
    release.join_fragments("0.2.0", "2026-02-01")
    (project / "changelog" / "late.fix.md").write_text("Too late.")
    with pytest.raises(SystemExit, match="fragments left"):
        release.check_release("v0.2.0")


def test_a_fragment_of_an_unknown_kind_is_an_error(project: Path) -> None:
    (project / "changelog" / "what.thing.md").write_text("?")
    with pytest.raises(SystemExit, match=r"what\.thing\.md"):
        release.list_fragments()


def test_the_fragments_of_this_project_are_in_form() -> None:
    texts = [file.read_text(encoding="utf-8") for file in release.list_fragments()]
    assert all(text.strip() for text in texts)
    assert not any(text.startswith(("-", "#")) for text in texts)  # the list is made when they are joined
