"""Games: lists, one game, creating and starting it, its briefing, log and export."""

from typing import Annotated, Any, Literal

from fastapi import Query, Request, Response
from pydantic import Field, StringConstraints

from legation.server.game.speeds import PressKind, Speed
from legation.server.game.storage import GameChoice
from legation.server.game.terms import Level
from legation.server.games import briefing, changing, creating, exporting, game_list, game_page, log, sharing, starting
from legation.server.games.briefing import Briefing
from legation.server.games.creating import GameRequest
from legation.server.games.game_list import GameList
from legation.server.games.game_page import GamePage
from legation.server.games.log import Log
from legation.server.http.computed import compute_answer
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import LongReadingRoute, ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope

router = ApiRouter(tag="games", route_class=ValueRoute)
long_reading = ApiRouter(tag="games", route_class=LongReadingRoute)
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
Short = Annotated[str, StringConstraints(max_length=60)]


class NewGame(RequestBody):
    """A new game."""

    title: Title
    variant: Short
    rules: Short | None = None
    options: dict[Short, Short | bool] = Field(default_factory=dict, max_length=40)
    modules: list[Short] = Field(default_factory=list, max_length=10)
    terms: dict[str, Any] = Field(default_factory=dict, max_length=40)


class GameChange(RequestBody):
    """Changes to a game."""

    title: Title | None = None
    terms: dict[str, Any] | None = Field(default=None, max_length=40)
    note: Annotated[str, StringConstraints(max_length=1000)] = ""


class Beginning(RequestBody):
    """How a game begins."""

    bots: Level | None = None
    """Free seats are given to bots of this level."""


@router.get("/games")
def list_games(
    services: InServices,
    viewer: AsViewer,
    scope: Literal["mine", "open", "running", "ended"] = "open",
    q: Annotated[str, Query(max_length=80)] = "",
    *,
    variant: Annotated[str | None, Query(max_length=60)] = None,
    speed: Speed | None = None,
    press: PressKind | None = None,
    free: bool = False,
    after: Annotated[str, Query(max_length=100)] = "",
) -> GameList:
    """The viewer's games, or public ones, one page at a time: of a variant, a speed, a kind of press, with seats."""
    choice = GameChoice(q, variant, speed, press, has_free_seat=free)
    return game_list.list_games(services, viewer, scope, choice, after)


@router.post("/games", status_code=201)
@needs_scope(Scope.RUN)
def create_game(body: NewGame, services: InServices, viewer: AsSignedIn, sending: ThisSending) -> GamePage:
    """Create a game; the caller is its game master. Idempotent."""
    new = GameRequest(body.title, body.variant, body.rules, dict(body.options), tuple(body.modules), body.terms)
    return creating.create_game(services, viewer, new, sending)


@router.get("/games/{game}")
def read_game(game: str, services: InServices, viewer: AsViewer) -> GamePage:
    """A game as its page shows it."""
    return game_page.read_game(services, viewer, game)


@router.patch("/games/{game}")
@needs_scope(Scope.RUN)
def change_game(game: str, body: GameChange, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Change the title or the terms."""
    return changing.change_title_and_terms(services, viewer, game, title=body.title, terms=body.terms, note=body.note)


@router.post("/games/{game}/start")
@needs_scope(Scope.RUN)
def start_game(game: str, services: InServices, viewer: AsSignedIn, body: Beginning | None = None) -> GamePage:
    """Seat the players and begin."""
    return starting.start_game(services, viewer, game, fill=body.bots if body else None)


class ShareBody(RequestBody):
    """Whether anyone with the link may see the game."""

    is_shared: bool


@router.put("/games/{game}/share")
@needs_scope(Scope.PLAY)
def share_game(game: str, body: ShareBody, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Open a finished game to anyone with its link, without its letters, or close it again."""
    return sharing.share_game(services, viewer, game, is_shared=body.is_shared)


@router.get("/games/{game}/briefing")
def read_briefing(
    services: InServices, viewer: AsViewer, game: str, power: Annotated[str | None, Query(max_length=40)] = None
) -> Briefing:
    """What a player who takes over a power must know."""
    return briefing.read_briefing(services, viewer, game, power)


@router.get("/games/{game}/log")
def read_log(services: InServices, viewer: AsViewer, game: str) -> Log:
    """The log of the game."""
    return log.read_log(services, viewer, game)


@long_reading.get(
    "/games/{game}/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object", "title": "GameFile"}}}}},
)
def export_game(request: Request, game: str, services: InServices, viewer: AsViewer) -> Response:
    """The whole game as one file; until it is over, for the game master only."""
    source = exporting.collect_export(services, viewer, game)
    answer = compute_answer(request, services, None, exporting.write_export, source)
    answer.headers["Content-Disposition"] = f'attachment; filename="legation-{game[:24]}.json"'
    return answer
