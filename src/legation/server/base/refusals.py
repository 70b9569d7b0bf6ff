"""Refusals of requests: a status, a code and a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

from legation.errors import LegationError
from legation.render.words import ENGLISH, Language


class HttpRefusal(LegationError):  # noqa: N818 - a refusal is an answer, not a fault of the program
    """A request that is refused: the HTTP status, a code for programs, and a sentence for people.

    The catalogue has the sentence under ``http`` and the code, and if a code has several of them under the case:
    ``http.too_many.tokens``. ``words`` fill in the sentence. A sentence that was worded elsewhere, such as why a vote
    does not count, is passed as the message.
    """

    def __init__(
        self,
        status: int,
        code: str,
        *,
        case: str | None = None,
        message: str | None = None,
        field: str | None = None,
        candidates: Sequence[str] = (),
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        **words: object,
    ) -> None:
        self.status = status
        self.code = code
        self.key = f"http.{code}.{case}" if case else f"http.{code}"
        self.words = words
        self.field = field
        self.candidates = tuple(candidates)
        self.extra = dict(extra or {})  # added beside "error" in the response, such as the sheet of a conflict
        self.headers = dict(headers or {})
        self._message = message
        super().__init__(self.word())

    def word(self, language: Language = ENGLISH) -> str:
        """The sentence for people."""
        return language.fill(self.key, **self.words) if self._message is None else self._message


def no_such_game() -> HttpRefusal:
    """The same refusal for a game that does not exist and for one that the viewer may not see."""
    return HttpRefusal(404, "no_such_game")


def not_found(what: str) -> HttpRefusal:
    """The refusal for a missing thing, such as a ``variant``."""
    return HttpRefusal(404, "not_found", case=what)


def forbidden(case: str) -> HttpRefusal:
    """The refusal of an action that the viewer has no right to; the case says why."""
    return HttpRefusal(403, "forbidden", case=case)


def sign_in_first() -> HttpRefusal:
    """The refusal of an action that needs an account."""
    return HttpRefusal(401, "sign_in_first", case="account")
