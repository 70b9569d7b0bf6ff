"""Finds names that look like a misspelt one quickly: hundreds of nonsense lines must not delay other users."""

import difflib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from heapq import nlargest

ALIKE = 0.6
"""The least similarity of names, from 0 to 1: twice the number of matching letters, divided by all letters."""
MISSPELT = 0.85
"""The least similarity of a name with a letter or two wrong."""
LAST = "\U0010ffff"


class NearNames:
    """Names that are searched for those most like a text, with the answers of ``difflib.get_close_matches``.

    That function compares a text letter by letter with every name. Here the letters in common are counted first, with
    one step for each name: they bound the possible similarity, and only the best are compared.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)
        counts = [Counter(name) for name in self._names]
        letters = sorted({letter for count in counts for letter in count})
        self._width = max((times for count in counts for times in count.values()), default=1)
        self._fields = {letter: number * self._width for number, letter in enumerate(letters)}
        """The position of each letter's bits: as many of them are set as the letter occurs in a name."""
        self._marks = sorted(
            (len(name), self._mark(count), name) for name, count in zip(self._names, counts, strict=True)
        )
        self._sorted = sorted((name, number) for number, name in enumerate(self._names))

    def find(self, text: str, count: int) -> list[str]:
        """The names most like a text, the best first."""
        matcher = difflib.SequenceMatcher()
        matcher.set_seq2(text)
        best: list[tuple[float, str]] = []
        for bound, name in self._list_bounds(text):
            if len(best) == count and bound < best[-1][0]:
                break
            matcher.set_seq1(name)
            ratio = matcher.ratio()
            if ratio >= ALIKE:
                best = nlargest(count, [*best, (ratio, name)])
        return [name for _, name in best]

    def find_begun(self, text: str, count: int) -> list[str]:
        """Names that begin with a text, in the order in which they were given."""
        if not text:
            return []
        begun = self._sorted[bisect_left(self._sorted, (text, 0)) : bisect_right(self._sorted, (text + LAST, 0))]
        return [name for name, _ in sorted(begun, key=lambda found: found[1])[:count]]

    def _list_bounds(self, text: str) -> list[tuple[float, str]]:
        """The greatest possible similarity of each name, the best first; names that cannot be similar enough are left
        out.
        """
        length, wanted = len(text), self._mark(Counter(text))
        shortest, longest = length * ALIKE / (2 - ALIKE), length * (2 - ALIKE) / ALIKE
        first = bisect_left(self._marks, (int(shortest),))
        last = bisect_left(self._marks, (int(longest) + 1,))
        bounds = [
            (2.0 * (mark & wanted).bit_count() / (length + size), name) for size, mark, name in self._marks[first:last]
        ]
        return sorted((found for found in bounds if found[0] >= ALIKE), reverse=True)

    def _mark(self, counts: Counter[str]) -> int:
        """The letters of a name as bits: the letters that two names share are the bits set in both."""
        mark = 0
        for letter, times in counts.items():
            field = self._fields.get(letter)
            if field is not None:
                mark |= ((1 << min(times, self._width)) - 1) << field
        return mark


def is_misspelt(text: str, name: str) -> bool:
    """True if a text is a name, except for a letter or two."""
    return difflib.SequenceMatcher(None, text, name).ratio() >= MISSPELT
