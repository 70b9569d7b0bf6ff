"""Token buckets that all processes of a host share."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from legation.server.store.tables import buckets
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class Bucket:
    """How many attempts were left at a moment."""

    tokens: float
    since: datetime


BUCKETS = values_of(Bucket, buckets)

KEPT = timedelta(hours=1)
"""A bucket that is unused for this long is full again, and a missing bucket counts as full."""


def lock_bucket(connection: Connection, key: str, full: float, now: datetime) -> Bucket:
    """A bucket, filled if it is missing; no other transaction takes from it until this one ends."""
    insert = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
    connection.execute(insert(buckets).values(key=key, tokens=full, since=now).on_conflict_do_nothing())
    return BUCKETS.read(connection.execute(BUCKETS.select().where(buckets.c.key == key).with_for_update()).one())


def put_bucket(connection: Connection, key: str, tokens: float, now: datetime) -> None:
    """Store how much was in a bucket at a moment."""
    connection.execute(update(buckets).where(buckets.c.key == key).values(tokens=tokens, since=now))
