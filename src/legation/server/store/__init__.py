"""The only place with SQL. One file for each one or two tables: functions that take a connection."""

from legation.server.store.migrate import migrate
from legation.server.store.store import MOMENT, CannotWriteError, Store, check_store, let_others_first, open_store

__all__ = ["MOMENT", "CannotWriteError", "Store", "check_store", "let_others_first", "migrate", "open_store"]
