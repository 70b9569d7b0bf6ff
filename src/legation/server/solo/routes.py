"""Games against bots."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import StringConstraints

from legation.server.accounts.service import Session, describe_session
from legation.server.game.terms import Level
from legation.server.games.game_page import GamePage
from legation.server.http.request_body import RequestBody
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices, put_session
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.solo import service as solo

router = APIRouter(tags=["solo"], route_class=ValueRoute)


class SoloBody(RequestBody):
    """Which variant, which power, and how well the bots play."""

    variant: Annotated[str, StringConstraints(max_length=60)] = "colonia-vii"
    power: Annotated[str, StringConstraints(max_length=40)] | None = None
    level: Level = Level.STEADY


@dataclass(frozen=True, slots=True)
class SoloGame:
    """A new game against bots, and the session of the guest for whom it was made."""

    game: GamePage
    session: Session | None


@router.post("/solo", status_code=201)
@needs_scope(Scope.PLAY)
def start_solo(body: SoloBody, response: Response, services: InServices, viewer: AsViewer) -> SoloGame:
    """Start a game against bots; a visitor without an account plays as a guest."""
    begun = solo.start_solo(services, viewer, variant=body.variant, power=body.power, level=body.level)
    session = None
    if begun.signed_in:
        put_session(response, services, begun.signed_in)
        session = describe_session(services, begun.signed_in.viewer)
    return SoloGame(begun.game, session)


@router.post("/games/{game}/solo/next")
@needs_scope(Scope.PLAY)
def play_next_phase(game: str, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Let the next phase of a game against bots be judged, for a player who is out of it and watches."""
    return solo.play_next_phase(services, viewer, game)
