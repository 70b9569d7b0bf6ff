"""Places that are not supply centres but where units are built."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import Board, CentreKind, Position, PowerId, Space, SpaceId
from legation.judge import RuleModule
from legation.orders import ClauseId, Fault, Refusal, Topic


@dataclass(frozen=True, slots=True)
class BuildOnlyCentres(RuleModule):
    """Cline 9-Man VII, rule 5: Arkangel builds for Russia, gives no right to a unit, and counts for no power."""

    name = "build_only_centres"

    vacant_is_enough: bool = False
    """True if it builds even while another power was the last to hold it in a Fall."""

    def build_sites(self, board: Board, position: Position, power: PowerId) -> Mapping[SpaceId, ClauseId]:
        """The build-only centres that name the power, if it controls them."""
        sites = [space.id for space in board.spaces.values() if self._builds(position, space, power)]
        return {site: self.cite(Topic.BUILD_ONLY, power, site) for site in sites}

    def refuse_site(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Refusal | None:
        """A build-only centre serves those it names, while they hold it."""
        place, owner = board.spaces[space], position.owners.get(space)
        if place.centre is not CentreKind.BUILD_ONLY:
            return None
        clause = self.cite(Topic.BUILD_ONLY, power, space)
        if power not in place.powers:
            return Refusal(Fault.BUILD_ONLY_FOR_OTHERS, clause=clause, powers=place.powers)
        if self._builds(position, place, power):
            return None
        return Refusal(Fault.BUILD_ONLY_NOT_OWNED, clause=clause, powers=(owner,) if owner else ())

    def _builds(self, position: Position, space: Space, power: PowerId) -> bool:
        if space.centre is not CentreKind.BUILD_ONLY or power not in space.powers:
            return False
        return self.vacant_is_enough or position.owners.get(space.id) == power
