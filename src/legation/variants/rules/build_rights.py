"""Build sites beyond a power's own home centres."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import Board, CentreKind, Position, PowerId, SpaceId
from legation.judge import RuleModule
from legation.orders import ClauseId, Fault, Refusal, Topic


def owned_centres(board: Board, position: Position, power: PowerId, kind: CentreKind) -> frozenset[SpaceId]:
    """The centres of one kind that a power owns."""
    return frozenset(space for space in position.centres_of(power) if board.spaces[space].centre is kind)


@dataclass(frozen=True, slots=True)
class Colonies(RuleModule):
    """Colonia I, III and VII, rule 5: a colony is a building centre for the power that controls it."""

    name = "colonies"

    as_home: bool = False
    """True if it is a home centre in every respect (Colonia I), so that removals count the way to it too."""

    def build_sites(self, board: Board, position: Position, power: PowerId) -> Mapping[SpaceId, ClauseId]:
        """The colonies that the power owns."""
        owned = owned_centres(board, position, power, CentreKind.COLONIAL)
        return {space: self.cite(Topic.COLONY_BUILDS, power, space) for space in owned}

    def refuse_site(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Refusal | None:
        """A colony builds for the power that controls it, and for no other."""
        owner = position.owners.get(space)
        if board.spaces[space].centre is not CentreKind.COLONIAL or owner == power:
            return None
        clause = self.cite(Topic.COLONY_BUILDS, power, space)
        return Refusal(Fault.SITE_NOT_OWNED, clause=clause, powers=(owner,) if owner else ())

    def home_centres(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The same, where a colony is a home."""
        return frozenset(self.build_sites(board, position, power)) if self.as_home else frozenset()


@dataclass(frozen=True, slots=True)
class SpecialCentres(RuleModule):
    """Colonia I, III and VII, rule 6: some centres build for the powers that they name, once these own them."""

    name = "special_centres"

    as_home: bool = False
    """As for colonies: Colonia I says that the powers named use it as a home centre."""

    def build_sites(self, board: Board, position: Position, power: PowerId) -> Mapping[SpaceId, ClauseId]:
        """The special centres that the power owns and that name it."""
        owned = owned_centres(board, position, power, CentreKind.SPECIAL)
        sites = [space for space in owned if power in board.spaces[space].powers]
        return {space: self.cite(Topic.SPECIAL_BUILDS, power, space) for space in sites}

    def home_centres(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """The same, where it is a home."""
        return frozenset(self.build_sites(board, position, power)) if self.as_home else frozenset()

    def refuse_site(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Refusal | None:
        """It serves only the powers that it names, and only once they own it; for others it is a neutral centre."""
        place, owner = board.spaces[space], position.owners.get(space)
        if place.centre is not CentreKind.SPECIAL:
            return None
        owners = (owner,) if owner else ()
        if power in place.powers:
            clause = self.cite(Topic.SPECIAL_NEEDS_OWNER, power, space)
            return None if owner == power else Refusal(Fault.SPECIAL_NOT_OWNED, clause=clause, powers=owners)
        if owner != power:
            return Refusal(Fault.SITE_NOT_OWNED, powers=owners)
        return Refusal(
            Fault.SPECIAL_FOR_OTHERS, clause=self.cite(Topic.SPECIAL_FOR_OTHERS, power, space), powers=place.powers
        )
