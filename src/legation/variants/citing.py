"""Which clause of the sheet decided an outcome, a refusal or a closed choice; where none did, the rulebook did."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from legation.board import Board, CentreKind, Position, SpaceId, Unit, UnitKind, space_of
from legation.judge import Bar, Fate, Obstacle, Outcome, Reason, Rulebook, RuleModule
from legation.orders import Bomb, Convoy, Embark, Move, Order, Piece, Retreat, SupportHold, SupportMove, Waive
from legation.variants.clauses import Clause, Clauses, Point, name_border
from legation.variants.rules import IslandRetreats

Module = TypeVar("Module", bound=RuleModule)

BARS: Mapping[Obstacle, Point] = {
    Obstacle.SPECIAL: Point.SPECIAL_FOR_OTHERS,
    Obstacle.SPECIAL_NOT_OWNED: Point.SPECIAL_NEEDS_OWNER,
    Obstacle.UNRIPE_COLONY: Point.COLONY_COUNTS,
    Obstacle.BUILD_ONLY: Point.BUILD_ONLY,
    Obstacle.BUILD_ONLY_NOT_OWNED: Point.BUILD_ONLY,
    Obstacle.RUINED: Point.BOMB_RUINS,
    Obstacle.NO_ARMIES: Point.NO_ARMIES,
    Obstacle.NO_FERRY: Point.FERRY_OF_OWN_POWER,
    Obstacle.TWO_SEAS_AWAY: Point.FERRY_OVER_ONE_SEA,
    Obstacle.NOT_FROM_AN_ISLAND: Point.FERRY_FROM_ISLANDS,
}
"""Obstacles that only a sheet knows; the others are the rulebooks'."""
BUILDS: Mapping[CentreKind, Point] = {
    CentreKind.COLONIAL: Point.COLONY_BUILDS,
    CentreKind.SPECIAL: Point.SPECIAL_BUILDS,
    CentreKind.BUILD_ONLY: Point.BUILD_ONLY,
}


class Sources(NamedTuple):
    """What is cited in a game, and by what it is played."""

    clauses: Clauses
    board: Board
    rulebook: Rulebook


class Phase(NamedTuple):
    """A judged phase: the positions before and after it, and what became of all orders."""

    before: Position
    after: Position
    outcomes: Sequence[Outcome]


class Cited(NamedTuple):
    """The clauses that bear on an outcome, the most telling first."""

    clauses: tuple[Clause, ...]
    is_decided: bool
    """Whether the first of them decided it; otherwise the rulebook did, and they come beside it."""


def cite_bar(clauses: Clauses, bar: Bar, *scopes: str) -> Clause | None:
    """The clause behind a closed choice; ``scopes`` are the power and the space that it concerns."""
    point = BARS.get(bar.why)
    return clauses.find(point, *scopes) if point else None


def find_module(rulebook: Rulebook, kind: type[Module]) -> Module | None:
    """The rule module of a class, where the game has it."""
    return next((module for module in rulebook.modules if isinstance(module, kind)), None)


def cite_outcome(sources: Sources, phase: Phase, outcome: Outcome) -> Cited:
    """The clauses behind one outcome of a judged phase."""
    case = _Case(sources, phase, outcome)
    decisive = case.find_decisive()
    found = [clause for clause in (decisive, *case.list_others()) if clause]
    return Cited(tuple(dict.fromkeys(found)), decisive is not None)


