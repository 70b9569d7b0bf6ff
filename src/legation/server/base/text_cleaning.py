"""Text that people write: what no database and no page can hold is taken out, and too much is refused."""

import unicodedata

from legation.server.base.refusals import HttpRefusal

KEPT = "\n\t"
TURNS = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Signs that turn the direction of what is written after them: in a name or title also of the words of others."""


def clean_text(text: str, field: str, *, longest: int, may_be_empty: bool = False) -> str:
    """The text without hidden characters and blanks round it; refuses one that is empty or too long."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(sign for sign in whole if sign in KEPT or unicodedata.category(sign) not in ("Cc", "Cs"))
    cleaned = kept.strip()
    if not cleaned and not may_be_empty:
        raise HttpRefusal(422, "empty", field=field)
    if len(cleaned) > longest:
        raise HttpRefusal(422, "too_long", field=field, most=f"{longest:,}", length=f"{len(cleaned):,}")
    return cleaned


def clean_line(text: str, field: str, *, longest: int, may_be_empty: bool = True) -> str:
    """The same for one line, which stands among words of others and must leave these as they are."""
    line = " ".join(text.translate(TURNS).split())
    return clean_text(line, field, longest=longest, may_be_empty=may_be_empty)
