"""Results of judged phases, and the board."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from legation.server.identity.request_context import AsViewer, InServices
from legation.server.results import service as results
from legation.server.results.explaining import explain_order

router = APIRouter(prefix="/games/{game}", tags=["results"])
OfPhase = Annotated[str | None, Query(max_length=12)]


@router.get("/scene")
def read_scene(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> dict[str, Any]:
    """The board now, or before a phase with its orders and results."""
    return results.read_scene(services, viewer, game, phase)


@router.get("/results")
def read_results(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> dict[str, Any]:
    """What became of the orders of a phase."""
    return results.read_results(services, viewer, game, phase)


@router.get("/explain")
def explain(
    game: str,
    order: Annotated[str, Query(max_length=200)],
    services: InServices,
    viewer: AsViewer,
    phase: OfPhase = None,
) -> dict[str, Any]:
    """Why an order came out as it did."""
    return explain_order(services, viewer, game, order, phase)


@router.get("/text-board")
def read_text_board(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> dict[str, Any]:
    """The board as tables."""
    return results.read_text_board(services, viewer, game, phase)
