"""Sign up, change, claim and close an account."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field, StringConstraints

from legation.server.accounts import service as accounts
from legation.server.accounts.session_description import describe_session
from legation.server.identity.request_context import AsViewer, InServices, drop_session, put_session

router = APIRouter(tags=["accounts"])
Name = Annotated[str, StringConstraints(max_length=200)]
Email = Annotated[str, StringConstraints(max_length=254)]
Password = Annotated[str, StringConstraints(max_length=1000)]


class NewAccount(BaseModel):
    """A new account."""

    name: Name
    email: Email
    password: Password


class AccountChange(BaseModel):
    """Changes to an account; fields that are left out stay."""

    name: Name | None = None
    email: Email | None = None
    password: Password | None = None
    current_password: Password | None = None
    settings: Annotated[dict[str, Any], Field(max_length=20)] | None = None


class Closing(BaseModel):
    """The password, once more."""

    password: Password = ""


@router.post("/accounts", status_code=201)
def sign_up(body: NewAccount, response: Response, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Make an account."""
    signed_in = accounts.sign_up(services, viewer, name=body.name, email=body.email, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.patch("/account")
def change_account(body: AccountChange, response: Response, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Change one's account."""
    signed_in = accounts.change_account(services, viewer, body.model_dump(exclude_unset=True))
    if signed_in:
        put_session(response, services, signed_in)
        viewer = signed_in.viewer
    return describe_session(services, accounts.read_again(services, viewer))


@router.post("/account/claim")
def claim_account(body: NewAccount, response: Response, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Turn a guest into an account with a name."""
    signed_in = accounts.claim_guest(services, viewer, name=body.name, email=body.email, password=body.password)
    put_session(response, services, signed_in)
    return describe_session(services, signed_in.viewer)


@router.post("/account/close", status_code=204)
def close_account(body: Closing, response: Response, services: InServices, viewer: AsViewer) -> None:
    """Close one's account for good."""
    accounts.close_account(services, viewer, body.password)
    drop_session(response, services)
