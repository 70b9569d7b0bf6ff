"""Why an order succeeded or failed: the chain of outcomes behind it, and what would have changed it."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from legation.board import Board, LocationId, UnitKey, UnitKind, fold, space_of
from legation.game.phase import PhaseKind
from legation.game.state import PhaseRecord
from legation.judge import (
    Outcome,
    Reason,
    Remedy,
    Result,
    Rulebook,
    find_remedies,
    find_retreat_remedies,
    find_winter_remedies,
)
from legation.orders import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Launch,
    Move,
    MovementOrder,
    Order,
    OrderBook,
    Piece,
    Rejection,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    list_pieces,
    list_readings,
    make_retreat_book,
    read_submissions,
)


@dataclass(frozen=True, slots=True)
class Link:
    """One outcome of the chain, and its distance from the order in question."""

    depth: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Explanation:
    """The order's own outcome first, then those that decided it, then those that decided these."""

    board: Board
    record: PhaseRecord
    chain: tuple[Link, ...]
    remedies: tuple[Remedy, ...] = ()
    refused: tuple[Rejection, ...] = ()
    """Lines for the unit that were not followed. There is no chain if the unit had no other order."""


class _Question(NamedTuple):
    """The subject of a question, read once for all orders of a phase."""

    text: str
    orders: tuple[Order, ...]
    """The orders that it can mean, the likeliest first."""
    units: tuple[Piece, ...]
    """The units that it can mean, the likeliest first."""

    def is_of_unit(self, order: Order) -> bool:
        """True if it names the unit of an order (``A PAR``, ``the army in Paris``), or its place."""
        if isinstance(order, Waive | Bomb):
            return False
        unit = order.unit
        places = (unit.location, LocationId(unit.space))
        return fold(self.text) in (fold(str(unit)), fold(unit.location)) or any(
            piece.kind in (None, unit.kind) and piece.location in places for piece in self.units
        )

    def is_of_line(self, rejection: Rejection) -> bool:
        """True if it names the unit of a refused line; an unreadable line is recognized by its first words."""
        if rejection.order is not None:
            return self.is_of_unit(rejection.order)
        words = self.text.upper().split()
        return bool(words) and rejection.text.upper().split()[: len(words)] == words


def _read_question(board: Board, text: str) -> _Question:
    return _Question(text, list_readings(text, board.names), list_pieces(text, board.names))


def explain_order_text(board: Board, record: PhaseRecord, text: str, rulebook: Rulebook) -> Explanation | None:
    """Explain what happened to an order, named by its text or just its unit; None if the phase had no such order."""
    refused = tuple(found for found in record.rejections if fold(found.text) == fold(text))
    if refused:
        return Explanation(board, record, (), refused=refused)
    question = _read_question(board, text)
    outcome = _find_outcome(record, question)
    refused = tuple(found for found in record.rejections if question.is_of_line(found))
    if outcome is None:
        return Explanation(board, record, (), refused=refused) if refused else None
    explanation = explain_outcome(board, record, outcome, rulebook)
    own = tuple(found for found in refused if found.power == outcome.power)
    return replace(explanation, refused=own) if own and question.is_of_unit(outcome.order) else explanation


def _find_outcome(record: PhaseRecord, question: _Question) -> Outcome | None:
    """The outcome of the order in question, or of its unit; letters for army and fleet may be left out.

    If a name is shared, several orders of the phase may be meant. The likeliest of them counts, in whatever order the
    letters are read.
    """
    by_order = {outcome.order: outcome for outcome in record.outcomes}
    for order in question.orders:
        if order in by_order:
            return by_order[order]
    for count in range(len(question.units) or 1):
        asked = question._replace(units=question.units[count : count + 1])
        found = next((outcome for outcome in record.outcomes if asked.is_of_unit(outcome.order)), None)
        if found is not None:
            return found
    is_retreat = record.phase.kind is PhaseKind.RETREATS
    by_outline: dict[tuple[object, ...], Outcome] = {}
    for outcome in record.outcomes:
        by_outline.setdefault(_outline(outcome.order, is_retreat=is_retreat), outcome)
    outlines = (_outline(order, is_retreat=is_retreat) for order in question.orders)
    return next((by_outline[outline] for outline in outlines if outline in by_outline), None)


