"""Finding a space by any of its names."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from legation.board.near_names import NearNames, is_misspelt
from legation.board.space import LocationId, Space, SpaceId, Terrain
from legation.errors import AmbiguousNameError, ImpassableSpaceError, LegationError, UnknownNameError

COASTS: Mapping[str, str] = {
    f"{word}{tail}": f"{letter}C"
    for letter, side in {"N": "north", "S": "south", "E": "east", "W": "west"}.items()
    for word in (letter.lower(), side, f"{side}ern")
    for tail in ("c", "coast")
}
"""``nc``, ``ncoast``, ``northcoast``, ``northerncoast`` ... to ``NC``."""
SIDES: Mapping[str, tuple[str, str]] = {side[0]: (side, f"{side}ern") for side in ("north", "south", "east", "west")}
"""The meaning of a single letter before a name: ``N. Sea``, ``E. Med``."""
WATERS: Mapping[str, str] = {"b": "bay", "g": "gulf", "s": "sea"}
"""The meaning of a single letter before ``of``: ``G. of Siam``, ``B. of Biscay``, ``S. of Japan``."""


GENERIC_WORDS = frozenset({"Sea", "Ocean", "Island", "Islands", "Is."})
"""Last words of names that people leave out."""
OTHER_FORMS: Mapping[str, tuple[str, ...]] = {
    "Island": ("Is.",),
    "Islands": ("Is.",),
    "Is.": ("Island", "Islands"),
    "Strait": ("Straits",),
    "Straits": ("Strait",),
    "St.": ("Saint",),
}
"""Other forms of single words in names."""
DIRECTIONS = frozenset({"north", "south", "east", "west"})
"""Words that are not names by themselves, since they may mean a coast."""
NO_LETTERS = re.compile(r"[\W_]+")
LONG = 60
"""Longer texts are not names; anything beyond this is neither searched nor quoted."""
MOST_MEANINGS = 6
"""The most spaces that a question lists."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """All names of a board's spaces, folded for comparison, and the powers whose names may precede a unit."""

    spaces: Mapping[str, tuple[SpaceId, ...]]
    """By the name run together (``stpetersburg``): the spaces with the best claim to it."""
    others: Mapping[str, tuple[SpaceId, ...]]
    """By the name run together: further spaces for which a sheet prints the same code."""
    phrases: Mapping[str, tuple[SpaceId, ...]]
    """By the words of the name: ``st petersburg``. This keeps ``SWE - DEN`` from being taken for Sweden."""
    spellings: Mapping[SpaceId, frozenset[str]]
    """The spellings in which a sheet prints the names and codes of each space, in its own upper and lower case."""
    titles: Mapping[SpaceId, str]
    """The name of each space."""
    impassable: Mapping[str, str]
    """Names of land that no unit can enter, run together: ``switzerland`` is ``Switzerland``."""
    coasts: Mapping[SpaceId, tuple[str, ...]]
    lengths: Mapping[str, int]
    """For a word that begins longer names: the number of words in the longest."""
    locations: frozenset[str]
    """Every location by its code."""
    plain_locations: frozenset[str]
    """The locations whose code has no other meaning: text that uses only these needs no second look."""
    theatre_words: frozenset[str] = frozenset()
    """The words of which the names of the board's theatres consist: ``europe``, ``north``, ``america``."""
    nations: Mapping[str, str] = field(default_factory=dict)
    """Names and adjectives of the powers, run together in the same way: ``french`` is ``French``."""
    nation_powers: Mapping[str, str] = field(default_factory=dict)
    """The powers of these names, in the same way."""
    nation_words: frozenset[str] = frozenset()
    """The first words of these names."""

    def parse_space(self, text: str) -> SpaceId:
        """The space with this code, name or alias; a code beats a name, a name beats an alias."""
        found = self.spaces.get(fold(text[: 2 * LONG]), ())
        if len(found) > 1:
            raise self.ask_which(text, found)
        if not found:
            raise self.explain_unknown(text)
        return found[0]

    def list_meanings(self, name: str) -> tuple[SpaceId, ...]:
        """The spaces with a folded name: those with the best claim first."""
        return self.spaces.get(name, ()) + self.others.get(name, ())

    def parse_location(self, text: str) -> LocationId:
        """The space, or its coast if the text ends in one (``STP/SC``, ``St Petersburg (south coast)``)."""
        if len(text) > 2 * LONG:
            raise UnknownNameError("space", text)
        name, coast = split_coast(text)
        if not coast and fold(text) not in self.spaces:
            name, coast = self._cut_coast_off(text)
        if not coast or fold(text) in self.spaces:
            return LocationId(self.parse_space(text))
        return self.place_on_coast(self.parse_space(name), coast)

    def _cut_coast_off(self, text: str) -> tuple[str, str]:
        """A code and the letters of one of its coasts right after it: ``BI4nc``."""
        folded = fold(text)
        coast = COASTS.get(folded[-2:], "")
        has_coast = any(coast in self.coasts[space] for space in self.spaces.get(folded[:-2], ()))
        return (folded[:-2], coast) if coast and has_coast else (text, "")

    def place_on_coast(self, space: SpaceId, coast: str) -> LocationId:
        """A coast of a space; raises with the existing coasts if it has no such coast."""
        if coast not in self.coasts[space]:
            options = tuple(f"{space}/{known}" for known in self.coasts[space]) or (str(space),)
            raise UnknownNameError("coast", f"{space}/{coast}", options)
        return LocationId(f"{space}/{coast}")

    def ask_which(self, text: str, meanings: Sequence[SpaceId]) -> AmbiguousNameError:
        """The question for a name with several meanings."""
        return AmbiguousNameError("space", text, tuple(meanings), tuple(self.titles[space] for space in meanings))

    def explain_unknown(self, text: str) -> LegationError:
        """Why a name is unknown: it is impassable, it begins several names, or it looks like others."""
        folded = fold(text)[:LONG]
        if folded in self.impassable:
            return ImpassableSpaceError(self.impassable[folded])
        titles = _list_folded_titles(self) if len(folded) > 2 else ()
        begun = [space for space, title in titles if title.startswith(folded)]
        if 1 < len(begun) <= MOST_MEANINGS:
            return self.ask_which(text, begun)
        return UnknownNameError("space", text, self.nearest(text))

    def nearest(self, text: str, count: int = 3) -> tuple[str, ...]:
        """Codes of the spaces whose names look most like a misspelt one."""
        folded = fold(text)[:LONG]
        if len(folded) < 2:
            return ()  # one letter resembles too many
        known = _index_names(self)
        close = [*known.find(folded, count * 2), *known.find_begun(folded, count)]
        codes = dict.fromkeys(code for name in close for code in self.spaces[name])
        return tuple(str(code) for code in list(codes)[:count])

    def find_misspelt(self, words: Sequence[str]) -> tuple[str, ...]:
        """Codes of the spaces whose name differs from several words in a letter or two, if there are any."""
        folded = fold("".join(words))[:LONG]
        if len(words) < 2 or not folded:
            return ()
        near = [name for name in _index_names(self).find(folded, 3) if is_misspelt(folded, name)]
        return tuple(dict.fromkeys(str(code) for name in near for code in self.spaces[name]))

    def with_nations(self, nations: Iterable[tuple[str, str]]) -> "Names":
        """The same names, with those of the powers on this board, each with its power."""
        given = [(fold(nation), nation, power) for nation, power in nations]
        known = {folded: nation for folded, nation, _ in given}
        powers = {folded: power for folded, _, power in given}
        words = frozenset(fold_words(nation).split()[0] for nation in known.values() if fold(nation))
        return replace(self, nations=known, nation_powers=powers, nation_words=words)

    def with_impassable(self, name: str, aliases: Iterable[str]) -> "Names":
        """The same names, with those of a land that is drawn on the board but is not a space."""
        return replace(self, impassable={**self.impassable, **{fold(known): name for known in (name, *aliases)}})


