"""One phase to judge, from whatever form it was read."""

from dataclasses import dataclass

from legation.game.state import GameState
from legation.judge import Rulebook
from legation.orders import Submission
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """One phase to judge."""

    variant: Variant
    rulebook: Rulebook
    state: GameState
    submissions: tuple[Submission, ...]
    wants_detail: bool = False
