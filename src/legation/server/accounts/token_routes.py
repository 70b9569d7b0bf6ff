"""Tokens for bots and scripts."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, StringConstraints

from legation.server.accounts import tokens
from legation.server.accounts.session_description import RowId
from legation.server.identity.request_context import AsViewer, InServices

router = APIRouter(tags=["tokens"])


class NewToken(BaseModel):
    """What it is for."""

    label: Annotated[str, StringConstraints(max_length=80)] = ""


@router.get("/tokens")
def list_tokens(services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """The account's own tokens."""
    return {"tokens": tokens.list_tokens(services, viewer)}


@router.post("/tokens", status_code=201)
def make_token(body: NewToken, services: InServices, viewer: AsViewer) -> dict[str, Any]:
    """Make a token; it is shown this once."""
    return tokens.make_token(services, viewer, body.label)


@router.delete("/tokens/{token}", status_code=204)
def remove_token(token: RowId, services: InServices, viewer: AsViewer) -> None:
    """Take a token back."""
    tokens.remove_token(services, viewer, token)
