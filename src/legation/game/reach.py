"""Which units could go where in the next movement phase, and with what strength: from the legal orders.

Each power is considered separately. An army that only fleets of other powers can carry is listed, but its attack does
not count: it would need their consent.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from legation.board import Board, LocationId, Position, PowerId, SpaceId, Unit, UnitKey, bits_of, flood, space_of
from legation.judge import Rulebook
from legation.orders import Piece, Scene, UnitOptions, list_orders, piece_of, search_ways


@dataclass(frozen=True, slots=True)
class Approach:
    """A unit that could go to a space, on its own or by convoy."""

    unit: Unit
    to: LocationId
    fleets: tuple[SpaceId, ...] = ()
    """The shortest way over the sea: over the power's own fleets where these suffice."""
    is_own: bool = True
    """True if the power needs no fleet of another."""


class Threat(NamedTuple):
    """How many units of a power could go to a space, and how strong an attack of one with the others' help could be."""

    units: int
    strength: int


@dataclass(frozen=True, slots=True)
class Force:
    """The possible attack, support and defence of one power at a space."""

    power: PowerId
    holds: bool
    """True if it has a unit there: then its other units support that unit, and none attacks it."""
    approaches: tuple[Approach, ...]
    supporters: tuple[Unit, ...]
    """Its units that could give support there, to any unit."""
    strength: int
    """How strong its attack there could be, or the defence of its unit; 0 where it has neither."""


