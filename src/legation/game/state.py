"""A game at one moment, and the record of how one moment led to the next."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import Position, PowerId, Unit
from legation.game.phase import Phase
from legation.judge import Outcome
from legation.orders import Rejection


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: who won, or who shares the draw."""

    kind: str
    """``victory`` or ``draw``."""
    powers: tuple[PowerId, ...]
    phase: Phase


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that is true of a game now."""

    phase: Phase
    position: Position
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """One judged phase: what was ordered, what became of it, and the states before and after."""

    before: GameState
    after: GameState
    texts: Mapping[PowerId, tuple[str, ...]]
    """The orders as the powers wrote them."""
    outcomes: tuple[Outcome, ...]
    rejections: tuple[Rejection, ...] = ()
    destroyed: tuple[Unit, ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase that was judged."""
        return self.before.phase
