"""The board and the results of judged phases."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsViewer, InServices
from legation.server.results import centres, explaining, phase_results, reports, scene, text_board
from legation.server.results.centres import CentreHistory
from legation.server.results.explaining import ExplanationPage
from legation.server.results.phase_results import PhaseList, Results
from legation.server.results.scene import Scene
from legation.server.results.text_board import TextBoard

router = APIRouter(prefix="/games/{game}", tags=["results"], route_class=ValueRoute)
OfPhase = Annotated[str | None, Query(max_length=12)]


@router.get("/scene")
def read_scene(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> Scene:
    """The board now, or before a phase with its orders and results."""
    return scene.read_scene(services, viewer, game, phase)


@router.get("/text-board")
def read_text_board(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> TextBoard:
    """The board as tables."""
    return text_board.read_text_board(services, viewer, game, phase)


@router.get("/phases")
def list_phases(game: str, services: InServices, viewer: AsViewer) -> PhaseList:
    """The judged phases, and the phase now."""
    return phase_results.list_phases(services, viewer, game)


@router.get("/results")
def read_results(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> Results:
    """What became of the orders of a phase."""
    return phase_results.read_results(services, viewer, game, phase)


@router.get("/explain")
def explain_order(
    game: str,
    order: Annotated[str, Query(max_length=200)],
    services: InServices,
    viewer: AsViewer,
    phase: OfPhase = None,
) -> ExplanationPage:
    """Why an order came out as it did."""
    return explaining.explain_order(services, viewer, game, order, phase)


@router.get("/centres")
def read_centres(game: str, services: InServices, viewer: AsViewer) -> CentreHistory:
    """Centres and units year by year."""
    return centres.read_centres(services, viewer, game)


@router.get(
    "/report",
    response_class=Response,
    responses={
        200: {"content": {kind: {"schema": {"type": "string"}} for kind in dict.fromkeys(reports.KINDS.values())}}
    },
)
def read_report(
    services: InServices,
    viewer: AsViewer,
    game: str,
    *,
    phase: OfPhase = None,
    power: Annotated[str | None, Query(max_length=40)] = None,
    form: Literal["text", "markdown", "bbcode", "html"] = "text",
) -> Response:
    """The report of a phase, or what of it concerns one power."""
    text = reports.make_report(services, viewer, game, phase=phase, power=power, form=form)
    return Response(text, media_type=f"{reports.KINDS[form]}; charset=utf-8")
