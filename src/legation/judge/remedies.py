"""Finds what would have changed a result, if a single order would have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from legation.board import Board, LocationId, Position, PowerId, SpaceId, UnitKey, aboard, space_of
from legation.judge.moves import judge_moves
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.rulebook import Rulebook
from legation.judge.verdict import Outcome, Verdict
from legation.orders import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    MovementOrder,
    OrderBook,
    Piece,
    Refusal,
    Retreat,
    RetreatOrder,
    SupportHold,
    SupportMove,
    UnitOptions,
    Waive,
    check_order,
    list_orders,
    make_plan,
    piece_of,
)

MOST_TRIALS = 300
"""Judgements for the units of other powers. All orders of a power's own units are tried."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A single different order that would have changed an outcome."""

    given: MovementOrder | RetreatOrder
    """The unit's actual order; the same as ``instead`` if it had none."""
    instead: MovementOrder | RetreatOrder
    is_own: bool
    """True if the unit belongs to the same power."""


def find_remedies(
    board: Board, position: Position, book: OrderBook, rulebook: Rulebook, outcome: Outcome
) -> tuple[Remedy, ...]:
    """Single changes after which the order would have succeeded, or its unit not been dislodged, or at least had a
    place to retreat to; own units first.

    For own units every order is found that would have helped. Orders without effect are treated as one, so a support or
    convoy that matches nothing is not named beside the plain hold. For each unit of another power one order is named.
    Units of powers in civil disorder could only hold.
    """
    order = outcome.order
    if isinstance(order, Waive | Bomb | Build | Retreat | Disband) or not _is_bad(outcome):
        return ()
    near, named = _list_connected(book.orders, order.unit.space), _list_named_moves(book.orders)
    if outcome.fate is Fate.DESTROYED and outcome.power not in position.in_disorder:
        near = frozenset(board.spaces)  # any unit may have taken its last place to retreat to
    boarding = _list_boarding(board, position, book, rulebook)
    trial = _Trial(board, position, book, rulebook, outcome, order, near, named, boarding)
    listed = list_orders(board, position, None, rulebook.order_rules).units
    # By power and place: the history of a position must not decide which remedies are named, nor in which order.
    ordered = [item for item in listed.items() if item[1].unit.power not in position.in_disorder]
    options = dict(sorted(ordered, key=lambda item: (item[1].unit.power, item[0])))
    own = [Remedy(given, instead, is_own=True) for given, instead in trial.find_own(options)]
    others = [Remedy(given, instead, is_own=False) for given, instead in trial.find_others(options)]
    return (*own, *others)


def _is_bad(outcome: Outcome) -> bool:
    return outcome.result is not Result.SUCCEEDS or outcome.fate is not Fate.STANDS


