"""Finding a space by whatever people call it."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from legation.board.space import LocationId, Space, SpaceId
from legation.errors import AmbiguousNameError, UnknownNameError

COASTS: Mapping[str, str] = {
    f"{word}{tail}": f"{letter}C"
    for letter, words in {"N": ("n", "north"), "S": ("s", "south"), "E": ("e", "east"), "W": ("w", "west")}.items()
    for word in words
    for tail in ("c", "coast")
}
"""``nc``, ``ncoast``, ``northcoast`` ... to ``NC``."""


LONG = 60
"""Longer texts are no names; more of them is neither searched nor quoted."""


@dataclass(frozen=True, slots=True)
class Names:
    """All names of a board's spaces, folded for comparison."""

    spaces: Mapping[str, tuple[SpaceId, ...]]
    """By the name run together: ``stpetersburg``."""
    phrases: Mapping[str, tuple[SpaceId, ...]]
    """By the words of the name: ``st petersburg``. So ``SWE - DEN`` is not taken for Sweden."""
    coasts: Mapping[SpaceId, tuple[str, ...]]
    longest: int
    """The most words that one name has."""
    locations: frozenset[str]
    """Every location by its code."""

    def find_space(self, text: str) -> SpaceId:
        """The space with this code, name or alias."""
        found = self.spaces.get(fold(text[: 2 * LONG]), ())
        if len(found) > 1:
            raise AmbiguousNameError("space", text, found)
        if not found:
            raise UnknownNameError("space", text[:LONG], self.nearest(text))
        return found[0]

    def match_words(self, words: Sequence[str]) -> tuple[SpaceId, ...]:
        """The spaces that are called by just these words, one after the other."""
        if len(words) == 1:
            return self.spaces.get(fold(words[0]), ())
        return self.phrases.get(" ".join(fold(word) for word in words), ())

    def find_location(self, text: str) -> LocationId:
        """The space, or the coast where the text ends in one (``STP/SC``, ``St Petersburg (south coast)``)."""
        if len(text) > 2 * LONG:
            raise UnknownNameError("space", text[:LONG] + "...")
        name, coast = split_coast(text)
        if not coast or fold(text) in self.spaces:
            return LocationId(self.find_space(text))
        space = self.find_space(name)
        if coast not in self.coasts[space]:
            options = tuple(f"{space}/{known}" for known in self.coasts[space]) or (str(space),)
            raise UnknownNameError("coast", text, options)
        return LocationId(f"{space}/{coast}")

    def nearest(self, text: str, count: int = 3) -> tuple[str, ...]:
        """Codes of the spaces whose names look most like a misspelt one."""
        folded = fold(text)[:LONG]
        close = difflib.get_close_matches(folded, self.spaces, n=count * 2, cutoff=0.6)
        close += [name for name in self.spaces if folded and name.startswith(folded)][:count]
        codes = dict.fromkeys(code for name in close for code in self.spaces[name])
        return tuple(str(code) for code in list(codes)[:count])


def fold_words(text: str) -> str:
    """A name as its words: ``St. Petersburg`` is ``st petersburg``."""
    return " ".join(word for word in (fold(part) for part in re.split(r"[\s\-/]+", text)) if word)


def fold(text: str) -> str:
    """A name without case, accents of punctuation, or spaces: ``St. Petersburg`` is ``stpetersburg``."""
    return re.sub(r"[\W_]+", "", text).casefold()


def split_coast(text: str) -> tuple[str, str]:
    """Divide ``Spain (north coast)`` into its name and ``NC``; the coast is empty where none is named."""
    match = re.fullmatch(
        r"(.*?)[\s/\\(\[.,:-]+(?:the\s+)?([NSEW]\.?\s*(?:orth|outh|ast|est)?\s*C\.?(?:oast)?)[\s)\].]*", text, re.I
    )
    coast = COASTS.get(fold(match.group(2))) if match else None
    return (match.group(1), coast) if match and coast else (text, "")


def make_names(spaces: Iterable[Space]) -> Names:
    """Collect codes, names and aliases; a code beats a name, a name beats an alias."""
    runs: dict[str, tuple[int, list[SpaceId]]] = {}
    phrases: dict[str, tuple[int, list[SpaceId]]] = {}
    every = tuple(spaces)
    for space in every:
        for rank, names in enumerate(((space.id,), (space.name,), space.aliases)):
            for name in names:
                _add_name(runs, fold(name), rank, space.id)
                _add_name(phrases, fold_words(name), rank, space.id)
    return Names(
        spaces={name: tuple(found) for name, (_, found) in runs.items()},
        phrases={name: tuple(found) for name, (_, found) in phrases.items()},
        coasts={space.id: space.coasts for space in every},
        longest=max((len(phrase.split()) for phrase in phrases), default=1),
        locations=frozenset(location for space in every for location in space.locations),
    )


def _add_name(ranked: dict[str, tuple[int, list[SpaceId]]], name: str, rank: int, space: SpaceId) -> None:
    best, found = ranked.setdefault(name, (rank, []))
    if rank < best:
        ranked[name] = (rank, [space])
    elif rank == best and space not in found:
        found.append(space)
