"""Play against bots."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, StringConstraints

from legation.server.accounts.service import describe_session
from legation.server.game.terms import Level
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices, put_session
from legation.server.solo import service as solo

router = APIRouter(tags=["solo"])


class SoloBody(BaseModel):
    """Which variant, which power, and how well the bots play."""

    variant: Annotated[str, StringConstraints(max_length=60)] = "colonia-vii"
    power: Annotated[str, StringConstraints(max_length=40)] | None = None
    level: Level = Level.STEADY


@router.post("/solo", status_code=201)
def start_solo(body: SoloBody, response: Response, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """A new game against bots; who has not signed in plays as a guest."""
    begun = solo.start_solo(services, viewer, variant=body.variant, power=body.power, level=body.level)
    session = None
    if begun.signed_in:
        put_session(response, services, begun.signed_in)
        session = describe_session(services, begun.signed_in.viewer)
    return {"game": begun.game, "session": session}


@router.post("/games/{game}/solo/next")
def play_next_phase(game: str, services: InServices, viewer: AsSignedIn) -> dict[str, Any]:
    """The next phase of a game against bots, for a player who is out of it and looks on."""
    return {"judged": solo.look_on(services, viewer, game)}
