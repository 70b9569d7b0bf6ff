"""A forgotten password."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, StringConstraints

from legation.server.accounts import password_resets as resets
from legation.server.accounts.routes import Email, Password
from legation.server.accounts.session_description import describe_session
from legation.server.identity.request_context import AsViewer, InServices, put_session

router = APIRouter(tags=["passwords"])


class Forgotten(BaseModel):
    """The address of the account."""

    email: Email


class Reset(BaseModel):
    """The secret of the letter, and the new password."""

    token: Annotated[str, StringConstraints(max_length=100)]
    password: Password


@router.post("/passwords/forgot", status_code=202)
def ask_reset(body: Forgotten, services: InServices, viewer: AsViewer) -> dict[str, str]:
    """Send a letter with a link, if an account has this address."""
    resets.ask_reset(services, viewer, body.email)
    return {"message": "If an account has this address, a letter is on its way."}


@router.post("/passwords/reset")
def use_reset(body: Reset, response: Response, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Set a new password."""
    signed_in = resets.use_reset(services, viewer, body.token, body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)
