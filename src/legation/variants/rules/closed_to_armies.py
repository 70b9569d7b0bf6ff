"""Spaces where armies may not go."""

from dataclasses import dataclass

from legation.board import Board, Position, SpaceId, UnitKind
from legation.judge import RuleModule
from legation.orders import Fault, Refusal, Topic


@dataclass(frozen=True, slots=True)
class ClosedToArmies(RuleModule):
    """Colonia I, rule 4: islands that no army may ever enter; Colonia VII, rule 4: Greenland is one."""

    name = "closed_to_armies"

    spaces: tuple[str, ...] = ()

    def closed_to(self, board: Board, position: Position, kind: UnitKind) -> frozenset[SpaceId]:
        """The named spaces, for armies."""
        return frozenset(map(SpaceId, self.spaces)) if kind is UnitKind.ARMY else frozenset()

    def refuse_entry(self, space: SpaceId) -> Refusal:
        """The sheet closes it."""
        return Refusal(Fault.CLOSED_TO_ARMIES, clause=self.cite(Topic.NO_ARMIES, space))
