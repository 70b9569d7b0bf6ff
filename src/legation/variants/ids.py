"""Ids of users' boards: plain, so that each can be the name of a folder and a part of an address."""

import re
import unicodedata

LONGEST_ID = 60


def make_id(wish: str, *, otherwise: str = "variant", longest: int = LONGEST_ID) -> str:
    """A name or a file's stem as an id: ``Île de Ré, 1900`` is ``ile-de-re-1900``."""
    letters = unicodedata.normalize("NFKD", wish[: 4 * longest].lower())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:longest].strip("-") or otherwise
