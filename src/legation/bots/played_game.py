"""The interface of games that bots play."""

from collections.abc import Iterable
from typing import Protocol

from legation.game import GameState, PhaseRecord, Proposal, VoteRefusal
from legation.judge import Rulebook
from legation.orders import Submission
from legation.variants import Variant


class PlayedGame(Protocol):
    """A game that takes orders and votes; ``legation.Game`` is one."""

    variant: Variant
    rulebook: Rulebook
    state: GameState

    def enter(self, submissions: Iterable[Submission]) -> None:
        """Hand in orders."""

    def advance(self) -> PhaseRecord:
        """Judge the phase."""

    def propose(self, power: str, text: str) -> Proposal | VoteRefusal:
        """Propose an ending."""

    def vote(self, power: str, is_yes: bool, proposal: str | None = None) -> Proposal | VoteRefusal:
        """Vote on a proposal."""
