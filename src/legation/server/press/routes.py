"""Press: rooms, letters, read marks, the transcript."""

from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import PlainTextResponse
from pydantic import Field, StringConstraints

from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.press import service as press
from legation.server.press import transcripts
from legation.server.press.service import (
    FoundLetters,
    Letter,
    NewLetter,
    NewSketch,
    PressPage,
    Room,
    RoomPage,
    UnreadCount,
)
from legation.server.press.sketches import MOST_ORDERS
from legation.server.press.transcripts import Transcript

router = ApiRouter(tag="press", route_class=ValueRoute)
Power = Annotated[str, Field(min_length=1, max_length=40)]
OrderText = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(max_length=200)]


class SketchBody(RequestBody):
    """Orders for discussion, by power, for the current phase or a judged one. They have no effect."""

    phase: str = Field(min_length=1, max_length=12)
    orders: Annotated[dict[Power, Annotated[list[OrderText], Field(max_length=MOST_ORDERS)]], Field(max_length=30)]


class LetterBody(RequestBody):
    """A letter to send; with a sketch its text may be empty."""

    to: Literal["all", "gm"] | Annotated[list[Power], Field(min_length=1, max_length=30)]
    text: str = Field(max_length=20_000)
    grey: bool = False
    as_gm: bool = False
    request: str | None = Field(default=None, min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")
    sketch: SketchBody | None = None


class RoomBody(RequestBody):
    """A room to open: its powers, and its name."""

    to: Annotated[list[Power], Field(min_length=1, max_length=30)]
    name: Name | None = None


class RoomChanges(RequestBody):
    """Changes to a room; omitted fields stay. An empty name removes the name."""

    name: Name | None = None
    muted: bool | None = None


class ReadBody(RequestBody):
    """The read mark of a room."""

    message: int = Field(ge=0, lt=2**31)


@router.get("/games/{game}/press")
def list_press_rooms(services: InServices, viewer: AsViewer, game: str) -> PressPage:
    """The rooms that are open to the viewer."""
    return press.list_rooms(services, viewer, game)


@router.post("/games/{game}/press", status_code=201)
@needs_scope(Scope.PLAY)
def send_letter(services: InServices, viewer: AsSignedIn, game: str, body: LetterBody) -> Letter:
    """Send a letter; if repeated with the same ``request``, it is sent only once."""
    to = body.to if isinstance(body.to, str) else tuple(body.to)
    sketch = NewSketch(body.sketch.phase, body.sketch.orders) if body.sketch else None
    letter = NewLetter(to, body.text, body.grey, body.as_gm, body.request, sketch)
    return press.send_letter(services, viewer, game, letter)


@router.post("/games/{game}/press/rooms", status_code=201)
@needs_scope(Scope.PLAY)
def open_press_room(services: InServices, viewer: AsSignedIn, game: str, body: RoomBody) -> Room:
    """Open a room of some powers and name it; the same powers have one room."""
    return press.open_room(services, viewer, game, body.to, body.name)


@router.get("/games/{game}/press/search")
def search_press(
    services: InServices,
    viewer: AsViewer,
    game: str,
    *,
    q: Annotated[str, Query(min_length=1, max_length=200)],
    before_room: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
    before: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> FoundLetters:
    """Letters that contain some words, newest first; ``before_room`` and ``before`` name the last one so far."""
    last = None if before_room is None or before is None else (before_room, before)
    return press.search(services, viewer, game, q, before=last, limit=limit)


@router.patch("/games/{game}/press/{room}")
@needs_scope(Scope.PLAY)
def change_press_room(services: InServices, viewer: AsSignedIn, game: str, room: int, body: RoomChanges) -> Room:
    """Name a room for all its members, or mute it for the caller."""
    return press.change_room(services, viewer, game, room, name=body.name, muted=body.muted)


@router.get("/games/{game}/press/{room}")
def read_press_room(
    services: InServices,
    viewer: AsViewer,
    game: str,
    room: int,
    *,
    before: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> RoomPage:
    """The letters of a room."""
    return press.read_room(services, viewer, game, room, before=before, limit=limit)


@router.post("/games/{game}/press/{room}/read")
@needs_scope(Scope.PLAY)
def mark_press_read(services: InServices, viewer: AsSignedIn, game: str, room: int, body: ReadBody) -> UnreadCount:
    """Mark a room as read up to a letter."""
    return press.mark_read(services, viewer, game, room, body.message)


@router.get(
    "/games/{game}/transcript",
    response_model=Transcript,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def read_transcript(
    services: InServices, viewer: AsViewer, game: str, form: Literal["text", "json"] = "json"
) -> Transcript | PlainTextResponse:
    """All press between powers, once the game is over."""
    transcript = transcripts.read_transcript(services, viewer, game)
    return PlainTextResponse(transcripts.format_transcript(transcript)) if form == "text" else transcript
