"""Hears of other processes' changes of accounts and sessions in PostgreSQL, so that the others can stay cached."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from legation.server.store.identity_changes import EVERYBODY

CHANNEL = "legation_identity"
BEAT = 3.0
"""Seconds between two messages that a process sends to itself to check that it hears."""
GOOD_FOR = 10.0
"""Seconds after a process last heard a message of its own for which it counts as hearing. This is the longest time
until it notices a connection proxy that loses messages, or a broken network."""
RETRY = 2.0
LONGEST = 7000
"""Characters of a message; PostgreSQL takes 8000 bytes."""
_BEAT, _STOP = "beat", "stop"
logger = logging.getLogger(__name__)


class Hearing:
    """A thread with a connection of its own. It hears of changes after their commit, and in the same order."""

    def __init__(
        self, engine: Engine, note: Callable[[Collection[str]], None], read_time: Callable[[], float] = time.monotonic
    ) -> None:
        """``note`` is told which accounts and sessions other processes have changed."""
        self._engine, self._note, self._read_time = engine, note, read_time
        self.name = secrets.token_hex(8)
        """The name by which a process recognises its own messages."""
        self._good_until = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_good(self) -> bool:
        """True if changes by other processes are heard."""
        return self._read_time() < self._good_until

    def tell(self, connection: Connection, changed: Collection[str]) -> None:
        """Tell the other processes, as soon as this transaction has ended, whom it has changed."""
        if changed:
            self._send(connection, ",".join(changed))

    def start(self) -> None:
        """Begin to listen."""
        self._thread = threading.Thread(target=self._run, name="legation-hearing", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        if self._thread is None:
            return
        self._stop.set()
        try:
            with self._engine.begin() as connection:
                self._send(connection, _STOP)
            self._thread.join(timeout=BEAT)
        except SQLAlchemyError:
            logger.info("the connection to the database is lost, so changes by other processes are not heard")

    def _send(self, connection: Connection, text: str) -> None:
        message = f"{self.name} {text if len(text) < LONGEST else EVERYBODY}"
        connection.execute(select(func.pg_notify(CHANNEL, message)))

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except Exception as problem:  # whatever the problem, nothing is cached until it is over
                if self.is_good:
                    logger.warning("changes by other processes are not heard for a while: %s", problem)
                self._good_until = 0.0
                self._stop.wait(RETRY)

    def _listen(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            driver: Any = connection.connection.driver_connection
            connection.detach()  # it listens for its whole life, so it must not be reused
            driver.execute(f"LISTEN {CHANNEL}")
            self._good_until = 0.0
            while not self._stop.is_set():
                with self._engine.begin() as sending:
                    self._send(sending, f"{_BEAT} {self._read_time()}")
                for message in driver.notifies(timeout=BEAT):
                    self.hear(message.payload)
                    if self._stop.is_set():
                        return

    def hear(self, message: str) -> None:
        """Handle a message: a change by another process, or a sign that messages get through."""
        sender, _, text = message.partition(" ")
        kind, _, sent_at = text.partition(" ")
        if sender != self.name:
            if kind not in (_BEAT, _STOP):
                self._note(text.split(","))
        elif kind == _BEAT:
            if not self.is_good:
                self._note((EVERYBODY,))  # messages may have been missed
            self._good_until = float(sent_at) + GOOD_FOR
