"""Vacations of an account."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, StringConstraints

from legation.server.accounts import absences
from legation.server.accounts.session_description import RowId
from legation.server.base.times import parse_time
from legation.server.identity.request_context import AsViewer, InServices

router = APIRouter(tags=["absences"])
TimeText = Annotated[str, StringConstraints(max_length=40)]


class NewAbsence(BaseModel):
    """From when to when, and why."""

    begins_at: TimeText
    ends_at: TimeText
    note: Annotated[str, StringConstraints(max_length=200)] = ""


@router.get("/absences")
def list_absences(services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """List the account's vacations."""
    return {"absences": absences.list_absences(services, viewer)}


@router.post("/absences", status_code=201)
def add_absence(body: NewAbsence, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Announce a vacation."""
    begins_at, ends_at = parse_time(body.begins_at, "begins_at"), parse_time(body.ends_at, "ends_at")
    return {"id": absences.add_absence(services, viewer, begins_at, ends_at, body.note)}


@router.delete("/absences/{absence}", status_code=204)
def remove_absence(absence: RowId, services: InServices, viewer: AsViewer) -> None:
    """Take a vacation back."""
    absences.remove_absence(services, viewer, absence)
