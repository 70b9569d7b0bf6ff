"""Absences, and requests for more time."""

from typing import Annotated

from fastapi import Path
from pydantic import StringConstraints

from legation.server.base.times import parse_time
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.pace import excuses, time_votes, vacations
from legation.server.pace.excuses import Excuse
from legation.server.pace.time_votes import TimeVotes, TimeWish
from legation.server.pace.vacations import Absences, NewVacation

router = ApiRouter(tag="pace", route_class=ValueRoute)
TimeText = Annotated[str, StringConstraints(max_length=40)]
RowId = Annotated[int, Path(ge=0, lt=2**63)]
"""A number from the database; larger ones cannot exist there."""


class AbsenceBody(RequestBody):
    """The beginning, the end and the reason."""

    begins_at: TimeText
    ends_at: TimeText
    note: Annotated[str, StringConstraints(max_length=200)] = ""


class TimeVoteBody(RequestBody):
    """A vote for it, or its withdrawal."""

    vote: bool


@router.get("/absences")
def list_vacations(services: InServices, viewer: AsSignedIn) -> Absences:
    """List the account's vacations."""
    return vacations.list_vacations(services, viewer)


@router.post("/absences", status_code=201)
@needs_scope(Scope.PLAY)
def announce_vacation(body: AbsenceBody, services: InServices, viewer: AsSignedIn, sending: ThisSending) -> NewVacation:
    """Announce a vacation: deadlines in it move if the terms allow it. Idempotent."""
    begins_at, ends_at = parse_time(body.begins_at, "begins_at"), parse_time(body.ends_at, "ends_at")
    return vacations.announce_vacation(services, viewer, begins_at, ends_at, body.note, sending=sending)


@router.delete("/absences/{absence}", status_code=204)
@needs_scope(Scope.PLAY)
def take_back_vacation(absence: RowId, services: InServices, viewer: AsSignedIn) -> None:
    """Cancel a vacation."""
    vacations.take_back_vacation(services, viewer, absence)


@router.post("/games/{game}/excuses", status_code=201)
@needs_scope(Scope.PLAY)
def ask_excuse(services: InServices, viewer: AsSignedIn, game: str, body: AbsenceBody, sending: ThisSending) -> Excuse:
    """Be excused for a while in one game. Idempotent."""
    begins_at, ends_at = parse_time(body.begins_at, "begins_at"), parse_time(body.ends_at, "ends_at")
    return excuses.excuse(services, viewer, game, begins_at, ends_at, note=body.note, sending=sending)


@router.get("/games/{game}/excuses")
def list_excuses(services: InServices, viewer: AsSignedIn, game: str) -> Absences:
    """List the viewer's excuses in a game."""
    return excuses.list_excuses(services, viewer, game)


@router.delete("/games/{game}/excuses/{absence}", status_code=204)
@needs_scope(Scope.PLAY)
def take_back_excuse(services: InServices, viewer: AsSignedIn, game: str, absence: RowId) -> None:
    """Cancel an excuse."""
    excuses.take_back_excuse(services, viewer, game, absence)


@router.get("/games/{game}/time-votes")
def list_time_votes(services: InServices, viewer: AsViewer, game: str) -> TimeVotes:
    """What players can vote for now: more time, a pause, or to resume."""
    return time_votes.list_time_votes(services, viewer, game)


@router.put("/games/{game}/time-votes/{subject}")
@needs_scope(Scope.PLAY)
def vote_on_time(
    services: InServices, viewer: AsSignedIn, game: str, subject: TimeWish, body: TimeVoteBody
) -> TimeVotes:
    """Vote to extend, to pause or to resume, or withdraw the vote."""
    return time_votes.vote(services, viewer, game, subject, wanted=body.vote)
