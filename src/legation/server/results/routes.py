"""The board and the results of judged phases."""

from typing import Annotated, Literal

from fastapi import Query, Request, Response
from pydantic import Field, StringConstraints

from legation.render.picture import Shown
from legation.server.http.cached_responses import (
    has_digest,
    make_cached_response,
    not_modified,
    send_cached_response,
)
from legation.server.http.query_fields import OfPhase, OfPower, OfTheatre
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import LongReadingRoute, OpenWorkRoute, ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.results import (
    centres,
    explaining,
    motion,
    phase_results,
    pictures,
    receipts,
    reports,
    scene,
    space_facts,
    statistics,
    text_board,
    turn_sheets,
)
from legation.server.results.centres import CentreHistory
from legation.server.results.drawing import PictureForm
from legation.server.results.explaining import ExplanationPage
from legation.server.results.motion import MotionPage
from legation.server.results.phase_results import PhaseList, Results
from legation.server.results.pictures import LARGEST, SMALLEST, USUAL_WIDTH, Colours, PictureOptions
from legation.server.results.receipts import CheckedReceipt
from legation.server.results.scene import Moment, Scene
from legation.server.results.space_facts import ReachPage, SpacePage
from legation.server.results.statistics import StatisticsPage, TurningPoints
from legation.server.results.text_board import TextBoard
from legation.server.results.turn_sheets import Paper, SheetColours, SheetOptions

router = ApiRouter(prefix="/games/{game}", tag="results", route_class=ValueRoute)
long_reading = ApiRouter(prefix="/games/{game}", tag="results", route_class=LongReadingRoute)
open_work = ApiRouter(prefix="/games/{game}", tag="results", route_class=OpenWorkRoute)
MEDIA = {"svg": "image/svg+xml", "png": "image/png"}


@router.get("/scene")
def read_scene(
    game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None, moment: Moment = "before"
) -> Scene:
    """The board now, or before or after a phase with its orders and results."""
    return scene.read_scene(services, viewer, game, phase, moment)


