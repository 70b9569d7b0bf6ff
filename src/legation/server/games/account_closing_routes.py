"""Closing one's account. It stands here, above the accounts, because it leaves the games of the account."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import StringConstraints

from legation.server.games.account_closing import close_own_account
from legation.server.http.request_body import RequestBody
from legation.server.http.value_route import ValueRoute
from legation.server.identity.request_context import AsSignedIn, InServices, drop_session

router = APIRouter(tags=["accounts"], route_class=ValueRoute)


class ClosingBody(RequestBody):
    """The password, once more."""

    password: Annotated[str, StringConstraints(max_length=1000)] = ""


@router.post("/account/close", status_code=204)
def close_account(body: ClosingBody, response: Response, services: InServices, viewer: AsSignedIn) -> None:
    """Close one's account for good."""
    close_own_account(services, viewer, body.password)
    drop_session(response, services)
