"""Invitations by link."""

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Path, Response
from pydantic import Field, StringConstraints

from legation.server.accounts.service import Session, describe_session
from legation.server.game.records import Role
from legation.server.games import invitations
from legation.server.games.game_page import GamePage
from legation.server.games.invitations import Invitation, NewInvitation, SeatInvitations
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices, put_session
from legation.server.identity.scopes import Scope, needs_scope, needs_session

router = ApiRouter(tag="invitations", route_class=ValueRoute)
Power = Annotated[str, Field(min_length=1, max_length=40)]
Token = Annotated[str, Path(min_length=1, max_length=100)]


class InvitationBody(RequestBody):
    """The purpose of a link, its number of uses, and its validity."""

    role: Literal["player", "standby", "spectator"] = "player"
    power: Power | None = None
    uses: int = Field(default=1, ge=1, le=200)
    days: int = Field(default=14, ge=1, le=180)


class SeatLinksBody(RequestBody):
    """How long the links are valid."""

    days: int = Field(default=30, ge=1, le=180)


class AcceptBody(RequestBody):
    """Powers in order of preference, if seats are assigned by preference."""

    wishes: list[Power] = Field(default_factory=list, max_length=30)


class NewPersonBody(AcceptBody):
    """A new account, and powers in order of preference if seats are assigned by preference."""

    name: Annotated[str, StringConstraints(max_length=200)]
    email: Annotated[str, StringConstraints(max_length=254)]
    password: Annotated[str, StringConstraints(max_length=1000)]


@dataclass(frozen=True, slots=True)
class NewMember:
    """A new account's session, and the game that it has joined."""

    session: Session
    game: GamePage


@router.post("/games/{game}/invitations", status_code=201)
@needs_scope(Scope.RUN)
def make_invitation(
    services: InServices, viewer: AsSignedIn, game: str, body: InvitationBody, sending: ThisSending
) -> NewInvitation:
    """Create a link; it is shown only once. If sent again, a new link replaces it."""
    offer = invitations.Offer(Role(body.role), body.power, body.uses, body.days)
    return invitations.invite(services, viewer, game, offer, sending)


@router.post("/games/{game}/invitations/seats", status_code=201)
@needs_scope(Scope.RUN)
def invite_to_seats(
    services: InServices, viewer: AsSignedIn, game: str, sending: ThisSending, body: SeatLinksBody | None = None
) -> SeatInvitations:
    """Create one link for each seat without a player, shown only once. If sent again, new links replace them."""
    days = (body or SeatLinksBody()).days
    return invitations.invite_to_seats(services, viewer, game, days=days, sending=sending)


@router.delete("/games/{game}/invitations/{number}", status_code=204)
@needs_scope(Scope.RUN)
def withdraw_invitation(services: InServices, viewer: AsSignedIn, game: str, number: Token) -> None:
    """Revoke a link."""
    invitations.withdraw(services, viewer, game, number)


@router.get("/invitations/{token}")
def read_invitation(services: InServices, token: Token) -> Invitation:
    """An invitation as shown to anyone who has its link."""
    return invitations.read_invitation(services, token)


@router.post("/invitations/{token}")
@needs_scope(Scope.PLAY)
def accept_invitation(
    services: InServices, viewer: AsSignedIn, token: Token, body: AcceptBody | None = None
) -> GamePage:
    """Join with a link."""
    wishes = tuple(body.wishes) if body else ()
    return invitations.accept(services, viewer, token, wishes=wishes)


@router.post("/invitations/{token}/account", status_code=201)
@needs_session
def accept_with_new_account(
    services: InServices, viewer: AsViewer, response: Response, token: Token, body: NewPersonBody
) -> NewMember:
    """Create an account and join with a link, even if sign-up is closed. A guest keeps their games."""
    person = invitations.NewPerson(body.name, body.email, body.password)
    signed_in, game = invitations.accept_anew(services, viewer, token, person, wishes=tuple(body.wishes))
    put_session(response, services, signed_in)
    return NewMember(describe_session(services, signed_in.viewer), game)
