"""A movement phase as the judge sees it: the plan of the orders, and what has been settled so far.

Units are numbered; a space is known by its number on the board. Each order that can succeed or fail has a state:
``NO``, ``UNKNOWN`` or ``YES``. The states are ordered so that ``state >= POSSIBLE`` asks "may it still succeed?" and
``state >= CERTAIN`` asks "is it settled that it does?".
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from legation.board import Board, Position, PowerId, Unit
from legation.judge.rulebook import DisorderSupport, ImpossibleOrder, Rulebook
from legation.orders import MovementOrder, OrderBook, Plan, make_plan
from legation.orders.plan import BOARD, CONVOY, MOVE, NOBODY, STAND, SUPPORT

NO: Final = 0
UNKNOWN: Final = 1
YES: Final = 2
POSSIBLE: Final = 1
CERTAIN: Final = 2

NONE: Final[tuple[int, ...]] = ()
"""The helpers of a unit that nobody helps."""

# Bound once, as in the other judge files: looking up a member of an Enum is slow in Python 3.11.
HOLD_UNSUPPORTABLE: Final = ImpossibleOrder.HOLD_UNSUPPORTABLE

__all__ = [
    "BOARD", "CERTAIN", "CONVOY", "MOVE", "NO", "NOBODY", "NONE", "POSSIBLE", "STAND", "SUPPORT", "UNKNOWN", "YES",
    "Aftermath", "Battlefield",
]  # fmt: skip


class Aftermath(NamedTuple):
    """What the settled orders did to the board."""

    taken: dict[int, int]
    """Of a space that a move entered: that move."""
    dislodger: dict[int, int]
    """Of a dislodged unit: the move that drove it out."""
    stopped: frozenset[int]
    """Orders that a paradox stopped."""


class Battlefield:
    """The plan's arrays under their own names (see ``Plan``), and what the judge adds to them."""

    __slots__ = (
        "act", "aimed", "ashore", "attackers", "board", "boarding", "convoyed", "convoyers", "facing", "helping",
        "hold_helpers", "landing", "links", "move_helpers", "movers", "occupant", "orders", "overseas", "position",
        "powers", "route_fleets", "rulebook", "spaces", "state", "stranded", "target", "units", "unrouted", "void",
        "weak",
    )  # fmt: skip

    def __init__(self, board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> None:
        plan = book.plan
        if plan is None or not plan.is_of(position, book.orders):
            plan = make_plan(board, position, book.orders, rulebook.order_rules)
        self.board = board
        self.position = position
        self.links: Sequence[int] = board.convoy_links
        self.rulebook = rulebook
        self._take(plan)
        self.state: list[int] = []
        self.convoyed: set[int] = set()
        """Moves that go by sea."""
        self.unrouted: set[int] = set()
        """Moves that need a convoy, of which no whole route was ordered."""
        self.route_fleets: dict[int, int] = {}
        """Of a convoyed move: the spaces of its convoyers that lie on a proper route."""
        self.weak: frozenset[int] = frozenset()
        """Moves over a difficult border."""
        self.facing: dict[int, int] = {}
        """Of a move: the unit it meets head on."""
        if position.in_disorder or rulebook.impossible_order is HOLD_UNSUPPORTABLE:
            self._refuse_help(book, position)

    def _take(self, plan: Plan) -> None:
        self.units: list[Unit] = plan.units
        self.orders: list[MovementOrder] = plan.orders
        self.powers: list[PowerId] = plan.powers
        self.spaces: list[int] = plan.spaces
        self.occupant: dict[int, int] = plan.occupant
        self.act: list[int] = plan.act
        self.target: list[int] = plan.target
        self.aimed: list[int] = plan.aimed
        self.movers: list[int] = plan.movers
        self.overseas: list[int] = plan.overseas
        self.attackers: dict[int, list[int]] = plan.attackers
        self.helping: list[int] = plan.helping
        self.move_helpers: dict[int, list[int]] = plan.move_helpers
        self.hold_helpers: dict[int, list[int]] = plan.hold_helpers
        self.convoyers: dict[int, list[int]] = plan.convoyers
        self.void: dict[int, int] = plan.void
        self.ashore: int = plan.ashore
        self.boarding: dict[int, list[int]] = plan.boarding
        self.landing: dict[int, int] = plan.landing
        self.stranded: dict[int, int] = plan.stranded

    def _refuse_help(self, book: OrderBook, position: Position) -> None:
        """Leave out the support of units that the rulebook lets nobody support in holding (DATC 4.D.9, 4.E.1)."""
        self.act, self.void = self.act.copy(), self.void.copy()
        kept: dict[int, list[int]] = {}
        for held, helpers in self.hold_helpers.items():
            unit = self.units[held]
            is_impossible = self.rulebook.impossible_order is HOLD_UNSUPPORTABLE and unit.space in book.impossible
            in_disorder = self.rulebook.disorder_support is DisorderSupport.FAILS and unit.power in position.in_disorder
            if is_impossible or in_disorder:
                for helper in helpers:
                    self.act[helper] = STAND
                    self.void[helper] = held
            else:
                kept[held] = helpers
        self.hold_helpers = kept
        self.helping = [helper for helper in self.helping if self.act[helper] != STAND]
