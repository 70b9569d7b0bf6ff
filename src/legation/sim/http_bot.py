"""A bot in any language: it is asked over HTTP for the orders of one power, and answers with lines of text."""

import json
import random
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Event, Timer
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from legation.board import PowerId
from legation.contract import describe_state
from legation.errors import LegationError, RequestError, quote
from legation.game import GameState, list_legal_orders, load_json
from legation.judge import Rulebook
from legation.orders import Order, format_order, read_submissions
from legation.variants import Variant

SECONDS: Final = 10.0
"""The time limit for an answer."""
LARGEST: Final = 1_000_000
"""The most bytes of an answer that are read."""
MOST_LINES: Final = 1_000
SCHEMES: Final = ("http://", "https://")
OK: Final = 200


class HttpBot:
    """Asks a server for orders. If it does not answer properly, its power orders nothing; ``faults`` says why."""

    def __init__(self, address: str, seconds: float = SECONDS) -> None:
        self.address = _split(address)
        self.seconds = seconds
        self.faults: list[str] = []

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """The orders from the server; unreadable lines are left out and noted."""
        question = {
            "variant": variant.id,
            "version": variant.version,
            "rules": rulebook.edition.rulebook,
            "power": power,
            "seed": chance.getrandbits(48),
            **describe_state(variant, state),
            "legal": [format_order(order) for order in list_legal_orders(variant.board, rulebook, state, power)],
        }
        try:
            lines = self._ask(question)
        except (OSError, ValueError, HTTPException, LegationError) as error:
            self.faults.append(f"{state.phase} {power}: {error or type(error).__name__}")
            return []
        return self._read(variant, state, power, lines)

    def _ask(self, question: Mapping[str, Any]) -> list[str]:
        found = load_json(self._fetch(json.dumps(question).encode()), "answer")
        lines = found.get("orders") if isinstance(found, dict) else None
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise ValueError('the answer is not an object with a list of lines as "orders"')
        if len(lines) > MOST_LINES:
            raise ValueError(f"the answer has {len(lines)} lines")
        return lines

    def _fetch(self, body: bytes) -> bytes:
        """The answer to a question."""
        opener = HTTPSConnection if self.address.scheme == "https" else HTTPConnection
        path = self.address._replace(scheme="", netloc="", fragment="").geturl() or "/"
        with closing(opener(self.address.hostname or "", self.address.port, timeout=self.seconds)) as connection:
            connection.connect()
            with _limit_time(connection.sock, self.seconds):
                connection.request("POST", path, body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                text = answer.read(LARGEST + 1)
        if answer.status != OK:
            raise ValueError(f"HTTP {answer.status} {answer.reason}")
        if len(text) > LARGEST:
            raise ValueError("the answer is too long")
        return text

    def _read(self, variant: Variant, state: GameState, power: PowerId, lines: list[str]) -> list[Order]:
        orders: list[Order] = []
        for submission in read_submissions(variant.board, {power: lines}):
            if isinstance(submission.order, LegationError):
                self.faults.append(f"{state.phase} {power}: {quote(submission.text)}: {submission.order}")
            else:
                orders.append(submission.order)
        return orders


@contextmanager
def _limit_time(line: socket.socket, seconds: float) -> Iterator[None]:
    """Hang up after some seconds. A timeout of the socket is for each part of an answer, and parts may trickle in."""
    is_late = Event()

    def hang_up() -> None:
        is_late.set()
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, hang_up)
    timer.start()
    try:
        yield
    except (OSError, HTTPException):
        if not is_late.is_set():
            raise
    finally:
        timer.cancel()
    if is_late.is_set():
        raise TimeoutError(f"no whole answer in {seconds:g} seconds")


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return parts
    except ValueError:
        pass
    raise RequestError("bot", f"{quote(address)} is not an address; it begins with http:// or https:// and a name")
