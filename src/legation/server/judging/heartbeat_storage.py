"""Signs of life of this host."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from legation.server.store.tables import heartbeats


class Heartbeat(StrEnum):
    """The source of the sign."""

    WORKER = "worker"
    HEALTH = "health"
    """Written only to check that writing works."""


def lock_heartbeat(connection: Connection, now: datetime) -> datetime:
    """The last heartbeat of a worker, locked until the transaction ends; now if there was none."""
    insert = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
    connection.execute(insert(heartbeats).values(id=Heartbeat.WORKER, at=now).on_conflict_do_nothing())
    wanted = select(heartbeats.c.at).where(heartbeats.c.id == Heartbeat.WORKER).with_for_update()
    last: datetime = connection.execute(wanted).scalar_one()
    return last


def put_heartbeat(connection: Connection, what: Heartbeat, now: datetime) -> None:
    """Store a sign of life."""
    insert = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
    added = insert(heartbeats).values(id=what, at=now)
    connection.execute(added.on_conflict_do_update(index_elements=[heartbeats.c.id], set_={"at": now}))
