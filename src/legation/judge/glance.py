"""Judges at a glance whatever is simple: most of a phase.

A move or a support that no other order affects was set apart when the orders were laid out: it succeeds. A support
attacked from elsewhere than its aim is cut. A space can be judged once the supports that count there are settled and,
where a unit wants to leave it, that unit: then strengths are plain numbers, which show at once which unit gets in and
why. Anything unusual goes the long way through ``solver`` and ``outcomes``, which could judge everything;
``tests/judge/test_glance.py`` compares the two ways.
"""

from collections.abc import Collection, Set
from typing import Final

from legation.board import STANDARD_TRAITS
from legation.judge.battlefield import CERTAIN, CONVOY, MOVE, NO, NOBODY, UNKNOWN, YES, Battlefield
from legation.judge.fights import judge_attack, judge_head_on, judge_rivals, why_repelled
from legation.judge.findings import (
    ALONE,
    AVAILABLE,
    CARRIER_DISLODGED,
    CUT,
    DISRUPTED,
    GIVEN,
    HELD,
    HOLDING,
    MOVED,
    OWN_UNIT_IN_WAY,
    SUPPORT_CUT,
    SUPPORT_DISLODGED,
    UNOPPOSED,
    UNROUTED,
    in_sequence,
    new_finding,
    new_strengths,
)
from legation.judge.strength import defend_strength
from legation.judge.verdict import Finding, Strengths

UNSETTLED: Final = -1
"""Stands in for a strength that is not known yet."""
EXCHANGE: Final = -2
"""Stands in for the strength of a unit that wants to change places with another: it fights that one in another way."""
HELPS: Final = (HELD, GIVEN, AVAILABLE)
"""The finding for a unit that is not attacked, by its act."""
LEAVING: Final = (1, UNSETTLED, 0)
"""The strength with which a moving unit holds its space, by the state of its move."""


def judge_at_a_glance(field: Battlefield) -> list[int]:
    """Settle the simple cases, with reasons; returns the remaining orders."""
    _settle_undisputed(field)
    if field.convoyed or field.weak or field.rulebook.traits is not STANDARD_TRAITS:
        field.odd = list_odd(field)
    helping, spaces = field.attacked, field.disputed
    # A support waits for the moves that may dislodge it, and a space for the supports that count there, so every pass
    # may settle what the next one needs. When a pass settles nothing, what is left is odd, or waits in a circle, or
    # waits for such orders: that is for the solver.
    while helping or spaces:
        doubtful = [helper for helper in helping if not _judge_helper(field, helper)] if helping else helping
        disputed = _judge_spaces(field, spaces)
        if len(doubtful) == len(helping) and len(disputed) == len(spaces):
            return [*helping, *[mover for space in spaces for mover in field.attackers[space]], *field.boarding]
        helping, spaces = doubtful, disputed
        if len(field.convoyed) > len(field.unrouted):
            field.odd = list_odd(field)  # more of the convoys may be safe by now
    return list(field.boarding)


def list_odd(field: Battlefield) -> Set[int]:
    """Moves that do not fight in the ordinary way: over difficult borders, of units with other traits, and by sea
    unless the convoy is safe.
    """
    traits = field.rulebook.traits
    odd = {mover for mover in field.convoyed if not _is_carried(field, mover)} | field.weak
    if traits is not STANDARD_TRAITS:
        plain = {kind for kind, given in traits.items() if given.stands_off and given.cuts_support}
        odd.update([mover for mover in field.movers if field.units[mover].kind not in plain])
    return odd


def _is_carried(field: Battlefield, mover: int) -> bool:
    """True if an army's convoy stands: every fleet that was ordered to carry it does."""
    return mover not in field.unrouted and all(field.state[fleet] == YES for fleet in field.convoyers[mover])


def _settle_undisputed(field: Battlefield) -> None:
    """Supports and convoys that are not attacked are given; lone moves to empty spaces succeed."""
    state, act, findings, strengths = field.state, field.act, field.findings, field.strengths
    for helper in field.safe:
        state[helper] = YES
        findings[helper] = HELPS[act[helper]]
    for mover in field.undisputed:
        state[mover] = YES
        findings[mover] = MOVED
        strengths[mover] = UNOPPOSED


