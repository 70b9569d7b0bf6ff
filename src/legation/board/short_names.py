"""Names of spaces that a writer cut short: ``Burg``, ``Balt. Sea``, ``N. Atl.``; only what can mean one space alone."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from legation.board.names import Names
from legation.board.space import SpaceId

SHORTEST = 4
"""The fewest letters of a single word: three are a code, and a wrong one would be taken for a name."""
SHORTEST_PART = 2
"""The fewest letters of a word among several."""
LEFT_OUT = frozenset({"of", "the"})


class _Phrase(NamedTuple):
    words: tuple[str, ...]
    spaces: tuple[SpaceId, ...]


class ShortNames:
    """The beginnings of a board's names."""

    def __init__(self, names: Names) -> None:
        self.titles = names.titles
        self.begun: dict[str, set[str]] = {}
        """By the beginning of a name run together: what it may mean."""
        for name, spaces in (*names.spaces.items(), *names.others.items()):
            self._add(name, spaces)
        for name in (*names.impassable, *names.nations):
            self._add(name, (f"{name} is no space",))
        self.phrases: dict[str, list[_Phrase]] = {}
        """By the first letters of their first words."""
        for phrase, found in names.phrases.items():
            words = tuple(word for word in phrase.split() if word not in LEFT_OUT)
            if len(words) > 1:
                self.phrases.setdefault(words[0][:SHORTEST_PART], []).append(_Phrase(words, found))

    def _add(self, name: str, meanings: Sequence[str]) -> None:
        for end in range(SHORTEST, len(name) + 1):
            self.begun.setdefault(name[:end], set()).update(meanings)

    def find_word(self, word: str) -> tuple[SpaceId, ...]:
        """The one space whose name begins with a folded word; empty if there is none, or more than one."""
        found = self.begun.get(word, ())
        return tuple(SpaceId(space) for space in found if space in self.titles) if len(found) == 1 else ()

    def find_phrase(self, words: Sequence[str]) -> tuple[SpaceId, ...]:
        """The spaces whose names have these folded words, each cut short or not: ``eng ch``, ``gulf bot``."""
        written = [word for word in words if word not in LEFT_OUT]
        if len(written) < 2 or any(len(word) < SHORTEST_PART for word in written):
            return ()
        found: dict[SpaceId, None] = {}
        for phrase in self.phrases.get(written[0][:SHORTEST_PART], ()):
            if len(phrase.words) == len(written) and all(map(str.startswith, phrase.words, written)):
                found |= dict.fromkeys(phrase.spaces)
        return tuple(found)


@lru_cache(maxsize=100)
def list_short_names(names: Names) -> ShortNames:
    """The beginnings of a board's names; made once."""
    return ShortNames(names)
