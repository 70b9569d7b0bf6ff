"""Text that people write: what no database or page can hold is removed, and text that is too long is refused."""

import unicodedata

from legation.server.base.refusals import HttpRefusal

KEPT = "\n\t"
TURNS = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Characters that change the direction of the text after them: in a name or title, they also affect other people's
words."""


def clean_text(text: str, field: str, *, longest: int, may_be_empty: bool = False) -> str:
    """The text without hidden characters and surrounding blanks; refused if it is empty or too long."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(sign for sign in whole if sign in KEPT or unicodedata.category(sign) not in ("Cc", "Cs"))
    cleaned = kept.strip()
    if not cleaned and not may_be_empty:
        raise HttpRefusal(422, "empty", field=field)
    if len(cleaned) > longest:
        raise HttpRefusal(422, "too_long", field=field, most=f"{longest:,}", length=f"{len(cleaned):,}")
    return cleaned


def clean_line(text: str, field: str, *, longest: int, may_be_empty: bool = True) -> str:
    """The same for a single line, which is shown among other people's words and must not affect them."""
    line = " ".join(text.translate(TURNS).split())
    return clean_text(line, field, longest=longest, may_be_empty=may_be_empty)
