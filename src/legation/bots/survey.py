"""What all powers can see of a position: the possible moves. Computed once for all the powers of a phase."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from legation.board import LocationId, Position, PowerId, SpaceId, Unit, UnitKey, UnitKind, aboard, space_of
from legation.bots.atlas import Atlas, atlas_of
from legation.judge import Rulebook
from legation.orders import MovementOrder, Piece, Refusal, Scene, UnitOptions, check_order, list_orders
from legation.variants import Variant

WAIT = 3
"""The longest time that an army waits for a ship."""


class Berth(NamedTuple):
    """A ship that could take an army aboard."""

    turns: int
    """When the army would be aboard; 1 if the ship is already beside it."""
    place: LocationId
    """The ship's place then."""
    ship: UnitKey


class Survey:
    """The legal orders of all units, and for each space the units that could move in."""

    def __init__(self, variant: Variant, rulebook: Rulebook, position: Position) -> None:
        self.variant = variant
        self.board = variant.board
        self.rulebook = rulebook
        self.position = position
        self.atlas: Atlas = atlas_of(variant.board)
        self.scene = Scene(variant.board, position, rulebook.order_rules)
        self.entering: dict[SpaceId, list[Unit]] = {}
        self._berths: dict[PowerId, Mapping[UnitKey, Sequence[Berth]]] = {}
        for unit in position.units.values():
            for space in {space_of(target) for target in self.scene.targets(unit)}:
                self.entering.setdefault(space, []).append(unit)

    @cached_property
    def tables(self) -> Mapping[UnitKey, UnitOptions]:
        """The options of every unit, by its key."""
        return list_orders(self.board, self.position, None, self.rulebook.order_rules).units

    def key(self, unit: Unit | Piece) -> UnitKey:
        """The key of a unit's orders."""
        found = self.position.find_unit(unit.kind, unit.space)
        assert found is not None, "bots order only units that there are"
        return found.key

    def steps(self, options: UnitOptions) -> tuple[LocationId, ...]:
        """Where a unit may go and stand; going aboard a ship is not included."""
        if not self.scene.takes_aboard or self.sails(options.unit.kind):
            return options.moves
        return tuple(target for target in options.moves if self.board.can_stand(target, sails=False))

    def own(self, power: PowerId) -> dict[UnitKey, UnitOptions]:
        """The options of one power's units, by key."""
        return {key: options for key, options in self.tables.items() if options.unit.power == power}

    def sails(self, kind: UnitKind) -> bool:
        """True if units of a kind use fleet borders."""
        return self.rulebook.traits[kind].sails

    def is_closed(self, kind: UnitKind, space: SpaceId) -> bool:
        """True if a rule module closes a space to the kind."""
        return bool(self.scene.closed.get(kind, 0) >> self.board.index[LocationId(space)] & 1)

    def is_legal(self, unit: Unit, order: MovementOrder) -> bool:
        """True if the order is legal, also for the rule modules."""
        return not isinstance(check_order(self.scene, unit, order), Refusal)

    def berths(self, power: PowerId) -> Mapping[UnitKey, Sequence[Berth]]:
        """For each army of a power ashore, by its key: the ships that could soon take it aboard."""
        found = self._berths.get(power)
        if found is None:
            found = self._berths[power] = self._list_all_berths(power) if self.scene.takes_aboard else {}
        return found

    def _list_all_berths(self, power: PowerId) -> Mapping[UnitKey, Sequence[Berth]]:
        units = list(self.position.units_of(power))
        ships = [unit for unit in units if self.sails(unit.kind) and aboard(unit.space) not in self.position.units]
        armies = [unit for unit in units if not unit.is_aboard and not self.sails(unit.kind)]
        return {army.key: self._list_berths(army, ships) for army in armies}

    def _list_berths(self, army: Unit, ships: Sequence[Unit]) -> Sequence[Berth]:
        """For each place beside the army the ship that would arrive first, transport fleets before others."""
        found: list[Berth] = []
        for place in self.atlas.beside(army.space):
            ways = self.atlas.steps(space_of(place), sails=True)
            waits = [
                (ways[ship.location], self.rulebook.traits[ship.kind].supports_attacks, ship.space)
                for ship in ships
                if ways.get(ship.location, WAIT) < WAIT and not self.is_closed(ship.kind, space_of(place))
            ]
            if waits:
                wait, _, ship = min(waits)
                found.append(Berth(wait + 1, place, ship))
        return found

    def strongest(self, space: SpaceId, power: PowerId) -> int:
        """The most units that any single other power could send to a space, not counting one that is there."""
        counts: dict[PowerId, int] = {}
        for unit in self.entering.get(space, ()):
            if unit.power != power and unit.space != space:
                counts[unit.power] = counts.get(unit.power, 0) + 1
        return max(counts.values(), default=0)


class SurveyCache:
    """Keeps the last survey: one serves all the powers of a phase."""

    def __init__(self) -> None:
        self._last: Survey | None = None

    def get(self, variant: Variant, rulebook: Rulebook, position: Position) -> Survey:
        """The survey of a position."""
        last = self._last
        if (
            last is None
            or last.position is not position
            or last.rulebook is not rulebook
            or last.variant is not variant
        ):
            last = self._last = Survey(variant, rulebook, position)
        return last
