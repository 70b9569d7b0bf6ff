"""Places where units are built that are no supply centres."""

from dataclasses import dataclass

from legation.board import Board, CentreKind, Position, PowerId, Space, SpaceId
from legation.judge import Bar, Obstacle, RuleModule


@dataclass(frozen=True, slots=True)
class BuildOnlyCentres(RuleModule):
    """Cline 9-Man VII, rule 5: Arkangel builds for Russia, gives no right to a unit, and counts for nobody."""

    name = "build_only_centres"

    vacant_is_enough: bool = False
    """Whether it builds even while another power was the last to hold it in a Fall."""

    def build_sites(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The build-only centres that name the power, as far as it controls them."""
        return frozenset(space.id for space in board.spaces.values() if self._builds(position, space, power))

    def find_site_bar(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Bar | None:
        """A build-only centre serves those it names, while they hold it."""
        place, owner = board.spaces[space], position.owners.get(space)
        if place.centre is not CentreKind.BUILD_ONLY:
            return None
        if power not in place.powers:
            return Bar(Obstacle.BUILD_ONLY, place.powers)
        return Bar(Obstacle.BUILD_ONLY_NOT_OWNED, (owner,) if owner else ())

    def _builds(self, position: Position, space: Space, power: PowerId) -> bool:
        if space.centre is not CentreKind.BUILD_ONLY or power not in space.powers:
            return False
        return self.vacant_is_enough or position.owners.get(space.id) == power
