"""When a worker of this host was last alive."""

from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from legation.server.store.tables import heartbeats

WORKER = "worker"


def lock_heartbeat(connection: Connection, now: datetime) -> datetime:
    """The last heartbeat, which no other transaction changes until this one ends; now where there was none."""
    insert = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
    connection.execute(insert(heartbeats).values(id=WORKER, at=now).on_conflict_do_nothing())
    wanted = select(heartbeats.c.at).where(heartbeats.c.id == WORKER).with_for_update()
    last: datetime = connection.execute(wanted).scalar_one()
    return last


def put_heartbeat(connection: Connection, now: datetime) -> None:
    """A worker is alive."""
    connection.execute(heartbeats.update().where(heartbeats.c.id == WORKER).values(at=now))
