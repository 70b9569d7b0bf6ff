"""The fonts of pictures and print. The distributed package contains them; a clone has them after ``make web``."""

from dataclasses import dataclass
from pathlib import Path

OWN_FOLDER = Path(__file__).parent / "typefaces"
"""Filled when the pages are built: two families as TTF under the Open Font License. They are optional."""
FACES = (
    "EBGaramond_500Medium", "EBGaramond_500Medium_Italic", "EBGaramond_600SemiBold", "EBGaramond_700Bold",
    "SourceSans3_400Regular", "SourceSans3_600SemiBold", "SourceSans3_700Bold",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fonts:
    """A folder of fonts, or none, and a note for the user."""

    folder: Path | None
    note: str


def get_fonts(folder: Path | None = None) -> Fonts:
    """The fonts of a folder, or those of the package."""
    if folder is not None:
        count = len(list(folder.rglob("*.ttf")) + list(folder.rglob("*.otf"))) if folder.is_dir() else 0
        note = f"{count} font files of {folder}" if count else f"no fonts in {folder}; fonts of the system are used"
        return Fonts(folder if count else None, note)
    if has_faces(OWN_FOLDER):
        return Fonts(OWN_FOLDER, "EB Garamond and Source Sans 3")
    return Fonts(None, "EB Garamond and Source Sans 3 are missing, make web adds them; fonts of the system are used")


def has_faces(folder: Path) -> bool:
    """True if a folder holds every face."""
    return all((folder / f"{face}.ttf").is_file() for face in FACES)
