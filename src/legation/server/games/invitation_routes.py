"""Invitations by link."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import Field

from legation.server.game.records import Role
from legation.server.games import invitations
from legation.server.games.game_page import GamePage
from legation.server.games.invitations import Invitation, NewInvitation, SeatInvitations
from legation.server.http.request_body import RequestBody
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsSignedIn, InServices

router = APIRouter(tags=["invitations"], route_class=ValueRoute)
Power = Annotated[str, Field(min_length=1, max_length=40)]
Token = Annotated[str, Path(min_length=1, max_length=100)]


class InvitationBody(RequestBody):
    """What a link is for, how often and how long."""

    role: Literal["player", "standby", "spectator"] = "player"
    power: Power | None = None
    uses: int = Field(default=1, ge=1, le=200)
    days: int = Field(default=14, ge=1, le=180)


class SeatLinksBody(RequestBody):
    """How long the links are good."""

    days: int = Field(default=30, ge=1, le=180)


class AcceptBody(RequestBody):
    """Powers in order of preference, where seats are given so."""

    wishes: list[Power] = Field(default_factory=list, max_length=30)


@router.post("/games/{game}/invitations", status_code=201)
def make_invitation(services: InServices, viewer: AsSignedIn, game: str, body: InvitationBody) -> NewInvitation:
    """Make a link; it is shown once."""
    offer = invitations.Offer(Role(body.role), body.power, body.uses, body.days)
    return invitations.invite(services, viewer, game, offer)


@router.post("/games/{game}/invitations/seats", status_code=201)
def invite_to_seats(
    services: InServices, viewer: AsSignedIn, game: str, body: SeatLinksBody | None = None
) -> SeatInvitations:
    """Make one link for each seat without a player; they are shown once."""
    return invitations.invite_to_seats(services, viewer, game, days=(body or SeatLinksBody()).days)


@router.delete("/games/{game}/invitations/{number}", status_code=204)
def withdraw_invitation(services: InServices, viewer: AsSignedIn, game: str, number: Token) -> None:
    """Take a link back."""
    invitations.withdraw(services, viewer, game, number)


@router.get("/invitations/{token}")
def read_invitation(services: InServices, token: Token) -> Invitation:
    """What a link is for."""
    return invitations.read_invitation(services, token)


@router.post("/invitations/{token}")
def accept_invitation(
    services: InServices, viewer: AsSignedIn, token: Token, body: AcceptBody | None = None
) -> GamePage:
    """Join by a link."""
    wishes = tuple(body.wishes) if body else ()
    return invitations.accept(services, viewer, token, wishes=wishes)