class Reach:
    """All that the units of a position could do about each space, computed once for all powers."""

    def __init__(self, board: Board, rulebook: Rulebook, position: Position) -> None:
        self.board = board
        self.rulebook = rulebook
        self.position = position
        self.options: Mapping[UnitKey, UnitOptions] = list_orders(board, position, None, rulebook.order_rules).units
        self._steps: dict[SpaceId, list[tuple[UnitOptions, LocationId]]] = {}
        self._helpers: dict[SpaceId, list[UnitOptions]] = {}
        for options in self.options.values():
            for target in list_steps(options):
                self._steps.setdefault(space_of(target), []).append((options, target))
            supported = {piece.space for piece in options.support_holds}
            for space in supported.union(map(space_of, options.support_moves)):
                self._helpers.setdefault(space, []).append(options)

    @cached_property
    def scene(self) -> Scene:
        """The position as legality looks at it."""
        return Scene(self.board, self.position, self.rulebook.order_rules)

    @cached_property
    def _fleets(self) -> dict[PowerId, int]:
        """The convoying fleets of each power, as masks of spaces."""
        fleets: dict[PowerId, int] = {}
        for unit in self.position.units.values():
            bit = 1 << self.board.index[unit.location]
            if self.scene.fleets & bit and not unit.is_aboard:
                fleets[unit.power] = fleets.get(unit.power, 0) | bit
        return fleets

    @cached_property
    def _carried(self) -> dict[SpaceId, list[tuple[UnitOptions, LocationId]]]:
        """The armies that their own fleets could carry to each shore."""
        found: dict[SpaceId, list[tuple[UnitOptions, LocationId]]] = {}
        for options in self.options.values():
            own = self._fleets.get(options.unit.power, 0)
            links, index = self.board.convoy_links, self.board.index
            seas = flood(links, links[index[options.unit.location]] & own, own)
            for target in options.convoyed_moves if seas else ():
                number = index[target]
                # A fleet in the goal itself carries nobody there; if there is one, the way must lead round it.
                if links[number] & seas and (not seas >> number & 1 or self._has_way(options.unit, target, own)):
                    found.setdefault(space_of(target), []).append((options, target))
        return found

    def list_own_fleets(self, power: PowerId) -> int:
        """The convoying fleets of a power, as a mask of spaces."""
        return self._fleets.get(power, 0)

    def _has_way(self, army: Unit, goal: LocationId, fleets: int) -> bool:
        return count_needed(self.board, army.space, space_of(goal), fleets, 0) == 0

    def list_forces(self, space: SpaceId) -> list[Force]:
        """The possible forces of each power at a space, ordered by name; powers without any are left out."""
        powers = sorted({unit.power for unit in self.position.units.values()})
        forces = [self.measure(space, power) for power in powers]
        return [force for force in forces if force.strength or force.approaches or force.supporters]

    def measure(self, space: SpaceId, power: PowerId) -> Force:
        """The possible attack, support and defence of one power at a space."""
        occupant = self.position.units.get(space)
        holds = occupant is not None and occupant.power == power
        return Force(
            power=power,
            holds=holds,
            approaches=() if holds else tuple(self._list_approaches(space, power)),
            supporters=tuple(options.unit for options in self._list_helpers(space, power)),
            strength=self.strength_of(space, power),
        )

    def _list_helpers(self, space: SpaceId, power: PowerId) -> list[UnitOptions]:
        return [options for options in self._helpers.get(space, ()) if options.unit.power == power]

    def _list_approaches(self, space: SpaceId, power: PowerId) -> Iterator[Approach]:
        walkers = set()
        for options, target in self._steps.get(space, ()):
            if options.unit.power == power:
                walkers.add(options.unit)
                yield Approach(options.unit, target)
        own = self._fleets.get(power, 0)
        for options in self.options.values():
            unit = options.unit
            if unit.power != power or unit in walkers or LocationId(space) not in options.convoyed_moves:
                continue
            alone = search_ways(self.board, unit.space, own).find(space)
            fleets = alone or search_ways(self.board, unit.space, self.scene.fleets).find(space)
            yield Approach(unit, LocationId(space), fleets, bool(alone))

    def strength_of(self, space: SpaceId, power: PowerId) -> int:
        """How strong a power's attack on a space could be, or the defence of its unit there."""
        helpers = self._list_helpers(space, power)
        occupant = self.position.units.get(space)
        if occupant and occupant.power == power:
            return self._defence(occupant, helpers)
        return self._attack(space, power, helpers)

    def group_attackers(self, space: SpaceId) -> dict[PowerId, set[Unit]]:
        """The units that could go to a space without help of another power, by power."""
        occupant = self.position.units.get(space)
        found: dict[PowerId, set[Unit]] = {}
        for options, _ in (*self._steps.get(space, ()), *self._carried.get(space, ())):
            if occupant is None or occupant.power != options.unit.power:
                found.setdefault(options.unit.power, set()).add(options.unit)
        return found

    @cached_property
    def threats(self) -> dict[PowerId, dict[SpaceId, Threat]]:
        """The possible forces of each power at the spaces that its units could reach."""
        found: dict[PowerId, dict[SpaceId, Threat]] = {}
        for space in self.board.spaces:
            for power, units in self.group_attackers(space).items():
                found.setdefault(power, {})[space] = Threat(len(units), self.strength_of(space, power))
        return found

    @staticmethod
    def _defence(occupant: Unit, helpers: Sequence[UnitOptions]) -> int:
        return 1 + sum(piece_of(occupant) in options.support_holds for options in helpers)

    def _attack(self, space: SpaceId, power: PowerId, helpers: Sequence[UnitOptions]) -> int:
        best = 0
        for options, target in self._steps.get(space, ()):
            if options.unit.power == power:
                own = 0 if (options.unit.location, target) in self.board.difficult else 1
                best = max(best, own + len(_helping(helpers, piece_of(options.unit), target)))
        if best > len(helpers):  # all of them help, so no convoy can do better
            return best
        for options, target in self._carried.get(space, ()):
            if options.unit.power == power:
                best = max(best, self._carried_attack(options.unit, target, helpers))
        return best

    def _carried_attack(self, army: Unit, target: LocationId, helpers: Sequence[UnitOptions]) -> int:
        """A fleet that carries an army gives no support, so the way that needs the fewest supporters is chosen."""
        helping = [options.unit for options in _helping(helpers, piece_of(army), target)]
        spaces = int(self.board.mask(unit.space for unit in helping))
        own = self._fleets.get(army.power, 0)
        if not spaces & own:
            return 1 + len(helping)
        needed = count_needed(self.board, army.space, space_of(target), own, spaces)
        assert needed is not None, "armies are kept here only where their own fleets can carry them"
        return 1 + len(helping) - needed


def list_steps(options: UnitOptions) -> tuple[LocationId, ...]:
    """The places to which a unit may go by itself; going aboard a ship is left out, since it is not an attack."""
    scene = options.scene
    if not scene.takes_aboard or scene.traits(options.unit).sails:
        return options.moves
    return tuple(target for target in options.moves if scene.board.can_stand(target, sails=False))


def _helping(helpers: Sequence[UnitOptions], mover: Piece, target: LocationId) -> list[UnitOptions]:
    return [options for options in helpers if mover in options.support_moves.get(target, ())]


def count_needed(board: Board, start: SpaceId, goal: SpaceId, fleets: int, spared: int) -> int | None:
    """The smallest number of spared fleets that a convoy needs (masks of spaces); None if there is no way."""
    links, index = board.convoy_links, board.index
    end = 1 << index[LocationId(goal)]
    free, spared = fleets & ~spared & ~end, spared & fleets & ~end
    near, shore = links[index[LocationId(start)]], links[index[LocationId(goal)]]
    reached, needed = int(flood(links, near & free, free)), 0
    while not reached & shore:
        beside: int = near
        for number in bits_of(reached):
            beside |= links[number]
        step = beside & spared & ~reached
        if not step:
            return None
        reached, needed = int(flood(links, reached | step, free | reached | step)), needed + 1
    return needed
