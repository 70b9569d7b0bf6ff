"""Accepted orders laid out for the judge: names looked up, supports and convoys paired with the orders that they help.

Units are numbered in the order of the position, spaces by their number on the board. Whether a support or a convoy
matches depends on the orders alone (DATC 4.E.2), so it is settled here; who wins is not.
"""

from collections.abc import Collection, Mapping, Set
from typing import Final

from legation.board import Board, LocationId, Position, PowerId, Unit, UnitKey, coast_of, new_unit
from legation.orders.order import Convoy, Embark, Hold, Move, MovementOrder, Piece, SupportHold, SupportMove
from legation.orders.order_rules import ConvoyPath, Landing, OrderRules, PortEmbarkation, SupportCoast

NOBODY: Final = -1
"""The number that stands for no unit."""


class Act:
    """What a unit does, as a number: an Enum would slow the judge down. From ``MOVE`` on it leaves its space."""

    STAND: Final = 0
    SUPPORT: Final = 1
    CONVOY: Final = 2
    """Also a ship that takes an army aboard or lets one off: like a convoy, this works unless the ship is dislodged."""
    MOVE: Final = 3
    BOARD: Final = 4
    """Going aboard: not an attack."""


STAND, SUPPORT, CONVOY, MOVE, BOARD = Act.STAND, Act.SUPPORT, Act.CONVOY, Act.MOVE, Act.BOARD


class Plan:
    """Arrays over the units (index: unit), and tables of rare facts (key: unit or space). Never changed once made."""

    __slots__ = (
        "accepted", "act", "aimed", "arrivals", "attacked", "attackers", "boarding", "carrier", "convoyers", "disputed",
        "exchanges", "helping", "hold_helpers", "landing", "move_helpers", "movers", "occupant", "orders", "overseas",
        "position", "powers", "safe", "spaces", "stranded", "target", "undisputed", "units", "unordered", "void",
    )  # fmt: skip

    undisputed: list[int]
    """Moves that nothing can stop: alone into an empty space, without a convoy. They have no help either."""
    disputed: list[int]
    """The spaces of all other moves."""
    safe: list[int]
    """Supports and convoys that match and whose space no unit moves to."""
    attacked: list[int]
    """Those whose space some unit moves to."""

    def __init__(self, board: Board, position: Position, orders: Mapping[UnitKey, MovementOrder]) -> None:
        index = board.index
        self.position = position
        self.accepted = orders
        self.units: list[Unit] = list(position.units.values())
        self.orders: list[MovementOrder] = list(map(orders.__getitem__, position.units))
        powers, _, locations = zip(*self.units, strict=True) if self.units else ((), (), ())
        self.powers: tuple[PowerId, ...] = powers
        self.spaces: list[int] = list(map(index.__getitem__, locations))
        self.occupant: dict[int, int] = dict(zip(self.spaces, range(len(self.units)), strict=True))
        """The unit that occupies each space."""
        self.carrier: dict[int, int] = {}
        """The ship that each army aboard is on."""
        if len(self.occupant) < len(self.units):
            self._fill_carriers()
        count = len(self.units)
        self.act: list[int] = [STAND] * count
        """What a unit does: move, support or convoy; an order that matches nothing just stands."""
        self.target: list[int] = [NOBODY] * count
        """The space that each move goes to."""
        self.arrivals: dict[int, Unit] = {}
        """Each moving unit as it will stand if the move succeeds."""
        self.aimed: list[int] = [NOBODY] * count
        """The space in which each support helps."""
        self.movers: list[int] = []
        self.overseas: list[int] = []
        """Moves that say VIA, and moves to a space more than one step away."""
        self.attackers: dict[int, list[int]] = {}
        """The moves into each space."""
        self.exchanges: dict[int, int] = {}
        """For each move, the unit in its target space if that unit moves the opposite way."""
        self.helping: list[int] = []
        """Supports and convoys that match."""
        self.move_helpers: dict[int, list[int]] = {}
        self.hold_helpers: dict[int, list[int]] = {}
        self.convoyers: dict[int, list[int]] = {}
        """The fleets ordered to convoy each move."""
        self.void: dict[int, int] = {}
        """Supports and convoys that match nothing: the unit they were meant for."""
        self.boarding: dict[int, list[int]] = {}
        """For each army going aboard, the ship that takes it and the ship it leaves, if any."""
        self.landing: dict[int, int] = {}
        """The ship that each landing army comes from."""
        self.unordered: Set[int] = frozenset()
        """Units that hold for lack of an order, where ships carry armies."""
        self.stranded: dict[int, int] = {}
        """For each army that no ship takes aboard or lets off, the ship that would have had to, or ``NOBODY``."""

    def _fill_carriers(self) -> None:
        """Armies aboard are in the space of their ship and do not occupy it."""
        aboard = [number for number, unit in enumerate(self.units) if unit.is_aboard]
        ashore = [number for number in range(len(self.units)) if number not in aboard]
        self.occupant = {self.spaces[number]: number for number in ashore}
        self.carrier = {army: self.occupant[self.spaces[army]] for army in aboard}

    def find(self, board: Board, piece: Piece) -> int:
        """The unit that an accepted order names: the one that occupies the space, or the army aboard it."""
        occupant = self.occupant[board.index[piece.location]]
        if not self.carrier or self.units[occupant].kind is piece.kind:
            return occupant
        return next((army for army, ship in self.carrier.items() if ship == occupant), occupant)

    def is_of(self, position: Position, orders: Mapping[UnitKey, MovementOrder]) -> bool:
        """True if it was made from exactly this position and these orders."""
        return self.position is position and self.accepted is orders


