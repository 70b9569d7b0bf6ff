"""Games against bots."""

from typing import Annotated

from fastapi import Response
from pydantic import Field, StringConstraints

from legation.server.game.terms import Level
from legation.server.games.game_page import GamePage
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import JudgingRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.solo import leaving, playing_on, taking_back
from legation.server.solo import service as solo
from legation.server.solo.beginning import BegunGame, answer_begun
from legation.server.solo.leaving import Removed
from legation.server.solo.taking_back import WayBack

router = ApiRouter(tag="solo", route_class=JudgingRoute)


PowerName = Annotated[str, StringConstraints(max_length=40)]


class SoloBody(RequestBody):
    """The variant, the power, the strength of the bots, and the rules. Every field can be omitted."""

    variant: Annotated[str, StringConstraints(max_length=60)] = "colonia-vii"
    power: PowerName | None = None
    """None: any."""
    level: Level = Level.STEADY
    levels: Annotated[dict[PowerName, Level], Field(max_length=40)] = Field(default_factory=dict)
    """The levels of bots that differ from the rest, by power."""
    rules: Annotated[str, StringConstraints(max_length=60)] | None = None
    """The rulebook; None: the variant's own."""
    modules: Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(max_length=10)] = Field(
        default_factory=list
    )
    bots_talk: bool = False
    """Whether bots write letters and answer the player's letters."""


class NextBody(RequestBody):
    """The turn to be judged."""

    turn: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    """Nothing happens if it has already been judged; None: the current turn."""


class BackBody(RequestBody):
    """The state that the preview was based on."""

    head: Annotated[str, StringConstraints(max_length=64)]
    """From the preview; it is refused if anything has been judged since."""


@router.post("/solo", status_code=201)
@needs_scope(Scope.PLAY)
def start_solo(
    body: SoloBody, response: Response, services: InServices, viewer: AsViewer, sending: ThisSending
) -> BegunGame:
    """Start a game against bots; a visitor without an account plays as a guest. Idempotent."""
    request = solo.SoloRequest(
        body.variant,
        body.power,
        body.level,
        body.levels,
        rules=body.rules,
        modules=tuple(body.modules),
        bots_talk=body.bots_talk,
    )
    begun = solo.start_solo(services, viewer, request, sending)
    return answer_begun(services, response, begun)


@router.post("/games/{game}/solo/next")
@needs_scope(Scope.PLAY)
def play_next_phase(game: str, services: InServices, viewer: AsSignedIn, body: NextBody | None = None) -> GamePage:
    """Judge the next phase of a game against bots, for a player who is out of it and watches."""
    return playing_on.play_next_phase(services, viewer, game, body.turn if body else None)


@router.post("/games/{game}/solo/play-on")
@needs_scope(Scope.PLAY)
def play_on(game: str, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Let a game with only bots left be played to its end; its page shows the progress."""
    return playing_on.play_on(services, viewer, game)


@router.delete("/games/{game}/solo/play-on")
@needs_scope(Scope.PLAY)
def stop_playing_on(game: str, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Stop the game in the phase it has reached."""
    return playing_on.stop_playing_on(services, viewer, game)


@router.get("/games/{game}/solo/back")
def preview_way_back(game: str, services: InServices, viewer: AsSignedIn) -> WayBack:
    """The result of an undo: the phase, the orders, and the phases that no longer count."""
    return taking_back.preview_way_back(services, viewer, game)


@router.post("/games/{game}/solo/back")
@needs_scope(Scope.PLAY)
def take_back(game: str, body: BackBody, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Go back to the last phase in which the player had orders to give; repeated, it goes back further."""
    return taking_back.take_back(services, viewer, game, body.head)


@router.post("/games/{game}/solo/resign")
@needs_scope(Scope.PLAY)
def resign(game: str, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Hand the power to a bot and watch."""
    return leaving.resign(services, viewer, game)


@router.delete("/games/{game}/solo")
@needs_scope(Scope.PLAY)
def remove_solo(game: str, services: InServices, viewer: AsSignedIn) -> Removed:
    """Remove a game against bots for good."""
    return leaving.remove_solo(services, viewer, game)
