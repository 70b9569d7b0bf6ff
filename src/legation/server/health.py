"""Whether the server works."""

from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter

from legation.server.base.version import VERSION
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import InServices
from legation.server.store import check_store

router = APIRouter(tags=["meta"], route_class=ValueRoute)


@dataclass(frozen=True, slots=True)
class Health:
    """The server answers, and so does its database."""

    status: Literal["ok"]
    version: str


@router.get("/health")
def read_health(services: InServices) -> Health:
    """Whether the server and its database answer."""
    check_store(services.store)
    return Health("ok", VERSION)
