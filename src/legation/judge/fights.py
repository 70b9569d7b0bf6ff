"""The fight for one space once everything that affects it is settled. Plain numbers then show which unit gets in, and
why.

``holder`` is the unit that stays in the space and ``hold`` its strength; ``NOBODY`` and 0 if there is none. The rules
are those of ``strength``, ``solver`` and ``outcomes``, which must agree (``tests/judge/test_glance.py``); odd moves are
not fought here.
"""

from collections.abc import Sequence
from typing import Final

from legation.board import PowerId
from legation.judge.battlefield import NO, NOBODY, UNKNOWN, YES, Battlefield
from legation.judge.findings import (
    BOUNCED,
    EVEN,
    FAILS,
    HAS_MOVED,
    MET_HEAD_ON,
    MOVED,
    OUTMATCHED,
    OWN_UNIT_IN_WAY,
    REPELLED,
    STRENGTHS,
    SUCCEEDS,
    in_sequence,
    new_finding,
)
from legation.judge.verdict import Finding
from legation.orders import MovementOrder

Camp = tuple[int, int, int, list[MovementOrder]]
"""A move and its support: DEFEND or PREVENT (first, so that camps sort by it), the move, ATTACK, its supports."""
NO_SUPPORTS: Final[list[MovementOrder]] = []
"""For a move without support. Never changed."""


def _muster(field: Battlefield, mover: int, victim: PowerId | None) -> Camp | None:
    """The support of a move that attacks a unit of some power, or no unit; None if a support is not settled."""
    powers, state, helped = field.powers, field.state, field.move_helpers
    # No unit attacks one of its own power, however well supported; but such a move still keeps others out.
    attack = 0 if powers[mover] == victim else 1
    if mover not in helped:
        return 1, mover, attack, NO_SUPPORTS
    # Two numbers are counted at once. Every support given counts for DEFEND and PREVENT. For ATTACK it counts only if
    # it is not given by the power whose unit would be dislodged: no unit helps to dislodge one of its own power.
    full, counted, given = 1, attack, []
    for helper in helped[mover]:
        if state[helper] == YES:
            full += 1
            given.append(field.orders[helper])
            if attack and powers[helper] != victim:
                counted += 1
        elif state[helper] == UNKNOWN:
            return None
    if counted < full > 1:
        field.uncounted.add(mover)
    return full, mover, counted, given


def judge_attack(field: Battlefield, mover: int, holder: int, hold: int) -> bool:
    """Judge the only move to a space; returns whether that was possible."""
    camp = _muster(field, mover, field.powers[holder] if hold else None)
    if camp is None:
        return False
    _, _, attack, given = camp
    field.strengths[mover] = STRENGTHS[attack, hold, 0, 0]
    if attack > hold:
        _enter(field, mover, given, holder)
    else:
        field.state[mover] = NO
        field.findings[mover] = why_repelled(field, mover, holder)
    return True


def _enter(field: Battlefield, mover: int, given: list[MovementOrder], holder: int) -> None:
    """A move gets into its space, and dislodges a unit that stays there."""
    field.state[mover] = YES
    field.findings[mover] = new_finding(Finding, (SUCCEEDS, HAS_MOVED, in_sequence(given))) if given else MOVED
    if holder != NOBODY:
        field.dislodger[holder] = mover


def why_repelled(field: Battlefield, mover: int, holder: int) -> Finding:
    """Why a move failed against a unit that stays."""
    orders, helped = field.orders, field.hold_helpers
    if field.powers[mover] == field.powers[holder]:
        return new_finding(Finding, (FAILS, OWN_UNIT_IN_WAY, (orders[holder],)))
    if holder not in helped:
        return new_finding(Finding, (FAILS, REPELLED, (orders[holder],)))
    given = in_sequence([orders[helper] for helper in helped[holder] if field.state[helper] == YES])
    return new_finding(Finding, (FAILS, REPELLED, (orders[holder], *given)))


def judge_head_on(field: Battlefield, mover: int, other: int) -> bool:
    """Judge two moves that meet head on, each the only one to its space; returns whether that was possible."""
    if field.state[mover] != UNKNOWN:
        return True
    powers = field.powers
    one = _muster(field, mover, powers[other])
    two = _muster(field, other, powers[mover])
    # A third unit that moves to either space may bounce the winner, so then the solver must look at everything. The
    # caller knows that ``mover`` is alone at its goal; its own space, the goal of ``other``, is checked here.
    if not one or not two or len(field.attackers[field.spaces[mover]]) > 1 or not field.odd.isdisjoint((mover, other)):
        return False
    # Both sides are checked, since both may fail: ATTACK without the supports of the other's power against DEFEND
    # with all.
    for camp, met in ((one, two), (two, one)):
        full, number, attack, given = camp
        defend, rival, counter, _ = met
        if attack > defend:
            _enter(field, number, given, rival)
        else:
            field.state[number] = NO
            field.findings[number] = _why_met(field, number, met)
        field.strengths[number] = STRENGTHS[attack, 0 if counter > full else 1, defend, 0]
    return True


