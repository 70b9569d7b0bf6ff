"""Letters between the powers of a game, as they are kept with it."""

from dataclasses import dataclass

from legation.board import PowerId
from legation.game.phase import Phase


@dataclass(frozen=True, slots=True)
class Message:
    """A letter of one power to others. It is not part of the chain: nothing is judged by it."""

    phase: Phase
    sender: PowerId | None
    """None: the game master."""
    to: tuple[PowerId, ...]
    """Empty: all powers."""
    text: str
    sent: int = 0
    """Seconds since the beginning of 1970; 0 if unknown."""