@lru_cache(maxsize=100)
def _index_names(names: Names) -> NearNames:
    return NearNames(names.spaces)


@lru_cache(maxsize=100)
def _list_folded_titles(names: Names) -> tuple[tuple[SpaceId, str], ...]:
    return tuple((space, fold(title)) for space, title in names.titles.items())


def fold_words(text: str) -> str:
    """A name as its words: ``St. Petersburg`` is ``st petersburg``."""
    return " ".join(word for word in (fold(part) for part in re.split(r"[\s\-/]+", text)) if word)


def fold(text: str) -> str:
    """A name without case, accents, punctuation or spaces: ``St. Petersburg`` is ``stpetersburg``."""
    if not text.isascii():
        text = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return text.casefold() if text.isalnum() else NO_LETTERS.sub("", text).casefold()


def split_coast(text: str) -> tuple[str, str]:
    """Divide ``Spain (north coast)`` into its name and ``NC``; the coast is empty if none is named."""
    match = re.fullmatch(
        r"(.*?)[\s/\\(\[.,:-]+(?:the\s+)?([NSEW]\.?\s*(?:(?:orth|outh|ast|est)(?:ern)?)?\s*C\.?(?:oast|s)?)[\s)\].]*",
        text,
        re.I,
    )
    coast = find_coast(match.group(2)) if match else ""
    return (match.group(1), coast) if match and coast else (text, "")


