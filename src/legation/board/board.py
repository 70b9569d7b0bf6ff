"""The board: spaces, borders, and questions about them.

Sets of spaces are kept as bit masks (bit *i* is the space of index *i*), so that reachability on the giant boards is a
handful of integer operations.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType

from legation.board.border import Border
from legation.board.names import Names, make_names
from legation.board.space import LocationId, Space, SpaceId, Terrain, aboard, coast_of, space_of
from legation.board.units import UnitKind
from legation.errors import UnknownNameError

SpaceMask = NewType("SpaceMask", int)
"""A set of spaces, one bit for each."""

Mover = Literal["army", "fleet"] | UnitKind
"""``A`` and ``F`` mean the same."""
SAILS: Mapping[str, bool] = {"army": False, "a": False, "fleet": True, "f": True, "tf": True, "transport fleet": True}
"""Whether a mover goes by sea."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """An immutable board. Make one with ``make_board``; it trusts its arguments (``check_board`` does not)."""

    spaces: Mapping[SpaceId, Space]
    borders: tuple[Border, ...]
    names: Names
    index: Mapping[LocationId, int]
    """For any location, also aboard ships: the number of its space."""
    space_ids: Mapping[LocationId, SpaceId]
    """For any location: its space, like ``space_of`` but looked up."""
    order: tuple[SpaceId, ...]
    """The space with each number."""
    army_moves: Mapping[LocationId, tuple[LocationId, ...]]
    fleet_moves: Mapping[LocationId, tuple[LocationId, ...]]
    army_reach: Mapping[LocationId, SpaceMask]
    fleet_reach: Mapping[LocationId, SpaceMask]
    conditional: tuple[Border, ...]
    """Borders that only a rule module can open; in none of the tables above."""
    difficult: frozenset[tuple[LocationId, LocationId]]
    """Steps over difficult borders."""
    convoy_links: tuple[SpaceMask, ...]
    """The neighbouring spaces of each space where a fleet can convoy."""
    convoy_spaces: SpaceMask
    sea_spaces: SpaceMask
    plain_links: tuple[SpaceMask, ...] = field(repr=False)
    """All neighbours of each space, across any kind of border, in either direction."""

    def space(self, location: LocationId) -> Space:
        """The space in which a location lies."""
        return self.spaces[space_of(location)]

    def parse_location(self, text: str) -> LocationId:
        """The location of a code, name or alias; raises if there is none or more than one."""
        return self.names.parse_location(text)

    def is_adjacent(self, start: str, end: str, mover: Mover) -> bool:
        """True if an army or a fleet may pass from one space to the other (codes, names or aliases)."""
        if mover.lower() not in SAILS:
            raise UnknownNameError("mover", mover, ("army", "fleet"))
        goal = self.parse_location(end)
        moves = self.fleet_moves if SAILS[mover.lower()] else self.army_moves
        origin = self.parse_location(start)
        starts = (origin,) if coast_of(origin) else self.space(origin).locations
        return any(self._meets(target, goal) for begin in starts for target in moves[begin])

    @staticmethod
    def _meets(target: LocationId, goal: LocationId) -> bool:
        return target == goal or (not coast_of(goal) and str(space_of(target)) == str(goal))

    def moves(self, location: LocationId, *, sails: bool) -> tuple[LocationId, ...]:
        """Every location one step away for a unit there."""
        return (self.fleet_moves if sails else self.army_moves)[location]

    def reach(self, location: LocationId, *, sails: bool) -> SpaceMask:
        """The spaces one step away, as a mask."""
        return (self.fleet_reach if sails else self.army_reach)[location]

    def can_stand(self, location: LocationId, *, sails: bool) -> bool:
        """True if a unit can stand there: a fleet where fleets pass, an army on land (islands need no border)."""
        if sails:
            return bool(self.fleet_moves[location])
        space = self.space_ids[location]
        return str(location) == space and self.spaces[space].terrain is Terrain.LAND

    def is_coastal(self, number: int) -> bool:
        """True if a convoy could begin or end in the space with this number."""
        return bool(self.convoy_links[number]) and not self.sea_spaces >> number & 1

    def mask(self, spaces: Iterable[SpaceId]) -> SpaceMask:
        """The mask of some spaces."""
        mask = 0
        for space in spaces:
            mask |= 1 << self.index[LocationId(space)]
        return SpaceMask(mask)

    def in_mask(self, mask: int) -> Iterator[SpaceId]:
        """The spaces of a mask, by number."""
        for number in bits_of(mask):
            yield self.order[number]

    def distances(self, goals: Iterable[SpaceId]) -> dict[int, int]:
        """Steps from each space (by number) to the nearest goal, over any border."""
        reached = frontier = int(self.mask(goals))
        found = dict.fromkeys(bits_of(frontier), 0)
        steps = 0
        while frontier:
            steps += 1
            near = 0
            for number in bits_of(frontier):
                near |= self.plain_links[number]
            frontier = near & ~reached
            reached |= frontier
            found.update(dict.fromkeys(bits_of(frontier), steps))
        return found


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits set in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def make_board(spaces: Iterable[Space], borders: Iterable[Border]) -> Board:
    """Index spaces and borders into a board."""
    by_id = {space.id: space for space in spaces}
    order = tuple(by_id)
    index = {
        location: number
        for number, space in enumerate(by_id.values())
        for location in (*space.locations, aboard(space.id))
    }
    all_borders = tuple(borders)
    plain = tuple(border for border in all_borders if not border.condition or border.is_difficult)
    army_moves = _targets(index, plain, fleets=False)
    fleet_moves = _targets(index, plain, fleets=True)
    seas = _mask(number for number, space in enumerate(by_id.values()) if space.terrain is Terrain.SEA)
    convoys = _mask(number for number, space in enumerate(by_id.values()) if space.carries_convoys)
    return Board(
        spaces=by_id,
        borders=all_borders,
        names=make_names(by_id.values()),
        index=index,
        space_ids={location: order[number] for location, number in index.items()},
        order=order,
        army_moves=army_moves,
        fleet_moves=fleet_moves,
        army_reach=_reach(index, army_moves),
        fleet_reach=_reach(index, fleet_moves),
        conditional=tuple(border for border in all_borders if border.condition and not border.is_difficult),
        difficult=frozenset(_difficult_steps(all_borders)),
        convoy_links=_links(index, len(order), (b for b in plain if b.fleet), within=convoys),
        convoy_spaces=convoys,
        sea_spaces=seas,
        plain_links=_links(index, len(order), plain, within=SpaceMask(-1)),
    )


def _difficult_steps(borders: Iterable[Border]) -> Iterator[tuple[LocationId, LocationId]]:
    for border in borders:
        if border.is_difficult:
            yield border.start, border.end
            if not border.is_one_way:
                yield border.end, border.start


def _mask(numbers: Iterable[int]) -> SpaceMask:
    return SpaceMask(sum(1 << number for number in numbers))


def _targets(
    index: Mapping[LocationId, int], borders: Iterable[Border], *, fleets: bool
) -> dict[LocationId, tuple[LocationId, ...]]:
    targets: dict[LocationId, set[LocationId]] = {location: set() for location in index}
    for border in borders:
        if not (border.fleet if fleets else border.army):
            continue
        targets[border.start].add(border.end)
        if not border.is_one_way:
            targets[border.end].add(border.start)
    return {location: tuple(sorted(found)) for location, found in targets.items()}


def _reach(
    index: Mapping[LocationId, int], moves: Mapping[LocationId, tuple[LocationId, ...]]
) -> dict[LocationId, SpaceMask]:
    return {location: _mask({index[target] for target in targets}) for location, targets in moves.items()}


def _links(
    index: Mapping[LocationId, int], count: int, borders: Iterable[Border], *, within: SpaceMask
) -> tuple[SpaceMask, ...]:
    links = [0] * count
    for border in borders:
        start, end = index[border.start], index[border.end]
        links[start] |= 1 << end
        links[end] |= 1 << start
    return tuple(SpaceMask(link & within) for link in links)
