"""The fonts of pictures and print. They are installed, never kept in the repository; nothing fails without them."""

import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("@expo-google-fonts/eb-garamond@0.4.3", "@expo-google-fonts/source-sans-3@0.4.1")
"""npm packages that hold the two families as TTF, both under the Open Font License."""
FACES = (
    "EBGaramond_500Medium", "EBGaramond_500Medium_Italic", "EBGaramond_600SemiBold", "EBGaramond_700Bold",
    "SourceSans3_400Regular", "SourceSans3_600SemiBold", "SourceSans3_700Bold",
)  # fmt: skip
PATIENCE = 90
"""Seconds to wait for npm."""


@dataclass(frozen=True, slots=True)
class Fonts:
    """A folder of fonts, or none, and what to tell the user about it."""

    folder: Path | None
    note: str


def default_folder() -> Path:
    """Where fonts are kept between runs."""
    return Path.home() / ".cache" / "legation" / "fonts"


def find_fonts(folder: Path | None = None, *, may_fetch: bool = True) -> Fonts:
    """The fonts of a folder; the default one is filled by npm, once, where npm is at hand."""
    if folder is not None:
        count = len(list(folder.rglob("*.ttf")) + list(folder.rglob("*.otf"))) if folder.is_dir() else 0
        note = f"{count} font files of {folder}" if count else f"no fonts in {folder}; fonts of the system are used"
        return Fonts(folder if count else None, note)
    cache = default_folder()
    if has_faces(cache):
        return Fonts(cache, "EB Garamond and Source Sans 3")
    if may_fetch and fetch_fonts(cache):
        return Fonts(cache, f"EB Garamond and Source Sans 3, fetched to {cache}")
    return Fonts(None, "EB Garamond and Source Sans 3 are not installed; fonts of the system are used")


def has_faces(folder: Path) -> bool:
    """Whether a folder holds every face."""
    return all((folder / f"{face}.ttf").is_file() for face in FACES)


def fetch_fonts(folder: Path) -> bool:
    """Fill a folder by ``npm pack``; False where that does not work."""
    npm = shutil.which("npm")
    if npm is None:
        return False
    try:
        with tempfile.TemporaryDirectory() as scratch:
            subprocess.run(
                [npm, "pack", "--silent", *PACKAGES], cwd=scratch, check=True, capture_output=True, timeout=PATIENCE
            )
            for archive in sorted(Path(scratch).glob("*.tgz")):
                _unpack(archive, folder)
    except (OSError, subprocess.SubprocessError, tarfile.TarError):
        return False
    return has_faces(folder)


def _unpack(archive: Path, folder: Path) -> None:
    """Take the faces out of an archive; only file names are taken from it, never paths."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as tar:
        for member in tar:
            path = Path(member.name)
            source = (
                tar.extractfile(member) if path.suffix == ".ttf" and path.stem in FACES and member.isfile() else None
            )
            if source is not None:
                (folder / path.name).write_bytes(source.read())
