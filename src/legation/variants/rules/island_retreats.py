"""Retreats over the sea from islands."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import Board, LocationId, Position, SpaceId, Terrain, Unit, UnitKind, space_of
from legation.judge import Bar, Obstacle, RuleModule
from legation.orders import Fault, Retreat, RetreatOrder

Ferries = Mapping[SpaceId, frozenset[SpaceId]]
"""Of each army, by the space it comes from: the seas whose fleet could carry it where it is ordered."""


@dataclass(frozen=True, slots=True)
class IslandRetreats(RuleModule):
    """Colonia III, rule 4 and addendum, Colonia VII, rule 4: an army thrown off an island is ferried over one sea.

    The ferry is a fleet of the same power that stands in the sea when retreats are written, whatever it did before.
    """

    name = "island_retreats"

    also_islands: tuple[str, ...] = ()
    """Spaces of larger land masses that count as islands too: Great Britain in Colonia III."""
    one_army_per_fleet: bool = True
    """Whether a fleet ferries one army only; if two are ordered over the same fleet, neither goes."""

    def retreat_options(self, board: Board, position: Position, dislodged: Unit) -> frozenset[LocationId]:
        """Every shore of a sea that touches the island and holds a ferry."""
        return frozenset(
            shore for sea in self.list_ferries(board, position, dislodged) for shore in list_shores(board, sea)
        )

    def retreat_bars(self, board: Board, position: Position, dislodged: Unit) -> dict[SpaceId, Bar]:
        """Seas about an island that hold no ferry, and shores that two own fleets in a row would reach.

        Of an army that is not on an island: the seas where its own fleets stand and cannot help.
        """
        if dislodged.kind is not UnitKind.ARMY:
            return {}
        seas = list_seas(board, dislodged.space)
        own = {sea for sea in seas if can_ferry(position.units.get(sea), dislodged)}
        if not self.is_island_centre(board, dislodged.space):
            return dict.fromkeys(own, Bar(Obstacle.NOT_FROM_AN_ISLAND))
        near = {space_of(shore) for sea in seas for shore in list_shores(board, sea)}
        beyond = {far for sea in own for far in list_seas(board, sea) if can_ferry(position.units.get(far), dislodged)}
        shores = {space_of(shore) for sea in beyond - seas for shore in list_shores(board, sea)}
        too_far = dict.fromkeys(shores - near, Bar(Obstacle.TWO_SEAS_AWAY))
        return too_far | dict.fromkeys(seas - own, Bar(Obstacle.NO_FERRY))

    def find_retreat_fault(self, board: Board, position: Position, unit: Unit, order: Retreat) -> Fault | None:
        """A sea that is named must hold a ferry for that way."""
        if order.via is None or order.via in self.list_seas_for(board, position, unit, order):
            return None
        return Fault.NO_CONVOY_POSSIBLE

    def stop_retreats(
        self, board: Board, position: Position, orders: Mapping[SpaceId, RetreatOrder]
    ) -> frozenset[SpaceId]:
        """Armies for which no fleet is left."""
        ferries: dict[SpaceId, frozenset[SpaceId]] = {}
        for dislodged in position.dislodged:
            army = dislodged.unit
            order = orders.get(army.space)
            if isinstance(order, Retreat) and self.needs_ferry(board, army, order):
                ferries[army.space] = self.list_seas_for(board, position, army, order)
        if not self.one_army_per_fleet:
            return frozenset(army for army, seas in ferries.items() if not seas)
        return share_ferries(ferries)

    def list_ferries(self, board: Board, position: Position, army: Unit) -> tuple[SpaceId, ...]:
        """The seas beside an island where a fleet of the army's power stands."""
        if army.kind is not UnitKind.ARMY or not self.is_island_centre(board, army.space):
            return ()
        return tuple(sorted(sea for sea in list_seas(board, army.space) if can_ferry(position.units.get(sea), army)))

    def is_island_centre(self, board: Board, space: SpaceId) -> bool:
        """Whether armies may be ferried from a space: an island with a supply centre, whoever owns it."""
        found = board.spaces[space]
        return found.centre.is_counted and (found.is_island or space in self.also_islands)

    def needs_ferry(self, board: Board, army: Unit, order: Retreat) -> bool:
        """Whether a retreat goes over the sea: it says so, or the army could not walk there."""
        if army.kind is not UnitKind.ARMY or not self.is_island_centre(board, army.space):
            return False
        return order.via is not None or order.target not in board.army_moves[army.location]

    def list_seas_for(self, board: Board, position: Position, army: Unit, order: Retreat) -> frozenset[SpaceId]:
        """The seas over which an ordered retreat could go; only the one that is named, if one is."""
        goal = LocationId(space_of(order.target))
        return frozenset(
            sea
            for sea in self.list_ferries(board, position, army)
            if order.via in (None, sea) and goal in list_shores(board, sea)
        )


def can_ferry(fleet: Unit | None, army: Unit) -> bool:
    """Whether what stands in a sea can carry an army: a fleet of the same power."""
    return fleet is not None and fleet.kind is UnitKind.FLEET and fleet.power == army.power


def list_seas(board: Board, space: SpaceId) -> frozenset[SpaceId]:
    """The seas that touch a space and carry convoys."""
    links = board.convoy_links[board.index[LocationId(space)]]
    return frozenset(sea for sea in board.in_mask(links) if board.spaces[sea].terrain is Terrain.SEA)


def list_shores(board: Board, sea: SpaceId) -> frozenset[LocationId]:
    """The land spaces that touch a sea."""
    near = {board.space_ids[target] for target in board.fleet_moves[LocationId(sea)]}
    return frozenset(LocationId(space) for space in near if board.spaces[space].terrain is Terrain.LAND)


def share_ferries(ferries: Ferries) -> frozenset[SpaceId]:
    """The armies that stay behind when each fleet takes one.

    A fleet that is the only one for an army, named or not, is meant; one that is meant twice takes nobody. Armies with
    a choice are spread over the fleets that are left. Where these are too few, nobody is preferred: an army that some
    best spreading leaves behind is left behind.
    """
    meant = Counter(sea for seas in ferries.values() if len(seas) == 1 for sea in seas)
    stopped = {army for army, seas in ferries.items() if len(seas) < 2 and not any(meant[sea] == 1 for sea in seas)}
    free = {army: seas - meant.keys() for army, seas in ferries.items() if len(seas) > 1}
    most = count_carried(free)
    for army in free:
        others = {other: seas for other, seas in free.items() if other != army}
        if count_carried(others) == most:
            stopped.add(army)
    return frozenset(stopped)


def count_carried(ferries: Ferries) -> int:
    """How many armies can go when each fleet takes one (augmenting paths; there are never more than a few)."""
    carries: dict[SpaceId, SpaceId] = {}

    def find_place(army: SpaceId, tried: set[SpaceId]) -> bool:
        for sea in sorted(ferries[army] - tried):
            tried.add(sea)
            if sea not in carries or find_place(carries[sea], tried):
                carries[sea] = army
                return True
        return False

    return sum(find_place(army, set()) for army in sorted(ferries))
