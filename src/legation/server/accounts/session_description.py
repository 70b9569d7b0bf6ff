"""What several resources send."""

from typing import Annotated, Any

from fastapi import Path

from legation.server.accounts.preferences import fill_preferences
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.identity.viewers import Account, Viewer

RowId = Annotated[int, Path(ge=0, lt=2**63)]
"""A number that the database gave; larger ones it could not even look for."""


def describe_session(services: Services, viewer: Viewer) -> dict[str, Any]:
    """Who asks, and the token that changes need."""
    return {
        "account": describe_account(viewer.account) if viewer.account else None,
        "csrf": viewer.csrf,
        "now": format_time(services.clock.now()),
    }


def describe_account(account: Account) -> dict[str, Any]:
    """An account, as its owner sees it."""
    return {
        "id": account.id,
        "name": account.name,
        "email": account.email,
        "is_guest": account.is_guest,
        "is_admin": account.is_admin,
        "settings": fill_preferences(account.settings),
    }
