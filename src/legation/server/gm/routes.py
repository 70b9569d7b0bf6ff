"""The game master's page and acts."""

from fastapi import APIRouter

from legation.server.gm import acts, back_preview, page
from legation.server.gm.act import ActResponse
from legation.server.gm.acts import ActBody
from legation.server.gm.back_preview import PastOrders
from legation.server.gm.page import GmPage
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope

router = APIRouter(tags=["gm"], route_class=ValueRoute)


@router.get("/games/{game}/gm")
def read_gm_page(services: InServices, viewer: AsViewer, game: str) -> GmPage:
    """Who has handed in orders, and what can be done."""
    return page.read_gm_page(services, viewer, game)


@router.get("/games/{game}/gm/orders/{phase}")
def read_past_orders(services: InServices, viewer: AsViewer, game: str, phase: str) -> PastOrders:
    """The orders of a judged phase as they were written, to be corrected."""
    return back_preview.read_past_orders(services, viewer, game, phase)


@router.post("/games/{game}/gm/acts")
@needs_scope(Scope.RUN)
def run_act(
    services: InServices,
    viewer: AsSignedIn,
    game: str,
    body: ActBody,
    *,
    preview: bool = False,
    letters: bool = False,
) -> ActResponse:
    """Do an act. With ``preview`` only show the line that the log would get and what going back would change; with
    ``letters`` also the letters that it would send.
    """
    if preview or letters:
        return acts.preview_act(services, viewer, game, body, with_letters=letters)
    return acts.run_act(services, viewer, game, body)