class _Case:
    """One outcome, and the phase that it belongs to."""

    def __init__(self, sources: Sources, phase: Phase, outcome: Outcome) -> None:
        self.find = sources.clauses.find
        self.find_exactly = sources.clauses.find_exactly
        self.board = sources.board
        self.rulebook = sources.rulebook
        self.before = phase.before
        self.after = phase.after
        self.outcomes = phase.outcomes
        self.outcome = outcome
        self.order = outcome.order

    def find_decisive(self) -> Clause | None:
        """The clause without which it would have come out otherwise."""
        order = self.order
        match self.outcome.reason:
            case Reason.MOVED if isinstance(order, Move):
                return self.find(Point.LANDING) if self.is_aboard(order.unit) else self.find_way(order)
            case Reason.SUPPORT_GIVEN if isinstance(order, SupportHold | SupportMove):
                return self.find_support(order)
            case Reason.OUTMATCHED | Reason.BOUNCED if isinstance(order, Move):
                return self.find(Point.TRANSPORT_YIELDS) if is_transport(order.unit) and self.has_stronger() else None
            case Reason.RETREATED | Reason.RETREAT_STOPPED if isinstance(order, Retreat):
                return self.find_ferry(order)
            case Reason.BUILT | Reason.REMOVED | Reason.REMOVED_BY_RULE if not isinstance(order, Waive | Bomb):
                return self.find_adjustment(order.unit)
            case Reason.BOMB_STRUCK:
                return self.find(Point.BOMB_FLIES)
            case _:
                return self.find_carriage()

    def find_carriage(self) -> Clause | None:
        """Of armies aboard, and the ships that carry them."""
        order = self.order
        match self.outcome.reason:
            case Reason.TOOK_ABOARD | Reason.EMBARK_UNMATCHED | Reason.EMBARKED | Reason.NOT_TAKEN_ABOARD:
                army = order.army if isinstance(order, Embark) else piece_of(order)
                return self.find(Point.CHANGING_SHIPS if self.is_aboard(army) else Point.EMBARKING)
            case Reason.STAYED_ABOARD:
                return self.find(Point.CARRYING)
            case Reason.CARRIER_DID_NOT_HOLD:
                return self.find(Point.LANDING)
            case Reason.CARRIER_DISLODGED if not isinstance(order, Convoy):
                lands = isinstance(order, Move) and self.is_aboard(order.unit)
                return self.find(Point.LANDING_FAILS if lands else Point.EMBARKING_FAILS)
            case Reason.WENT_DOWN:
                ship = self.find_ship(piece_of(order))
                return self.find(Point.TRANSPORT_SINKS if is_transport(ship) else Point.CARRYING)
            case _:
                return None

    def find_ship(self, army: Piece | None) -> Unit | None:
        """The ship that an army is aboard of, whether it stands or was driven out."""
        if army is None:
            return None
        waiting = {found.unit.space: found.unit for found in self.before.dislodged}
        return waiting.get(army.space) or self.before.units.get(army.space)

    def find_way(self, order: Move) -> Clause | None:
        """The clause that opens the border a unit went over."""
        ends = (order.unit.space, space_of(order.target))
        border = name_border(*ends)
        crossing = self.find_exactly(Point.CROSSING, border)
        sails = order.unit.kind is not None and self.rulebook.traits[order.unit.kind].sails
        return crossing or (self.find_exactly(Point.PASSAGE, border, *ends) if sails else None)

    def find_support(self, order: SupportHold | SupportMove) -> Clause | None:
        """Transport fleets give and take some supports only."""
        if is_transport(order.unit):
            return self.find(Point.TRANSPORT_SUPPORTS)
        return self.find(Point.TRANSPORT_IS_SUPPORTED) if is_transport(order.supported) else None

    def find_ferry(self, order: Retreat) -> Clause | None:
        """Of an army that went, or was to go, over the sea."""
        module = find_module(self.rulebook, IslandRetreats)
        army = next((found.unit for found in self.before.dislodged if found.unit.space == order.unit.space), None)
        if module is None or army is None or not module.needs_ferry(self.board, army, order):
            return None
        if self.outcome.reason is Reason.RETREATED:
            return self.find(Point.FERRY)
        has_fleet = bool(module.list_seas_for(self.board, self.before, army, order))
        return self.find(Point.FERRY_TAKES_ONE if has_fleet else Point.FERRY_OF_OWN_POWER)

    def find_adjustment(self, piece: Piece) -> Clause | None:
        """Of a unit built where only a sheet allows it, or of a kind that only a sheet has."""
        if is_transport(piece):
            return self.find(Point.TRANSPORTS_ALLOWED)
        point = BUILDS.get(self.board.space(piece.location).centre)
        if self.outcome.reason is not Reason.BUILT or point is None:
            return None
        return self.find(point, self.outcome.power, piece.space)

    def list_others(self) -> Iterator[Clause | None]:
        """Clauses that bear on it besides."""
        order, by = self.order, self.outcome.dislodged_by
        if isinstance(order, Move):
            yield self.find_way(order)
            yield self.find(Point.BOMB_CARRIED) if order.carry else None
            yield self.find_disruption(space_of(order.target))
            yield self.find(Point.TRANSPORT_YIELDS) if self.has_beaten_transport(order) else None
        if isinstance(order, SupportHold | SupportMove) and self.is_attacked_by_transport(order.unit.space):
            yield self.find(Point.TRANSPORT_CUTS_NOTHING)
        if isinstance(order, Bomb):
            yield self.find(Point.BOMB_DESTROYS)
            yield self.find(Point.BOMB_RUINS)
        elif isinstance(by, Bomb):
            yield self.find(Point.BOMB_DESTROYS)
        elif self.outcome.fate is Fate.DESTROYED and by and is_transport(piece_of(order)):
            yield self.find(Point.TRANSPORT_SINKS)

    def find_disruption(self, space: SpaceId) -> Clause | None:
        """Of a colonial centre that was fought over and lost its owner by it."""
        is_colonial = self.board.spaces[space].centre is CentreKind.COLONIAL
        if not is_colonial or space not in self.before.owners or space in self.after.owners:
            return None
        is_empty = space in self.after.contested
        return self.find(Point.STAND_OFF_DISRUPTS if is_empty else Point.ENTRY_DISRUPTS)

    def list_rivals(self, space: SpaceId) -> list[Move]:
        """Moves to a space."""
        moves = [found.order for found in self.outcomes if isinstance(found.order, Move)]
        return [move for move in moves if space_of(move.target) == space and move != self.order]

    def has_stronger(self) -> bool:
        """Whether a combat unit was among those that decided it."""
        return any(isinstance(cause, Move) and not is_transport(cause.unit) for cause in self.outcome.because_of)

    def has_beaten_transport(self, order: Move) -> bool:
        """Whether a transport fleet moved to the same space and stood nobody off."""
        is_there = any(is_transport(move.unit) for move in self.list_rivals(space_of(order.target)))
        return self.outcome.reason is Reason.MOVED and not is_transport(order.unit) and is_there

    def is_attacked_by_transport(self, space: SpaceId) -> bool:
        """Whether a transport fleet moved against a support and did not cut it."""
        is_there = any(is_transport(move.unit) for move in self.list_rivals(space))
        return self.outcome.reason is Reason.SUPPORT_GIVEN and is_there

    def is_aboard(self, piece: Piece | None) -> bool:
        """Whether the order is of an army that was aboard a ship when the phase began."""
        unit = self.before.find_unit(piece.kind, piece.space) if piece else None
        return unit is not None and unit.is_aboard


def is_transport(piece: Piece | Unit | None) -> bool:
    """Whether it is a transport fleet."""
    return piece is not None and piece.kind is UnitKind.TRANSPORT


def piece_of(order: Order) -> Piece | None:
    """The unit that an order is for, where it is for one."""
    return None if isinstance(order, Waive | Bomb) else order.unit