def make_plan(
    board: Board,
    position: Position,
    orders: Mapping[UnitKey, MovementOrder],
    rules: OrderRules,
    supplied: Collection[UnitKey] = (),
) -> Plan:
    """Lay out the orders of a position; ``supplied`` are the units that hold because they have no order."""
    plan = Plan(board, position, orders)
    # In this sequence: going aboard and ashore decides which moves are not marches, and a support or a convoy can be
    # matched only once the target of every move is known.
    if Embark in rules.extra_kinds:
        plan.unordered = {number for number, key in enumerate(position.units) if key in supplied}
        enter_carriage(plan, board, rules)
    for number in _enter_moves(plan, board, rules):
        _match(plan, board, rules, number, plan.orders[number])  # type: ignore[arg-type]
    _note_disputes(plan, board)
    return plan


def _enter_moves(plan: Plan, board: Board, rules: OrderRules) -> list[int]:
    """Enter the target of every move; returns the supports and convoys.

    In one function, since this and ``_match`` run for every order of every phase.
    """
    act, target, units, arrivals = plan.act, plan.target, plan.units, plan.arrivals
    movers, attackers, index = plan.movers, plan.attackers, board.index
    reach = {kind: board.fleet_reach if traits.sails else board.army_reach for kind, traits in rules.traits.items()}
    helpers = []
    for number, order in enumerate(plan.orders):
        kind = type(order)
        if kind is Move:
            if act[number] != STAND:
                continue  # entered already: it goes aboard or ashore
            end = order.target  # type: ignore[union-attr] # mypy does not follow ``kind``
            goal = index[end]
            power, unit_kind, start = units[number]
            act[number] = MOVE
            target[number] = goal
            arrivals[number] = new_unit(Unit, (power, unit_kind, end))
            movers.append(number)
            if goal in attackers:
                attackers[goal].append(number)
            else:
                attackers[goal] = [number]
            if order.via_convoy or not reach[unit_kind][start] >> goal & 1:  # type: ignore[union-attr]
                plan.overseas.append(number)
        elif kind is SupportMove or kind is SupportHold or kind is Convoy:
            helpers.append(number)
    return helpers


def _set_out(plan: Plan, board: Board, number: int, order: Move) -> None:
    """Enter the target of a landing."""
    goal = board.index[order.target]
    plan.act[number] = MOVE
    plan.target[number] = goal
    unit = plan.units[number]
    plan.arrivals[number] = Unit(unit.power, unit.kind, order.target)
    plan.movers.append(number)
    plan.attackers.setdefault(goal, []).append(number)


def _note_disputes(plan: Plan, board: Board) -> None:
    """Set apart what no other order affects, and pair the moves in opposite directions.

    Moves and supports set apart here also succeed by the equations of ``judge/solver.py``
    (``tests/judge/test_glance.py``).
    """
    attackers, occupant, target, spaces = plan.attackers, plan.occupant, plan.target, plan.spaces
    helped, overseas, convoyers, exchanges = plan.move_helpers, plan.overseas, plan.convoyers, plan.exchanges
    has_difficult_borders = bool(board.difficult)
    plan.undisputed, plan.disputed = undisputed, disputed = [], []
    for goal, movers in attackers.items():
        if goal in occupant:  # even a lone move depends on whether the unit there leaves
            disputed.append(goal)
            holder = occupant[goal]
            end = target[holder]
            for mover in movers:
                if spaces[mover] == end:
                    exchanges[mover] = holder
        # On a board with difficult borders even a lone move to an empty space may lack strength. A move with help is
        # certain, too, but its finding names the supports that were given.
        elif (
            len(movers) > 1
            or (mover := movers[0]) in helped
            or mover in overseas
            or mover in convoyers
            or has_difficult_borders
        ):
            disputed.append(goal)
        else:
            undisputed.append(mover)
    plan.safe = [helper for helper in plan.helping if spaces[helper] not in attackers]
    plan.attacked = [helper for helper in plan.helping if spaces[helper] in attackers]


