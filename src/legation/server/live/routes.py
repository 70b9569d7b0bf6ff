"""Live news as server-sent events."""

from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse

from legation.server.identity.request_context import AsViewer, InServices
from legation.server.live.service import Live, open_stream

router = APIRouter(tags=["live"])


@router.get("/games/{game}/events", response_class=StreamingResponse)
async def listen(
    request: Request,
    services: InServices,
    viewer: AsViewer,
    game: str,
    *,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> StreamingResponse:
    """The stream of a game's news for the viewer."""
    live: Live = request.app.state.live
    stream = await open_stream(live, services, viewer, game, last_event_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)
