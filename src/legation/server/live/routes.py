"""Changes to a game, as server-sent events."""

from typing import Annotated

from fastapi import Header, Query, Request
from fastapi.responses import StreamingResponse

from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsViewer, InServices
from legation.server.live.service import Change, Live, open_stream

router = ApiRouter(tag="live")


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


@router.get(
    "/games/{game}/events",
    response_class=EventStream,
    responses={
        200: {
            "model": Change,
            "description": "Events named `change`, with this object as `data` and a time as `id`",
            "content": {EventStream.media_type: {"schema": {"type": "object"}}},  # otherwise FastAPI calls it a string
        }
    },
)
async def listen_to_game(
    request: Request,
    services: InServices,
    viewer: AsViewer,
    game: str,
    *,
    since: Annotated[str | None, Query(max_length=40)] = None,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> EventStream:
    """Changes of a game from now on, or since the `position` of a response, as far as the viewer may know them."""
    live: Live = request.app.state.live
    stream = await open_stream(live, services, viewer, game, last_event_id or since)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventStream(stream, headers=headers)
