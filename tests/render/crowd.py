"""Full boards with orders made up at random: what lines and labels do where no bot would go.

``python -m tests.render.crowd [BOARD ...]`` prints the figures of several such boards.
"""

import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from legation.board import Board, LocationId, SpaceId, Terrain, space_of
from legation.contract import read_request
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.legibility import Legibility, measure_picture
from legation.render.picture.situation import show_request
from legation.render.picture.view import View, print_scale, whole_view
from tests.render.kit_drawing import atlas

SIZES = {
    "standard": 34,
    "cline-9-man-vii": 48,
    "colonia-i": 121,
    "colonia-iii": 137,
    "colonia-vii": 134,
    "colonial-variant": 66,
}
"""As many units as there can be, more or less."""
PHASES = {"standard": "F1907M", "colonial-variant": "F7M", "cline-9-man-vii": "F1905M"}
SEED = 15


@dataclass
class Crowd:
    """Units at random places of a board, and an order for each."""

    board: Board
    powers: tuple[str, ...]
    chance: random.Random
    standing: dict[SpaceId, tuple[str, LocationId]] = field(default_factory=dict)
    """The kind and the place of the unit in each space."""
    orders: dict[SpaceId, str] = field(default_factory=dict)

    def settle(self, count: int, *, fill_seas: bool) -> None:
        """Put so many units on the board, at sea first if that is wished."""
        spaces = sorted(code for code, space in self.board.spaces.items() if space.terrain is not Terrain.IMPASSABLE)
        self.chance.shuffle(spaces)
        if fill_seas:
            spaces.sort(key=lambda code: self.board.spaces[code].terrain is not Terrain.SEA)
        for code in spaces:
            if len(self.standing) < count and (places := self._list_places(code)):
                self.standing[code] = self.chance.choice(places)

    def _list_places(self, code: SpaceId) -> list[tuple[str, LocationId]]:
        board, space = self.board, self.board.spaces[code]
        places = (
            [("A", LocationId(code))] if space.terrain is Terrain.LAND and board.army_moves[LocationId(code)] else []
        )
        ports = space.locations[1:] if space.coasts else space.locations
        return places * max(1, len(ports)) + [("F", port) for port in ports if board.fleet_moves[port]]

    def command(self) -> None:
        """Give an order to every unit: convoys first, then moves, then help for them."""
        self._convoy()
        for code in self.chance.sample(sorted(self.standing), k=len(self.standing)):
            if code not in self.orders and self.chance.random() < 0.6:
                self.orders[code] = f"{self._name(code)} - {self.chance.choice(self._targets(code))}"
        for code in sorted(self.standing):
            self.orders.setdefault(code, self._help(code))

    def _targets(self, code: SpaceId) -> tuple[LocationId, ...]:
        kind, place = self.standing[code]
        return self.board.moves(place, sails=kind == "F")

    def _name(self, code: SpaceId) -> str:
        kind, place = self.standing[code]
        return f"{kind} {place}"

    def _help(self, code: SpaceId) -> str:
        near = {space_of(target) for target in self._targets(code)}
        chances = [
            f"{self._name(code)} S {order.removesuffix(' VIA')}"
            for other, order in sorted(self.orders.items())
            if " - " in order and " C " not in order and " S " not in order and other != code
            if space_of(LocationId(order.split(" - ")[1].removesuffix(" VIA"))) in near
        ]
        chances = chances or [
            f"{self._name(code)} S {self._name(other)}"
            for other in sorted(near & self.standing.keys())
            if other != code
        ]
        return self.chance.choice(chances) if chances else f"{self._name(code)} H"

    def _convoy(self) -> None:
        """Up to six armies over one to three fleets each."""
        armies = [code for code, (kind, _) in sorted(self.standing.items()) if kind == "A"]
        self.chance.shuffle(armies)
        found = 0
        for code in armies:
            route = self._sail(code)
            shores = [goal for goal in self._shores(route[-1]) if goal != code] if route else []
            if not shores or found == 6:
                continue
            found += 1
            move = f"A {code} - {self.chance.choice(shores)}"
            self.orders[code] = f"{move} VIA"
            self.orders |= {sea: f"{self._name(sea)} C {move}" for sea in route}

    def _sail(self, code: SpaceId) -> list[SpaceId]:
        route: list[SpaceId] = []
        here, goal = code, self.chance.randint(1, 3)
        while len(route) < goal:
            seas = [sea for sea in self._seas(here) if sea not in route and sea not in self.orders]
            if not seas:
                break
            here = self.chance.choice(seas)
            route.append(here)
        return route

    def _seas(self, code: SpaceId) -> list[SpaceId]:
        """Seas beside a space in which a fleet stands that can carry an army."""
        near = self.board.in_mask(self.board.convoy_links[self.board.index[LocationId(code)]])
        seas = [sea for sea in near if self.board.spaces[sea].terrain is Terrain.SEA and sea in self.standing]
        return sorted(seas)

    def _shores(self, sea: SpaceId) -> list[SpaceId]:
        reach = {space_of(target) for target in self.board.fleet_moves[LocationId(sea)]}
        return sorted(code for code in reach if self.board.spaces[code].terrain is Terrain.LAND)

    def describe(self) -> Mapping[str, object]:
        """Units and orders as a judge request has them; every power has some of them."""
        units: dict[str, list[str]] = {power: [] for power in self.powers}
        orders: dict[str, list[str]] = {power: [] for power in self.powers}
        for number, code in enumerate(sorted(self.standing)):
            power = self.powers[number % len(self.powers)]
            units[power].append(self._name(code))
            orders[power].append(self.orders[code])
        return {"units": units, "orders": orders}


def draw_crowd(variant: str, seed: int, *, fill_seas: bool, view: View | None = None) -> Picture:
    """A picture of a full board with the results of orders at random."""
    found = atlas(variant)
    crowd = Crowd(found.board, tuple(map(str, found.powers)), random.Random(seed))
    crowd.settle(SIZES[variant], fill_seas=fill_seas)
    crowd.command()
    request = read_request({"variant": variant, "phase": PHASES.get(variant, "F1757M"), **crowd.describe()})
    situation = replace(show_request(request, has_results=True), powers=found.powers, closed=found.closed)
    view = view or whole_view(found.shapes, print_scale(found.shapes))
    return Picture(found.board, found.shapes, situation, Style(), view)


def measure_crowds(variant: str, seeds: int) -> Iterator[tuple[str, Legibility]]:
    """The figures of several full boards, every other one with all seas full."""
    for seed in range(SEED, SEED + seeds):
        fill_seas = bool(seed % 2)
        title = f"{variant}, seed {seed}{', all seas full' if fill_seas else ''}"
        yield title, measure_picture(draw_crowd(variant, seed, fill_seas=fill_seas))


if __name__ == "__main__":
    for name in sys.argv[1:] or SIZES:
        for title, figures in measure_crowds(name, 4):
            sys.stdout.write(f"{title}: {figures}\n")
            sys.stdout.flush()
