"""Refusals of requests: a status, a code and a sentence."""

from collections.abc import Mapping
from typing import Any

from legation.errors import LegationError


class HttpRefusal(LegationError):  # noqa: N818 - a refusal is an answer, not a fault of the program
    """A request that is not granted: the HTTP status, a code for programs, and a sentence for people."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        field: str | None = None,
        candidates: tuple[str, ...] = (),
        *,
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.candidates = candidates
        self.extra = dict(extra or {})  # stands beside "error" in the answer, such as the sheet of a conflict
        self.headers = dict(headers or {})
        super().__init__(message)


def no_such_game() -> HttpRefusal:
    """The same words for a game that is not there and for one that is not open to the viewer."""
    return HttpRefusal(404, "no_such_game", "No such game, or it is not open to you.")


def not_found(what: str) -> HttpRefusal:
    """A thing that is not there, such as ``variant``."""
    return HttpRefusal(404, "not_found", f"No such {what}.")


def forbidden(message: str = "You may not do that.") -> HttpRefusal:
    """An act that the viewer has no right to."""
    return HttpRefusal(403, "forbidden", message)


def sign_in_first() -> HttpRefusal:
    """An act that needs an account."""
    return HttpRefusal(401, "sign_in_first", "Sign in first.")
