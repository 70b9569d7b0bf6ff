"""The strengths of the battle (rulebooks section 3.2).

Each function takes a level: at ``POSSIBLE`` every order not yet settled counts in favour of the number, at ``CERTAIN``
none does. So ``attack_strength(field, m, POSSIBLE)`` is the most it can be, and with ``CERTAIN`` the least.
"""

from typing import Final

from legation.judge.battlefield import CERTAIN, MOVE, NO, NOBODY, NONE, POSSIBLE, YES, Battlefield
from legation.judge.convoy import has_path, opposite
from legation.judge.rulebook import DislodgedEffect

NEVER_ANY_EFFECT: Final = DislodgedEffect.NEVER_ANY_EFFECT
"""Bound once, as in the other judge files: looking up a member of an Enum is slow in Python 3.11."""


def opposed(level: int) -> int:
    """The other level: what counts against a number at one level is settled at the other."""
    return CERTAIN + POSSIBLE - level


def attack_strength(field: Battlefield, mover: int, level: int) -> int:
    """ATTACK: against a unit that stays, that power's supports do not count; against the mover's own unit it is 0."""
    if mover in field.convoyed and not has_path(field, mover, level):
        return 0
    occupant = field.occupant.get(field.target[mover], NOBODY)
    if occupant == NOBODY or (
        field.act[occupant] >= MOVE and field.state[occupant] >= level and field.facing.get(mover) != occupant
    ):
        return defend_strength(field, mover, level)
    victim = field.powers[occupant]
    if victim == field.powers[mover]:
        return 0
    strength = 0 if mover in field.weak else 1
    for helper in field.move_helpers.get(mover, NONE):
        if field.state[helper] >= level and field.powers[helper] != victim:
            strength += 1
    return strength


def hold_strength(field: Battlefield, space: int, level: int) -> int:
    """HOLD: 0 for an empty space; 1 for a unit that tries and fails to leave, without help."""
    occupant = field.occupant.get(space, NOBODY)
    if occupant == NOBODY:
        return 0
    if field.act[occupant] >= MOVE:
        return 0 if field.state[occupant] >= opposed(level) else 1
    strength = 1
    for helper in field.hold_helpers.get(occupant, NONE):
        if field.state[helper] >= level:
            strength += 1
    return strength


def defend_strength(field: Battlefield, mover: int, level: int) -> int:
    """DEFEND: of a move met head on, with help from any power. A move over a difficult border has none of its own."""
    strength = 0 if mover in field.weak else 1
    for helper in field.move_helpers.get(mover, NONE):
        if field.state[helper] >= level:
            strength += 1
    return strength


def prevent_strength(field: Battlefield, mover: int, level: int) -> int:
    """PREVENT: how strongly a move keeps others out. A unit beaten head on keeps none out of its attacker's space."""
    if mover in field.convoyed and not has_path(field, mover, level):
        return 0
    rival = field.facing.get(mover, NOBODY)
    if rival != NOBODY:
        if field.state[rival] >= opposed(level):
            return 0
    elif field.rulebook.dislodged_effect is NEVER_ANY_EFFECT and _is_driven_out(field, mover, opposed(level)):
        return 0
    return defend_strength(field, mover, level)


def _is_driven_out(field: Battlefield, mover: int, level: int) -> bool:
    """True if a unit fails to change places by convoy and is dislodged by the unit coming from its target."""
    rival = opposite(field, mover)
    if rival == NOBODY or field.state[rival] < level:
        return False
    return field.state[mover] == NO if level == CERTAIN else field.state[mover] != YES


def yields_to(field: Battlefield, mover: int, rival: int) -> bool:
    """True if a move gives way to a rival's that succeeds, however strong: a transport fleet's to a combat unit's."""
    traits = field.rulebook.traits
    return traits[field.units[rival].kind].stands_off and not traits[field.units[mover].kind].stands_off


def keeps_out(field: Battlefield, rival: int, mover: int) -> bool:
    """True if a rival's move can stop this one at all: a transport fleet's cannot stop a combat unit's (trait)."""
    traits = field.rulebook.traits
    return traits[field.units[rival].kind].stands_off or not traits[field.units[mover].kind].stands_off
