"""The excerpt of a letter in search results: the part around the words, and their places. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

BEFORE = 60
"""Characters shown before the first match."""
LONGEST = 240


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an excerpt; ``is_hit`` marks the words that were searched for."""

    text: str
    is_hit: bool


def make_excerpt(text: str, words: str) -> list[Piece]:
    """The part of a text around the first match, ignoring case, in pieces."""
    places = list(list_spans(text, words))
    first = places[0][0] if places else 0
    start = max(0, first - BEFORE) if first + len(words) > LONGEST else 0
    end = min(len(text), start + LONGEST)
    pieces = [Piece("\u2026", False)] if start else []
    at = start
    for begin, after in places:
        if begin < at or after > end:
            continue
        pieces += [Piece(text[at:begin], False), Piece(text[begin:after], True)]
        at = after
    pieces += [Piece(text[at:end], False), Piece("\u2026" if end < len(text) else "", False)]
    return [piece for piece in pieces if piece.text]


def list_spans(text: str, words: str) -> Iterator[tuple[int, int]]:
    """The places of words in a text, ignoring case; one character may fold to several, as the German sharp s does."""
    folded, origins = "", []
    for place, sign in enumerate(text):
        small = sign.casefold()
        folded += small
        origins += [place] * len(small)
    wanted = words.casefold()
    at = folded.find(wanted) if wanted else -1
    while at >= 0:
        yield origins[at], origins[at + len(wanted) - 1] + 1
        at = folded.find(wanted, at + len(wanted))
