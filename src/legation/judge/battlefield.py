"""A movement phase as the judge sees it: the plan of the orders, and what has been settled so far.

Units are numbered; a space is identified by its number on the board. Each order that can succeed or fail has a state:
``NO``, ``UNKNOWN`` or ``YES``. The states are ordered so that ``state >= POSSIBLE`` asks "may it still succeed?" and
``state >= CERTAIN`` asks "is it settled that it does?".
"""

from collections.abc import Mapping, Sequence, Set
from typing import Final

from legation.board import Board, Position, PowerId, Unit
from legation.judge.findings import HELD, HOLDING
from legation.judge.rulebook import DisorderSupport, ImpossibleOrder, Rulebook
from legation.judge.verdict import Finding, Strengths
from legation.orders import NOBODY, Act, MovementOrder, OrderBook, Plan, make_plan

STAND, SUPPORT, CONVOY, MOVE, BOARD = Act.STAND, Act.SUPPORT, Act.CONVOY, Act.MOVE, Act.BOARD

NO: Final = 0
UNKNOWN: Final = 1
YES: Final = 2
POSSIBLE: Final = 1
CERTAIN: Final = 2

NONE: Final[tuple[int, ...]] = ()
"""The supporters of a unit without support."""
NO_MOVES: Final[frozenset[int]] = frozenset()
NOTHING: Final[Mapping[int, int]] = {}

# Bound once, as in the other judge files: looking up a member of an Enum is slow in Python 3.11.
HOLD_UNSUPPORTABLE: Final = ImpossibleOrder.HOLD_UNSUPPORTABLE

__all__ = [
    "BOARD", "CERTAIN", "CONVOY", "MOVE", "NO", "NOBODY", "NONE", "POSSIBLE", "STAND", "SUPPORT", "UNKNOWN", "YES",
    "Battlefield",
]  # fmt: skip


class Battlefield:
    """The plan's arrays under their own names (see ``Plan``), and what the judge adds to them."""

    __slots__ = (
        "act", "aimed", "arrivals", "attacked", "attackers", "board", "boarding", "carrier", "contested", "convoyed",
        "convoyers", "dislodger", "disputed", "exchanges", "facing", "findings", "helping", "hold_helpers", "landing",
        "links", "move_helpers", "movers", "occupant", "odd", "orders", "overseas", "position", "powers",
        "route_fleets", "rulebook", "safe", "spaces", "state", "stopped", "stranded", "strengths", "taken", "target",
        "uncounted", "undisputed", "units", "unordered", "unrouted", "void", "weak",
    )  # fmt: skip

    def __init__(self, board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> None:
        plan = book.plan
        if plan is None or not plan.is_of(position, book.orders):
            plan = make_plan(board, position, book.orders, rulebook.order_rules, book.supplied)
        self.board = board
        self.position = position
        self.links: Sequence[int] = board.convoy_links
        self.rulebook = rulebook
        self._take(plan)
        self.reset()
        if position.in_disorder or rulebook.impossible_order is HOLD_UNSUPPORTABLE:
            self._refuse_help(book, position)

    def reset(self) -> None:
        """Reset: nothing is settled yet, and every unit just holds."""
        count = len(self.units)
        self.state: list[int] = [UNKNOWN] * count
        self.findings: list[Finding] = [HELD] * count
        self.strengths: list[Strengths] = [HOLDING[1]] * count
        self.convoyed: set[int] = set()
        """Moves that go by sea."""
        self.unrouted: set[int] = set()
        """Moves that need a convoy, but for which no complete route was ordered."""
        self.route_fleets: dict[int, int] = {}
        """For each convoyed move, the spaces of its convoying fleets that lie on a proper route."""
        self.facing: Mapping[int, int] = NOTHING
        """The unit that each move meets head on."""
        self.weak: frozenset[int] = NO_MOVES
        """Moves over a difficult border."""
        self.odd: Set[int] = NO_MOVES
        """Moves that the ordinary rules of strength do not cover (see ``glance``)."""
        self.taken: Mapping[int, int] = NOTHING
        """The move that entered each space, for moves that were settled the long way."""
        self.dislodger: dict[int, int] = {}
        """The move that dislodged each dislodged unit."""
        self.contested: set[int] = set()
        """Spaces left empty by a stand-off."""
        self.stopped: Set[int] = NO_MOVES
        """Orders that a paradox stopped."""
        self.uncounted: set[int] = set()
        """Moves with supports that may not have counted in the attack."""

    def _take(self, plan: Plan) -> None:
        self.units: list[Unit] = plan.units
        self.orders: list[MovementOrder] = plan.orders
        self.powers: tuple[PowerId, ...] = plan.powers
        self.spaces: list[int] = plan.spaces
        self.occupant: dict[int, int] = plan.occupant
        self.act: list[int] = plan.act
        self.target: list[int] = plan.target
        self.aimed: list[int] = plan.aimed
        self.movers: list[int] = plan.movers
        self.arrivals: dict[int, Unit] = plan.arrivals
        self.exchanges: dict[int, int] = plan.exchanges
        self.overseas: list[int] = plan.overseas
        self.attackers: dict[int, list[int]] = plan.attackers
        self.undisputed: list[int] = plan.undisputed
        self.disputed: list[int] = plan.disputed
        self.helping: list[int] = plan.helping
        self.safe: list[int] = plan.safe
        self.attacked: list[int] = plan.attacked
        self.move_helpers: dict[int, list[int]] = plan.move_helpers
        self.hold_helpers: dict[int, list[int]] = plan.hold_helpers
        self.convoyers: dict[int, list[int]] = plan.convoyers
        self.void: dict[int, int] = plan.void
        self.carrier: dict[int, int] = plan.carrier
        self.boarding: dict[int, list[int]] = plan.boarding
        self.landing: dict[int, int] = plan.landing
        self.stranded: dict[int, int] = plan.stranded
        self.unordered: Set[int] = plan.unordered

    def _refuse_help(self, book: OrderBook, position: Position) -> None:
        """Exclude support in holding for units to which the rulebook denies it (DATC 4.D.9, 4.E.1)."""
        self.act, self.void = self.act.copy(), self.void.copy()
        kept: dict[int, list[int]] = {}
        for held, helpers in self.hold_helpers.items():
            unit = self.units[held]
            is_impossible = self.rulebook.impossible_order is HOLD_UNSUPPORTABLE and unit.key in book.impossible
            in_disorder = self.rulebook.disorder_support is DisorderSupport.FAILS and unit.power in position.in_disorder
            if is_impossible or in_disorder:
                for helper in helpers:
                    self.act[helper] = STAND
                    self.void[helper] = held
            else:
                kept[held] = helpers
        self.hold_helpers = kept
        self.helping = [helper for helper in self.helping if self.act[helper] != STAND]
        self.safe = [helper for helper in self.safe if self.act[helper] != STAND]
        self.attacked = [helper for helper in self.attacked if self.act[helper] != STAND]