Change = tuple[MovementOrder, MovementOrder]
"""The given order, and another."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """One bad outcome, judged again with one different order at a time."""

    board: Board
    position: Position
    book: OrderBook
    rulebook: Rulebook
    outcome: Outcome
    order: MovementOrder
    """The order of the outcome."""
    near: frozenset[SpaceId]
    """The spaces where an order could affect it."""
    named: Mapping[Piece, set[LocationId]]
    """The targets to which other units support or convoy each unit, whether it goes there or not."""
    boarding: frozenset[MovementOrder]
    """The orders of armies that go aboard a ship: no attack, so nothing supports it (Colonial Variant, rule 7)."""

    def find_own(self, options: Mapping[UnitKey, UnitOptions]) -> Iterator[Change]:
        """Every order of own other units that would have helped."""
        changes = [
            (self.book.orders[key], instead)
            for key, choice in options.items()
            if choice.unit.power == self.outcome.power
            for instead in self._list_effective(choice, self.book.orders[key])
            if self._is_helpful(key, instead)
        ]
        yield from sorted(changes, key=lambda change: self._rank(change[1]))

    def find_others(self, options: Mapping[UnitKey, UnitOptions]) -> Iterator[Change]:
        """For each unit of another power the first order that would have helped, within the limit of trials."""
        opponents = self._list_opponents()
        trials = 0
        for key, choice in options.items():
            if choice.unit.power == self.outcome.power:
                continue
            given = self.book.orders[key]
            is_opponent = choice.unit.power in opponents
            for instead in sorted(self._list_effective(choice, given), key=self._rank):
                if not self._is_thinkable(instead, is_opponent=is_opponent):
                    continue
                if trials == MOST_TRIALS:
                    return
                trials += 1
                if self._is_helpful(key, instead):
                    yield given, instead
                    break

    def _is_thinkable(self, instead: MovementOrder, *, is_opponent: bool) -> bool:
        """True if another power's player might have ordered this: an opponent to keep still, others to help or cut."""
        if isinstance(instead, Hold) or _is_meant(instead, self.order):
            return True
        if self.outcome.reason is Reason.NOT_TAKEN_ABOARD and _helps(instead, self.order):
            return True  # an army that goes to a foreign ship attacks nobody
        if is_opponent or not isinstance(instead, Move):
            return not is_opponent
        attacked = self.book.orders.get(space_of(instead.target))
        return isinstance(attacked, SupportMove | SupportHold)

    def _list_opponents(self) -> set[PowerId]:
        """The other powers whose orders decided the outcome, directly or through others: those that drove out an own
        ship stopped its army too.
        """
        by_order = {found.order: found for found in self._judge(self.book).outcomes}
        powers, seen, waiting = set(), {self.outcome.order}, [self.outcome]
        while waiting:
            found = waiting.pop()
            for cause in (*found.because_of, found.dislodged_by):
                if isinstance(cause, MovementOrder) and cause in by_order and cause not in seen:
                    seen.add(cause)
                    waiting.append(by_order[cause])
                    powers.add(by_order[cause].power)
        return powers - {self.outcome.power}

    def _judge(self, book: OrderBook) -> Verdict:
        return judge_moves(self.board, self.position, book, self.rulebook)

    def _is_helpful(self, key: UnitKey, instead: MovementOrder) -> bool:
        """True if the outcome would have been better with another order for one unit."""
        outcomes = self._judge(self.book.with_order(key, instead)).outcomes
        after = [found for found in outcomes if found.order == self.order]
        return bool(after) and self._is_better(after[0])

    def _is_better(self, after: Outcome) -> bool:
        before = self.outcome
        if before.fate is not Fate.STANDS and after.fate is Fate.STANDS:
            return True
        if before.fate is Fate.DESTROYED and after.fate is Fate.DISLODGED:
            return before.power not in self.position.in_disorder  # its dislodged units disband wherever they could go
        return before.result is not Result.SUCCEEDS and after.result is Result.SUCCEEDS and after.fate is Fate.STANDS

    def _rank(self, instead: MovementOrder) -> int:
        """The intended order comes first, then help for it, then keeping still, then anything else."""
        if _is_meant(instead, self.order):
            return 0
        if _helps(instead, self.order):
            return 1
        return 2 if isinstance(instead, Hold) else 3

    def _list_effective(self, choice: UnitOptions, given: MovementOrder) -> Iterator[MovementOrder]:
        """The unit's other legal orders, as far as they could affect the outcome and differ in effect."""
        if piece_of(choice.unit) == self.order.unit:
            return
        for instead in self._list_distinct(choice):
            is_new = instead != given or choice.unit.key in self.book.supplied  # a ship must be ordered to hold
            if is_new and not self.near.isdisjoint((*_list_spaces(given), *_list_spaces(instead))):
                yield instead

    def _list_distinct(self, choice: UnitOptions) -> Iterator[MovementOrder]:
        """The unit's legal orders, with one hold for all that match nothing and one move for all without a convoy."""
        piece, scene = piece_of(choice.unit), choice.scene
        yield Hold(piece)
        for target in choice.moves:
            yield Move(piece, target)
        named = self.named.get(piece, set())
        yield from (Move(piece, target, via_convoy=True) for target in choice.convoyed_moves if target in named)
        yield from (
            Move(piece, target, via_convoy=True)
            for target in [target for target in choice.convoyed_moves if target not in named][:1]
        )
        for _, order in sorted(self.book.orders.items()):
            if order.unit != piece:
                for wish in _list_help(piece, order, is_boarding=order in self.boarding):
                    offer = check_order(scene, choice.unit, wish)
                    if not isinstance(offer, Refusal):
                        yield offer
        if aboard(choice.unit.space) in scene.units and not choice.unit.is_aboard:
            yield from self._list_keeping_aboard(choice)

    def _list_keeping_aboard(self, choice: UnitOptions) -> Iterator[MovementOrder]:
        """A support that matches nothing: with it a ship stays as if it held, but its army cannot go ashore."""
        ordered = set(self.book.orders.values())
        for order in choice.orders():
            if isinstance(order, SupportMove) and Move(order.supported, order.target) not in ordered:
                yield order
                return