@router.get("/text-board")
def read_text_board(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> TextBoard:
    """The board as tables."""
    return text_board.read_text_board(services, viewer, game, phase)


@long_reading.get("/spaces/{space}")
def read_space(game: str, space: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> SpacePage:
    """The facts about a space, now or before a phase: neighbours, owner, who could attack or support."""
    return space_facts.read_space(services, viewer, game, space, phase)


@long_reading.get("/reach")
def read_reach(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> ReachPage:
    """Which units could go where in the next movement phase, and with what strength, now or before a phase."""
    return space_facts.read_reach(services, viewer, game, phase)


@router.get("/phases")
def list_phases(game: str, services: InServices, viewer: AsViewer) -> PhaseList:
    """The judged phases, and the current phase."""
    return phase_results.list_phases(services, viewer, game)


@router.get("/motion")
def read_motion(
    game: str, services: InServices, viewer: AsViewer, phase: Annotated[str, Query(max_length=12)]
) -> MotionPage:
    """The animation of a judged phase: what moves, along which line and when."""
    return motion.read_motion(services, viewer, game, phase)


@router.get("/results")
def read_results(game: str, services: InServices, viewer: AsViewer, phase: OfPhase = None) -> Results:
    """The results of the orders of a phase."""
    return phase_results.read_results(services, viewer, game, phase)


@long_reading.get("/explain")
def explain_order(
    game: str,
    order: Annotated[str, Query(max_length=200)],
    services: InServices,
    viewer: AsViewer,
    phase: OfPhase = None,
) -> ExplanationPage:
    """Why an order succeeded or failed."""
    return explaining.explain_order(services, viewer, game, order, phase)


@router.get("/centres")
def read_centres(game: str, services: InServices, viewer: AsViewer) -> CentreHistory:
    """Centres and units year by year."""
    return centres.read_centres(services, viewer, game)


@long_reading.get("/turning-points")
def read_turning_points(game: str, services: InServices, viewer: AsViewer) -> TurningPoints:
    """The turning points in the results that the viewer may see, and the eliminated powers."""
    return statistics.read_turning_points(services, viewer, game)


@long_reading.get("/statistics")
def read_statistics(game: str, services: InServices, viewer: AsViewer) -> StatisticsPage:
    """Orders, supports, stabs, fronts, idle units and owners of centres, from the results that the viewer may see."""
    return statistics.read_statistics(services, viewer, game)


@long_reading.get(
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
    power: OfPower = None,
    theatre: OfTheatre = None,
    form: Literal["text", "markdown", "bbcode", "html", "discord"] = "text",
) -> Response:
    """The report of a phase, or the part about one power or one theatre."""
    text = reports.make_report(services, viewer, game, phase=phase, power=power, theatre=theatre, form=form)
    return Response(text, media_type=f"{reports.KINDS[form]}; charset=utf-8")


@open_work.get(
    "/picture.{form}",
    response_class=Response,
    responses={200: {"content": {kind: {"schema": {"type": "string"}} for kind in MEDIA.values()}}},
)
def read_picture(
    request: Request,
    services: InServices,
    viewer: AsViewer,
    game: str,
    form: PictureForm,
    *,
    phase: OfPhase = None,
    view: Shown | None = None,
    power: OfPower = None,
    theatre: OfTheatre = None,
    colours: Colours = "light",
    width: Annotated[int, Query(ge=SMALLEST, le=LARGEST)] = USUAL_WIDTH,
    legend: bool = True,
) -> Response:
    """A picture of a phase, or of the last: its results, its orders, or the position before it; else the board now."""
    options = PictureOptions(phase, view, power, theatre, colours, width, legend, form)
    prepared = pictures.prepare_picture(services, viewer, game, options)
    if has_digest(request, prepared.digest):
        return not_modified(prepared.digest)
    services.rates.take("picture", viewer.rate_key, services.clock.now())
    content = pictures.draw_prepared(services, prepared)
    cached = make_cached_response(content, MEDIA[form], packs=form == "svg", digest=prepared.digest)
    return send_cached_response(request, cached, is_private=True)


@open_work.get(
    "/zine.pdf",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {"schema": {"type": "string"}}}}},
)
def read_zine(
    request: Request,
    services: InServices,
    viewer: AsViewer,
    game: str,
    *,
    phase: OfPhase = None,
    paper: Paper = "a4",
    colours: SheetColours = "light",
    theatres: bool = True,
) -> Response:
    """The turn sheet of a phase, or of the last, as PDF. A host without the extra ``print`` returns 503."""
    prepared = turn_sheets.prepare_sheet(services, viewer, game, SheetOptions(phase, paper, colours, theatres))
    if has_digest(request, prepared.digest):
        return not_modified(prepared.digest)
    services.rates.take("picture", viewer.rate_key, services.clock.now())
    content = turn_sheets.make_prepared_sheet(services, prepared)
    cached = make_cached_response(content, "application/pdf", packs=False, digest=prepared.digest)
    response = send_cached_response(request, cached, is_private=True)
    response.headers["Content-Disposition"] = f'inline; filename="{prepared.name}.pdf"'
    return response


@open_work.get(
    "/zine.html",
    response_class=Response,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
def read_zine_page(
    request: Request,
    services: InServices,
    viewer: AsViewer,
    game: str,
    *,
    phase: OfPhase = None,
    colours: SheetColours = "light",
    theatres: bool = True,
) -> Response:
    """The turn sheet of a phase, or of the last, as a printable web page."""
    options = SheetOptions(phase, colours=colours, has_theatres=theatres, form="html")
    prepared = turn_sheets.prepare_sheet(services, viewer, game, options)
    if has_digest(request, prepared.digest):
        return not_modified(prepared.digest)
    services.rates.take("picture", viewer.rate_key, services.clock.now())
    content = turn_sheets.make_prepared_sheet(services, prepared)
    cached = make_cached_response(content, "text/html; charset=utf-8", digest=prepared.digest)
    response = send_cached_response(request, cached, is_private=True)
    response.headers["Content-Security-Policy"] = turn_sheets.POLICY
    return response


class ReceiptBody(RequestBody):
    """A receipt, and the orders that it supposedly identifies."""

    receipt: Annotated[str, StringConstraints(max_length=100)]
    orders: Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=300)] = Field(
        default_factory=list
    )


@router.post("/receipts")
@needs_scope(Scope.READ)
def check_receipt(game: str, body: ReceiptBody, services: InServices, viewer: AsViewer) -> CheckedReceipt:
    """Whether a receipt matches the saved orders; nothing is changed."""
    return receipts.check_receipt(services, viewer, game, body.receipt, body.orders)
