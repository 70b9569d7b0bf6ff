"""Why an order came out as it did: the chain of outcomes behind it, and what would have changed it."""

from dataclasses import dataclass

from legation.board import Board, PowerId
from legation.game.phase import PhaseKind
from legation.game.state import PhaseRecord
from legation.judge import Outcome, Remedy, Result, Rulebook, find_remedies
from legation.orders import Move, Order, OrderBook, Rejection, SupportMove, make_order_book, read_submission


@dataclass(frozen=True, slots=True)
class Link:
    """One outcome of the chain, and how far it lies from the order asked about."""

    depth: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Explanation:
    """The order's own outcome first, then those that decided it, then those that decided these."""

    board: Board
    record: PhaseRecord
    chain: tuple[Link, ...]
    remedies: tuple[Remedy, ...] = ()
    refused: Rejection | None = None
    """Instead of a chain: the order was never followed."""


def explain_outcome(board: Board, record: PhaseRecord, outcome: Outcome, rulebook: Rulebook) -> Explanation:
    """Follow an outcome back to the orders that decided it."""
    remedies: tuple[Remedy, ...] = ()
    if record.phase.kind is PhaseKind.MOVES:
        book = remake_book(board, record, rulebook)
        remedies = find_remedies(board, record.before.position, book, rulebook, outcome)
    return Explanation(board, record, tuple(_follow(record, outcome)), remedies)


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
        causes += [
            found.order
            for found in record.outcomes
            if isinstance(found.order, SupportMove)
            and found.order.supported == order.unit
            and found.result is not Result.SUCCEEDS
        ]
    return causes


def remake_book(board: Board, record: PhaseRecord, rulebook: Rulebook) -> OrderBook:
    """The order book of a recorded movement phase."""
    lines = [
        read_submission(PowerId(power), text, board.names) for power, texts in record.texts.items() for text in texts
    ]
    return make_order_book(board, record.before.position, lines, rulebook.order_rules)
