"""Where units may be built beyond one's own home centres."""

from dataclasses import dataclass

from legation.board import Board, CentreKind, Position, PowerId, SpaceId
from legation.judge import Bar, Obstacle, RuleModule


def owned_centres(board: Board, position: Position, power: PowerId, kind: CentreKind) -> frozenset[SpaceId]:
    """The centres of one kind that a power owns."""
    return frozenset(space for space in position.centres_of(power) if board.spaces[space].centre is kind)


@dataclass(frozen=True, slots=True)
class Colonies(RuleModule):
    """Colonia I, III and VII, rule 5: a colony is a building centre for whoever controls it."""

    name = "colonies"

    as_home: bool = False
    """Whether it is a home centre in everything (Colonia I), so that removals count the way to it too."""

    def build_sites(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The colonies that the power owns."""
        return owned_centres(board, position, power, CentreKind.COLONIAL)

    def home_centres(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The same, where a colony is a home."""
        return self.build_sites(board, position, power) if self.as_home else frozenset()


@dataclass(frozen=True, slots=True)
class SpecialCentres(RuleModule):
    """Colonia I, III and VII, rule 6: some centres build for the powers they name, once these own them."""

    name = "special_centres"

    as_home: bool = False
    """As for colonies: Colonia I says that the powers named use it as a home centre."""

    def build_sites(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The special centres that the power owns and that name it."""
        owned = owned_centres(board, position, power, CentreKind.SPECIAL)
        return frozenset(space for space in owned if power in board.spaces[space].powers)

    def home_centres(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The same, where it is a home."""
        return self.build_sites(board, position, power) if self.as_home else frozenset()

    def find_site_bar(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Bar | None:
        """It serves the powers it names, and these only once they own it; for others it is a neutral centre."""
        place, owner = board.spaces[space], position.owners.get(space)
        if place.centre is not CentreKind.SPECIAL:
            return None
        if power not in place.powers:
            return Bar(Obstacle.SPECIAL, place.powers)
        return None if owner == power else Bar(Obstacle.SPECIAL_NOT_OWNED, (owner,) if owner else ())
