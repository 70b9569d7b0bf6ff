"""Compared with judging every legal order of every unit: nothing of one's own that would have helped is left out."""

import random
from dataclasses import replace

import pytest

from legation.board import Position, Unit
from legation.judge import Fate, Outcome, Result, Rulebook, find_remedies, judge_moves
from legation.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    OrderBook,
    SupportHold,
    SupportMove,
    list_orders,
    make_order_book,
    piece_of,
    write_submissions,
)
from tests.kit import PROFILES, STANDARD, make_position, rules

SPACES = ["A PAR", "A BUR", "A MUN", "A BEL", "F HOL", "F NTH", "F ENG", "A RUH", "A PIC", "A GAS", "A MAR", "A KIE",
          "F HEL", "A BER", "A SIL", "A TYR", "F BRE", "A LON", "F DEN", "A PIE"]  # fmt: skip
POWERS = ("FRANCE", "GERMANY", "ENGLAND")


def make_phase(seed: int, rulebook: Rulebook) -> tuple[Position, OrderBook]:
    chance = random.Random(seed)
    units: dict[str, list[str]] = {power: [] for power in POWERS}
    for text in chance.sample(SPACES, 11):
        units[chance.choice(POWERS)].append(text)
    position = make_position(units)
    options = list_orders(STANDARD, position, None, rulebook.order_rules)
    orders: dict[str, list[MovementOrder]] = {}
    for choice in options.units.values():
        kinds: dict[type, list[MovementOrder]] = {}
        for order in choice.orders():
            kinds.setdefault(type(order), []).append(order)
        wanted = chance.choice([kind for kind in (Move, Move, SupportMove, SupportHold, Convoy, Hold) if kind in kinds])
        orders.setdefault(choice.unit.power, []).append(chance.choice(kinds[wanted]))
    lines = write_submissions(orders)  # type: ignore[arg-type]
    return position, make_order_book(STANDARD, position, lines, rulebook.order_rules)


def is_better(after: Outcome, before: Outcome) -> bool:
    was_driven_out = before.fate is not Fate.STANDS
    if after.fate is not Fate.STANDS:
        return before.fate is Fate.DESTROYED and after.fate is Fate.DISLODGED
    return was_driven_out or (before.result is not Result.SUCCEEDS and after.result is Result.SUCCEEDS)


def find_by_force(
    position: Position, book: OrderBook, rulebook: Rulebook, outcome: Outcome
) -> list[tuple[Unit, MovementOrder, Outcome]]:
    """Every legal order of one's other units that would have helped, and what would have become of that order."""
    found = []
    own = list_orders(STANDARD, position, outcome.power, rulebook.order_rules)
    for key, choice in own.units.items():
        if piece_of(choice.unit) == outcome.order.unit:  # type: ignore[union-attr]
            continue
        for order in choice.orders():
            changed = replace(book, orders={**book.orders, key: order})
            outcomes = {found.order: found for found in judge_moves(STANDARD, position, changed, rulebook).outcomes}
            if is_better(outcomes[outcome.order], outcome):
                found.append((choice.unit, order, outcomes[order]))
    return found


@pytest.mark.parametrize("seed", range(24))
def test_every_order_of_ones_own_that_would_have_helped_is_found(seed: int) -> None:
    rulebook = rules(PROFILES[seed % 4])
    position, book = make_phase(seed, rulebook)
    for outcome in judge_moves(STANDARD, position, book, rulebook).outcomes:
        named = {
            remedy.instead for remedy in find_remedies(STANDARD, position, book, rulebook, outcome) if remedy.is_own
        }
        units = {order.unit for order in named}
        by_force = find_by_force(position, book, rulebook, outcome)
        assert units == {piece_of(unit) for unit, _, _ in by_force}
        for unit, order, became in by_force:
            does_nothing = became.result is Result.VOID and Hold(piece_of(unit)) in named
            is_unrouted = isinstance(order, Move) and order.via_convoy
            assert order in named or does_nothing or is_unrouted, f"{order} for {outcome}"
        assert named <= {order for _, order, _ in by_force}
