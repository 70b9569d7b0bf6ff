"""Tokens in the database: for scripts (``api``), and in the links of e-mails."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select, update

from legation.server.identity.account_storage import StoredAccount
from legation.server.identity.scopes import Scope
from legation.server.store.tables import accounts, tokens
from legation.server.store.values import values_of


class TokenKind(StrEnum):
    """The purpose of a token."""

    API = "api"
    """Requests of scripts."""
    RESET = "reset"
    """A new password."""
    VERIFY = "verify"
    """Shows that an address belongs to the person who has the link."""
    DEMO = "demo"
    """The way in to the demonstration."""


@dataclass(frozen=True, slots=True)
class StoredToken:
    """A token, of which only the digest is stored."""

    id: int
    label: str
    scope: Scope | None
    made_at: datetime
    used_at: datetime | None
    ends_at: datetime | None
    """None: it does not expire."""


@dataclass(frozen=True, slots=True)
class TokenAccount(StoredAccount):
    """The account of a token, with the token's own data."""

    token_id: int
    scope: Scope | None
    """What a token for scripts may do."""
    sent_to: str | None
    """The address to which the link was sent."""
    used_at: datetime | None


TOKENS = values_of(StoredToken, tokens)
TOKEN_ACCOUNTS = values_of(
    TokenAccount,
    accounts,
    {
        "token_id": tokens.c.id,
        "scope": tokens.c.scope,
        "sent_to": tokens.c.email,
        "used_at": tokens.c.used_at,
    },
)


def add_token(
    connection: Connection, *, digest: str, account: int, kind: TokenKind, made_at: datetime, **values: Any
) -> int:
    """The id of a new token."""
    row = {"digest": digest, "account": account, "kind": kind, "made_at": made_at, **values}
    key = connection.execute(insert(tokens).values(**row)).inserted_primary_key
    assert key is not None
    return int(key[0])


def find_token(connection: Connection, digest: str, kind: TokenKind, now: datetime) -> TokenAccount | None:
    """The open account of a token that has not expired."""
    joined = accounts.join(tokens, tokens.c.account == accounts.c.id)
    wanted = TOKEN_ACCOUNTS.select().select_from(joined)
    return TOKEN_ACCOUNTS.find(
        connection,
        wanted.where(
            tokens.c.digest == digest,
            tokens.c.kind == kind,
            or_(tokens.c.ends_at.is_(None), tokens.c.ends_at > now),
            ~accounts.c.is_closed,
        ),
    )


def list_tokens(connection: Connection, account: int) -> list[StoredToken]:
    """The tokens for scripts of an account, oldest first."""
    chosen = (tokens.c.account == account) & (tokens.c.kind == TokenKind.API)
    return TOKENS.list(connection, TOKENS.select().where(chosen).order_by(tokens.c.id))


def is_token_good(connection: Connection, token: int, now: datetime) -> bool:
    """True if a token still exists and has not expired."""
    good = (tokens.c.id == token) & or_(tokens.c.ends_at.is_(None), tokens.c.ends_at > now)
    return connection.execute(select(tokens.c.id).where(good)).first() is not None


def forget_ended_tokens(connection: Connection, before: datetime) -> None:
    """Remove tokens that expired before a moment."""
    connection.execute(delete(tokens).where(tokens.c.ends_at <= before))


def mark_token_used(connection: Connection, token: int, now: datetime) -> None:
    """Note when a token was last used."""
    connection.execute(update(tokens).where(tokens.c.id == token).values(used_at=now))


def remove_token(connection: Connection, account: int, token: int) -> bool:
    """Remove a token of an account; False if it has no such token."""
    chosen = (tokens.c.id == token) & (tokens.c.account == account) & (tokens.c.kind == TokenKind.API)
    done = connection.execute(delete(tokens).where(chosen))
    return done.rowcount > 0


def remove_tokens(connection: Connection, account: int, kind: TokenKind | None = None) -> None:
    """Remove all tokens of an account, or those of one kind."""
    chosen = tokens.c.account == account
    connection.execute(delete(tokens).where(chosen if kind is None else chosen & (tokens.c.kind == kind)))
