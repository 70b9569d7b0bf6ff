"""The response for a person who begins a game against bots: the game, and a session if a guest was made for it."""

from dataclasses import dataclass

from fastapi import Response

from legation.server.accounts.service import Session, describe_session
from legation.server.base.services import Services
from legation.server.games.game_page import GamePage
from legation.server.identity.request_context import put_session
from legation.server.identity.viewers import SignedIn


@dataclass(frozen=True, slots=True)
class Begun:
    """A game against bots that has begun, and the guest for whom it was made."""

    game: GamePage
    signed_in: SignedIn | None = None


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game against bots that has begun, and the session of the guest for whom it was made."""

    game: GamePage
    session: Session | None


def answer_begun(services: Services, response: Response, begun: Begun) -> BegunGame:
    """Show the game, and sign in the guest for whom it was made."""
    session = None
    if begun.signed_in:
        put_session(response, services, begun.signed_in)
        session = describe_session(services, begun.signed_in.viewer)
    return BegunGame(begun.game, session)
