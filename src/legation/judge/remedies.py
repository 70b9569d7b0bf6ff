"""What would have changed a result, where that is one order away."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from legation.board import Board, Position
from legation.judge.moves import judge_moves
from legation.judge.reasons import Fate, Result
from legation.judge.rulebook import Rulebook
from legation.judge.verdict import Outcome
from legation.orders import (
    Bomb,
    Convoy,
    Embark,
    Hold,
    Move,
    MovementOrder,
    OrderBook,
    Refusal,
    Scene,
    SupportHold,
    SupportMove,
    Waive,
    check_order,
    piece_of,
)


@dataclass(frozen=True, slots=True)
class Remedy:
    """One other order that would have altered an outcome."""

    given: MovementOrder
    """What the unit was ordered to do."""
    instead: MovementOrder
    is_own: bool
    """Whether the unit belongs to the same power."""


def find_remedies(
    board: Board, position: Position, book: OrderBook, rulebook: Rulebook, outcome: Outcome
) -> tuple[Remedy, ...]:
    """Single changes after which the order would have succeeded, or its unit not been dislodged; own units first."""
    if isinstance(outcome.order, Waive | Bomb) or not _is_bad(outcome):
        return ()
    unit = position.find_unit(outcome.order.unit.kind, outcome.order.unit.space)
    assert unit is not None, "an outcome is of a unit of the position"
    scene = Scene(board, position, rulebook.order_rules)
    found = []
    for instead in _candidates(scene, book, outcome):
        helper = position.find_unit(instead.unit.kind, instead.unit.space)
        assert helper is not None, "every candidate is of a unit of the position"
        changed = replace(book, orders={**book.orders, helper.key: instead}, plan=None)
        verdict = judge_moves(board, position, changed, rulebook)
        after = dict(zip(position.units, verdict.outcomes, strict=False))[unit.key]
        if _is_better(after, outcome):
            found.append(Remedy(book.orders[helper.key], instead, helper.power == outcome.power))
    return tuple(sorted(found, key=lambda remedy: not remedy.is_own))


def _is_bad(outcome: Outcome) -> bool:
    return outcome.result is not Result.SUCCEEDS or outcome.fate is not Fate.STANDS


def _is_better(after: Outcome, before: Outcome) -> bool:
    if before.fate is not Fate.STANDS and after.fate is Fate.STANDS:
        return True
    return before.result is not Result.SUCCEEDS and after.result is Result.SUCCEEDS and after.fate is Fate.STANDS


def _candidates(scene: Scene, book: OrderBook, outcome: Outcome) -> Iterator[MovementOrder]:
    """Help that was not given, and orders against it that might have been a plain hold."""
    order = outcome.order
    assert not isinstance(order, Waive | Bomb)
    for space, unit in sorted(scene.units.items()):
        if unit.location == order.unit.location and unit.kind is order.unit.kind:
            continue
        piece, given = piece_of(unit), book.orders[space]
        wishes: list[MovementOrder] = [Hold(piece)]
        if isinstance(order, Move):
            wishes.append(SupportMove(piece, order.unit, order.target))
            wishes.append(Convoy(piece, order.unit, order.target))
            wishes.append(Embark(piece, order.unit))
        else:
            wishes.append(SupportHold(piece, order.unit))
        for wish in wishes:
            offer = check_order(scene, unit, wish)
            if not isinstance(offer, Refusal) and offer != given:
                yield offer
