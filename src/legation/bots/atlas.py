"""Distances on a board: computed once for each board, goal and way of moving, and kept."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from legation.board import Board, LocationId, SpaceId, space_of

FAR = 99
AROUND = 3
"""The radius of a goal's surroundings."""


class Atlas:
    """Steps to a goal over army borders, fleet borders or any. Borders with a condition are treated as open."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._behind: dict[bool, dict[LocationId, list[LocationId]]] = {
            sails: {location: [] for location in board.index} for sails in (False, True)
        }
        for border in board.borders:
            for sails, may_pass in ((False, border.army), (True, border.fleet)):
                if may_pass:
                    self._behind[sails][border.end].append(border.start)
                    if not border.is_one_way:
                        self._behind[sails][border.start].append(border.end)
        self._steps: dict[tuple[SpaceId, bool], Mapping[LocationId, int]] = {}
        self._around: dict[tuple[SpaceId, bool], list[tuple[LocationId, int]]] = {}
        self._plain: dict[SpaceId, Mapping[int, int]] = {}
        self._voyages: dict[SpaceId, Mapping[LocationId, int]] = {}
        self._shipped: dict[SpaceId, Mapping[LocationId, int]] = {}

    def steps(self, goal: SpaceId, *, sails: bool) -> Mapping[LocationId, int]:
        """For each location from which the goal can be reached: the number of moves needed."""
        found = self._steps.get((goal, sails))
        if found is None:
            found = self._steps[goal, sails] = self._flood(goal, self._behind[sails])
        return found

    def _flood(self, goal: SpaceId, behind: Mapping[LocationId, list[LocationId]]) -> Mapping[LocationId, int]:
        frontier = list(self.board.spaces[goal].locations)
        found = dict.fromkeys(frontier, 0)
        steps = 0
        while frontier:
            steps += 1
            near: list[LocationId] = []
            for location in frontier:
                for before in behind[location]:
                    if before not in found:
                        found[before] = steps
                        near.append(before)
            frontier = near
        return found

    def around(self, goal: SpaceId, *, sails: bool) -> list[tuple[LocationId, int]]:
        """The locations within a few moves of a goal, the goal itself included."""
        found = self._around.get((goal, sails))
        if found is None:
            steps = self.steps(goal, sails=sails)
            found = [(location, count) for location, count in steps.items() if count <= AROUND]
            self._around[goal, sails] = found
        return found

    def beside(self, space: SpaceId) -> tuple[LocationId, ...]:
        """The locations from which a fleet could enter a space."""
        found = {near for location in self.board.spaces[space].locations for near in self._behind[True][location]}
        return tuple(sorted(found))

    def voyage_steps(self, goal: SpaceId) -> Mapping[LocationId, int]:
        """For each location of a ship: the turns to a goal for an army aboard, by sailing, landing and marching."""
        found = self._voyages.get(goal)
        if found is None:
            found = self._voyages[goal] = self._flood_voyages(goal)
        return found

    def _flood_voyages(self, goal: SpaceId) -> Mapping[LocationId, int]:
        """Search backwards; ships that can land on a shore start when the search is as long as the march from there."""
        starts = (
            (ship, march + 1)
            for shore, march in self.steps(goal, sails=False).items()
            for ship in self._landing_from(space_of(shore))
        )
        return _flood_late(starts, self._behind[True])

    def shipped_steps(self, goal: SpaceId) -> Mapping[LocationId, int]:
        """For each location of an army ashore: the turns that it needs to a goal if ships are wherever it wants one."""
        found = self._shipped.get(goal)
        if found is None:
            ways = self.voyage_steps(goal)
            starts = [
                (LocationId(space), 1 + min(ways[ship] for ship in self.beside(space) if ship in ways))
                for space in self.board.spaces
                if LocationId(space) in self._behind[False] and any(ship in ways for ship in self.beside(space))
            ]
            found = self._shipped[goal] = _flood_late(starts, self._behind[False])
        return found

    def _landing_from(self, space: SpaceId) -> list[LocationId]:
        """The locations from which a ship can land an army: at sea beside the space, or in a port with a road to it."""
        ports = [port for port in self._behind[False][LocationId(space)] if self._behind[True][port]]
        return [*self.beside(space), *ports]

    def plain_steps(self, goal: SpaceId, location: LocationId) -> int:
        """Steps over any border: the best that an army with ships to carry it can hope for."""
        found = self._plain.get(goal)
        if found is None:
            found = self._plain[goal] = self.board.distances([goal])
        return found.get(self.board.index[location], FAR)


def _flood_late(
    starts: Iterable[tuple[LocationId, int]], behind: Mapping[LocationId, list[LocationId]]
) -> dict[LocationId, int]:
    """Search backwards from places that each start with their own number of steps."""
    waves: list[list[LocationId]] = []
    for location, steps in starts:
        waves += ([] for _ in range(steps + 1 - len(waves)))
        waves[steps].append(location)
    found: dict[LocationId, int] = {}
    for steps, wave in enumerate(waves):  # grows during iteration
        for location in wave:
            if location in found:
                continue
            found[location] = steps
            if len(waves) == steps + 1:
                waves.append([])
            waves[steps + 1] += (before for before in behind[location] if before not in found)
    return found


@lru_cache(maxsize=16)
def atlas_of(board: Board) -> Atlas:
    """The board's atlas; always the same object."""
    return Atlas(board)
