"""Machine code of a GPU's kernels on disk: making it takes a minute, reading it a moment.

Numba's own cache identifies a kernel by its file alone. These kernels are made of functions of many files, so theirs
are identified by a digest of all sources of this package, and of everything else that the code depends on.
"""

import hashlib
import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
SUFFIX: Final = ".cubin"
DIGITS: Final = 16


@cache
def digest_sources(folder: Path = HERE) -> str:
    """A digest of all source files of a folder."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:DIGITS]


def list_folders() -> list[Path]:
    """Folders for machine code: the user's choice, beside the sources, or among the user's own files."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "legation"
    return [Path(chosen)] if chosen else [HERE / "__pycache__", own]


class CodeFile:
    """The machine code of one kernel."""

    def __init__(self, name: str, *depends_on: object) -> None:
        digest = hashlib.sha256(repr(depends_on).encode()).hexdigest()[:DIGITS]
        self.stem, self.name = name, f"{name}.{digest_sources()}.{digest}{SUFFIX}"

    def load(self) -> bytes | None:
        """The code saved for these sources, if any."""
        for folder in list_folders():
            with suppress(OSError):
                return (folder / self.name).read_bytes()
        return None

    def save(self, code: bytes) -> None:
        """Save it wherever possible. Code of older sources there is removed."""
        for folder in list_folders():
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                self._forget_older(folder)
                with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                    file.write(code)
                Path(file.name).replace(folder / self.name)  # atomically, so that no process reads half of it
                return

    def _forget_older(self, folder: Path) -> None:
        for file in folder.glob(f"{self.stem}.*{SUFFIX}"):
            if file.name.split(".")[1] != digest_sources():
                file.unlink(missing_ok=True)
