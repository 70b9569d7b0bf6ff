"""A power in a game."""

from typing import TYPE_CHECKING

from legation.board import PowerId
from legation.judge import list_homes

if TYPE_CHECKING:
    from legation.compat.engine.game import Game


class Power:
    """A view of a power in its game; to change it, use the game's methods."""

    def __init__(self, game: "Game", name: str) -> None:
        self.game = game
        self.name = name
        self.wait = False
        self.vote = "neutral"

    @property
    def _id(self) -> PowerId:
        return PowerId(self.name)

    @property
    def abbrev(self) -> str:
        """The first letter."""
        return self.name[:1]

    @property
    def units(self) -> list[str]:
        """The units, without those that must retreat."""
        return [str(unit) for unit in self.game.position.units_of(self._id)]

    @property
    def retreats(self) -> dict[str, list[str]]:
        """The units that must retreat, with their possible retreats."""
        return {
            str(found.unit): [str(end) for end in found.retreats]
            for found in self.game.position.dislodged
            if found.unit.power == self.name
        }

    @property
    def centers(self) -> list[str]:
        """The centres that it owns."""
        return list(self.game.position.centres_of(self._id))

    @property
    def homes(self) -> list[str]:
        """Its home centres."""
        return sorted(list_homes(self.game.map.board, self._id))

    @property
    def influence(self) -> list[str]:
        """The spaces in which it had the last unit."""
        return sorted(space for space, last in self.game.influence.items() if last == self.name)

    @property
    def civil_disorder(self) -> int:
        """1 in civil disorder, else 0."""
        return int(self._id in self.game.position.in_disorder)

    @property
    def orders(self) -> dict[str, str]:
        """The orders of a movement phase by unit."""
        return self._list_orders("M")

    @property
    def adjust(self) -> list[str]:
        """The orders of a retreat or adjustment phase."""
        return [] if self.game.phase_type == "M" else self.game.get_orders(self.name)

    def _list_orders(self, phase_type: str) -> dict[str, str]:
        if self.game.phase_type != phase_type:
            return {}
        lines = [order.split(" ", 2) for order in self.game.get_orders(self.name)]
        return {f"{kind} {loc}": rest for kind, loc, rest in lines}

    @property
    def order_is_set(self) -> int:
        """0 without orders, 1 for an empty list, 2 with orders."""
        if not self.game.has_orders(self.name):
            return 0
        return 2 if self.game.get_orders(self.name) else 1

    def is_eliminated(self) -> bool:
        """True if it has neither units nor centres."""
        return not (self.units or self.centers or self.retreats)

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(self.units)}; centers {', '.join(self.centers)}"
