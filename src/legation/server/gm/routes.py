"""The game master's desk."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from legation.server.gm import acts as gm_acts
from legation.server.gm.act_context import ActRequest
from legation.server.identity.request_context import AsViewer, InServices

router = APIRouter(tags=["desk"])
ActName = Literal[
    "deadline", "extend", "pause", "resume", "lock", "advance", "dry-run", "remind", "seat", "offer", "disorder",
    "hand-over", "co-gm", "broadcast", "correct", "back", "terms",
]  # fmt: skip


class ActBody(BaseModel):
    """What an act needs, and a note that says why."""

    model_config = ConfigDict(extra="forbid")
    note: str = Field(default="", max_length=1000)
    deadline: str | None = Field(default=None, max_length=40)
    hours: int | None = Field(default=None, ge=1, le=10_000)
    locked: bool | None = None
    power: str | None = Field(default=None, max_length=40)
    account: int | None = Field(default=None, ge=1, lt=2**53)
    bot: str | None = Field(default=None, max_length=20)
    on: bool | None = None
    changes: Annotated[list[dict[str, Any]], Field(max_length=100)] | None = None
    phase: str | None = Field(default=None, max_length=12)
    replay: bool = False
    text: str | None = Field(default=None, max_length=20_000)
    terms: dict[str, Any] | None = None


@router.get("/games/{game}/desk")
def read_desk(services: InServices, viewer: AsViewer, game: str) -> dict[str, Any]:
    """Who is in, and what can be done."""
    return gm_acts.read_desk(services, viewer, game)


@router.post("/games/{game}/desk/{act}")
def run_act(
    services: InServices,
    viewer: AsViewer,
    game: str,
    act: ActName,
    *,
    body: ActBody | None = None,
    preview: bool = False,
) -> dict[str, Any]:
    """Do an act; with ``preview`` only show the line that the log would get."""
    request = ActRequest(**body.model_dump()) if body else ActRequest()
    return gm_acts.run_act(services, viewer, game, act, request, is_preview=preview)