def _match(plan: Plan, board: Board, rules: OrderRules, number: int, order: SupportMove | SupportHold | Convoy) -> None:
    """Pair a support or convoy with the order it is meant for."""
    is_convoy = type(order) is Convoy
    meant: Piece = order.army if is_convoy else order.supported  # type: ignore[union-attr]
    partner = plan.find(board, meant) if plan.carrier else plan.occupant[board.index[meant.location]]
    if type(order) is SupportHold:
        table, goal, fits = plan.hold_helpers, plan.spaces[partner], plan.act[partner] < MOVE
    else:
        table = plan.convoyers if is_convoy else plan.move_helpers
        goal = board.index[order.target]  # type: ignore[union-attr]
        fits = plan.target[partner] == goal and agrees(rules, order, plan.orders[partner])  # type: ignore[arg-type]
    if not fits:
        plan.void[number] = partner
        return
    plan.act[number] = CONVOY if is_convoy else SUPPORT
    plan.aimed[number] = goal
    plan.helping.append(number)
    if partner in table:
        table[partner].append(number)
    else:
        table[partner] = [number]


def agrees(rules: OrderRules, order: SupportMove | Convoy, move: MovementOrder) -> bool:
    """True if a support's coast (DATC 4.B.4) or a convoy's sea (4.A.6) matches the move that it helps."""
    assert type(move) is Move
    if type(order) is SupportMove:
        if order.target == move.target or rules.support_coast is SupportCoast.IGNORE:
            return True
        return rules.support_coast is SupportCoast.MATCH_IF_GIVEN and not coast_of(order.target)
    if rules.convoy_path is ConvoyPath.IGNORE or (rules.convoy_path is ConvoyPath.HONOUR and not move.path):
        return True
    return order.unit.space in move.path


def enter_carriage(plan: Plan, board: Board, rules: OrderRules) -> None:
    """Settle who goes aboard or ashore by whose ship, as far as the orders alone decide it (Colonial Variant, 7, 8)."""
    for number, order in enumerate(plan.orders):
        if isinstance(order, Move) and not rules.traits[plan.units[number].kind].sails:
            _enter_carried(plan, board, rules, number, order)
    for number, order in enumerate(plan.orders):
        if isinstance(order, Embark) and plan.act[number] == STAND:
            plan.void[number] = plan.find(board, order.army)


def _enter_carried(plan: Plan, board: Board, rules: OrderRules, number: int, order: Move) -> None:
    """Enter a move that is not a march: aboard, ashore, or from ship to ship."""
    goal = board.index[order.target]
    ship = plan.occupant.get(goal, NOBODY)
    carrier = plan.carrier.get(number, NOBODY)
    if carrier != NOBODY and not _lets_off(plan, rules, carrier):
        _strand(plan, number, carrier)
    elif ship != NOBODY and _takes(plan, board, rules, ship, number):
        plan.act[number] = BOARD
        plan.boarding[number] = [helper for helper in (ship, carrier) if helper != NOBODY]
        _lend(plan, *plan.boarding[number])
    elif carrier != NOBODY and board.can_stand(order.target, sails=False):
        _enter_landing(plan, board, number, order, carrier)
    elif carrier != NOBODY or not board.army_reach[plan.units[number].location] >> goal & 1:
        _strand(plan, number, ship)


def _lets_off(plan: Plan, rules: OrderRules, carrier: int) -> bool:
    """True if a ship lets its army off: "the carrying fleet MUST BE ORDERED TO HOLD" (rule 8)."""
    is_ordered = carrier not in plan.unordered or rules.landing is Landing.HELD
    return isinstance(plan.orders[carrier], Hold) and is_ordered


def _takes(plan: Plan, board: Board, rules: OrderRules, ship: int, army: int) -> bool:
    """True if a ship takes an army aboard, unless it is dislodged."""
    order = plan.orders[ship]
    if not isinstance(order, Embark) or plan.find(board, order.army) != army:
        return False
    if rules.port_embarkation is PortEmbarkation.ANY or plan.powers[ship] == plan.powers[army]:
        return True
    port = plan.spaces[ship]
    if army in plan.carrier:
        could_attack = board.can_stand(LocationId(board.order[port]), sails=False)
    else:
        could_attack = bool(board.army_reach[plan.units[army].location] >> port & 1)
    return not could_attack


def _lend(plan: Plan, *ships: int) -> None:
    """A ship that takes an army aboard or lets one off does so unless dislodged, as a fleet convoys."""
    for ship in ships:
        if plan.act[ship] == STAND:
            plan.act[ship] = CONVOY
            plan.helping.append(ship)


def _enter_landing(plan: Plan, board: Board, number: int, order: Move, carrier: int) -> None:
    _set_out(plan, board, number, order)
    plan.landing[number] = carrier
    plan.convoyers[number] = [carrier]
    _lend(plan, carrier)


def _strand(plan: Plan, number: int, ship: int) -> None:
    plan.act[number] = BOARD
    plan.stranded[number] = ship
