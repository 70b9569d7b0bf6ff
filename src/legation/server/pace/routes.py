"""Being away, and asking for more time."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field, StringConstraints

from legation.server.base.times import parse_time
from legation.server.http.request_body import RequestBody
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.pace import more_time, vacations
from legation.server.pace.more_time import Excuse, ExtensionVote
from legation.server.pace.vacations import Absences, NewAbsence

router = APIRouter(tags=["pace"], route_class=ValueRoute)
TimeText = Annotated[str, StringConstraints(max_length=40)]
RowId = Annotated[int, Path(ge=0, lt=2**63)]
"""A number that the database gave; larger ones it could not even look for."""


class NewAbsenceBody(RequestBody):
    """From when to when, and why."""

    begins_at: TimeText
    ends_at: TimeText
    note: Annotated[str, StringConstraints(max_length=200)] = ""


class ExcuseBody(RequestBody):
    """When a player is away."""

    begins_at: str = Field(max_length=40)
    ends_at: str = Field(max_length=40)
    note: str = Field(default="", max_length=400)


class ExtensionBody(RequestBody):
    """A vote for more time; how much is settled by the terms."""

    hours: int | None = Field(default=None, ge=1, le=10_000)


@router.get("/absences")
def list_absences(services: InServices, viewer: AsSignedIn) -> Absences:
    """List the account's vacations."""
    return vacations.list_absences(services, viewer)


@router.post("/absences", status_code=201)
def add_absence(body: NewAbsenceBody, services: InServices, viewer: AsSignedIn) -> NewAbsence:
    """Announce a vacation."""
    begins_at, ends_at = parse_time(body.begins_at, "begins_at"), parse_time(body.ends_at, "ends_at")
    return vacations.add_absence(services, viewer, begins_at, ends_at, body.note)


@router.delete("/absences/{absence}", status_code=204)
def remove_absence(absence: RowId, services: InServices, viewer: AsSignedIn) -> None:
    """Take a vacation back."""
    vacations.remove_absence(services, viewer, absence)


@router.post("/games/{game}/excuses", status_code=201)
def ask_excuse(services: InServices, viewer: AsSignedIn, game: str, body: ExcuseBody) -> Excuse:
    """Be away for a while in one game."""
    begins_at, ends_at = parse_time(body.begins_at, "begins_at"), parse_time(body.ends_at, "ends_at")
    return more_time.excuse(services, viewer, game, begins_at, ends_at, note=body.note)


@router.get("/games/{game}/extension")
def read_extension(services: InServices, viewer: AsViewer, game: str) -> ExtensionVote:
    """How many powers want more time."""
    return more_time.describe_extension(services, viewer, game)


@router.post("/games/{game}/extension")
def vote_extension(services: InServices, viewer: AsSignedIn, game: str, body: ExtensionBody) -> ExtensionVote:
    """Vote for more time."""
    return more_time.vote_extension(services, viewer, game)
