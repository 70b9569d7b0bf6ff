"""Accepted orders laid out for the judge: names looked up, supports and convoys paired with what they are for.

Units are numbered in the sequence of the position, spaces by their number on the board. Whether a support or a convoy
matches is a matter of the orders alone (DATC 4.E.2), so it is settled here; who wins is not.
"""

from collections.abc import Mapping
from typing import Final

from legation.board import Board, Position, PowerId, SpaceId, Unit, coast_of
from legation.orders.order import Convoy, Move, MovementOrder, SupportHold, SupportMove
from legation.orders.order_rules import ConvoyPath, OrderRules, SupportCoast

NOBODY: Final = -1
STAND: Final = 0
MOVE: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3


class Plan:
    """Arrays over the units (index: unit), and tables of what is rare (key: unit or space). Never changed once made."""

    __slots__ = (
        "accepted", "act", "aimed", "attackers", "convoyers", "helping", "hold_helpers", "move_helpers", "movers",
        "occupant", "orders", "overseas", "position", "powers", "spaces", "target", "units", "void",
    )  # fmt: skip

    def __init__(self, board: Board, position: Position, orders: Mapping[SpaceId, MovementOrder]) -> None:
        index = board.index
        self.position = position
        self.accepted = orders
        self.units: list[Unit] = list(position.units.values())
        self.orders: list[MovementOrder] = [orders[space] for space in position.units]
        self.powers: list[PowerId] = [unit.power for unit in self.units]
        self.spaces: list[int] = [index[unit.location] for unit in self.units]
        self.occupant: dict[int, int] = dict(zip(self.spaces, range(len(self.units)), strict=True))
        """Of a space: the unit there."""
        count = len(self.units)
        self.act: list[int] = [STAND] * count
        """Whether a unit moves, supports or convoys; what matches nothing just stands."""
        self.target: list[int] = [NOBODY] * count
        """Of a move: the space it goes to."""
        self.aimed: list[int] = [NOBODY] * count
        """Of a support: the space where it helps."""
        self.movers: list[int] = []
        self.overseas: list[int] = []
        """Moves that say VIA, and moves to a space more than one step away."""
        self.attackers: dict[int, list[int]] = {}
        """Of a space: the moves into it."""
        self.helping: list[int] = []
        """Supports and convoys that match."""
        self.move_helpers: dict[int, list[int]] = {}
        self.hold_helpers: dict[int, list[int]] = {}
        self.convoyers: dict[int, list[int]] = {}
        """Of a move: the fleets ordered to convoy it."""
        self.void: dict[int, int] = {}
        """Supports and convoys that match nothing: the unit they were meant for."""

    def is_of(self, position: Position, orders: Mapping[SpaceId, MovementOrder]) -> bool:
        """Whether it was made of just this position and these orders."""
        return self.position is position and self.accepted is orders


def make_plan(board: Board, position: Position, orders: Mapping[SpaceId, MovementOrder], rules: OrderRules) -> Plan:
    """Lay out the orders of a position."""
    plan = Plan(board, position, orders)
    for number, order in enumerate(plan.orders):
        if isinstance(order, Move):
            _enter_move(plan, board, rules, number, order)
    for number, order in enumerate(plan.orders):
        if isinstance(order, SupportMove | SupportHold | Convoy):
            _match(plan, board, rules, number, order)
    return plan


def _enter_move(plan: Plan, board: Board, rules: OrderRules, number: int, order: Move) -> None:
    goal = board.index[order.target]
    plan.act[number] = MOVE
    plan.target[number] = goal
    plan.movers.append(number)
    plan.attackers.setdefault(goal, []).append(number)
    unit = plan.units[number]
    reach = board.reach(unit.location, sails=rules.traits[unit.kind].sails)
    if order.via_convoy or not reach >> goal & 1:
        plan.overseas.append(number)


def _match(plan: Plan, board: Board, rules: OrderRules, number: int, order: SupportMove | SupportHold | Convoy) -> None:
    """Pair a support or convoy with the order it is meant for."""
    index = board.index
    meant = order.army if isinstance(order, Convoy) else order.supported
    partner = plan.occupant[index[meant.location]]
    if isinstance(order, SupportHold):
        table, goal, fits = plan.hold_helpers, plan.spaces[partner], plan.act[partner] != MOVE
    else:
        table = plan.convoyers if isinstance(order, Convoy) else plan.move_helpers
        goal = index[order.target]
        fits = plan.target[partner] == goal and _agrees(rules, order, plan.orders[partner])
    if not fits:
        plan.void[number] = partner
        return
    plan.act[number] = CONVOY if isinstance(order, Convoy) else SUPPORT
    plan.aimed[number] = goal
    plan.helping.append(number)
    table.setdefault(partner, []).append(number)


def _agrees(rules: OrderRules, order: SupportMove | Convoy, move: MovementOrder) -> bool:
    """Whether a support's coast (DATC 4.B.4) or a convoy's sea (4.A.6) suits the move it is for."""
    assert isinstance(move, Move)
    if isinstance(order, SupportMove):
        if order.target == move.target or rules.support_coast is SupportCoast.IGNORE:
            return True
        return rules.support_coast is SupportCoast.MATCH_IF_GIVEN and not coast_of(order.target)
    if rules.convoy_path is ConvoyPath.IGNORE or (rules.convoy_path is ConvoyPath.HONOUR and not move.path):
        return True
    return order.unit.space in move.path
