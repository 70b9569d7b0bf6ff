"""All legal orders of a position.

On a full giant board there are hundreds of thousands of legal convoy orders (every fleet for nearly every army and
shore), so orders are kept as compact tables; ``UnitOptions.orders`` spells them out. Every order listed here is
accepted by ``legality``, and no other is: a test compares the two.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from legation.board import Board, LocationId, Position, PowerId, SpaceId, Unit, UnitKey, flood, space_of
from legation.orders.carriage import list_landings, list_ships
from legation.orders.faults import Refusal
from legation.orders.legality import check_order
from legation.orders.order import Convoy, Embark, Hold, Move, MovementOrder, Piece, SupportHold, SupportMove, piece_of
from legation.orders.order_rules import OrderRules
from legation.orders.scene import Scene


@dataclass(frozen=True, slots=True)
class UnitOptions:
    """The possible orders of one unit."""

    unit: Unit
    moves: tuple[LocationId, ...]
    """One step, by land or by sea."""
    convoyed_moves: tuple[LocationId, ...]
    """By convoy, if the fleets there agree."""
    support_holds: tuple[Piece, ...]
    support_moves: Mapping[LocationId, tuple[Piece, ...]]
    """For each target, the units whose move there it may support."""
    convoyable: tuple[Unit, ...]
    """Armies that this fleet could help to carry somewhere; see ``convoy_targets``."""
    scene: Scene = field(repr=False)
    embarkable: tuple[Piece, ...] = ()
    """Armies that this ship may take aboard."""

    def convoy_targets(self, army: Unit) -> tuple[LocationId, ...]:
        """The spaces to which this fleet may convoy an army."""
        scene, piece = self.scene, piece_of(self.unit)
        shores = (shore for shore in _Shores(scene).of(army) if scene.is_of_use(self.unit, army, space_of(shore)))
        if not scene.rules.checks:
            return tuple(shores)
        return tuple(shore for shore in shores if is_legal(scene, self.unit, Convoy(piece, piece_of(army), shore)))

    def orders(self) -> Iterator[MovementOrder]:
        """Every legal order of the unit, in a fixed order."""
        piece = piece_of(self.unit)
        yield Hold(piece)
        for target in self.moves:
            yield Move(piece, target)
        for target in self.convoyed_moves:
            yield Move(piece, target, via_convoy=True)
        for supported in self.support_holds:
            yield SupportHold(piece, supported)
        for target, movers in self.support_moves.items():
            for mover in movers:
                yield SupportMove(piece, mover, target)
        for army in self.convoyable:
            for target in self.convoy_targets(army):
                yield Convoy(piece, piece_of(army), target)
        for boarder in self.embarkable:
            yield Embark(piece, boarder)


@dataclass(frozen=True, slots=True)
class LegalOrders:
    """The options of all requested units."""

    units: Mapping[UnitKey, UnitOptions]

    def __iter__(self) -> Iterator[MovementOrder]:
        for options in self.units.values():
            yield from options.orders()


def is_legal(scene: Scene, unit: Unit, order: MovementOrder) -> bool:
    """True if the order is legal, also for the rule modules."""
    return not isinstance(check_order(scene, unit, order), Refusal)


def list_orders(board: Board, position: Position, power: PowerId | None, rules: OrderRules) -> LegalOrders:
    """The legal movement orders of one power, or of all; ``rules`` are those of the rulebook in play."""
    scene = Scene(board, position, rules)
    tables = _Tables(scene)
    return LegalOrders(
        {
            key: tables.options(unit)
            for key, unit in sorted(position.units.items())
            if power is None or unit.power == power
        }
    )


class _Shores:
    """The shores to which an army can be carried, by the connected groups of fleets."""

    def __init__(self, scene: Scene, *, without: int = 0) -> None:
        self.scene = scene
        self.board = scene.board
        self.groups = _groups(scene.board, scene.fleets & ~without)

    def seas(self, number: int) -> int:
        """The fleets that could take part in a convoy from or to a space."""
        near = self.board.convoy_links[number]
        seas = 0
        for group in self.groups:
            if group & near:
                seas |= group
        return seas

    def of(self, army: Unit) -> tuple[LocationId, ...]:
        """The shores within reach of an army."""
        start = self.board.index[army.location]
        seas = self.seas(start)
        if not seas:
            return ()
        links = self.board.convoy_links
        return tuple(
            location
            for location, number in _coastal(self.board)
            if links[number] & seas and number != start and not self.scene.is_closed(army, number)
        )


def _groups(board: Board, fleets: int) -> list[int]:
    groups = []
    while fleets:
        group = flood(board.convoy_links, fleets & -fleets, fleets)
        groups.append(int(group))
        fleets &= ~group
    return groups


def _coastal(board: Board) -> list[tuple[LocationId, int]]:
    """The spaces where a convoyed army can land."""
    return [
        (LocationId(space), number)
        for number, space in enumerate(board.order)
        if board.convoy_links[number] and board.can_stand(LocationId(space), sails=False)
    ]  # fmt: skip


class _Tables:
    """Which units can go where, computed once for all units."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.board = scene.board
        self.shores = _Shores(scene)
        self.landings = frozenset(number for _, number in _coastal(scene.board))
        everybody = [unit for _, unit in sorted(scene.units.items())]
        self.armies = [unit for unit in everybody if scene.traits(unit).is_convoyed and not unit.is_aboard]
        self.carried = {army: self.shores.of(army) for army in self.armies}
        self.targets = {
            unit: list_landings(scene, unit) if unit.is_aboard else scene.targets(unit) for unit in everybody
        }
        self.boarders = self._list_boarders() if scene.takes_aboard else {}
        self.steppers: dict[LocationId, list[Unit]] = {}
        for unit, targets in self.targets.items():
            for target in targets:
                if scene.traits(unit).is_supported_in_attack:
                    self.steppers.setdefault(target, []).append(unit)

    def _list_boarders(self) -> dict[Unit, list[Unit]]:
        """The armies that may go aboard each ship."""
        boarders: dict[Unit, list[Unit]] = {}
        for army in self.targets:
            for ship in list_ships(self.scene, army):
                boarders.setdefault(ship, []).append(army)
        return boarders

    def _options_aboard(self, army: Unit) -> UnitOptions:
        """An army aboard may stay, land or change ships; it supports no unit."""
        options = UnitOptions(army, self._steps(army), (), (), {}, (), self.scene)
        return self._checked(options) if self.scene.rules.checks else options

    def _steps(self, unit: Unit) -> tuple[LocationId, ...]:
        """The spaces that a unit can enter by itself, and the spaces of ships that it may board."""
        steps = self.targets[unit]
        ships = [LocationId(ship.space) for ship, boarders in self.boarders.items() if unit in boarders]
        return tuple(sorted({*steps, *ships})) if ships else steps

    def options(self, unit: Unit) -> UnitOptions:
        """All possible orders of one unit."""
        if unit.is_aboard:
            return self._options_aboard(unit)
        sails = self.scene.traits(unit).sails
        targets = self.targets[unit]
        is_convoyer = bool(self.scene.fleets >> self.board.index[unit.location] & 1)
        near = sorted({space_of(target) for target in targets if (unit.location, target) not in self.board.difficult})
        options = UnitOptions(
            unit=unit,
            moves=self._steps(unit) if self.boarders else targets,
            convoyed_moves=() if sails else self.carried.get(unit, ()),
            support_holds=tuple(piece_of(self.scene.units[space]) for space in near if space in self.scene.units),
            support_moves=self._support_moves(unit, near, is_convoyer=is_convoyer),
            convoyable=self._convoyable(unit) if is_convoyer else (),
            scene=self.scene,
            embarkable=tuple(piece_of(army) for army in self.boarders.get(unit, ())),
        )
        return self._checked(options) if self.scene.rules.checks else options

    def _convoyable(self, fleet: Unit) -> tuple[Unit, ...]:
        me = 1 << self.board.index[fleet.location]
        return tuple(army for army in self.armies if self.shores.seas(self.board.index[army.location]) & me)

    def _support_moves(
        self, unit: Unit, near: list[SpaceId], *, is_convoyer: bool
    ) -> Mapping[LocationId, tuple[Piece, ...]]:
        if not self.scene.traits(unit).supports_attacks:
            return {}
        without = 1 << self.board.index[unit.location] if is_convoyer else 0
        shores = _Shores(self.scene, without=without) if is_convoyer else self.shores
        found: dict[LocationId, tuple[Piece, ...]] = {}
        for space in near:
            for location in self.board.spaces[space].locations:
                movers = [mover for mover in self.steppers.get(location, ()) if mover != unit]
                if self.scene.takes_aboard:
                    movers = [mover for mover in movers if mover.space != unit.space]
                if location == self.board.spaces[space].locations[0]:
                    movers += self._carried_to(unit, space, movers, shores)
                if movers:
                    found[location] = tuple(piece_of(mover) for mover in movers)
        return found

    def _carried_to(self, unit: Unit, space: SpaceId, walkers: list[Unit], shores: _Shores) -> list[Unit]:
        """Armies that need a convoy to reach the space, and could have one without the supporter's help."""
        number = self.board.index[LocationId(space)]
        if number not in self.landings:
            return []
        seas = shores.seas(number)
        links, index = self.board.convoy_links, self.board.index
        return [
            army
            for army in self.armies
            if links[start := index[army.location]] & seas
            and start != number
            and army != unit
            and army not in walkers
            and not self.scene.is_closed(army, number)
        ]  # fmt: skip

    def _checked(self, options: UnitOptions) -> UnitOptions:
        """Leave out what a rule module refuses."""
        is_allowed = partial(is_legal, self.scene, options.unit)
        piece = piece_of(options.unit)
        supports = {
            target: tuple(mover for mover in movers if is_allowed(SupportMove(piece, mover, target)))
            for target, movers in options.support_moves.items()
        }
        return UnitOptions(
            options.unit,
            tuple(target for target in options.moves if is_allowed(Move(piece, target))),
            tuple(target for target in options.convoyed_moves if is_allowed(Move(piece, target, via_convoy=True))),
            tuple(held for held in options.support_holds if is_allowed(SupportHold(piece, held))),
            {target: movers for target, movers in supports.items() if movers},
            options.convoyable,
            self.scene,
            tuple(army for army in options.embarkable if is_allowed(Embark(piece, army))),
        )