def _why_met(field: Battlefield, mover: int, met: Camp) -> Finding:
    """Why a move failed against a unit met head on."""
    _, rival, _, given = met
    if field.powers[mover] == field.powers[rival]:
        return new_finding(Finding, (FAILS, OWN_UNIT_IN_WAY, (field.orders[rival],)))
    return new_finding(Finding, (FAILS, MET_HEAD_ON, (field.orders[rival], *in_sequence(given))))


def judge_rivals(field: Battlefield, movers: Sequence[int], holder: int, hold: int) -> bool:
    """Judge several moves to one space; returns whether that was possible."""
    space = field.target[movers[0]]
    # By far the most frequent fight: no unit stays in the space and none is helped, so all are 1 against 1.
    if not hold and field.move_helpers.keys().isdisjoint(movers):
        field.contested.add(space)
        _stand_off(field, movers)
        return True
    victim = field.powers[holder] if hold else None
    camps: list[Camp] = []
    for mover in movers:
        camp = _muster(field, mover, victim)
        if camp is None:
            return False
        camps.append(camp)
    # Camps sort by PREVENT. Only the strongest can get in: any other would have to beat its PREVENT, and ATTACK is
    # never more than PREVENT. If two are equally strong, either stops the other, so it does not matter which comes
    # first.
    camps.sort(reverse=True)
    if _measure_rivals(field, camps, hold):
        _, winner, _, given = camps[0]
        _enter(field, winner, given, holder)
        _explain_outmatched(field, camps)
    else:
        # A space counts as contested only if it stays empty: retreats there are closed by a stand-off, not by a
        # garrison.
        if not hold:
            field.contested.add(space)
        _explain_stopped(field, camps, holder, hold)
    return True


def _stand_off(field: Battlefield, movers: Sequence[int]) -> None:
    """Moves without help to an empty space stop each other."""
    orders, findings, state, strengths = field.orders, field.findings, field.state, field.strengths
    if len(movers) == 2:
        one, two = movers
        state[one] = state[two] = NO
        strengths[one] = strengths[two] = EVEN
        findings[one] = new_finding(Finding, (FAILS, BOUNCED, (orders[two],)))
        findings[two] = new_finding(Finding, (FAILS, BOUNCED, (orders[one],)))
        return
    for mover in movers:
        state[mover] = NO
        strengths[mover] = EVEN
        others = in_sequence([orders[rival] for rival in movers if rival != mover])
        findings[mover] = new_finding(Finding, (FAILS, BOUNCED, others))


def _measure_rivals(field: Battlefield, camps: list[Camp], hold: int) -> bool:
    """Record the numbers of several moves, the strongest first; returns whether it beats the holder and all others."""
    strengths = field.strengths
    top, first, attack, _ = camps[0]
    second = camps[1][0]
    strengths[first] = STRENGTHS[attack, hold, 0, second]
    for _, mover, number, _ in camps[1:]:
        strengths[mover] = STRENGTHS[number, hold, 0, top]
    return attack > hold and attack > second


def _explain_outmatched(field: Battlefield, camps: list[Camp]) -> None:
    """Record that the first of the camps got in."""
    finding = new_finding(Finding, (FAILS, OUTMATCHED, (field.orders[camps[0][1]],)))
    for _, mover, _, _ in camps[1:]:
        field.state[mover] = NO
        field.findings[mover] = finding


def _explain_stopped(field: Battlefield, camps: list[Camp], holder: int, hold: int) -> None:
    """Record that none got in: because of the unit that stayed there, or of rivals that are as strong."""
    orders = field.orders
    for _, mover, attack, _ in camps:
        field.state[mover] = NO
        if attack <= hold:
            field.findings[mover] = why_repelled(field, mover, holder)
        else:
            others = [orders[rival] for prevent, rival, _, _ in camps if rival != mover and prevent >= attack]
            field.findings[mover] = new_finding(Finding, (FAILS, BOUNCED, in_sequence(others)))
