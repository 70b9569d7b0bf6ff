"""What a host does from the command line."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from legation.server.accounts.password_resets import GOOD_FOR
from legation.server.accounts.service import check_email, check_name, check_password, fold, shut_account
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity import account_storage as accounts
from legation.server.identity import token_storage as tokens
from legation.server.identity.viewers import make_digest
from legation.server.store import migrate


@dataclass(frozen=True, slots=True)
class Listed:
    """An account in the list of all."""

    id: int
    name: str
    email: str | None
    state: str  # account, admin, guest or closed
    made_at: datetime
    seen_at: datetime | None


def create_admin(services: Services, name: str, email: str, password: str) -> None:
    """An account that looks after this host; one that is there already is made one, and keeps its password."""
    migrate(services.store)
    with services.store.write() as connection:
        row = accounts.find_by_login(connection, fold(name))
        if row is not None and not row.is_guest:
            accounts.change_account(connection, row.id, is_admin=True)
            return
        values = {
            "name": check_name(name),
            "folded_name": fold(check_name(name)),
            "email": check_email(email),
            "password": services.passwords.make_hash(check_password(password)),
            "is_admin": True,
        }
        if accounts.add_account(connection, made_at=services.clock.now(), **values) is None:
            raise HttpRefusal(409, "taken", name=name, email=email)


def make_reset_link(services: Services, login: str) -> str:
    """A link for choosing a new password, without an e-mail."""
    migrate(services.store)
    secret, now = services.randomness.secret(), services.clock.now()
    with services.store.write() as connection:
        row = _find(connection, login)
        tokens.remove_tokens(connection, row.id, tokens.TokenKind.RESET)
        tokens.add_token(
            connection,
            digest=make_digest(secret),
            account=row.id,
            kind=tokens.TokenKind.RESET,
            made_at=now,
            ends_at=now + GOOD_FOR,
        )
    return f"{services.settings.public_url}/reset/{secret}"


def list_accounts(services: Services) -> list[Listed]:
    """All accounts, oldest first."""
    migrate(services.store)
    with services.store.read() as connection:
        return [
            Listed(row.id, row.name, row.email, _state(row), row.made_at, row.seen_at)
            for row in accounts.list_accounts(connection)
        ]


def close_account(services: Services, login: str) -> str:
    """Close an account for good; gives its name."""
    migrate(services.store)
    with services.store.write() as connection:
        row = _find(connection, login)
        shut_account(connection, row.id)
    return str(row.name)


def _find(connection: Connection, login: str) -> accounts.StoredAccount:
    row = accounts.find_by_login(connection, fold(login))
    if row is None:
        raise HttpRefusal(404, "not_found", case="account", login=repr(login))
    return row


def _state(row: accounts.StoredAccount) -> str:
    if row.is_closed:
        return "closed"
    return "admin" if row.is_admin else "guest" if row.is_guest else "account"
