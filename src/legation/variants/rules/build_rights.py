"""Where units may be built beyond one's own home centres."""

from dataclasses import dataclass

from legation.board import Board, CentreKind, Position, PowerId, SpaceId
from legation.judge import RuleModule


def owned_centres(board: Board, position: Position, power: PowerId, kind: CentreKind) -> frozenset[SpaceId]:
    """The centres of one kind that a power owns."""
    return frozenset(space for space in position.centres_of(power) if board.spaces[space].centre is kind)


@dataclass(frozen=True, slots=True)
class Colonies(RuleModule):
    """Colonia I, III and VII, rule 5: a colony is a building centre for whoever controls it."""

    name = "colonies"

    def build_sites(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The colonies that the power owns."""
        return owned_centres(board, position, power, CentreKind.COLONIAL)


@dataclass(frozen=True, slots=True)
class SpecialCentres(RuleModule):
    """Colonia I, III and VII, rule 6: some centres build for the powers they name, once these own them."""

    name = "special_centres"

    def build_sites(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The special centres that the power owns and that name it."""
        owned = owned_centres(board, position, power, CentreKind.SPECIAL)
        return frozenset(space for space in owned if power in board.spaces[space].powers)
