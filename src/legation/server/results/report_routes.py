"""Reports of judged phases."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from legation.server.identity.request_context import AsViewer, InServices
from legation.server.results import reports

router = APIRouter(tags=["reports"])
Power = Annotated[str | None, Query(max_length=40)]


@router.get("/games/{game}/report")
def read_report(
    services: InServices,
    viewer: AsViewer,
    game: str,
    *,
    phase: Annotated[str | None, Query(max_length=12)] = None,
    power: Power = None,
    form: Literal["text", "markdown", "bbcode", "html"] = "text",
) -> Response:
    """The report of a phase, or what of it concerns one power."""
    text = reports.make_report(services, viewer, game, phase=phase, power=power, form=form)
    return Response(text, media_type=f"{reports.KINDS[form]}; charset=utf-8")
