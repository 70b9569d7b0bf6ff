"""Joining, leaving, and asking for time."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from legation.server.base.times import parse_time
from legation.server.game.records import Role
from legation.server.games import joining, more_time
from legation.server.games.game_page import GamePage
from legation.server.games.joining import Left
from legation.server.games.more_time import Excuse, ExtensionVote
from legation.server.http.request_body import RequestBody
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices

router = APIRouter(tags=["members"], route_class=ValueRoute)
Power = Annotated[str, Field(min_length=1, max_length=40)]


class JoinBody(RequestBody):
    """The role and power that a person asks for."""

    role: Literal["player", "standby", "spectator"] = "player"
    power: Power | None = None
    wishes: list[Power] = Field(default_factory=list, max_length=30)


class ExcuseBody(RequestBody):
    """When a player is away."""

    begins_at: str = Field(max_length=40)
    ends_at: str = Field(max_length=40)
    note: str = Field(default="", max_length=400)


class ExtensionBody(RequestBody):
    """A vote for more time; how much is settled by the terms."""

    hours: int | None = Field(default=None, ge=1, le=10_000)


@router.post("/games/{game}/join")
def join_game(services: InServices, viewer: AsSignedIn, game: str, body: JoinBody) -> GamePage:
    """Join a game, choose anew before it begins, or take an offered seat."""
    part = joining.Part(Role(body.role), body.power, tuple(body.wishes))
    return joining.join(services, viewer, game, part)


@router.post("/games/{game}/leave")
def leave_game(services: InServices, viewer: AsSignedIn, game: str) -> Left:
    """Leave a game."""
    return joining.leave(services, viewer, game)


@router.post("/games/{game}/excuses", status_code=201)
def ask_excuse(services: InServices, viewer: AsSignedIn, game: str, body: ExcuseBody) -> Excuse:
    """Be away for a while in one game."""
    begins_at, ends_at = parse_time(body.begins_at, "begins_at"), parse_time(body.ends_at, "ends_at")
    return more_time.excuse(services, viewer, game, begins_at, ends_at, note=body.note)


@router.get("/games/{game}/extension")
def read_extension(services: InServices, viewer: AsViewer, game: str) -> ExtensionVote:
    """How many powers want more time."""
    return more_time.describe_extension(services, viewer, game)


@router.post("/games/{game}/extension")
def vote_extension(services: InServices, viewer: AsSignedIn, game: str, body: ExtensionBody) -> ExtensionVote:
    """Vote for more time."""
    return more_time.vote_extension(services, viewer, game)
