"""Supports: when they are given, and when cut."""

from legation.judge.battlefield import NOBODY, Battlefield
from legation.judge.convoy import has_path, needs_sea
from legation.judge.rulebook import ParadoxRule
from legation.judge.strength import attack_strength, opposed
from legation.orders import SupportMove


def is_support_given(field: Battlefield, supporter: int, level: int) -> bool:
    """SUPPORT: no attack cuts it and nothing dislodges the supporter."""
    against = opposed(level)
    for attacker in field.attackers.get(field.spaces[supporter], ()):
        if is_cut_by(field, supporter, attacker, against):
            return False
    return True


def is_cut_by(field: Battlefield, supporter: int, attacker: int, level: int) -> bool:
    """True if an attack on the supporter cuts the support.

    It does unless it comes from the space at which the support is aimed, or from the supporter's own power; but a unit
    that dislodges the supporter always cuts.
    """
    if field.powers[attacker] == field.powers[supporter]:
        return False
    if attacker in field.convoyed and is_protected(field, supporter, attacker, level):
        return False
    if field.state[attacker] >= level:
        return True
    if field.spaces[attacker] == field.aimed[supporter]:
        return False
    return can_cut(field, attacker, level) and has_path(field, attacker, level)


def can_cut(field: Battlefield, attacker: int, level: int) -> bool:
    """True if such an attack cuts support at all: by its kind of unit, and over a difficult border only with help."""
    if attacker in field.weak and not attack_strength(field, attacker, level):
        return False
    return field.rulebook.traits[field.units[attacker].kind].cuts_support


def is_protected(field: Battlefield, supporter: int, attacker: int, level: int) -> bool:
    """True if the rulebook's paradox rule keeps a convoyed army from cutting this support (rulebooks section 3.4)."""
    rule = field.rulebook.paradox_rule
    if rule is ParadoxRule.NONE:
        return False
    sea = field.aimed[supporter]
    fleet = field.occupant.get(sea, NOBODY)
    if fleet == NOBODY:
        return False
    if rule is ParadoxRule.R1982:
        return any(fleet in fleets for fleets in field.convoyers.values())
    if not isinstance(field.orders[supporter], SupportMove):
        return False
    on_route = fleet in field.convoyers.get(attacker, ()) and bool(field.route_fleets[attacker] >> sea & 1)
    if rule is ParadoxRule.R2000:
        return on_route and needs_sea(field, attacker, sea, level)
    return on_route
