"""Plain files, written so that none is ever half there. With ``folder`` the only file access of this package."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from legation.errors import RequestError

try:
    import fcntl
except ImportError:  # a system without them has no locks; one game master at a time is then a matter of care
    fcntl = None  # type: ignore[assignment]

TEMPORARY = ".tmp"


def write_file(file: Path, text: str) -> None:
    """Write a file all at once: under another name first, then renamed. A kill leaves the old file or the new one."""
    temporary = file.with_name(f".{file.name}{TEMPORARY}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as stream:
            stream.write(text.encode("utf-8", "surrogatepass"))
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
        _sync_folder(file.parent)
    except OSError as error:
        _try_to_remove(temporary)
        raise RequestError(str(file), error.strerror or "cannot be written") from None


def write_output(file: Path, content: bytes | str) -> None:
    """Write a file for the user. If it cannot be written completely, the existing file stays.

    Anything but a plain file (a terminal, a pipe, a link) is written to directly, and so is a file in a folder that
    only lets its files be written.
    """
    whole = content.encode() if isinstance(content, str) else content
    temporary = file.with_name(f".{file.name}{TEMPORARY}")
    try:
        if (file.exists() or file.is_symlink()) and (file.is_symlink() or not file.is_file()):
            file.write_bytes(whole)
            return
        try:
            stream = temporary.open("wb")
        except PermissionError:
            file.write_bytes(whole)
            return
        with stream:
            stream.write(whole)
        if file.exists():
            shutil.copymode(file, temporary)
        os.replace(temporary, file)
    except OSError as error:
        _try_to_remove(temporary)
        raise RequestError(str(file), error.strerror or "cannot be written") from None


def _try_to_remove(temporary: Path) -> None:
    with suppress(OSError):
        temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RequestError(str(folder), error.strerror or "cannot be made") from None


def read_file(file: Path) -> str:
    """The text of a file; raises a ``RequestError`` that names it."""
    try:
        return file.read_bytes().decode("utf-8", "surrogatepass")
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise RequestError(str(file), f"not text in UTF-8: {error.reason} at byte {error.start}") from None


def remove_file(file: Path) -> None:
    """Remove a file, if it is there."""
    file.unlink(missing_ok=True)


def list_files(folder: Path, ending: str) -> list[Path]:
    """The files of a folder with an ending, sorted by name, without what a kill left half written."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if file.name.endswith(ending) and not file.name.startswith("."))


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Keep other processes out of a game folder in the meantime; a killed process leaves no lock behind."""
    try:
        stream = (folder / ".lock").open("a")
    except OSError as error:
        raise RequestError(str(folder), error.strerror or "cannot be opened") from None
    with stream:
        if fcntl is not None:
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield
