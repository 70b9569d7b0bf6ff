"""Saying why: from settled states to an outcome for every order."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, cast

from legation.board import SpaceId
from legation.judge.battlefield import CERTAIN, CONVOY, MOVE, NO, NOBODY, NONE, YES, Aftermath, Battlefield
from legation.judge.cargo import Told, tell_carriage
from legation.judge.convoy import has_path
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.solver import is_plain_bounce
from legation.judge.strength import defend_strength, hold_strength, keeps_out, prevent_strength
from legation.judge.support import can_cut, is_protected
from legation.judge.verdict import Finding, Harm, Outcome, Strengths
from legation.orders import Convoy, Embark, MovementOrder, Order

MANY: Final = 40
"""More helpers than any unit has neighbours."""
HOLDING: Final = tuple(Strengths(hold=number) for number in range(MANY))
ALONE: Final = HOLDING[1]
UNOPPOSED: Final = Strengths(attack=1)
EVEN: Final = Strengths(attack=1, prevent=1)
HELD: Final = Finding(Result.SUCCEEDS, Reason.HELD)
DISLODGED: Final = Finding(Result.SUCCEEDS, Reason.DISLODGED)
MOVED: Final = Finding(Result.SUCCEEDS, Reason.MOVED)
GIVEN: Final = Finding(Result.SUCCEEDS, Reason.SUPPORT_GIVEN)
AVAILABLE: Final = Finding(Result.SUCCEEDS, Reason.CONVOY_AVAILABLE)
UNROUTED: Final = Finding(Result.VOID, Reason.NO_CONVOY_ORDERED)
# Bound once: looking up a member of an Enum costs as much as the rest of a simple outcome.
SUCCEEDS, FAILS, VOID, CUT, DISRUPTED = Result.SUCCEEDS, Result.FAILS, Result.VOID, Result.CUT, Result.DISRUPTED
HAS_MOVED, BOUNCED, REPELLED, OUTMATCHED = Reason.MOVED, Reason.BOUNCED, Reason.REPELLED, Reason.OUTMATCHED
MET_HEAD_ON, OWN_UNIT_IN_WAY, SUPPORT_CUT = Reason.MET_HEAD_ON, Reason.OWN_UNIT_IN_WAY, Reason.SUPPORT_CUT
SUPPORT_UNMATCHED = Reason.SUPPORT_UNMATCHED
UNMATCHED: Final[Mapping[type, Reason]] = {Convoy: Reason.CONVOY_UNMATCHED, Embark: Reason.EMBARK_UNMATCHED}
# What Outcome(*row) and the like do, without their detour through Python.
new_outcome = cast("Callable[[tuple[object, ...]], Outcome]", partial(tuple.__new__, Outcome))
new_finding = cast("Callable[[tuple[Result, Reason, tuple[Order, ...]]], Finding]", partial(tuple.__new__, Finding))
new_strengths = cast("Callable[[tuple[int, int, int, int]], Strengths]", partial(tuple.__new__, Strengths))


def make_outcomes(field: Battlefield, aftermath: Aftermath, destroyed: Collection[SpaceId]) -> tuple[Outcome, ...]:
    """One outcome for every unit, in the order of the position."""
    count = len(field.units)
    findings: list[Finding] = [HELD] * count
    strengths: list[Strengths] = [ALONE] * count
    harms: list[Harm | None] = [None] * count
    _find_helping(field, aftermath, findings)
    _find_moves(field, aftermath, findings, strengths)
    state = field.state
    for number, helpers in field.hold_helpers.items():
        strength = 1
        for helper in helpers:
            if state[helper] == YES:
                strength += 1
        strengths[number] = HOLDING[strength]
    for number, mover in aftermath.dislodger.items():
        fate = Fate.DESTROYED if field.units[number].space in destroyed else Fate.DISLODGED
        harms[number] = Harm(fate, field.orders[mover])
        if findings[number] is HELD:
            findings[number] = DISLODGED
    if field.position.cargo or field.boarding or field.stranded:
        tell_carriage(field, aftermath, destroyed, Told(findings, harms, strengths))
    return tuple(map(new_outcome, zip(field.powers, field.orders, findings, harms, strengths, strict=True)))


def _find_helping(field: Battlefield, aftermath: Aftermath, findings: list[Finding]) -> None:
    """Supports and convoys: those that match nothing, those given, those cut or disrupted."""
    orders, act, state = field.orders, field.act, field.state
    for number, meant in field.void.items():
        reason = UNMATCHED.get(type(orders[number]), SUPPORT_UNMATCHED)
        findings[number] = new_finding((VOID, reason, (orders[meant],)))
    for number in field.helping:
        if state[number] == YES:
            findings[number] = AVAILABLE if act[number] == CONVOY else GIVEN
        elif act[number] == CONVOY:
            findings[number] = _why_disrupted(field, aftermath, number)
        else:
            findings[number] = _why_cut(field, aftermath, number)


def _find_moves(field: Battlefield, aftermath: Aftermath, findings: list[Finding], strengths: list[Strengths]) -> None:
    state, target, helped, occupant, attackers = (
        field.state, field.target, field.move_helpers, field.occupant, field.attackers
    )  # fmt: skip
    for mover in field.movers:
        goal = target[mover]
        given = [helper for helper in helped[mover] if state[helper] == YES] if mover in helped else NONE
        if state[mover] != YES:
            findings[mover], strengths[mover] = _find_failure(field, aftermath, mover, given)
            continue
        if given:
            findings[mover] = new_finding(
                (SUCCEEDS, HAS_MOVED, in_sequence([field.orders[helper] for helper in given]))
            )
        else:
            findings[mover] = MOVED
            if goal not in occupant and len(attackers[goal]) == 1 and mover not in field.weak:
                strengths[mover] = UNOPPOSED
                continue
        strengths[mover] = _measure_move(field, mover, goal, given)


def _measure_move(field: Battlefield, mover: int, target: int, given: Sequence[int]) -> Strengths:
    """The four numbers with everything settled. Must agree with the functions of ``strength``."""
    holder = field.occupant.get(target, NOBODY)
    if holder == NOBODY:
        attack, hold, defend = _base(field, mover) + len(given), 0, 0
    else:
        attack, hold, defend = _measure_against(field, mover, holder, given)
    if mover in field.convoyed and not has_path(field, mover, CERTAIN):
        attack = 0
    prevent = 0
    rivals = field.attackers[target]
    if len(rivals) > 1:
        for rival in rivals:
            if rival != mover and (against := prevent_strength(field, rival, CERTAIN)) > prevent:
                prevent = against
    return new_strengths((attack, hold, defend, prevent))


def _base(field: Battlefield, mover: int) -> int:
    return 0 if mover in field.weak else 1


def _measure_against(field: Battlefield, mover: int, holder: int, given: Sequence[int]) -> tuple[int, int, int]:
    """ATTACK, HOLD and DEFEND where a unit stands in the target space, or stood there."""
    powers = field.powers
    leaves = field.act[holder] >= MOVE and field.state[holder] == YES
    is_facing = mover in field.facing
    base = _base(field, mover)
    attack = base + len(given)
    if is_facing or not leaves:
        victim = powers[holder]
        if victim == powers[mover]:
            attack = 0
        elif given:
            attack = base + sum([powers[helper] != victim for helper in given])
    hold = 0 if leaves else hold_strength(field, field.spaces[holder], CERTAIN)
    return attack, hold, defend_strength(field, holder, CERTAIN) if is_facing else 0


def _find_failure(
    field: Battlefield, aftermath: Aftermath, mover: int, given: Sequence[int]
) -> tuple[Finding, Strengths]:
    """Of a move that failed: why, and the numbers."""
    target = field.target[mover]
    if target not in field.occupant and target not in aftermath.taken:
        rivals = field.attackers[target]
        if is_plain_bounce(field, rivals):  # the commonest failure; the rules below would say the same
            because = in_sequence([field.orders[rival] for rival in rivals if rival != mover])
            return new_finding((FAILS, BOUNCED, because)), EVEN
    strengths = _measure_move(field, mover, target, given)
    return _why_move_failed(field, aftermath, mover, strengths), strengths


def in_sequence(orders: list[MovementOrder]) -> tuple[Order, ...]:
    """Orders by the place of their unit, so that how units are listed changes nothing."""
    if len(orders) > 1:
        orders.sort(key=_place)
    return tuple(orders)


def _place(order: MovementOrder) -> str:
    return order.unit.location


def _given(field: Battlefield, helpers: Iterable[int]) -> tuple[Order, ...]:
    return in_sequence([field.orders[helper] for helper in helpers if field.state[helper] == YES])


def _why_move_failed(field: Battlefield, aftermath: Aftermath, mover: int, strengths: Strengths) -> Finding:
    """The first that holds: no convoy, a unit met head on, a winner of the space, the holder that stayed, a rival."""
    if mover in field.convoyed and not has_path(field, mover, CERTAIN):
        return _why_no_convoy(field, mover)
    if mover in aftermath.stopped:
        return new_finding((FAILS, Reason.CONVOY_PARADOX, _paradox_convoys(field, aftermath)))
    orders, powers = field.orders, field.powers
    facing = field.facing.get(mover, NOBODY)
    if facing != NOBODY:
        if powers[facing] == powers[mover]:
            return new_finding((FAILS, OWN_UNIT_IN_WAY, (orders[facing],)))
        if strengths.attack <= strengths.defend:
            return new_finding(
                (FAILS, MET_HEAD_ON, (orders[facing], *_given(field, field.move_helpers.get(facing, NONE))))
            )
    target = field.target[mover]
    if target in aftermath.taken:
        return new_finding((FAILS, OUTMATCHED, (orders[aftermath.taken[target]],)))
    holder = field.occupant.get(target, NOBODY)
    if holder != NOBODY and not (field.act[holder] >= MOVE and field.state[holder] == YES):
        if powers[holder] == powers[mover]:
            return new_finding((FAILS, OWN_UNIT_IN_WAY, (orders[holder],)))
        if facing == NOBODY and strengths.attack <= strengths.hold:
            return new_finding(
                (FAILS, REPELLED, (orders[holder], *_given(field, field.hold_helpers.get(holder, NONE))))
            )
    return new_finding((FAILS, BOUNCED, _stronger_rivals(field, mover, strengths.attack)))


def _paradox_convoys(field: Battlefield, aftermath: Aftermath) -> tuple[Order, ...]:
    return in_sequence([field.orders[number] for number in aftermath.stopped if field.act[number] == CONVOY])


def _why_no_convoy(field: Battlefield, mover: int) -> Finding:
    if mover in field.unrouted:
        return UNROUTED
    broken = [field.orders[fleet] for fleet in field.convoyers[mover] if field.state[fleet] == NO]
    return new_finding((FAILS, Reason.CONVOY_DISRUPTED, in_sequence(broken)))


def _stronger_rivals(field: Battlefield, mover: int, attack: int) -> tuple[Order, ...]:
    return in_sequence(
        [
            field.orders[rival]
            for rival in field.attackers[field.target[mover]]
            if rival != mover and prevent_strength(field, rival, CERTAIN) >= attack and keeps_out(field, rival, mover)
        ]
    )


def _why_cut(field: Battlefield, aftermath: Aftermath, supporter: int) -> Finding:
    if supporter in aftermath.stopped:
        return new_finding((CUT, Reason.CONVOY_PARADOX, _paradox_convoys(field, aftermath)))
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
        return new_finding((CUT, SUPPORT_CUT, in_sequence([field.orders[cutter] for cutter in cutters])))
    return new_finding((CUT, Reason.SUPPORT_DISLODGED, (field.orders[aftermath.dislodger[supporter]],)))


def _why_disrupted(field: Battlefield, aftermath: Aftermath, fleet: int) -> Finding:
    if fleet in aftermath.stopped:
        attackers = field.attackers.get(field.spaces[fleet], ())
        return new_finding(
            (DISRUPTED, Reason.CONVOY_PARADOX, in_sequence([field.orders[number] for number in attackers]))
        )
    return new_finding((DISRUPTED, Reason.CARRIER_DISLODGED, (field.orders[aftermath.dislodger[fleet]],)))
