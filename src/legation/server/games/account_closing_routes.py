"""Closing an account. This module is not under ``accounts``, because closing leaves the games of the account."""

from fastapi import Response

from legation.server.games.account_closing import close_own_account
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsSignedIn, InServices, drop_session
from legation.server.identity.scopes import needs_session

router = ApiRouter(tag="accounts", route_class=ValueRoute)


@router.post("/account/close", status_code=204)
@needs_session
def close_account(response: Response, services: InServices, viewer: AsSignedIn) -> None:
    """Close the account for good. Needs a recent sign-in or confirmation."""
    close_own_account(services, viewer)
    drop_session(response, services)
