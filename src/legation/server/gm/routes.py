"""The game master's page and actions."""

from typing import Annotated

from fastapi import Path
from pydantic import Field

from legation.server.gm import acts, back_preview, page, schedule
from legation.server.gm.act import ActResponse
from legation.server.gm.acts import ActBody
from legation.server.gm.back_preview import PastOrders
from legation.server.gm.page import GmPage
from legation.server.gm.schedule import LaterBody, Schedule
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import JudgingRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope

router = ApiRouter(tag="gm", route_class=JudgingRoute)


@router.get("/games/{game}/gm")
def read_gm_page(services: InServices, viewer: AsViewer, game: str) -> GmPage:
    """Which orders are in, and what the game master can do."""
    return page.read_gm_page(services, viewer, game)


@router.get("/games/{game}/gm/orders/{phase}")
def read_past_orders(services: InServices, viewer: AsViewer, game: str, phase: str) -> PastOrders:
    """The orders of a judged phase as they were written, for correction."""
    return back_preview.read_past_orders(services, viewer, game, phase)


class ScheduleBody(RequestBody):
    """An action, and its time."""

    act: LaterBody
    at: str | None = Field(default=None, max_length=40)
    """A time; without one the action is executed once the phase has been judged."""


@router.get("/games/{game}/gm/schedule")
def list_schedule(services: InServices, viewer: AsViewer, game: str) -> Schedule:
    """The scheduled actions, and the results of the last ones."""
    return schedule.list_schedule(services, viewer, game)


@router.post("/games/{game}/gm/schedule", status_code=201)
@needs_scope(Scope.RUN)
def schedule_act(
    services: InServices, viewer: AsSignedIn, game: str, body: ScheduleBody, sending: ThisSending
) -> Schedule:
    """Schedule an action for a time, or for when the phase has been judged. Idempotent."""
    return schedule.schedule_act(services, viewer, game, body.act, body.at, sending=sending)


@router.delete("/games/{game}/gm/schedule/{number}")
@needs_scope(Scope.RUN)
def cancel_act(
    services: InServices, viewer: AsSignedIn, game: str, number: Annotated[int, Path(ge=0, lt=2**63)]
) -> Schedule:
    """Cancel a scheduled action."""
    return schedule.cancel_act(services, viewer, game, number)


@router.post("/games/{game}/gm/acts")
@needs_scope(Scope.RUN)
def run_act(
    services: InServices,
    viewer: AsSignedIn,
    game: str,
    body: ActBody,
    sending: ThisSending,
    *,
    preview: bool = False,
    letters: bool = False,
) -> ActResponse:
    """Run an action. Idempotent.

    ``preview`` only shows the line that the log would get and what going back would change; ``letters`` also shows the
    e-mails that the action would send.
    """
    if preview or letters:
        return acts.preview_act(services, viewer, game, body, with_letters=letters)
    return acts.run_act(services, viewer, game, body, sending)
