"""Which program wrote a game, and the reader for it."""

from collections.abc import Callable
from pathlib import Path

from legation.errors import RequestError
from legation.game import load_json
from legation.interchange.godip_text import is_godip_text, read_godip_text
from legation.interchange.jdip_save import is_jdip_save, read_jdip_save
from legation.interchange.model import ForeignGame
from legation.interchange.saved_json import is_saved_game, read_saved_json

MOST_BYTES = 16_000_000
"""Per game; the longest published game has about 400,000."""

TEXT_READERS: dict[str, Callable[[str, str], ForeignGame]] = {
    "saved-game": read_saved_json,
    "godip": read_godip_text,
}
JDIP = "jdip"
GAME_FORMATS = (*TEXT_READERS, JDIP)


def find_game_format(data: bytes) -> str | None:
    """The format of a foreign game, recognised by its first bytes, or None."""
    if len(data) > MOST_BYTES:
        return None
    if is_jdip_save(data):
        return JDIP
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:200]
    if head.startswith(b"PHASE"):
        return "godip" if is_godip_text(head.decode("latin-1")) else None
    if head.startswith(b"{") and b'"phases"' in data:
        return "saved-game" if _holds_phases(data) else None
    return None


def _holds_phases(data: bytes) -> bool:
    try:
        return is_saved_game(load_json(data))
    except RequestError:
        return True  # the reader reports the problem


def read_game_file(data: bytes, name: str, form: str = "") -> ForeignGame:
    """Read the game in a file; raises a ``RequestError`` if it is not a game, too large or broken."""
    if len(data) > MOST_BYTES:
        raise RequestError(name, f"{len(data):,} bytes are too many for a game; at most {MOST_BYTES:,}")
    found = form or find_game_format(data)
    if found is None:
        raise RequestError(name, "is not a game in a known format")
    if found not in GAME_FORMATS:
        raise RequestError(name, f"unknown format {found!r}; there are {', '.join(GAME_FORMATS)}")
    if found == JDIP:
        return read_jdip_save(data, Path(name).stem)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RequestError(name, "is not text in UTF-8") from None
    return TEXT_READERS[found](text, Path(name).stem)
