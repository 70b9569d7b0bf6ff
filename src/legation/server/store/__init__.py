"""The only place with SQL. One file per table or two: functions that take a connection."""

from legation.server.store.migrate import migrate
from legation.server.store.store import Store, check_store, open_store

__all__ = ["Store", "check_store", "migrate", "open_store"]