def _list_boarding(board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> frozenset[MovementOrder]:
    """The orders of the armies that a ship is to take aboard."""
    plan = make_plan(board, position, book.orders, rulebook.order_rules, book.supplied)
    return frozenset(plan.orders[army] for army in plan.boarding)


def _list_help(piece: Piece, order: MovementOrder, *, is_boarding: bool) -> tuple[MovementOrder, ...]:
    """The orders with which a unit could help another given order."""
    if is_boarding:
        return (Embark(piece, order.unit),)
    if isinstance(order, Move):
        return (
            SupportMove(piece, order.unit, order.target),
            Convoy(piece, order.unit, order.target),
            Embark(piece, order.unit),
        )
    return (SupportHold(piece, order.unit),)


def _helps(instead: MovementOrder, order: MovementOrder) -> bool:
    match instead:
        case SupportMove(supported=helped) | SupportHold(supported=helped) | Convoy(army=helped) | Embark(army=helped):
            return helped == order.unit
        case _:
            return False


def _is_meant(instead: MovementOrder, order: MovementOrder) -> bool:
    """True if this is the order that a support, a convoy or an order to embark was given for."""
    match order:
        case Embark(unit=ship, army=meant):
            is_there = isinstance(instead, Move) and space_of(instead.target) == ship.space
            return is_there and instead.unit == meant
        case SupportHold(supported=meant):
            return instead == Hold(meant)
        case SupportMove(supported=meant, target=target) | Convoy(army=meant, target=target):
            is_there = isinstance(instead, Move) and space_of(instead.target) == space_of(target)
            return is_there and instead.unit == meant
        case _:
            return False


def _list_named_moves(orders: Mapping[UnitKey, MovementOrder]) -> dict[Piece, set[LocationId]]:
    """The targets to which other units support or convoy each unit, whether it goes there or not."""
    named: dict[Piece, set[LocationId]] = {}
    for order in orders.values():
        if isinstance(order, SupportMove):
            named.setdefault(order.supported, set()).add(order.target)
        elif isinstance(order, Convoy):
            named.setdefault(order.army, set()).add(order.target)
    return named


def _list_connected(orders: Mapping[UnitKey, MovementOrder], start: SpaceId) -> frozenset[SpaceId]:
    """The spaces that orders join to a space, directly or through others. Events elsewhere have no effect."""
    neighbours: dict[SpaceId, set[SpaceId]] = {}
    for order in orders.values():
        spaces = _list_spaces(order)
        for space in spaces:
            neighbours.setdefault(space, set()).update(spaces)
    found = {start}
    waiting = [start]
    while waiting:
        for space in neighbours.get(waiting.pop(), set()) - found:
            found.add(space)
            waiting.append(space)
    return frozenset(found)


def _list_spaces(order: MovementOrder) -> tuple[SpaceId, ...]:
    """The spaces that an order joins: its unit's, its target, and that of the unit it helps."""
    here = order.unit.space
    match order:
        case Move(target=target):
            return (here, space_of(target))
        case SupportMove(supported=helped, target=target) | Convoy(army=helped, target=target):
            return (here, helped.space, space_of(target))
        case SupportHold(supported=helped) | Embark(army=helped):
            return (here, helped.space)
        case _:
            return (here,)
