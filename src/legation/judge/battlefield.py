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


class Battlefield:
    """Arrays over the units (index: unit) and over the spaces (index: space)."""

    __slots__ = (
        "act", "aimed", "attackers", "board", "convoyed", "convoyers", "facing", "hold_helpers", "links",
        "move_helpers", "occupant", "orders", "powers", "route_fleets", "rulebook", "spaces", "state",
        "target", "units", "valid",
    )  # fmt: skip

    def __init__(self, board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> None:
        self.board = board
        self.links: Sequence[int] = board.convoy_links
        self.rulebook = rulebook
        self.units: list[Unit] = list(position.units.values())
        self.orders: list[MovementOrder] = [book.orders[space] for space in position.units]
        count = len(self.units)
        index = board.index
        self.powers: list[PowerId] = [unit.power for unit in self.units]
        self.spaces: list[int] = [index[unit.location] for unit in self.units]
        self.act: list[int] = [STAND] * count
        self.state: list[int] = [UNKNOWN] * count
        self.valid: list[bool] = [True] * count
        """False for a support or convoy that matches nothing, and a move that needs a convoy nobody ordered."""
        self.target: list[int] = [NOBODY] * count
        """Of a move: the space it goes to."""
        self.aimed: list[int] = [NOBODY] * count
        """Of a support: the space where it helps."""
        self.occupant: list[int] = [NOBODY] * len(board.order)
        for number, space in enumerate(self.spaces):
            self.occupant[space] = number
        self.attackers: dict[int, list[int]] = {}
        """Of a space: the moves into it."""
        self.move_helpers: list[list[int]] = [[] for _ in self.units]
        self.hold_helpers: list[list[int]] = [[] for _ in self.units]
        self.convoyers: dict[int, list[int]] = {}
        """Of a move: the fleets ordered to convoy it."""
        self.convoyed: list[bool] = [False] * count
        self.route_fleets: dict[int, int] = {}
        """Of a convoyed move: the spaces of its convoyers that lie on a proper route."""
        self.facing: list[int] = [NOBODY] * count
        """Of a move: the unit it meets head on."""
        self._lay_out()
        self._match(book, position)

    def _lay_out(self) -> None:
        index = self.board.index
        for number, order in enumerate(self.orders):
            if type(order) is Move:
                self.act[number] = MOVE
                target = self.target[number] = index[order.target]
                self.attackers.setdefault(target, []).append(number)

    def _match(self, book: OrderBook, position: Position) -> None:
        """Pair supports and convoys with the orders they are meant for; what matches nothing just stands."""
        unsupportable = self._unsupportable(book, position)
        for number, order in enumerate(self.orders):
            kind = type(order)
            if kind is SupportMove:
                assert isinstance(order, SupportMove)
                self._match_support_move(number, order)
            elif kind is SupportHold:
                assert isinstance(order, SupportHold)
                self._match_support_hold(number, order, unsupportable)
            elif kind is Convoy:
                assert isinstance(order, Convoy)
                self._match_convoy(number, order)

    def _unsupportable(self, book: OrderBook, position: Position) -> frozenset[SpaceId]:
        spaces: set[SpaceId] = set()
        if self.rulebook.impossible_order is ImpossibleOrder.HOLD_UNSUPPORTABLE:
            spaces |= book.impossible
        if position.in_disorder and not self.rulebook.disorder_support:
            spaces |= {space for space, unit in position.units.items() if unit.power in position.in_disorder}
        return frozenset(spaces)

    def _match_support_move(self, number: int, order: SupportMove) -> None:
        mover = self.occupant[self.board.index[order.supported.location]]
        target = self.board.index[order.target]
        if self.target[mover] != target or not self._coasts_agree(order.target, self.orders[mover]):
            self.valid[number] = False
            return
        self.act[number] = SUPPORT
        self.aimed[number] = target
        self.move_helpers[mover].append(number)

    def _coasts_agree(self, wanted: LocationId, order: MovementOrder) -> bool:
        assert isinstance(order, Move)
        policy = self.rulebook.support_coast
        if order.target == wanted or policy is SupportCoast.IGNORE:
            return True
        return policy is SupportCoast.MATCH_IF_GIVEN and not coast_of(wanted)

    def _match_support_hold(self, number: int, order: SupportHold, unsupportable: frozenset[SpaceId]) -> None:
        held = self.occupant[self.board.index[order.supported.location]]
        if self.act[held] == MOVE or (unsupportable and space_of(order.supported.location) in unsupportable):
            self.valid[number] = False
            return
        self.act[number] = SUPPORT
        self.aimed[number] = self.spaces[held]
        self.hold_helpers[held].append(number)

    def _match_convoy(self, number: int, order: Convoy) -> None:
        army = self.occupant[self.board.index[order.army.location]]
        if self.target[army] != self.board.index[order.target] or not self._path_names(order, self.orders[army]):
            self.valid[number] = False
            return
        self.act[number] = CONVOY
        self.convoyers.setdefault(army, []).append(number)

    def _path_names(self, convoy: Convoy, move: MovementOrder) -> bool:
        """Whether the army wants this fleet, where the rulebook heeds the seas written in a move (DATC 4.A.6)."""
        policy = self.rulebook.convoy_path_in_order
        assert isinstance(move, Move)
        if policy is ConvoyPath.IGNORE or (policy is ConvoyPath.HONOUR and not move.path):
            return True
        return convoy.unit.space in move.path
