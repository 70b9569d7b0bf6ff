"""The orders of one movement phase laid out as arrays, for the equations in ``strength`` and ``solver``.

Units are numbered; a space is known by its number on the board. Each order that can succeed or fail has a state:
``NO``, ``UNKNOWN`` or ``YES``. The states are ordered so that ``state >= POSSIBLE`` asks "may it still succeed?" and
``state >= CERTAIN`` asks "is it settled that it does?". What an order has to have settled is its act: whether it moves,
supports or convoys; a unit that merely stands has nothing to settle.
"""

from collections.abc import Sequence
from typing import Final

from legation.board import Board, LocationId, Position, PowerId, SpaceId, Unit, coast_of, space_of
from legation.judge.rulebook import ConvoyPath, ImpossibleOrder, Rulebook, SupportCoast
from legation.orders import Convoy, Move, MovementOrder, OrderBook, SupportHold, SupportMove

NO: Final = 0
UNKNOWN: Final = 1
YES: Final = 2
POSSIBLE: Final = 1
CERTAIN: Final = 2
NOBODY: Final = -1

STAND: Final = 0
MOVE: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3

NONE: Final[tuple[int, ...]] = ()
"""The helpers of a unit that nobody helps."""


HOLD_UNSUPPORTABLE: Final = ImpossibleOrder.HOLD_UNSUPPORTABLE


class Battlefield:
    """Arrays over the units (index: unit), and tables of what is rare (key: unit or space)."""

    __slots__ = (
        "act", "aimed", "attackers", "board", "convoyed", "convoyers", "facing", "helping", "hold_helpers", "links",
        "move_helpers", "movers", "occupant", "orders", "powers", "route_fleets", "rulebook", "spaces", "state",
        "target", "units", "void",
    )  # fmt: skip

    def __init__(self, board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> None:
        self.board = board
        self.links: Sequence[int] = board.convoy_links
        self.rulebook = rulebook
        self.units: list[Unit] = list(position.units.values())
        self.orders: list[MovementOrder] = list(map(book.orders.__getitem__, position.units))
        index = board.index
        self.powers: list[PowerId] = [unit.power for unit in self.units]
        self.spaces: list[int] = [index[unit.location] for unit in self.units]
        self.occupant: dict[int, int] = dict(zip(self.spaces, range(len(self.units)), strict=True))
        count = len(self.units)
        self.act: list[int] = [STAND] * count
        self.state: list[int] = [UNKNOWN] * count
        self.target: list[int] = [NOBODY] * count
        """Of a move: the space it goes to."""
        self.aimed: list[int] = [NOBODY] * count
        """Of a support: the space where it helps."""
        self.void: dict[int, int] = {}
        """Supports and convoys that match nothing: the unit they were meant for. Moves whose convoy nobody ordered."""
        self.movers: list[int] = []
        self.helping: list[int] = []
        """Supports and convoys that match."""
        self.attackers: dict[int, list[int]] = {}
        """Of a space: the moves into it."""
        self.move_helpers: dict[int, list[int]] = {}
        self.hold_helpers: dict[int, list[int]] = {}
        self.convoyers: dict[int, list[int]] = {}
        """Of a move: the fleets ordered to convoy it."""
        self.convoyed: set[int] = set()
        """Moves that go by sea."""
        self.route_fleets: dict[int, int] = {}
        """Of a convoyed move: the spaces of its convoyers that lie on a proper route."""
        self.facing: dict[int, int] = {}
        """Of a move: the unit it meets head on."""
        self._match(self._lay_out(), book, position)

    def _lay_out(self) -> list[int]:
        """Enter the moves; the supports and convoys are returned."""
        index, attackers, movers, target, act = (
            self.board.index, self.attackers, self.movers, self.target, self.act
        )  # fmt: skip
        helpers = []
        for number, order in enumerate(self.orders):
            kind = type(order)
            if kind is Move:
                goal = index[order.target]  # type: ignore[union-attr] # a Move by the line above
                target[number] = goal
                act[number] = MOVE
                movers.append(number)
                if goal in attackers:
                    attackers[goal].append(number)
                else:
                    attackers[goal] = [number]
            elif kind is SupportMove or kind is SupportHold or kind is Convoy:
                helpers.append(number)
        return helpers

    def _match(self, helpers: list[int], book: OrderBook, position: Position) -> None:
        """Pair supports and convoys with the orders they are meant for; what matches nothing just stands."""
        unsupportable = self._unsupportable(book, position) if self._may_be_unsupportable(position) else frozenset()
        index, occupant, target, void = self.board.index, self.occupant, self.target, self.void
        for number in helpers:
            order = self.orders[number]
            kind = type(order)
            if kind is SupportMove:
                mover = occupant[index[order.supported.location]]  # type: ignore[union-attr] # by the line above
                goal = index[order.target]  # type: ignore[union-attr]
                if target[mover] == goal and self._coasts_agree(order.target, mover):  # type: ignore[union-attr]
                    self.act[number] = SUPPORT
                    self.aimed[number] = goal
                    self.helping.append(number)
                    self.move_helpers.setdefault(mover, []).append(number)
                else:
                    void[number] = mover
            elif kind is SupportHold:
                self._match_support_hold(number, order, unsupportable)  # type: ignore[arg-type]
            else:
                self._match_convoy(number, order)  # type: ignore[arg-type]

    def _may_be_unsupportable(self, position: Position) -> bool:
        return bool(position.in_disorder) or self.rulebook.impossible_order is HOLD_UNSUPPORTABLE

    def _unsupportable(self, book: OrderBook, position: Position) -> frozenset[SpaceId]:
        spaces: frozenset[SpaceId] = frozenset()
        if self.rulebook.impossible_order is HOLD_UNSUPPORTABLE:
            spaces |= book.impossible
        if position.in_disorder and not self.rulebook.disorder_support:
            spaces |= {space for space, unit in position.units.items() if unit.power in position.in_disorder}
        return spaces

    def _coasts_agree(self, wanted: LocationId, mover: int) -> bool:
        order = self.orders[mover]
        assert isinstance(order, Move)
        policy = self.rulebook.support_coast
        if order.target == wanted or policy is SupportCoast.IGNORE:
            return True
        return policy is SupportCoast.MATCH_IF_GIVEN and not coast_of(wanted)

    def _match_support_hold(self, number: int, order: SupportHold, unsupportable: frozenset[SpaceId]) -> None:
        space = self.board.index[order.supported.location]
        held = self.occupant[space]
        if self.act[held] == MOVE or (unsupportable and space_of(order.supported.location) in unsupportable):
            self.void[number] = held
            return
        self.act[number] = SUPPORT
        self.aimed[number] = space
        self.helping.append(number)
        self.hold_helpers.setdefault(held, []).append(number)

    def _match_convoy(self, number: int, order: Convoy) -> None:
        index = self.board.index
        army = self.occupant[index[order.army.location]]
        if self.target[army] != index[order.target] or not self._path_names(order, self.orders[army]):
            self.void[number] = army
            return
        self.act[number] = CONVOY
        self.helping.append(number)
        self.convoyers.setdefault(army, []).append(number)

    def _path_names(self, convoy: Convoy, move: MovementOrder) -> bool:
        """Whether the army wants this fleet, where the rulebook heeds the seas written in a move (DATC 4.A.6)."""
        policy = self.rulebook.convoy_path_in_order
        assert isinstance(move, Move)
        if policy is ConvoyPath.IGNORE or (policy is ConvoyPath.HONOUR and not move.path):
            return True
        return convoy.unit.space in move.path