def _judge_helper(field: Battlefield, helper: int) -> bool:
    """Judge an attacked support or convoy. Any attack cuts a support, but one by its own power or from its aim does so
    only if it dislodges the supporter; a convoy is stopped by nothing less.
    """
    orders, powers, spaces, state = field.orders, field.powers, field.spaces, field.state
    is_convoy, cutters, winner = field.act[helper] == CONVOY, [], NOBODY
    power, aim, by_sea, odd = powers[helper], field.aimed[helper], field.convoyed, field.odd
    for attacker in field.attackers[spaces[helper]]:
        if attacker in by_sea or attacker in odd:
            if attacker in field.unrouted:
                continue  # it never arrives
            return False
        if powers[attacker] == power:
            continue  # it can neither cut the support nor dislodge its own power's unit
        if not is_convoy and spaces[attacker] != aim:
            cutters.append(orders[attacker])
        elif state[attacker] != NO:
            winner = attacker  # at most one move into a space succeeds, and all of them are judged together
    if cutters:
        state[helper] = NO
        field.findings[helper] = new_finding(Finding, (CUT, SUPPORT_CUT, in_sequence(cutters)))
    elif winner == NOBODY:
        state[helper] = YES
        field.findings[helper] = AVAILABLE if is_convoy else GIVEN
    elif state[winner] == YES:
        state[helper] = NO
        result, reason = (DISRUPTED, CARRIER_DISLODGED) if is_convoy else (CUT, SUPPORT_DISLODGED)
        field.findings[helper] = new_finding(Finding, (result, reason, (orders[winner],)))
    else:
        return False
    return True


def _judge_spaces(field: Battlefield, spaces: Collection[int]) -> list[int]:
    """Judge all moves to those spaces where everything relevant is settled; returns the other spaces."""
    attackers, occupant, odd, act, exchanges = field.attackers, field.occupant, field.odd, field.act, field.exchanges
    helped, held, state, findings = field.move_helpers, field.hold_helpers, field.state, field.findings
    strengths, left = field.strengths, []
    for space in spaces:
        movers = attackers[space]
        # The unit that stays in the space, and the strength with which it does; negative while that is open.
        holder, hold = NOBODY, 0
        if space in occupant:
            holder = occupant[space]
            if act[holder] < MOVE:
                hold = _measure_hold(field, holder) if holder in held else 1
            elif holder in exchanges:
                hold = EXCHANGE
            elif (hold := LEAVING[state[holder]]) == 0:
                holder = NOBODY
        if hold < 0:
            is_judged = hold == EXCHANGE and _judge_exchange(field, movers)
        elif len(movers) > 1 or (mover := movers[0]) in odd:
            is_judged = _judge_crowd(field, movers, holder, hold)
        elif mover in helped:
            is_judged = judge_attack(field, mover, holder, hold)
        elif hold:
            is_judged = True
            state[mover] = NO
            findings[mover] = finding = why_repelled(field, mover, holder)
            strengths[mover] = HOLDING[hold] if finding[1] is OWN_UNIT_IN_WAY else ALONE[hold]
        else:
            is_judged = True
            state[mover] = YES
            findings[mover] = MOVED
            strengths[mover] = UNOPPOSED
        if not is_judged:
            left.append(space)
    return left


def _measure_hold(field: Battlefield, holder: int) -> int:
    """HOLD of a unit that is helped to hold, or a sign that something is not settled."""
    state, hold = field.state, 1
    for helper in field.hold_helpers[holder]:
        if state[helper] == YES:
            hold += 1
        elif state[helper] == UNKNOWN:
            return UNSETTLED
    return hold


def _judge_exchange(field: Battlefield, movers: list[int]) -> bool:
    """Judge the moves to a space whose unit wants to change places; returns whether that was possible."""
    mover = movers[0]
    return len(movers) == 1 and mover in field.facing and judge_head_on(field, mover, field.facing[mover])


def _judge_crowd(field: Battlefield, movers: list[int], holder: int, hold: int) -> bool:
    """Judge several moves to a space, or one that is odd; returns whether that was possible."""
    if field.odd.isdisjoint(movers):
        return judge_rivals(field, movers, holder, hold)
    # An army without a route has no strength at all, so the others fight as if it were not there.
    fighting = [mover for mover in movers if mover not in field.unrouted]
    if not field.odd.isdisjoint(fighting):
        return False
    if len(fighting) > 1:
        is_judged = judge_rivals(field, fighting, holder, hold)
    else:
        is_judged = not fighting or judge_attack(field, fighting[0], holder, hold)
    if is_judged:
        _explain_unrouted(field, movers, fighting, hold)
    return is_judged


def _explain_unrouted(field: Battlefield, movers: list[int], fighting: list[int], hold: int) -> None:
    """Armies without a convoy take no part in the fight; the others that move to the space have been judged."""
    prevent = max([defend_strength(field, rival, CERTAIN) for rival in fighting], default=0)
    for mover in movers:
        if mover in field.unrouted:
            field.findings[mover] = UNROUTED
            field.strengths[mover] = new_strengths(Strengths, (0, hold, 0, prevent))
            if mover in field.move_helpers:
                field.uncounted.add(mover)
