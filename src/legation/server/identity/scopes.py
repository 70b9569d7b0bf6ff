"""What a token for scripts may do: every operation names the scope that it needs, or it accepts no token."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
SAFE = ("GET", "HEAD", "OPTIONS")
NEEDED = "token_scope"
"""The attribute of an endpoint that holds its scope."""


class Scope(StrEnum):
    """What a token may do; each scope includes those before it."""

    READ = "read"
    """Read whatever the account reads, its own orders and press included."""
    PLAY = "play"
    """Give orders, write press, vote, join and leave games, take vacations."""
    RUN = "run"
    """Make games and run them as a game master, invitations included."""
    ACCOUNT = "account"
    """Change the account's name and settings. No token changes its password, address, passkeys, sessions or tokens."""

    def includes(self, needed: "Scope") -> bool:
        """True if this scope is sufficient."""
        order = list(Scope)
        return order.index(self) >= order.index(needed)


def needs_scope(scope: Scope) -> Callable[[Endpoint], Endpoint]:
    """Declare which scope a token needs for an endpoint."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, NEEDED, scope)
        return endpoint

    return mark


def needs_session(endpoint: Endpoint) -> Endpoint:
    """Declare that an endpoint accepts no token: a leaked token could make itself permanent."""
    setattr(endpoint, NEEDED, None)
    return endpoint


def find_scope(endpoint: Callable[..., Any], method: str) -> Scope | None:
    """The scope that a token needs; None if no token is accepted, as for a change that names no scope."""
    found: Scope | None = getattr(endpoint, NEEDED, Scope.READ if method in SAFE else None)
    return found
