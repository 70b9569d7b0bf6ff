"""The data of one phase."""

from dataclasses import dataclass, field
from typing import Any, Self

from legation.compat.engine.message import Message


@dataclass(slots=True)
class GamePhaseData:
    """State, orders, results and messages of a phase."""

    name: str
    state: dict[str, Any]
    orders: dict[str, list[str] | None]
    results: dict[str, list[str]] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    """By the time at which they were sent."""

    def to_dict(self) -> dict[str, Any]:
        """The phase as JSON values."""
        return {
            "name": self.name,
            "state": self.state,
            "orders": self.orders,
            "results": self.results,
            "messages": [message.to_dict() for message in self.messages.values()],
        }

    @classmethod
    def from_dict(cls, table: dict[str, Any]) -> Self:
        """The phase from the result of ``to_dict``."""
        messages = [Message.from_dict(message) for message in table.get("messages") or ()]
        return cls(
            table["name"],
            table["state"],
            table["orders"],
            table.get("results") or {},
            {message.time_sent or 0: message for message in messages},
        )
