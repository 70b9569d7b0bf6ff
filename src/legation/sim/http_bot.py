"""A bot in any language: it is asked over HTTP for the orders of one power, and answers with lines of text."""

import json
import random
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Final

from legation.board import PowerId
from legation.contract import describe_state
from legation.errors import LegationError, RequestError
from legation.game import GameState, list_legal_orders
from legation.judge import Rulebook
from legation.orders import Order, format_order, read_submissions
from legation.variants import Variant

SECONDS: Final = 10.0
"""The time limit for an answer."""
LARGEST: Final = 1_000_000
"""The most bytes of an answer that are read."""
SCHEMES: Final = ("http://", "https://")


class HttpBot:
    """Asks a server for orders. If it does not answer properly, its power orders nothing; ``faults`` says why."""

    def __init__(self, address: str, seconds: float = SECONDS) -> None:
        if not address.startswith(SCHEMES):
            raise RequestError("bot", f"{address!r} is no address; it begins with http:// or https://")
        self.address = address
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
        except (OSError, ValueError) as error:
            self.faults.append(f"{state.phase} {power}: {error}")
            return []
        return self._read(variant, state, power, lines)

    def _ask(self, question: Mapping[str, Any]) -> list[str]:
        request = urllib.request.Request(
            self.address, json.dumps(question).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=self.seconds) as answer:
            text = answer.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise ValueError("the answer is too long")
        found = json.loads(text)
        lines = found.get("orders") if isinstance(found, dict) else None
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise ValueError('the answer is no object with a list of lines as "orders"')
        return lines

    def _read(self, variant: Variant, state: GameState, power: PowerId, lines: list[str]) -> list[Order]:
        orders: list[Order] = []
        for submission in read_submissions(variant.board, {power: lines}):
            if isinstance(submission.order, LegationError):
                self.faults.append(f"{state.phase} {power}: {submission.text!r}: {submission.order}")
            else:
                orders.append(submission.order)
        return orders
