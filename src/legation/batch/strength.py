"""The numbers of the battle, possibly or for certain. Must agree with ``judge.strength`` and ``judge.difficult``."""

from legation.batch import switches as rule
from legation.batch.codes import NOBODY
from legation.batch.compiling import Shorts, kernel
from legation.batch.field import (
    ACT,
    ATTACKER,
    CERTAIN,
    FACING,
    HELPER,
    MOVE_ACT,
    NEXT,
    NO,
    OPPOSED,
    POWER,
    RIVAL,
    RULES,
    STATE,
    TARGET,
    WAY,
    WEAK,
    YES,
)


@kernel
def defend_strength(field: Shorts, mover: int, level: int) -> int:
    """DEFEND: of a move met head on, with help from anybody."""
    strength = 1 - field[mover, WEAK]
    helper = field[mover, HELPER]
    while helper >= 0:
        if field[helper, STATE] >= level:
            strength += 1
        helper = field[helper, NEXT]
    return strength


@kernel
def attack_strength(field: Shorts, mover: int, level: int) -> int:
    """ATTACK: against a unit that stays, its own power's helpers do not count, and an own unit is never attacked."""
    if field[mover, WAY] < level:
        return 0
    holder = field[mover, TARGET]
    victim = field[holder, POWER]
    if victim < 0 or (
        field[holder, ACT] == MOVE_ACT and field[holder, STATE] >= level and field[mover, FACING] != holder
    ):
        return defend_strength(field, mover, level)
    if victim == field[mover, POWER]:
        return 0
    strength = 1 - field[mover, WEAK]
    helper = field[mover, HELPER]
    while helper >= 0:
        if field[helper, STATE] >= level and field[helper, POWER] != victim:
            strength += 1
        helper = field[helper, NEXT]
    return strength


@kernel
def hold_strength(field: Shorts, space: int, level: int) -> int:
    """HOLD: of an empty space 0; of a unit that tries to leave 1 if it fails, without help."""
    if field[space, POWER] < 0:
        return 0
    if field[space, ACT] == MOVE_ACT:
        return 0 if field[space, STATE] >= OPPOSED - level else 1
    strength = 1
    helper = field[space, HELPER]
    while helper >= 0:
        if field[helper, STATE] >= level:
            strength += 1
        helper = field[helper, NEXT]
    return strength


@kernel
def opposite(field: Shorts, mover: int) -> int:
    """The unit in the target space, if it moves to where this army stands."""
    other = field[mover, TARGET]
    return other if field[other, POWER] >= 0 and field[other, TARGET] == mover else NOBODY


@kernel
def _is_driven_out(field: Shorts, mover: int, level: int) -> bool:
    rival = opposite(field, mover)
    if rival == NOBODY or field[rival, STATE] < level:
        return False
    return field[mover, STATE] == NO if level == CERTAIN else field[mover, STATE] != YES


@kernel
def prevent_strength(field: Shorts, mover: int, level: int) -> int:
    """PREVENT: with what a move keeps others out. A unit beaten head on keeps nobody out of its attacker's space."""
    if field[mover, WAY] < level:
        return 0
    rival = field[mover, FACING]
    if rival >= 0:
        if field[rival, STATE] >= OPPOSED - level:
            return 0
    elif field[RULES, rule.DISLODGED_EFFECT] and _is_driven_out(field, mover, OPPOSED - level):
        return 0
    return defend_strength(field, mover, level)


@kernel
def may_step(field: Shorts, mover: int, level: int) -> bool:
    """Whether a move without any strength gets over a difficult border: into an empty space that nobody else enters."""
    target = field[mover, TARGET]
    if field[target, POWER] >= 0 and not (
        field[target, ACT] == MOVE_ACT and field[target, STATE] >= level and field[mover, FACING] != target
    ):
        return False
    against = OPPOSED - level
    rival = field[target, ATTACKER]
    while rival >= 0:
        facing = field[rival, FACING]
        is_beaten = facing >= 0 and field[facing, STATE] >= level
        if rival != mover and not is_beaten and field[rival, WAY] >= against:
            return False
        rival = field[rival, RIVAL]
    return True
