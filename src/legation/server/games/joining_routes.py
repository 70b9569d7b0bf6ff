"""Joining and leaving."""

from typing import Annotated, Literal

from pydantic import Field

from legation.server.accounts.preferences import LetterChanges
from legation.server.game.records import Role
from legation.server.games import joining, letter_choices
from legation.server.games.game_page import GamePage
from legation.server.games.joining import Left
from legation.server.games.letter_choices import GameLetters
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsSignedIn, InServices
from legation.server.identity.scopes import Scope, needs_scope

router = ApiRouter(tag="members", route_class=ValueRoute)
Power = Annotated[str, Field(min_length=1, max_length=40)]


class JoinBody(RequestBody):
    """The role and power that a person asks for."""

    role: Literal["player", "standby", "spectator"] = "player"
    power: Power | None = None
    wishes: list[Power] = Field(default_factory=list, max_length=30)


@router.post("/games/{game}/join")
@needs_scope(Scope.PLAY)
def join_game(services: InServices, viewer: AsSignedIn, game: str, body: JoinBody) -> GamePage:
    """Join a game, choose again before it begins, or take an offered seat."""
    part = joining.Part(Role(body.role), body.power, tuple(body.wishes))
    return joining.join(services, viewer, game, part)


@router.post("/games/{game}/leave")
@needs_scope(Scope.PLAY)
def leave_game(services: InServices, viewer: AsSignedIn, game: str) -> Left:
    """Leave a game."""
    return joining.leave(services, viewer, game)


@router.get("/games/{game}/letters")
def read_game_letters(services: InServices, viewer: AsSignedIn, game: str) -> GameLetters:
    """The e-mails the viewer wants about a game."""
    return letter_choices.read_game_letters(services, viewer, game)


@router.put("/games/{game}/letters")
@needs_scope(Scope.ACCOUNT)
def choose_game_letters(services: InServices, viewer: AsSignedIn, game: str, body: LetterChanges) -> GameLetters:
    """Set the e-mails the viewer wants about a game; fields left out or null follow the account's settings."""
    return letter_choices.choose_game_letters(services, viewer, game, body)
