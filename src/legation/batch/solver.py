"""Settling what is certain, pass after pass. Must agree with ``judge.solver`` and ``judge.support``."""

from legation.batch import switches as rule
from legation.batch.compiling import ZERO, Shorts, kernel, part
from legation.batch.field import (
    ACT,
    AIMED,
    ASSIST,
    ATTACKER,
    CONVOY_ACT,
    CONVOYED,
    CONVOYER,
    FACING,
    HELPER,
    HELPING,
    MOVE_ACT,
    MOVERS,
    NEXT,
    NO,
    ON_ROUTE,
    OPPOSED,
    PENDING,
    POSSIBLE,
    POWER,
    RIVAL,
    RULES,
    STATE,
    TARGET,
    UNKNOWN,
    WALKS,
    WAY,
    WEAK,
    YES,
)
from legation.batch.lanes import append, lane, lanes, meet
from legation.batch.paths import needs_sea, renew_ways
from legation.batch.strength import attack_strength, defend_strength, hold_strength, may_step, prevent_strength


@kernel
def may_move(field: Shorts, mover: int, level: int) -> bool:
    """MOVE: the attack beats the unit met head on or the holder, and every other move to the space."""
    attack = attack_strength(field, mover, level)
    if not attack:
        return field[mover, WEAK] and may_step(field, mover, level)
    against = OPPOSED - level
    facing = field[mover, FACING]
    target = field[mover, TARGET]
    if facing >= 0:
        if attack <= defend_strength(field, facing, against):
            return False
    elif attack <= hold_strength(field, target, against):
        return False
    rival = field[target, ATTACKER]
    while rival >= 0:
        if rival != mover and attack <= prevent_strength(field, rival, against):
            return False
        rival = field[rival, RIVAL]
    return True


@kernel
def is_undislodged(field: Shorts, unit: int, level: int) -> bool:
    """CONVOY: no move into the fleet's space succeeds."""
    attacker = field[unit, ATTACKER]
    while attacker >= 0:
        if field[attacker, STATE] >= OPPOSED - level:
            return False
        attacker = field[attacker, RIVAL]
    return True


@kernel
def _is_protected(field: Shorts, supporter: int, attacker: int, level: int) -> bool:
    """Whether the rulebook's paradox rule keeps a convoyed army from cutting this support (rulebooks section 3.4)."""
    paradox_rule = field[RULES, rule.PARADOX_RULE]
    fleet = field[supporter, AIMED]
    if paradox_rule == rule.NO_PARADOX_RULE or field[fleet, POWER] < 0 or field[fleet, ACT] != CONVOY_ACT:
        return False
    if paradox_rule == rule.R1982:
        return True
    if field[supporter, ACT] != ASSIST or not field[fleet, ON_ROUTE]:
        return False
    convoyer = field[attacker, CONVOYER]
    while convoyer >= 0 and convoyer != fleet:
        convoyer = field[convoyer, NEXT]
    if convoyer != fleet:
        return False
    return paradox_rule == rule.R1971 or needs_sea(field, attacker, fleet, level)


@kernel
def _is_cut_by(field: Shorts, supporter: int, attacker: int, level: int) -> bool:
    if field[attacker, POWER] == field[supporter, POWER]:
        return False
    if field[attacker, CONVOYED] > WALKS and _is_protected(field, supporter, attacker, level):
        return False
    if field[attacker, STATE] >= level:
        return True
    if attacker == field[supporter, AIMED]:
        return False
    if field[attacker, WEAK] and not attack_strength(field, attacker, level):
        return False
    return field[attacker, WAY] >= level


@kernel
def is_support_given(field: Shorts, supporter: int, level: int) -> bool:
    """SUPPORT: no attack cuts it and nothing dislodges the supporter."""
    attacker = field[supporter, ATTACKER]
    while attacker >= 0:
        if _is_cut_by(field, supporter, attacker, OPPOSED - level):
            return False
        attacker = field[attacker, RIVAL]
    return True


@kernel
def is_settled_as(field: Shorts, number: int, level: int) -> bool:
    """Whether an order may succeed (``POSSIBLE``), or must (``CERTAIN``)."""
    act = field[number, ACT]
    if act == MOVE_ACT:
        return may_move(field, number, level)
    if act == CONVOY_ACT:
        return is_undislodged(field, number, level)
    return is_support_given(field, number, level)


@part
def start(field: Shorts, lists: Shorts, movers: int, helping: int) -> int:
    """Settle what needs no thought; the orders with something left to settle go to ``PENDING`` and are counted.

    A lone move to an empty space succeeds; one without help fails against a unit that does not move. No order is
    skipped with an ``if``: whether it is pending is chance to the processor, and a wrong guess costs more than a store.
    """
    pending = ZERO
    for first in range(0, helping, lanes()):
        place = first + lane()
        number, is_open = ZERO, False
        if place < helping:
            number = ZERO + lists[HELPING, place]
            is_open = field[number, ATTACKER] >= 0
            field[number, STATE] = UNKNOWN if is_open else YES
        pending = append(lists, PENDING, pending, number, is_open)
    for first in range(0, movers, lanes()):
        place = first + lane()
        mover, is_open = ZERO, False
        if place < movers:
            mover = ZERO + lists[MOVERS, place]
            goal = field[mover, TARGET]
            is_free = field[goal, POWER] < 0
            is_alone = (field[goal, ATTACKER] == mover) & (field[mover, RIVAL] < 0) & (field[mover, CONVOYED] <= WALKS)
            is_repelled = (field[mover, HELPER] < 0) & (field[goal, ACT] < MOVE_ACT)
            guess = (YES if is_alone else UNKNOWN) if is_free else (NO if is_repelled else UNKNOWN)
            state = guess if field[mover, STATE] == UNKNOWN else field[mover, STATE]
            field[mover, STATE] = state
            is_open = state == UNKNOWN
        pending = append(lists, PENDING, pending, mover, is_open)
    meet()
    return pending


@kernel
def settle(field: Shorts, lists: Shorts, pending: int) -> int:
    """Settle every order whose result no longer depends on the others; how many remain in ``PENDING``.

    Lanes may see what others of the same pass have settled or not: what follows from less follows from more, so they
    come to the same end. The level that an order reaches, of ``POSSIBLE`` and ``CERTAIN``, is its state.
    """
    renew_ways(field, lists)
    while pending:
        left = ZERO
        for first in range(0, pending, lanes()):
            place = first + lane()
            number, is_open = ZERO, False
            if place < pending:
                number = ZERO + lists[PENDING, place]
                state = ZERO + NO
                for level in range(POSSIBLE, OPPOSED):
                    if not is_settled_as(field, number, level):
                        break
                    state = level
                field[number, STATE] = state
                is_open = state == UNKNOWN
            left = append(lists, PENDING, left, number, is_open)
        meet()
        if left == pending:
            break
        pending = left
        renew_ways(field, lists)
    return pending
