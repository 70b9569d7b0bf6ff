"""Solves the equations: settles what is certain, pass after pass, and leaves the rest to ``paradox``."""

from collections.abc import Callable, Sequence
from typing import Final

from legation.judge.battlefield import (
    CERTAIN,
    NO,
    NOBODY,
    POSSIBLE,
    YES,
    Battlefield,
)
from legation.judge.difficult import may_step
from legation.judge.strength import (
    attack_strength,
    defend_strength,
    hold_strength,
    keeps_out,
    opposed,
    prevent_strength,
    yields_to,
)
from legation.judge.support import is_support_given


def may_move(field: Battlefield, mover: int, level: int) -> bool:
    """MOVE: the attack beats the unit met head on or the holder, and every other move to the space."""
    attack = attack_strength(field, mover, level)
    if not attack:
        return mover in field.weak and may_step(field, mover, level)
    against = opposed(level)
    facing = field.facing.get(mover, NOBODY)
    target = field.target[mover]
    if facing != NOBODY:
        if attack <= defend_strength(field, facing, against):
            return False
    elif attack <= hold_strength(field, target, against):
        return False
    for rival in field.attackers[target]:
        if rival != mover and (
            (attack <= prevent_strength(field, rival, against) and keeps_out(field, rival, mover))
            or (field.state[rival] >= against and yields_to(field, mover, rival))
        ):
            return False
    return True


def is_convoy_intact(field: Battlefield, fleet: int, level: int) -> bool:
    """CONVOY: no move into the fleet's space succeeds."""
    against = opposed(level)
    return all(field.state[attacker] < against for attacker in field.attackers.get(field.spaces[fleet], ()))


def is_settled_as(field: Battlefield, number: int, level: int) -> bool:
    """True if an order may succeed (``POSSIBLE``), or must (``CERTAIN``)."""
    return QUESTIONS[field.act[number]](field, number, level)


def is_embarked(field: Battlefield, army: int, level: int) -> bool:
    """EMBARK: neither the ship that takes the army nor the one it comes from is dislodged (Colonial Variant, 7, 8)."""
    return all(field.state[ship] >= level for ship in field.boarding[army])


QUESTIONS: Final[Sequence[Callable[[Battlefield, int, int], bool]]] = (
    is_convoy_intact, is_support_given, is_convoy_intact, may_move, is_embarked
)  # fmt: skip
"""The function that decides whether each kind of act succeeds (``STAND`` never needs one)."""


def settle(field: Battlefield, pending: list[int]) -> list[int]:
    """Settle every order whose result no longer depends on the others; returns what remains."""
    state, act = field.state, field.act
    while pending:
        left = []
        for number in pending:
            question = QUESTIONS[act[number]]
            if not question(field, number, POSSIBLE):
                state[number] = NO
            elif question(field, number, CERTAIN):
                state[number] = YES
            else:
                left.append(number)
        if len(left) == len(pending):
            break
        pending = left
    return pending
