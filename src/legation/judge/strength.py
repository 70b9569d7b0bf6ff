"""The numbers of the battle (rulebooks section 3.2).

Each function takes a level: at ``POSSIBLE`` every order not yet settled counts in favour of the number, at ``CERTAIN``
none does. So ``attack_strength(field, m, POSSIBLE)`` is the most it can be, and with ``CERTAIN`` the least.
"""

from legation.judge.battlefield import CERTAIN, MOVE, NOBODY, POSSIBLE, Battlefield
from legation.judge.convoy import has_path
from legation.judge.rulebook import DislodgedEffect


def opposed(level: int) -> int:
    """The other level: what speaks against a number at one level is settled at the other."""
    return CERTAIN + POSSIBLE - level


def attack_strength(field: Battlefield, mover: int, level: int) -> int:
    """ATTACK: against a unit that stays, helpers of that unit's own power do not count, and one's own is never hit."""
    if field.convoyed[mover] and not has_path(field, mover, level):
        return 0
    state = field.state
    helpers = field.move_helpers[mover]
    occupant = field.occupant[field.target[mover]]
    if occupant == NOBODY or (
        field.act[occupant] == MOVE and field.facing[mover] != occupant and state[occupant] >= level
    ):
        strength = 1
        for helper in helpers:
            if state[helper] >= level:
                strength += 1
        return strength
    victim = field.powers[occupant]
    if victim == field.powers[mover]:
        return 0
    strength = 1
    for helper in helpers:
        if state[helper] >= level and field.powers[helper] != victim:
            strength += 1
    return strength


def hold_strength(field: Battlefield, space: int, level: int) -> int:
    """HOLD: of an empty space 0; of a unit that tries to leave 1 if it fails, without help."""
    occupant = field.occupant[space]
    if occupant == NOBODY:
        return 0
    if field.act[occupant] == MOVE:
        return 0 if field.state[occupant] >= opposed(level) else 1
    strength = 1
    for helper in field.hold_helpers[occupant]:
        if field.state[helper] >= level:
            strength += 1
    return strength


def defend_strength(field: Battlefield, mover: int, level: int) -> int:
    """DEFEND: of a move met head on, with help from anybody."""
    strength = 1
    for helper in field.move_helpers[mover]:
        if field.state[helper] >= level:
            strength += 1
    return strength


def prevent_strength(field: Battlefield, mover: int, level: int) -> int:
    """PREVENT: with what a move keeps others out. A unit beaten head on keeps nobody out of its attacker's space."""
    if field.convoyed[mover] and not has_path(field, mover, level):
        return 0
    rival = field.facing[mover]
    if rival == NOBODY and field.rulebook.dislodged_effect is DislodgedEffect.NEVER_ANY_EFFECT:
        rival = _swapping(field, mover)
    if rival != NOBODY and field.state[rival] >= opposed(level):
        return 0
    return defend_strength(field, mover, level)


def _swapping(field: Battlefield, mover: int) -> int:
    other = field.occupant[field.target[mover]]
    return other if other != NOBODY and field.target[other] == field.spaces[mover] else NOBODY


def keeps_out(field: Battlefield, rival: int, mover: int) -> bool:
    """Whether a rival's move can stop this one at all: a transport fleet's cannot stop a combat unit's (trait)."""
    traits = field.rulebook.traits
    return (
        traits[field.units[rival].kind].stands_off
        or not traits[field.units[mover].kind].stands_off
    )  # fmt: skip
