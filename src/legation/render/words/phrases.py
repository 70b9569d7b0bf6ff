"""Places and units in words: ``the North Sea``, ``the army in Paris``, ``the fleet from Spain (north coast)``."""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

from legation.board import Board, LocationId, UnitKind, coast_of
from legation.game import Phase
from legation.orders import Piece
from legation.render.words.language import ENGLISH, Language, capitalize, uncapitalize

Key = TypeVar("Key")


class Memo(dict[Key, str], Generic[Key]):
    """A dictionary that creates missing values: after the first time a phrase costs one look-up."""

    def __init__(self, make: Callable[[Key], str]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Key) -> str:
        text = self[key] = self.make(key)
        return text


class Phrases:
    """The places and units of one board in one language."""

    def __init__(self, board: Board, language: Language) -> None:
        self.board = board
        self.language = language
        self.places = Memo(self._name_place)
        self.standing = Memo[Piece](self._prepare_unit("places.standing"))
        """``the army in Paris``."""
        self.moving = Memo[Piece](self._prepare_unit("places.moving"))
        """``the army from Paris``: a unit that has left, identified by its origin."""
        self.aboard = Memo[Piece](self._prepare_unit("places.aboard"))
        """``the army aboard ship in the North Sea``: identified by the space of its ship."""
        self.standing_first = Memo[Piece](lambda piece: capitalize(self.standing[piece]))
        """``The army in Paris``, at the beginning of a sentence."""
        hold, lead = (
            language.prepare("actions.support_hold", "helped"),
            language.prepare("actions.support_move", "helped", "target"),
        )
        self.held = Memo[Piece](lambda piece: hold(self.standing[piece]))
        """``the army in Paris in holding``."""
        self.led = Memo[tuple[Piece, LocationId]](lambda pair: lead(self.standing[pair[0]], self.places[pair[1]]))
        """``the army in Paris to Burgundy``."""
        compare = language.prepare("strengths.compared", "attack", "against")
        uncounted = language.texts["strengths.uncounted"]
        self.compared = Memo[tuple[int, int]](lambda pair: compare(*pair) if pair[0] else uncounted)
        """``1 against 2``; in words if the attack had no strength."""

    def _prepare_unit(self, key: str) -> Callable[[Piece], str]:
        """The name of a unit in the wording of a key."""
        texts, name = self.language.texts, self.language.prepare(key, "kind", "place")
        kinds = {kind: texts[f"kinds.{kind.value if kind else 'unknown'}"] for kind in (None, *UnitKind)}
        return lambda piece: name(kinds[piece.kind], self.places[piece.location])

    def _name_place(self, location: LocationId) -> str:
        texts = self.language.texts
        place = name_with_article(self.board.space(location).name, self.language)
        coast = coast_of(location)
        if not coast:
            return place
        return self.language.fill("places.coast", place=place, coast=texts.get(f"coasts.{coast}", coast.lower()))


@lru_cache(maxsize=64)
def phrases_of(board: Board, language: Language = ENGLISH) -> Phrases:
    """The phrases of a board, made once."""
    return Phrases(board, language)


def name_with_article(name: str, language: Language = ENGLISH) -> str:
    """A name inside a sentence: ``the Bay of Biscay``, ``Hudson Bay``, ``Polynesia``."""
    own, words = language.texts["articles.own"], language.words
    if own and name.startswith(own):
        return uncapitalize(name)
    first, last = name.split(" of ", maxsplit=1)[0] + " of", name.rsplit(" ", maxsplit=1)[-1]
    if name not in words["names"] and first not in words["first_words"] and last not in words["last_words"]:
        return name
    return language.fill("articles.with", name=uncapitalize(name) if first in words["common_words"] else name)


def word_phase(phase: Phase, language: Language = ENGLISH) -> str:
    """``Spring 1901, orders``."""
    season, kind = language.texts[f"phases.{phase.season.value}"], language.texts[f"phases.{phase.kind.name.lower()}"]
    return language.fill("phases.title", season=season, year=phase.year, kind=kind)


def name_place(board: Board, location: LocationId, language: Language = ENGLISH) -> str:
    """``Spain (north coast)``."""
    return phrases_of(board, language).places[location]


def name_unit(board: Board, piece: Piece, language: Language = ENGLISH) -> str:
    """``the army in Paris``."""
    return phrases_of(board, language).standing[piece]