def find_coast(text: str) -> str:
    """The coast named by one word or phrase: ``nc``, ``NCS``, ``north coast``; empty if it names none."""
    folded = fold(text)
    return COASTS.get(folded) or (COASTS.get(folded[:2], "") if folded[2:] == "s" else "")


class _Claim(NamedTuple):
    """A space that can be called by a name; the lowest rank wins."""

    rank: int
    """0: it is the code, 1: the name, 2: an alias."""
    space: SpaceId


def make_names(spaces: Iterable[Space]) -> Names:
    """Collect codes, names and aliases; a code beats a name, a name beats an alias."""
    every = tuple(spaces)
    claims: dict[str, list[_Claim]] = {}
    phrases: dict[str, list[SpaceId]] = {}
    for space in every:
        for rank, names in enumerate(((space.id,), (space.name,), space.aliases)):
            for name in names:
                claimants = claims.setdefault(fold(name), [])
                if all(claim.space != space.id for claim in claimants):
                    claimants.append(_Claim(rank, space.id))
                phrases.setdefault(fold_words(name), []).append(space.id)
    # These names never compete: each counts only if no space has it as a code, a name or an alias.
    for name, space_id in {**_list_other_names(every), **_list_short_names(every)}.items():
        if fold(name) not in claims:
            claims[fold(name)] = [_Claim(0, space_id)]
            phrases.setdefault(fold_words(name), []).append(space_id)
    chosen: dict[str, tuple[SpaceId, ...]] = {}
    others: dict[str, tuple[SpaceId, ...]] = {}
    for name, claimants in claims.items():
        best = min(claim.rank for claim in claimants)
        chosen[name] = tuple(claim.space for claim in claimants if claim.rank == best)
        beaten = tuple(claim.space for claim in sorted(claimants) if claim.rank > best)
        if beaten:
            others[name] = beaten
    return Names(
        spaces=chosen,
        others=others,
        phrases={phrase: tuple(dict.fromkeys(found)) for phrase, found in phrases.items()},
        spellings={space.id: _list_spellings(space) for space in every},
        titles={space.id: space.name for space in every},
        impassable={
            fold(name): space.name
            for space in every
            if space.terrain is Terrain.IMPASSABLE
            for name in (space.id, space.name, *space.aliases)
        },
        coasts={space.id: space.coasts for space in every},
        lengths=_measure(phrases),
        locations=frozenset(location for space in every for location in space.locations),
        plain_locations=frozenset(
            location
            for space in every
            if fold(space.id) not in others and space.terrain is not Terrain.IMPASSABLE
            for location in space.locations
        ),
        theatre_words=frozenset(word for space in every for word in fold_words(space.theatre).split()),
    )


def _list_short_names(spaces: Iterable[Space]) -> dict[str, SpaceId]:
    """Shortened names, such as ``South Pacific`` for the South Pacific Ocean, if only one space has that name."""
    found: dict[str, list[SpaceId]] = {}
    for space in spaces:
        first, _, last = space.name.rpartition(" ")
        is_short = last in GENERIC_WORDS and (space.terrain is Terrain.SEA or last.startswith("Is"))
        if is_short and fold(first) not in DIRECTIONS:
            found.setdefault(first, []).append(space.id)
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1}


def _list_other_names(spaces: Iterable[Space]) -> dict[str, SpaceId]:
    """Names with another form of a word: ``North Atlantic Ocean``, ``Wake Is.``, ``Strait of Gibraltar``."""
    found: dict[str, list[SpaceId]] = {}
    for space in spaces:
        if space.terrain is Terrain.SEA and space.name.endswith(("Atlantic", "Pacific")):
            found.setdefault(f"{space.name} Ocean", []).append(space.id)
        words = space.name.split()
        for at, word in enumerate(words if len(words) > 1 else ()):
            for other in OTHER_FORMS.get(word, ()):
                found.setdefault(" ".join([*words[:at], other, *words[at + 1 :]]), []).append(space.id)
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1}


def _measure(phrases: Iterable[str]) -> dict[str, int]:
    lengths: dict[str, int] = {}
    for words in (phrase.split() for phrase in phrases):
        if len(words) > 1:
            lengths[words[0]] = max(len(words), lengths.get(words[0], 0))
    return lengths


def _list_spellings(space: Space) -> frozenset[str]:
    """The names as printed; an alias that differs from the code only in case is the sheet's spelling of the code."""
    names = {space.name, *space.aliases}
    return frozenset(names if any(fold(name) == fold(space.id) for name in names) else {*names, space.id})
