"""Solving the equations: settle what is certain, pass after pass; hand what is left over to ``paradox``."""

from legation.judge.battlefield import (
    CERTAIN,
    MOVE,
    NO,
    NOBODY,
    POSSIBLE,
    STAND,
    SUPPORT,
    UNKNOWN,
    YES,
    Battlefield,
)
from legation.judge.strength import (
    attack_strength,
    defend_strength,
    hold_strength,
    keeps_out,
    opposed,
    prevent_strength,
)
from legation.judge.support import is_support_given


def may_move(field: Battlefield, mover: int, level: int) -> bool:
    """MOVE: the attack beats the unit met head on or the holder, and every other move to the space."""
    attack = attack_strength(field, mover, level)
    if not attack:
        return False
    against = opposed(level)
    facing = field.facing[mover]
    target = field.target[mover]
    if facing != NOBODY:
        if attack <= defend_strength(field, facing, against):
            return False
    elif attack <= hold_strength(field, target, against):
        return False
    rivals = field.attackers[target]
    if len(rivals) > 1:
        for rival in rivals:
            if rival != mover and attack <= prevent_strength(field, rival, against) and keeps_out(field, rival, mover):
                return False
    return True


def is_convoy_intact(field: Battlefield, fleet: int, level: int) -> bool:
    """CONVOY: no move into the fleet's space succeeds."""
    against = opposed(level)
    return all(field.state[attacker] < against for attacker in field.attackers.get(field.spaces[fleet], ()))


def is_settled_as(field: Battlefield, number: int, level: int) -> bool:
    """Whether an order may succeed (``POSSIBLE``), or must (``CERTAIN``)."""
    act = field.act[number]
    if act == MOVE:
        return may_move(field, number, level)
    if act == SUPPORT:
        return is_support_given(field, number, level)
    return is_convoy_intact(field, number, level)


def start(field: Battlefield) -> list[int]:
    """The orders with something to settle. Supports and convoys that nobody attacks are settled at once."""
    pending = []
    attackers, spaces, state = field.attackers, field.spaces, field.state
    for number, act in enumerate(field.act):
        if act == STAND or state[number] != UNKNOWN:
            continue
        if act != MOVE and spaces[number] not in attackers:
            state[number] = YES
        else:
            pending.append(number)
    return pending


def settle(field: Battlefield, pending: list[int]) -> list[int]:
    """Settle every order whose result no longer depends on the others; what remains is returned."""
    state = field.state
    while True:
        left = []
        for number in pending:
            if not is_settled_as(field, number, POSSIBLE):
                state[number] = NO
            elif is_settled_as(field, number, CERTAIN):
                state[number] = YES
            else:
                left.append(number)
        if len(left) == len(pending):
            return left
        pending = left
