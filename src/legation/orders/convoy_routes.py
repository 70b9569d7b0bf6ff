"""Convoy routes for display: the shortest and a few others. They are never all listed; there may be a million."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from legation.board import Board, LocationId, SpaceId, bits_of, space_of
from legation.orders.order import Convoy, Move, Order, Retreat

MOST = 5
Carriers = Mapping[tuple[SpaceId, SpaceId], Sequence[SpaceId]]
"""The seas whose fleets were ordered to carry each journey."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The shortest ways from one shore over some fleets to all spaces that they reach."""

    board: Board
    start: int
    came: Mapping[int, int]
    """The sea before each sea, or the start."""

    def find(self, goal: SpaceId) -> tuple[SpaceId, ...]:
        """The seas to a shore, in order; empty if there is no way."""
        number = self.board.index[LocationId(goal)]
        last = [sea for sea in self.came if self.board.convoy_links[number] >> sea & 1]
        ways = [self._trace(sea) for sea in last if sea != number]
        return min(ways, key=lambda way: (len(way), way), default=())

    def _trace(self, sea: int) -> tuple[SpaceId, ...]:
        way = [sea]
        while self.came[way[-1]] != self.start:
            way.append(self.came[way[-1]])
        return tuple(self.board.order[step] for step in reversed(way))


def search_ways(board: Board, start: SpaceId, fleets: int) -> Ways:
    """One search over the fleets (a mask of spaces), breadth first."""
    first = board.index[LocationId(start)]
    came: dict[int, int] = {}
    frontier = [first]
    while frontier:
        step = []
        for here in frontier:
            for sea in bits_of(board.convoy_links[here] & fleets):
                if sea not in came:
                    came[sea] = here
                    step.append(sea)
        frontier = step
    return Ways(board, first, came)


def choose_route(board: Board, start: SpaceId, goal: SpaceId, fleets: Iterable[SpaceId]) -> tuple[SpaceId, ...]:
    """The shortest route over some fleets; empty if there is none."""
    mask = int(board.mask(fleets)) & ~(1 << board.index[LocationId(goal)])
    return search_ways(board, start, mask).find(goal)


def choose_routes(board: Board, start: SpaceId, goal: SpaceId, fleets: int, own: int) -> list[tuple[SpaceId, ...]]:
    """The shortest route over own fleets, the shortest over all, and others that each leave out one of these fleets."""
    fleets &= ~(1 << board.index[LocationId(goal)])
    found = [search_ways(board, start, mask).find(goal) for mask in (fleets & own, fleets)]
    routes = list(dict.fromkeys(route for route in found if route))
    for route in tuple(routes):
        for sea in route:
            other = search_ways(board, start, fleets & ~(1 << board.index[LocationId(sea)])).find(goal)
            if other and other not in routes and len(routes) < MOST:
                routes.append(other)
    return routes


def group_carriers(orders: Iterable[Order]) -> dict[tuple[SpaceId, SpaceId], list[SpaceId]]:
    """The fleets that were ordered to carry each journey."""
    carriers: dict[tuple[SpaceId, SpaceId], list[SpaceId]] = {}
    for order in orders:
        if isinstance(order, Convoy):
            carriers.setdefault((order.army.space, space_of(order.target)), []).append(order.unit.space)
    return carriers


def list_route_seas(board: Board, order: Order, carriers: Carriers) -> tuple[SpaceId, ...]:
    """The seas of an order's line: the route that it names, or otherwise the shortest over its carriers."""
    if isinstance(order, Retreat) and order.via:
        return (order.via,)
    if not isinstance(order, Move):
        return ()
    if order.path:
        return tuple(order.path)
    walks = order.target in board.army_moves.get(order.unit.location, ()) and not order.via_convoy
    journey = (order.unit.space, space_of(order.target))
    return () if walks or journey not in carriers else choose_route(board, *journey, carriers[journey])
