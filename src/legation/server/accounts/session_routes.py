"""Sign in, sign out, and who one is."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, StringConstraints

from legation.server.accounts import service as accounts
from legation.server.accounts.session_description import describe_session
from legation.server.identity.request_context import AsViewer, InServices, drop_session, put_session

router = APIRouter(tags=["session"])


class SignIn(BaseModel):
    """A name or an e-mail address, and the password."""

    login: Annotated[str, StringConstraints(max_length=254)]
    password: Annotated[str, StringConstraints(max_length=1000)]


@router.get("/session")
def read_session(services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Who asks, and the token that changes need."""
    return describe_session(services, viewer)


@router.post("/session")
def begin_session(body: SignIn, response: Response, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Sign in."""
    signed_in = accounts.sign_in(services, viewer, login=body.login, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.delete("/session", status_code=204)
def end_session(response: Response, services: InServices, viewer: AsViewer) -> None:
    """Sign out."""
    accounts.sign_out(services, viewer)
    drop_session(response, services)
