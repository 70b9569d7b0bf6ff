"""Hints in games against bots, and the reasons for a bot's orders."""

from typing import Annotated

from fastapi import Query
from pydantic import Field

from legation.server.advice import service
from legation.server.advice.service import HintPage, MotivePage
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsSignedIn, InServices
from legation.server.identity.scopes import Scope, needs_scope

router = ApiRouter(prefix="/games/{game}/solo", tag="solo", route_class=ValueRoute)


class MotiveBody(RequestBody):
    """The power, and the judged phase."""

    power: Annotated[str, Field(max_length=40)]
    phase: Annotated[str, Field(max_length=12)]


@router.post("/hint")
@needs_scope(Scope.PLAY)
def ask_hint(game: str, services: InServices, viewer: AsSignedIn) -> HintPage:
    """Ask a bot for the best options in a game against bots; poll for the answer."""
    return service.ask_hint(services, viewer, game)


@router.get("/hint")
def read_hint(game: str, services: InServices, viewer: AsSignedIn) -> HintPage:
    """The hint for the current phase, if it was requested and is ready."""
    return service.read_hint(services, viewer, game)


@router.post("/motive")
@needs_scope(Scope.PLAY)
def ask_motive(game: str, body: MotiveBody, services: InServices, viewer: AsSignedIn) -> MotivePage:
    """Ask why a bot ordered what it did in a movement phase; poll for the answer."""
    return service.ask_motive(services, viewer, game, body.power, body.phase)


@router.get("/motive")
def read_motive(
    game: str,
    services: InServices,
    viewer: AsSignedIn,
    power: Annotated[str, Query(max_length=40)],
    phase: Annotated[str, Query(max_length=12)],
) -> MotivePage:
    """Why a bot ordered what it did, if it was asked and has answered."""
    return service.read_motive(services, viewer, game, power, phase)
