"""Reasons: from settled states to an outcome for every order."""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import repeat
from typing import Final, cast

from legation.board import SpaceId
from legation.judge.battlefield import CERTAIN, CONVOY, MOVE, NO, NOBODY, NONE, SUPPORT, YES, Battlefield
from legation.judge.carriage import explain_carriage
from legation.judge.convoy import has_path
from legation.judge.findings import (
    AVAILABLE,
    BOUNCED,
    CARRIER_DISLODGED,
    CUT,
    DISLODGED,
    DISRUPTED,
    FAILS,
    GIVEN,
    HAS_MOVED,
    HELD,
    HOLDING,
    MET_HEAD_ON,
    MOVED,
    OUTMATCHED,
    OWN_UNIT_IN_WAY,
    REPELLED,
    SUCCEEDS,
    SUPPORT_CUT,
    SUPPORT_DISLODGED,
    UNROUTED,
    VOID,
    UnitFindings,
    in_sequence,
    new_finding,
    new_strengths,
)
from legation.judge.move_clauses import cite_clauses
from legation.judge.reasons import Fate, Reason
from legation.judge.strength import attack_strength, defend_strength, hold_strength, keeps_out, prevent_strength
from legation.judge.support import can_cut, is_protected
from legation.judge.verdict import Finding, Harm, Outcome, Strengths
from legation.orders import Convoy, Embark, Order, SupportHold, SupportMove

FATE_DESTROYED: Final = Fate.DESTROYED
FATE_DISLODGED: Final = Fate.DISLODGED
UNMATCHED: Final[Mapping[type, Reason]] = {
    SupportHold: Reason.SUPPORT_UNMATCHED,
    SupportMove: Reason.SUPPORT_UNMATCHED,
    Convoy: Reason.CONVOY_UNMATCHED,
    Embark: Reason.EMBARK_UNMATCHED,
}
new_harm = cast("Callable[[type[Harm], tuple[Fate, Order, None]], Harm]", tuple.__new__)
new_tuple = cast("Callable[[type[Outcome], tuple[object, ...]], Outcome]", tuple.__new__)
"""The effect of ``Outcome(*row)``, without its detour through Python."""


def make_outcomes(field: Battlefield, destroyed: Collection[SpaceId]) -> tuple[Outcome, ...]:
    """One outcome for every unit, in the order of the position, once every order has been judged."""
    findings, strengths, state = field.findings, field.strengths, field.state
    harms: list[Harm | None] = [None] * len(findings)
    if field.void:
        _explain_void(field, findings)
    if field.uncounted:
        _explain_uncounted(field, field.uncounted)
    for number, helpers in field.hold_helpers.items():
        strength = 1
        for helper in helpers:
            if state[helper] == YES:
                strength += 1
        strengths[number] = HOLDING[strength]
    for number, mover in field.dislodger.items():
        fate = FATE_DESTROYED if destroyed and field.units[number].space in destroyed else FATE_DISLODGED
        harms[number] = new_harm(Harm, (fate, field.orders[mover], None))
        if findings[number] is HELD:
            findings[number] = DISLODGED
    if field.carrier or field.boarding or field.stranded:
        explain_carriage(field, destroyed, UnitFindings(findings, harms, strengths))
    rows = zip(field.powers, field.orders, findings, harms, strengths, repeat(()), repeat(False))
    outcomes = tuple(map(new_tuple, repeat(Outcome), rows))
    return cite_clauses(field, outcomes) if field.rulebook.clauses.decides else outcomes


def _explain_uncounted(field: Battlefield, movers: Iterable[int]) -> None:
    """Supports that were given but did not count in the attack: they would have dislodged a unit of their own power.

    They still keep rivals out of the space. A move that got in did not need them.
    """
    orders, powers, state, findings = field.orders, field.powers, field.state, field.findings
    for mover in movers:
        helpers = field.move_helpers[mover]
        occupant = field.occupant.get(field.target[mover], NOBODY)
        if occupant == NOBODY:
            continue
        has_left = field.act[occupant] >= MOVE and state[occupant] == YES
        if has_left and field.facing.get(mover) != occupant:
            continue
        victim = powers[occupant]
        is_own = victim == powers[mover]
        lost = [helper for helper in helpers if state[helper] == YES and (is_own or powers[helper] == victim)]
        for helper in lost:
            findings[helper] = new_finding(Finding, (SUCCEEDS, Reason.SUPPORT_NOT_COUNTED, (orders[occupant],)))
        if lost and state[mover] == YES:
            counted = [helper for helper in helpers if helper not in lost]
            findings[mover] = _why_moved(_given(field, counted))


def _explain_void(field: Battlefield, findings: list[Finding]) -> None:
    """Supports and convoys that match nothing."""
    orders = field.orders
    for number, meant in field.void.items():
        findings[number] = new_finding(Finding, (VOID, UNMATCHED[type(orders[number])], (orders[meant],)))


def explain_orders(field: Battlefield, numbers: Iterable[int]) -> None:
    """Explain supports, convoys and moves that were settled the long way."""
    for number in numbers:
        act = field.act[number]
        if act == MOVE:
            given = _given(field, field.move_helpers.get(number, NONE))
            if given:
                field.uncounted.add(number)
            field.strengths[number] = strengths = _measure_move(field, number)
            field.findings[number] = (
                _why_moved(given) if field.state[number] == YES else _why_move_failed(field, number, strengths)
            )
        elif act == CONVOY:
            field.findings[number] = AVAILABLE if field.state[number] == YES else _why_disrupted(field, number)
        elif act == SUPPORT:
            field.findings[number] = GIVEN if field.state[number] == YES else _why_cut(field, number)


