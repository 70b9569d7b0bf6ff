"""Solving the equations: settle what is certain, pass after pass; hand what is left over to ``paradox``."""

from collections.abc import Callable, Sequence
from typing import Final

from legation.board import STANDARD_TRAITS
from legation.judge.battlefield import (
    CERTAIN,
    MOVE,
    NO,
    NOBODY,
    POSSIBLE,
    UNKNOWN,
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
    """Whether an order may succeed (``POSSIBLE``), or must (``CERTAIN``)."""
    return QUESTIONS[field.act[number]](field, number, level)


def is_embarked(field: Battlefield, army: int, level: int) -> bool:
    """EMBARK: neither the ship that takes the army nor the one it comes from is dislodged (Colonial Variant, 7, 8)."""
    return all(field.state[ship] >= level for ship in field.boarding[army])


QUESTIONS: Final[Sequence[Callable[[Battlefield, int, int], bool]]] = (
    is_convoy_intact, is_support_given, is_convoy_intact, may_move, is_embarked
)  # fmt: skip
"""Of each act: what decides whether it succeeds (``STAND`` is never asked)."""


def start(field: Battlefield) -> list[int]:
    """Settle what needs no thought; the orders with something left to settle are returned.

    Supports and convoys that nobody attacks stand; a lone move to an empty space succeeds; a move without help fails
    against a unit that does not move, and against others without help that want the same empty space. Each must agree
    with ``is_settled_as``.
    """
    pending = []
    attackers, spaces, state, occupant = field.attackers, field.spaces, field.state, field.occupant
    for number in field.helping:
        if spaces[number] in attackers:
            pending.append(number)
        else:
            state[number] = YES
    for mover in field.movers:
        goal = field.target[mover]
        if goal not in occupant:
            rivals = attackers[goal]
            if len(rivals) == 1:
                if mover not in field.convoyed:
                    state[mover] = YES
                    continue
            elif is_plain_bounce(field, rivals):
                state[mover] = NO
                continue
        elif mover not in field.move_helpers and field.act[occupant[goal]] < MOVE:
            state[mover] = NO
            continue
        if state[mover] == UNKNOWN:
            pending.append(mover)
    return [*pending, *field.boarding] if field.boarding else pending


def is_plain_bounce(field: Battlefield, movers: list[int]) -> bool:
    """Whether these moves to one empty space simply stop each other."""
    helped, convoyed = field.move_helpers, field.convoyed
    for mover in movers:
        if mover in helped or mover in convoyed or mover in field.weak:
            return False
    return field.rulebook.traits is STANDARD_TRAITS  # kinds that do not stand each other off need the long way


def settle(field: Battlefield, pending: list[int]) -> list[int]:
    """Settle every order whose result no longer depends on the others; what remains is returned."""
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
