"""Where a dislodged unit cannot go, and why: each neighbouring space, and places that a rule module knows of."""

from legation.board import Board, DislodgedUnit, Position, SpaceId, Terrain, space_of
from legation.judge.bars import Bar, ClosedRetreat, Obstacle
from legation.judge.rulebook import Rulebook
from legation.orders import Scene


def list_closed_retreats(
    board: Board, position: Position, dislodged: DislodgedUnit, rulebook: Rulebook
) -> tuple[ClosedRetreat, ...]:
    """Every neighbouring space that is not open to a dislodged unit, land first; ``position``: after the moves."""
    unit, look = dislodged.unit, _Lookout(board, position, dislodged, rulebook)
    near = board.in_mask(board.plain_links[board.index[unit.location]])
    bars = {space: look.find_bar(space) for space in near}
    for module in rulebook.modules:
        bars |= module.retreat_bars(board, position, unit)
        for target in module.retreat_options(board, position, unit):
            bars[space_of(target)] = look.find_common_bar(space_of(target))
    is_known = {unit.space, *(space_of(target) for target in dislodged.retreats)}
    closed = sorted((board.spaces[space].terrain is Terrain.SEA, space) for space in bars if space not in is_known)
    return tuple(ClosedRetreat(space, bars[space]) for _, space in closed)


class _Lookout:
    """One dislodged unit, and what it sees around it."""

    def __init__(self, board: Board, position: Position, dislodged: DislodgedUnit, rulebook: Rulebook) -> None:
        self.board = board
        self.position = position
        self.dislodged = dislodged
        self.rulebook = rulebook
        self.sails = rulebook.traits[dislodged.unit.kind].sails
        scene = Scene(board, position, rulebook.order_rules)
        self.steps = {space_of(target) for target in scene.targets(dislodged.unit)}

    def find_bar(self, space: SpaceId) -> Bar:
        """Why a neighbouring space is closed, if it is."""
        place = self.board.spaces[space]
        if not self.sails and place.terrain is Terrain.SEA:
            return Bar(Obstacle.AT_SEA)
        if self.sails and not any(self.board.fleet_moves[location] for location in place.locations):
            return Bar(Obstacle.INLAND)
        return self.find_common_bar(space, is_near=space in self.steps)

    def find_common_bar(self, space: SpaceId, *, is_near: bool = True) -> Bar:
        """What closes a space to a unit, whether it would walk, sail or be carried there."""
        for module in self.rulebook.modules:
            if space in module.closed_to(self.board, self.position, self.dislodged.unit.kind):
                return Bar(module.closure)
        if not is_near:
            return Bar(Obstacle.NO_BORDER)
        standing = self.position.units.get(space)
        if standing:
            return Bar(Obstacle.OCCUPIED, unit=standing)
        if space in self.position.contested:
            return Bar(Obstacle.CONTESTED)
        # Where a unit may go is settled with the moves; what a game master clears afterwards stays closed.
        is_barred = space == self.dislodged.attacker_from
        return Bar(Obstacle.ATTACKED_FROM_THERE if is_barred else Obstacle.WAS_CLOSED)
