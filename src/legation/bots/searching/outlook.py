"""The value of boards after a phase to a power: centres, units, and prospects."""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.board import CentreKind, bits_of
from legation.bots.aftermaths import Aftermaths, list_locations
from legation.bots.draft import Draft
from legation.bots.surroundings import Surroundings

Floats: TypeAlias = NDArray[np.float64]
SPRING = 0.55
"""The value in Spring of standing on a centre that is taken in Fall."""
ROUTED = 0.5
"""The cost of a dislodged unit to its power."""
ROUTING = 0.2
"""The value of dislodging a unit of another power."""
DANGER = {False: 0.2, True: 0.12}
"""By whether it is Fall: the cost of a centre that others could enter in greater strength."""


class Outlook(Protocol):
    """Values boards for one power."""

    def value(self, after: Aftermaths) -> Floats:
        """For each board, in centres."""


class HandmadeOutlook:
    """Adds up the rules of thumb above."""

    def __init__(self, draft: Draft, surroundings: Surroundings, number: int) -> None:
        self.draft = draft
        self.number = number
        board = draft.board
        spaces = [board.spaces[space] for space in board.order]
        self._is_centre = np.array([space.centre is not CentreKind.NONE for space in spaces])
        self._counts = np.array([space.centre.is_counted or draft.power in space.powers for space in spaces])
        self._near = [list(bits_of(links)) for links in board.plain_links]
        self._surroundings = surroundings
        self._locations = list_locations(board)
        self._around = np.full((2, len(self._locations)), np.nan)
        self._kinds = {
            sails: next(kind for kind in draft.survey.rulebook.traits if draft.survey.sails(kind) is sails)
            for sails in (False, True)
        }

    def value(self, after: Aftermaths) -> Floats:
        """For each board."""
        mine = after.power == self.number
        others = (after.power >= 0) & ~mine
        owner = np.where((after.power >= 0) & self._is_centre, after.power, after.owner)
        owned = ((owner == self.number) & self._counts).sum(axis=1).astype(np.float64)
        if not self.draft.is_fall:
            before = ((after.owner == self.number) & self._counts).sum(axis=1)
            owned = before + SPRING * (owned - before)
        routed = (after.routed == self.number).sum(axis=1)
        routing = ((after.routed >= 0) & (after.routed != self.number)).sum(axis=1)
        value = owned - ROUTED * routed + ROUTING * routing + self._stand(after, mine)
        return np.asarray(value - DANGER[self.draft.is_fall] * self._danger(owner, mine, others))

    def _stand(self, after: Aftermaths, mine: NDArray[np.bool_]) -> Floats:
        """What the units can reach from where they stand."""
        places, sails = after.place[mine], after.sails[mine]
        for code in np.unique(places.astype(np.int64) * 2 + sails):
            place, ship = int(code) // 2, int(code) % 2
            if np.isnan(self._around[ship, place]):
                self._around[ship, place] = self._surroundings.of(self._kinds[bool(ship)], self._locations[place])
        worth = np.zeros(mine.shape)
        worth[mine] = self._around[sails, places]
        return np.asarray(worth.sum(axis=1))

    def _danger(self, owner: NDArray[np.int8], mine: NDArray[np.bool_], others: NDArray[np.bool_]) -> Floats:
        """Own centres beside which others stand in greater strength."""
        kept = (owner == self.number) & self._counts
        total = np.zeros(len(kept))
        for space in np.flatnonzero(kept.any(axis=0)):
            hostile = others[:, self._near[space]].sum(axis=1)
            friendly = mine[:, self._near[space]].sum(axis=1) + mine[:, space]
            total += np.clip(hostile - friendly, 0, 2) * kept[:, space]
        return total
