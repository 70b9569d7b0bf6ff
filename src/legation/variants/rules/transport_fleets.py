"""How many transport fleets a power may have."""

from dataclasses import dataclass

from legation.board import Board, Position, PowerId, UnitKind
from legation.judge import Allowance, RuleModule
from legation.orders import Topic


@dataclass(frozen=True, slots=True)
class TransportFleets(RuleModule):
    """Colonial Variant, rule 10: one transport fleet for every three centres, in addition to the other units."""

    name = "transport_fleets"

    centres_each: int = 3
    use_up_centres: bool = False
    """True if a transport fleet replaces another unit."""

    def allowances(self, board: Board, position: Position, power: PowerId, centres: int) -> tuple[Allowance, ...]:
        """The number of transport fleets for a number of centres."""
        limit = centres // self.centres_each
        clause = self.cite(Topic.TRANSPORTS_ALLOWED, power)
        return (Allowance(UnitKind.TRANSPORT, limit, not self.use_up_centres, clause),)
