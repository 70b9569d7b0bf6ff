"""Files that somebody asked for are written whole, or what was there stays."""

import os
import stat
import threading
from pathlib import Path

import pytest

from legation.errors import RequestError
from legation.game import write_output


def test_a_file_is_written_over_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text("old")
    file.chmod(0o600)
    write_output(file, "new ü")
    assert file.read_bytes() == "new ü".encode()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["export.json"]


def test_where_there_is_no_room_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "export.json"
    file.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(RequestError, match=r"export\.json: No space left on device"):
        write_output(file, b"new")
    assert file.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["export.json"]


def test_a_link_stays_a_link_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    write_output(tmp_path / "link.json", b"by the link")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"by the link"
    os.mkfifo(tmp_path / "pipe")
    heard: list[bytes] = []
    listener = threading.Thread(target=lambda: heard.append((tmp_path / "pipe").read_bytes()))
    listener.start()
    write_output(tmp_path / "pipe", b"by the pipe")
    listener.join(10)
    assert heard == [b"by the pipe"]


def test_a_folder_that_takes_no_new_files_lets_its_files_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "export.json"
    file.write_text("old")
    real = Path.open

    def refuse(path: Path, *arguments: object, **options: object) -> object:
        if path.name.endswith(".tmp"):
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)
    write_output(file, b"new")
    assert file.read_bytes() == b"new"


@pytest.mark.parametrize(("name", "words"), [("none/x.json", "No such file"), ("", "Is a directory")])
def test_what_cannot_be_written_is_named(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=words):
        write_output(tmp_path / name, b"new")
