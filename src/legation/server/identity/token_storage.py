"""Tokens in the database: for scripts (``api``) and for a forgotten password (``reset``)."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from legation.server.store.tables import accounts, tokens


def add_token(connection: Connection, *, digest: str, account: int, kind: str, made_at: datetime, **values: Any) -> int:
    """A new token's id."""
    row = {"digest": digest, "account": account, "kind": kind, "made_at": made_at, **values}
    key = connection.execute(insert(tokens).values(**row)).inserted_primary_key
    assert key is not None
    return int(key[0])


def find_token(connection: Connection, digest: str, kind: str, now: datetime) -> Row[Any] | None:
    """The open account of a token that has not run out, with the token's ``token_id`` and ``used_at``."""
    return connection.execute(
        select(accounts, tokens.c.id.label("token_id"), tokens.c.used_at)
        .join(tokens, tokens.c.account == accounts.c.id)
        .where(
            tokens.c.digest == digest,
            tokens.c.kind == kind,
            or_(tokens.c.ends_at.is_(None), tokens.c.ends_at > now),
            ~accounts.c.is_closed,
        )
    ).one_or_none()


def list_tokens(connection: Connection, account: int) -> list[Row[Any]]:
    """The tokens for scripts of an account, oldest first."""
    chosen = (tokens.c.account == account) & (tokens.c.kind == "api")
    return list(connection.execute(select(tokens).where(chosen).order_by(tokens.c.id)))


def mark_token_used(connection: Connection, token: int, now: datetime) -> None:
    """Remember when a token was last used."""
    connection.execute(update(tokens).where(tokens.c.id == token).values(used_at=now))


def remove_token(connection: Connection, account: int, token: int) -> bool:
    """Remove a token of an account; false where it has none such."""
    done = connection.execute(delete(tokens).where(tokens.c.id == token, tokens.c.account == account))
    return done.rowcount > 0


def remove_tokens(connection: Connection, account: int, kind: str | None = None) -> None:
    """Remove all tokens of an account, or those of one kind."""
    chosen = tokens.c.account == account
    connection.execute(delete(tokens).where(chosen if kind is None else chosen & (tokens.c.kind == kind)))
