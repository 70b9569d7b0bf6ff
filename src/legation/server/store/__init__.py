"""The only place with SQL. One file for each one or two tables: functions that take a connection."""

from legation.server.store.breaker import CannotWriteError
from legation.server.store.migrate import migrate
from legation.server.store.store import MOMENT, Store, check_store, open_store
from legation.server.store.turns import let_others_first

__all__ = ["MOMENT", "CannotWriteError", "Store", "check_store", "let_others_first", "migrate", "open_store"]
