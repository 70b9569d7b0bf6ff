"""A position in the form used by legality."""

from collections.abc import Iterable
from functools import cached_property

from legation.board import (
    STANDARD_TRAITS,
    Board,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Terrain,
    Unit,
    UnitKey,
    UnitKind,
    UnitTraits,
    has_route,
    is_on_proper_route,
    space_of,
)
from legation.orders.clauses import NO_CLAUSE, ClauseId, Topic, name_border
from legation.orders.faults import Fault, Refusal
from legation.orders.order import Embark, Piece
from legation.orders.order_rules import OrderRules


class Scene:
    """A position in the form used by legality: computed once for all orders of a phase."""

    def __init__(self, board: Board, position: Position, rules: OrderRules) -> None:
        self.board = board
        self.position = position
        self.rules = rules
        self.units = position.units
        self.takes_aboard = Embark in rules.extra_kinds
        sailing = [(kind, traits.sails) for kind, traits in rules.traits.items()]
        self.steps = {kind: board.fleet_moves if sails else board.army_moves for kind, sails in sailing}
        """The steps of each kind of unit from a location, without rule modules."""
        self.reach = {kind: board.fleet_reach if sails else board.army_reach for kind, sails in sailing}
        """The same as masks of spaces."""
        self.is_plain = (
            rules.traits is STANDARD_TRAITS
            and not (rules.checks or rules.space_checks or self.takes_aboard)
            and not (board.conditional or board.difficult)
        )
        """True if the rules of the regular game fully decide single steps and supports."""
        self.closed: dict[UnitKind, int] = {}
        """The spaces that rule modules close to each kind of unit."""
        for kind in rules.traits if rules.space_checks else ():
            self.closed[kind] = 0
            for check in rules.space_checks:
                self.closed[kind] |= board.mask(check.closed_to(board, position, kind))

    @cached_property
    def fleets(self) -> int:
        """Spaces with a fleet that could convoy."""
        convoying = tuple(kind for kind, traits in self.rules.traits.items() if traits.convoys)
        index, fleets = self.board.index, 0
        for unit in self.units.values():
            if unit.kind in convoying:
                fleets |= 1 << index[unit.location]
        return fleets & self.board.convoy_spaces

    def find(self, piece: Piece, power: PowerId | None = None) -> Unit | None:
        """The unit that an order means: the one in the space; a wrong letter or coast does no harm (4.B.5, 4.C.2).

        The letter distinguishes an army aboard from its ship; without one ``power`` means its own unit.
        """
        if self.takes_aboard:
            return self.position.find_unit(piece.kind, piece.space, power)
        space = self.board.space_ids.get(piece.location)
        return self.units.get(space) if space is not None else None

    def key(self, piece: Piece) -> UnitKey:
        """The key of the unit that an order means."""
        unit = self.find(piece) if self.takes_aboard else None
        return unit.key if unit else piece.space

    def traits(self, unit: Unit) -> UnitTraits:
        """The abilities of the unit."""
        return self.rules.traits[unit.kind]

    def targets(self, unit: Unit) -> tuple[LocationId, ...]:
        """Every location that the unit can enter in one step."""
        moves = self.board.moves(unit.location, sails=self.traits(unit).sails)
        if self.board.conditional:
            moves = (*moves, *self._opened(unit))
        closed = self.closed.get(unit.kind, 0)
        if not closed:
            return moves
        return tuple(target for target in moves if not closed >> self.board.index[target] & 1)

    def is_closed(self, unit: Unit, number: int) -> bool:
        """True if a rule module keeps this kind of unit out of a space."""
        return bool(self.closed) and bool(self.closed[unit.kind] >> number & 1)

    def refuse_entry(self, kind: UnitKind, space: SpaceId) -> Refusal | None:
        """Why a rule module keeps a kind of unit out of a space; None if none does."""
        if not self.closed or not self.closed[kind] >> self.board.index[LocationId(space)] & 1:
            return None
        checks = reversed(self.rules.space_checks)  # rules added for this game take precedence over the variant's own
        found = (check for check in checks if space in check.closed_to(self.board, self.position, kind))
        return next(check.refuse_entry(space) for check in found)

    def refuse_reach(self, fault: Fault, start: SpaceId, end: SpaceId, choices: tuple[LocationId, ...] = ()) -> Refusal:
        """Refuse a space that a unit cannot reach; the sheet may say outright that the two do not touch."""
        clauses = self.rules.clauses
        clause = clauses.cite_exactly(Topic.GAP, name_border(start, end)) or clauses.cite_exactly(Topic.BOX, start, end)
        return Refusal(fault, list_names(choices), clause)

    def cite_closed_sea(self, army: Unit, goal: SpaceId) -> ClauseId:
        """The clause that keeps convoys out of a sea without which the fleets there could carry an army to its goal."""
        clauses, board = self.rules.clauses, self.board
        at_sea = [unit.space for unit in self.units.values() if board.spaces[unit.space].terrain is Terrain.SEA]
        found = {sea: clauses.cite_exactly(Topic.NO_CONVOYS, sea) for sea in at_sea}
        if not any(found.values()):
            return NO_CLAUSE
        near = {sea: {board.space_ids[target] for target in board.fleet_moves[LocationId(sea)]} for sea in at_sea}
        seen = {sea for sea in at_sea if army.space in near[sea]}
        frontier = set(seen)
        while frontier:
            frontier = {sea for sea in at_sea if any(sea in near[before] for before in frontier)} - seen
            seen |= frontier
        if not any(goal in near[sea] for sea in seen):
            return NO_CLAUSE
        return next((clause for sea, clause in found.items() if clause and sea in seen), NO_CLAUSE)

    def cite(self, topic: Topic) -> ClauseId:
        """The clause of the sheet on a topic."""
        return self.rules.clauses.cite(topic)

    def _opened(self, unit: Unit) -> tuple[LocationId, ...]:
        """Targets across conditional borders that a rule module opens to this unit."""
        sails = self.traits(unit).sails
        found = []
        for border in self.board.conditional:
            if not (border.fleet if sails else border.army):
                continue
            ways = [(border.start, border.end)] if border.is_one_way else [
                (border.start, border.end), (border.end, border.start)
            ]  # fmt: skip
            for start, end in ways:
                if start == unit.location and any(
                    check.may_cross(self.position, unit, border) for check in self.rules.checks
                ):
                    found.append(end)
        return tuple(found)

    def can_enter(self, unit: Unit, space: SpaceId) -> bool:
        """True if the unit could move to the space, on any coast: then it can also give support there."""
        number = self.board.index[LocationId(space)]
        if self.closed and self.closed[unit.kind] >> number & 1:
            return False
        if self.reach[unit.kind][unit.location] >> number & 1:
            return True
        return bool(self.board.conditional) and any(space_of(target) == space for target in self._opened(unit))

    def can_support_in(self, unit: Unit, space: SpaceId) -> bool:
        """True if the unit can give support there: it could move there, and not only over a difficult border."""
        if not self.can_enter(unit, space):
            return False
        difficult = self.board.difficult
        return not difficult or any(
            (unit.location, target) not in difficult for target in self.targets(unit) if space_of(target) == space
        )

    def can_be_convoyed(self, unit: Unit, space: SpaceId, *, without: int = 0) -> bool:
        """True if there are fleets on some route for this army; ``without`` leaves out some of them."""
        if not self.traits(unit).is_convoyed:
            return False
        board = self.board
        goal = board.index[LocationId(space)]
        start = board.index[unit.location]
        if start == goal or self.is_closed(unit, goal):
            return False
        return has_route(board.convoy_links, start, goal, self.fleets & ~without & ~(1 << goal))

    def is_of_use(self, fleet: Unit, army: Unit, space: SpaceId) -> bool:
        """True if the fleet lies on a proper route of the army."""
        index = self.board.index
        start, goal = index[army.location], index[LocationId(space)]
        if self.is_closed(army, goal):
            return False
        here = index[fleet.location]
        if here == goal:  # no fleet carries an army into its own space (DATC 2.4, 9.A)
            return False
        return is_on_proper_route(self.board.convoy_links, start, goal, self.fleets & ~(1 << goal), here)


def list_names(locations: Iterable[LocationId]) -> tuple[str, ...]:
    """Locations as the texts of choices, without repeats."""
    return tuple(dict.fromkeys(map(str, locations)))
