"""Votes: the open proposals, and voting on them."""

from typing import Annotated

from fastapi import Path
from pydantic import Field

from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.votes import service
from legation.server.votes.service import VotesPage

router = ApiRouter(tag="votes", route_class=ValueRoute)
Power = Annotated[str, Field(min_length=1, max_length=40)]
Place = Annotated[list[Power], Field(min_length=1, max_length=30)]


class ProposalBody(RequestBody):
    """An ending: groups of powers from the first place down; none: a draw among all."""

    places: list[Place] = Field(max_length=30)


class VoteBody(RequestBody):
    """For, against, or withdrawn."""

    vote: bool | None


@router.get("/games/{game}/votes")
def list_proposals(services: InServices, viewer: AsViewer, game: str) -> VotesPage:
    """The scheme and the open proposals."""
    return service.list_proposals(services, viewer, game)


@router.post("/games/{game}/votes", status_code=201)
@needs_scope(Scope.PLAY)
def make_proposal(
    services: InServices, viewer: AsSignedIn, game: str, body: ProposalBody, sending: ThisSending
) -> VotesPage:
    """Propose an ending. This is not a vote. Idempotent."""
    return service.make_proposal(services, viewer, game, body.places, sending)


@router.put("/games/{game}/votes/{proposal}")
@needs_scope(Scope.PLAY)
def cast_vote(
    services: InServices,
    viewer: AsSignedIn,
    game: str,
    proposal: Annotated[str, Path(max_length=20)],
    body: VoteBody,
) -> VotesPage:
    """Vote on a proposal."""
    return service.vote(services, viewer, game, proposal, body.vote)


@router.delete("/games/{game}/votes/{proposal}")
@needs_scope(Scope.PLAY)
def withdraw_proposal(
    services: InServices, viewer: AsSignedIn, game: str, proposal: Annotated[str, Path(max_length=20)]
) -> VotesPage:
    """Withdraw the viewer's own proposal, with the votes on it."""
    return service.withdraw(services, viewer, game, proposal)
