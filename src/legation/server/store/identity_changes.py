"""The recent changes of accounts and sessions: cached data of all others stays valid."""

import threading
from collections import OrderedDict
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Delete, TextClause, Update

IDENTITY_TABLES = {"accounts", "sessions"}
MOST_REMEMBERED = 20_000
"""Accounts and sessions whose last change is remembered; a forgotten one counts as a change of all."""
CHANGES = "legation_changes"
"""The name under which a connection stores whom its transaction has changed, and a statement whom it changes."""
EVERYBODY = "everybody"
"""The name that stands for all accounts and sessions."""


def changes_account(account: int) -> dict[str, Any]:
    """For ``execution_options`` of a statement that changes one account, or sessions of it."""
    return {CHANGES: (name_account(account),)}


def changes_session(digest: str) -> dict[str, Any]:
    """For ``execution_options`` of a statement that changes one session."""
    return {CHANGES: (name_session(digest),)}


def changes_nobody() -> dict[str, Any]:
    """For ``execution_options`` of a statement that changes neither an identity nor its rights."""
    return {CHANGES: ()}


def name_account(account: int) -> str:
    """The name of an account among what has changed."""
    return f"account {account}"


def name_session(digest: str) -> str:
    """The name of a session among what has changed."""
    return f"session {digest}"


def mark_changes(connection: Connection, statement: object, *_others: object) -> None:
    """Record in a transaction whom a statement changes: everyone, unless it says otherwise. New rows change no one."""
    if isinstance(statement, Update | Delete):
        if getattr(statement.table, "name", "") not in IDENTITY_TABLES:
            return
        changed = statement.get_execution_options().get(CHANGES, (EVERYBODY,))
    elif isinstance(statement, TextClause):  # whatever it contains
        changed = (EVERYBODY,)
    else:
        return
    connection.info.setdefault(CHANGES, set()).update(changed)


class IdentityChanges:
    """Counts changes; thread-safe."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self.version = 0
        """Increases with every change."""
        self._most = most
        self._everybody = 0
        """The version of the last change that may have affected everyone."""
        self._last: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, changed: Collection[str]) -> None:
        """Count a change, after the end of its transaction: before that, others still read the old state."""
        with self._lock:
            self.version += 1
            if EVERYBODY in changed:
                self._everybody = self.version
                self._last.clear()
                return
            for name in changed:
                self._last[name] = self.version
                self._last.move_to_end(name)
            while len(self._last) > self._most:
                _, forgotten = self._last.popitem(last=False)
                self._everybody = max(self._everybody, forgotten)

    def is_unchanged(self, version: int, *names: str) -> bool:
        """True if these accounts and sessions have not changed since a version."""
        with self._lock:
            return version >= self._everybody and all(version >= self._last.get(name, 0) for name in names)
