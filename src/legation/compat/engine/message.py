"""Messages between powers."""

from dataclasses import dataclass
from typing import Any, Final, Self

SYSTEM: Final = "SYSTEM"
GLOBAL: Final = "GLOBAL"
OBSERVER: Final = "OBSERVER"
OMNISCIENT: Final = "OMNISCIENT"


@dataclass(slots=True, kw_only=True)
class Message:
    """A message; the recipient is a power or ``GLOBAL``."""

    sender: str
    recipient: str
    message: str
    phase: str
    time_sent: int | None = None
    """In microseconds."""

    def is_global(self) -> bool:
        """True if all powers can read it."""
        return self.recipient == GLOBAL

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON values."""
        return {
            "sender": self.sender,
            "recipient": self.recipient,
            "time_sent": self.time_sent,
            "phase": self.phase,
            "message": self.message,
        }

    @classmethod
    def from_dict(cls, table: dict[str, Any]) -> Self:
        """The message from the result of ``to_dict``."""
        return cls(**{key: table[key] for key in ("sender", "recipient", "message", "phase", "time_sent")})