def _why_moved(given: tuple[Order, ...]) -> Finding:
    return new_finding(Finding, (SUCCEEDS, HAS_MOVED, given)) if given else MOVED


def _measure_move(field: Battlefield, mover: int) -> Strengths:
    """The four numbers with everything settled."""
    target = field.target[mover]
    facing = field.facing.get(mover, NOBODY)
    attack = attack_strength(field, mover, CERTAIN)
    hold = hold_strength(field, target, CERTAIN)
    defend = defend_strength(field, facing, CERTAIN) if facing != NOBODY else 0
    prevent = max(
        [prevent_strength(field, rival, CERTAIN) for rival in field.attackers[target] if rival != mover], default=0
    )
    return new_strengths(Strengths, (attack, hold, defend, prevent))


def _given(field: Battlefield, helpers: Iterable[int]) -> tuple[Order, ...]:
    return in_sequence([field.orders[helper] for helper in helpers if field.state[helper] == YES])


def _why_move_failed(field: Battlefield, mover: int, strengths: Strengths) -> Finding:
    """The first that holds: no convoy, a unit met head on, a winner of the space, the holder that stayed, a rival."""
    if mover in field.convoyed and not has_path(field, mover, CERTAIN):
        return _why_no_convoy(field, mover)
    if mover in field.stopped:
        return new_finding(Finding, (FAILS, Reason.CONVOY_PARADOX, _paradox_convoys(field)))
    orders, powers = field.orders, field.powers
    facing = field.facing.get(mover, NOBODY)
    if facing != NOBODY:
        if powers[facing] == powers[mover]:
            return new_finding(Finding, (FAILS, OWN_UNIT_IN_WAY, (orders[facing],)))
        if strengths.attack <= strengths.defend:
            return new_finding(
                Finding, (FAILS, MET_HEAD_ON, (orders[facing], *_given(field, field.move_helpers.get(facing, NONE))))
            )
    target = field.target[mover]
    if target in field.taken:
        return new_finding(Finding, (FAILS, OUTMATCHED, (orders[field.taken[target]],)))
    holder = field.occupant.get(target, NOBODY)
    if holder != NOBODY and not (field.act[holder] >= MOVE and field.state[holder] == YES):
        if powers[holder] == powers[mover]:
            return new_finding(Finding, (FAILS, OWN_UNIT_IN_WAY, (orders[holder],)))
        if facing == NOBODY and strengths.attack <= strengths.hold:
            return new_finding(
                Finding, (FAILS, REPELLED, (orders[holder], *_given(field, field.hold_helpers.get(holder, NONE))))
            )
    return new_finding(Finding, (FAILS, BOUNCED, _stronger_rivals(field, mover, strengths.attack)))


def _paradox_convoys(field: Battlefield) -> tuple[Order, ...]:
    return in_sequence([field.orders[number] for number in field.stopped if field.act[number] == CONVOY])


def _why_no_convoy(field: Battlefield, mover: int) -> Finding:
    if mover in field.unrouted:
        return UNROUTED
    broken = [field.orders[fleet] for fleet in field.convoyers[mover] if field.state[fleet] == NO]
    return new_finding(Finding, (FAILS, Reason.CONVOY_DISRUPTED, in_sequence(broken)))


def _stronger_rivals(field: Battlefield, mover: int, attack: int) -> tuple[Order, ...]:
    return in_sequence(
        [
            field.orders[rival]
            for rival in field.attackers[field.target[mover]]
            if rival != mover and prevent_strength(field, rival, CERTAIN) >= attack and keeps_out(field, rival, mover)
        ]
    )


def _why_cut(field: Battlefield, supporter: int) -> Finding:
    if supporter in field.stopped:
        return new_finding(Finding, (CUT, Reason.CONVOY_PARADOX, _paradox_convoys(field)))
    cutters = [
        attacker
        for attacker in field.attackers[field.spaces[supporter]]
        if field.powers[attacker] != field.powers[supporter]
        and field.spaces[attacker] != field.aimed[supporter]
        and can_cut(field, attacker, CERTAIN)
        and has_path(field, attacker, CERTAIN)
        and not (attacker in field.convoyed and is_protected(field, supporter, attacker, CERTAIN))
    ]
    if cutters:
        return new_finding(Finding, (CUT, SUPPORT_CUT, in_sequence([field.orders[cutter] for cutter in cutters])))
    return new_finding(Finding, (CUT, SUPPORT_DISLODGED, (field.orders[field.dislodger[supporter]],)))


def _why_disrupted(field: Battlefield, fleet: int) -> Finding:
    if fleet in field.stopped:
        attackers = field.attackers.get(field.spaces[fleet], ())
        return new_finding(
            Finding, (DISRUPTED, Reason.CONVOY_PARADOX, in_sequence([field.orders[number] for number in attackers]))
        )
    return new_finding(Finding, (DISRUPTED, CARRIER_DISLODGED, (field.orders[field.dislodger[fleet]],)))
