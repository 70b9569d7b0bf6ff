"""The strengths of the battle, at least and at most. Must agree with ``judge.strength`` and ``judge.difficult``.

Strengths are spans, like states (``field``): the certain value in the low byte, the possible value above it.
"""

from legation.batch import switches as rule
from legation.batch.codes import NOBODY
from legation.batch.compiling import ZERO, Shorts, kernel, known, part
from legation.batch.field import (
    ACT,
    ATTACKER,
    FACING,
    HELPER,
    LEAST,
    MOVE_ACT,
    NEXT,
    NO,
    POWER,
    RIVAL,
    RULES,
    STATE,
    TARGET,
    UNKNOWN,
    WAY,
    WEAK,
    YES,
)


@part
def deny(state: int) -> int:
    """The state of the opposite: certain where this is impossible."""
    return YES if state == NO else UNKNOWN if state == UNKNOWN else NO


@part
def limit(span: int, state: int) -> int:
    """A strength that counts only if a state holds."""
    return span if state == YES else span & ~LEAST if state == UNKNOWN else NO


@part
def defend_strength(field: Shorts, mover: int) -> int:
    """DEFEND: of a move met head on, with help from any power."""
    strength = (1 - field[mover, WEAK]) * YES
    helper = field[mover, HELPER]
    while helper >= 0:
        strength += field[helper, STATE]
        helper = field[helper, NEXT]
    return strength


@part
def leaving(field: Shorts, mover: int, target: int) -> int:
    """Whether the target is free, or its unit leaves by another way than this move's."""
    if field[target, POWER] < 0:
        return YES
    is_passing = (field[target, ACT] >= MOVE_ACT) & (field[mover, FACING] != target)
    return ZERO + field[target, STATE] if is_passing else NO


@part
def attack_strength(field: Shorts, mover: int) -> int:
    """ATTACK: against a unit that stays, helpers of its own power do not count; an own unit is never attacked."""
    target = known(field[mover, TARGET])
    victim = field[target, POWER]
    alone = (1 - field[mover, WEAK]) * YES
    helped, against = alone, alone
    helper = field[mover, HELPER]
    while helper >= 0:
        state = ZERO + field[helper, STATE]
        helped += state
        against += NO if field[helper, POWER] == victim else state
        helper = field[helper, NEXT]
    if victim == field[mover, POWER]:
        against = ZERO
    # Where the unit certainly leaves, all help counts; where it may leave, all help counts at most.
    left = leaving(field, mover, target)
    strength = helped if left == YES else (helped & ~LEAST | against & LEAST) if left == UNKNOWN else against
    return limit(strength, field[mover, WAY])


@part
def hold_strength(field: Shorts, space: int) -> int:
    """HOLD: 0 for an empty space; 1 for a unit that tries and fails to leave, without help."""
    if field[space, POWER] < 0:
        return NO
    if field[space, ACT] >= MOVE_ACT:
        return deny(field[space, STATE])
    strength = YES
    helper = field[space, HELPER]
    while helper >= 0:
        strength += field[helper, STATE]
        helper = field[helper, NEXT]
    return strength


@part
def get_space(field: Shorts, unit: int) -> int:
    """The space that a unit comes from: that of its ship for an army aboard."""
    decks = ZERO + field[RULES, rule.DECKS]
    return unit - decks if 0 < decks <= unit else unit


@kernel
def opposite(field: Shorts, mover: int) -> int:
    """The unit in the target space, if it moves to this army's space."""
    other = field[mover, TARGET]
    return other if field[other, POWER] >= 0 and field[other, TARGET] == get_space(field, mover) else NOBODY


@kernel
def _keep_ground(field: Shorts, mover: int) -> int:
    """Whether a unit is not dislodged by one that comes from its target."""
    rival = opposite(field, mover)
    return YES if rival == NOBODY else deny(min(ZERO + field[rival, STATE], deny(field[mover, STATE])))


@part
def prevent_strength(field: Shorts, mover: int) -> int:
    """PREVENT: how strongly a move keeps others out. A unit beaten head on keeps none out of its attacker's space."""
    counts = ZERO + field[mover, WAY]
    rival = field[mover, FACING]
    if rival >= 0:
        counts = min(counts, deny(field[rival, STATE]))
    elif field[RULES, rule.DISLODGED_EFFECT]:
        counts = min(counts, _keep_ground(field, mover))
    return limit(defend_strength(field, mover), counts)


@kernel
def may_step(field: Shorts, mover: int) -> int:
    """Whether a move without strength crosses a difficult border: into an empty space that no other unit enters."""
    target = known(field[mover, TARGET])
    state = leaving(field, mover, target)
    rival = field[target, ATTACKER]
    while rival >= 0:
        if rival != mover:
            facing = field[rival, FACING]
            beaten = NO if facing < 0 else ZERO + field[facing, STATE]
            state = min(state, deny(min(ZERO + field[rival, WAY], deny(beaten))))
        rival = field[rival, RIVAL]
    return state