def _outline(order: Order, *, is_retreat: bool) -> tuple[object, ...]:
    """An order without what the judge fills in or ignores: the letters of units, coasts, routes and ferries.

    In a retreat phase a move is a retreat, and so is the convoy order of the ferry. An army that embarks on a ship
    moves to it.
    """
    match order:
        case Embark(unit=unit, army=ship) if unit.kind is UnitKind.ARMY:
            return (Move, unit.space, ship.space)
        case Convoy(army=unit, target=target) if is_retreat:
            return (Retreat, unit.space, space_of(target))
        case Move(unit=unit, target=target) | Retreat(unit=unit, target=target):
            return (Retreat if is_retreat else type(order), unit.space, space_of(target))
        case SupportMove(unit=unit, supported=helped, target=target) | Convoy(unit=unit, army=helped, target=target):
            return (type(order), unit.space, helped.space, space_of(target))
        case SupportHold(unit=unit, supported=helped) | Embark(unit=unit, army=helped):
            return (type(order), unit.space, helped.space)
        case Waive() | Bomb():
            return (type(order), order)
        case _:
            return (type(order), order.unit.space)


def explain_outcome(board: Board, record: PhaseRecord, outcome: Outcome, rulebook: Rulebook) -> Explanation:
    """Follow an outcome back to the orders that decided it."""
    remedies = _find_remedies(board, record, outcome, rulebook)
    return Explanation(board, record, tuple(_follow(record, outcome)), remedies)


def _find_remedies(board: Board, record: PhaseRecord, outcome: Outcome, rulebook: Rulebook) -> tuple[Remedy, ...]:
    position = record.before.position
    if record.phase.kind is PhaseKind.MOVES:
        return find_remedies(board, position, remake_book(record), rulebook, outcome)
    # The outcomes do not hold all that was written: an army may have named no ferry, or a line been refused.
    lines = read_submissions(board, record.texts)
    if record.phase.kind is PhaseKind.ADJUSTMENTS:
        return find_winter_remedies(board, position, lines, rulebook, outcome)
    book = make_retreat_book(board, position, lines, rulebook.order_rules)
    return find_retreat_remedies(board, position, book, rulebook, outcome)


def _follow(record: PhaseRecord, outcome: Outcome) -> list[Link]:
    by_order = {found.order: found for found in record.outcomes}
    chain = [Link(0, outcome)]
    seen = {outcome.order}
    waiting = [(0, outcome)]
    while waiting:
        depth, current = waiting.pop(0)
        for order in _causes(record, current):
            if order not in seen and order in by_order:
                seen.add(order)
                chain.append(Link(depth + 1, by_order[order]))
                waiting.append((depth + 1, by_order[order]))
    return chain


def _causes(record: PhaseRecord, outcome: Outcome) -> list[Order]:
    """The orders that decided an outcome: those the judge names, the dislodger, and help that did not come."""
    causes = [*outcome.because_of, *((outcome.dislodged_by,) if outcome.dislodged_by else ())]
    order = outcome.order
    if isinstance(order, Move) and outcome.result is not Result.SUCCEEDS:
        missing = [
            (found.power, found.order.unit.space, found.order)
            for found in record.outcomes
            if isinstance(found.order, SupportMove)
            and found.order.supported == order.unit
            and found.reason is not Reason.SUPPORT_GIVEN
        ]
        # By power and place: the order in which units came on the board must not matter.
        causes += [support for _, _, support in sorted(missing, key=lambda item: item[:2])]
    return causes


def remake_book(record: PhaseRecord) -> OrderBook:
    """The order book of a recorded movement phase: its outcomes hold the order of every unit, and the bombs."""
    position = record.before.position
    orders: dict[UnitKey, MovementOrder] = {}
    launches: list[Launch] = []
    for outcome in record.outcomes:
        order = outcome.order
        if isinstance(order, Bomb):
            launches.append(Launch(outcome.power, order))
        elif not isinstance(order, Waive | Build | Disband | Retreat):
            unit = position.find_unit(order.unit.kind, order.unit.space)
            assert unit is not None
            orders[unit.key] = order
    idle = frozenset(key for key, order in orders.items() if order.unit in record.idle)
    return OrderBook(orders, record.rejections, idle, launches=tuple(launches))
