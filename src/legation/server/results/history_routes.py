"""A game through time."""

from typing import Any

from fastapi import APIRouter

from legation.server.identity.request_context import AsViewer, InServices
from legation.server.results import service as results

router = APIRouter(prefix="/games/{game}", tags=["history"])


@router.get("/phases")
def list_phases(game: str, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """The judged phases, and the phase now."""
    return results.list_phases(services, viewer, game)


@router.get("/centres")
def read_centres(game: str, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Centres and units year by year."""
    return results.read_centres(services, viewer, game)
