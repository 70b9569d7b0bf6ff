"""How far it is on a board: worked out once for each board, goal and way of moving, and kept."""

from collections.abc import Mapping
from functools import lru_cache

from legation.board import Board, LocationId, SpaceId

FAR = 99
AROUND = 3
"""How near the surroundings of a goal are."""


class Atlas:
    """Steps to a goal over army borders, fleet borders or any. Borders with a condition are taken to be open."""

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

    def steps(self, goal: SpaceId, *, sails: bool) -> Mapping[LocationId, int]:
        """For each location from which the goal can be reached: how many moves it takes."""
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
        """Where a fleet lies next to a space: every location from which it could sail there."""
        found = {near for location in self.board.spaces[space].locations for near in self._behind[True][location]}
        return tuple(sorted(found))

    def plain_steps(self, goal: SpaceId, location: LocationId) -> int:
        """Steps over whatever border: what an army with ships to carry it may hope for."""
        found = self._plain.get(goal)
        if found is None:
            found = self._plain[goal] = self.board.distances([goal])
        return found.get(self.board.index[location], FAR)


@lru_cache(maxsize=16)
def atlas_of(board: Board) -> Atlas:
    """The board's atlas; the same one every time."""
    return Atlas(board)
