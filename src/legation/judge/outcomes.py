"""Saying why: from settled states to an outcome for every order."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, cast

from legation.board import SpaceId
from legation.judge.battlefield import CERTAIN, CONVOY, MOVE, NO, NOBODY, NONE, YES, Battlefield
from legation.judge.convoy import has_path
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.strength import attack_strength, defend_strength, hold_strength, prevent_strength
from legation.judge.support import can_cut, is_protected
from legation.judge.verdict import Outcome, Strengths
from legation.orders import Convoy, Order

Finding = tuple[Result, Reason, tuple[Order, ...]]
"""The result of one order, before what happened to its unit is added."""

MANY: Final = 40
"""More helpers than any unit has neighbours."""
HOLDING: Final = tuple(Strengths(hold=number) for number in range(MANY))
ALONE: Final = HOLDING[1]
UNOPPOSED: Final = Strengths(attack=1)
# Bound once: looking up a member of an Enum costs as much as the rest of a simple outcome.
SUCCEEDS, FAILS, VOID, CUT, DISRUPTED = Result.SUCCEEDS, Result.FAILS, Result.VOID, Result.CUT, Result.DISRUPTED
MOVED, BOUNCED, REPELLED, OUTMATCHED = Reason.MOVED, Reason.BOUNCED, Reason.REPELLED, Reason.OUTMATCHED
MET_HEAD_ON, OWN_UNIT_IN_WAY = Reason.MET_HEAD_ON, Reason.OWN_UNIT_IN_WAY
SUPPORT_UNMATCHED, CONVOY_UNMATCHED = Reason.SUPPORT_UNMATCHED, Reason.CONVOY_UNMATCHED
SUPPORT_GIVEN, SUPPORT_CUT, CONVOY_AVAILABLE = Reason.SUPPORT_GIVEN, Reason.SUPPORT_CUT, Reason.CONVOY_AVAILABLE
new_outcome = cast("Callable[[tuple[object, ...]], Outcome]", partial(tuple.__new__, Outcome))
"""What ``Outcome(*row)`` does, without its detour through Python."""


class Aftermath(NamedTuple):
    """What the settled orders did to the board."""

    taken: dict[int, int]
    """Of a space that a move entered: that move."""
    dislodger: dict[int, int]
    """Of a dislodged unit: the move that drove it out."""
    stopped: frozenset[int]
    """Convoys that a paradox stopped."""


class Findings:
    """One column for each field of an outcome, filled in where a unit did more than stand unharmed."""

    __slots__ = ("because", "culprit", "fate", "reason", "result", "strengths")

    def __init__(self, count: int) -> None:
        self.result: list[Result] = [SUCCEEDS] * count
        self.reason: list[Reason] = [Reason.HELD] * count
        self.because: list[tuple[Order, ...]] = [()] * count
        self.fate: list[Fate] = [Fate.STANDS] * count
        self.culprit: list[Order | None] = [None] * count
        self.strengths: list[Strengths] = [ALONE] * count

    def enter(self, number: int, finding: Finding) -> None:
        """Enter what was found of one order."""
        self.result[number], self.reason[number], self.because[number] = finding


def make_outcomes(field: Battlefield, aftermath: Aftermath, destroyed: frozenset[SpaceId]) -> tuple[Outcome, ...]:
    """One outcome for every unit, in the order of the position."""
    found = Findings(len(field.units))
    _find_helping(field, aftermath, found)
    _find_moves(field, aftermath, found)
    for number, helpers in field.hold_helpers.items():
        found.strengths[number] = HOLDING[1 + len(_given(field, helpers))]
    for number, mover in aftermath.dislodger.items():
        found.fate[number] = Fate.DESTROYED if field.units[number].space in destroyed else Fate.DISLODGED
        found.culprit[number] = field.orders[mover]
    rows = zip(
        field.powers, field.orders, found.result, found.reason, found.because, found.fate, found.culprit,
        found.strengths, strict=True,
    )  # fmt: skip
    return tuple(map(new_outcome, rows))


def _find_helping(field: Battlefield, aftermath: Aftermath, found: Findings) -> None:
    """Supports and convoys: those that match nothing, those given, those cut or disrupted."""
    orders, act, state, reason = field.orders, field.act, field.state, found.reason
    for number, meant in field.void.items():
        if act[number] != MOVE:
            why = CONVOY_UNMATCHED if type(orders[number]) is Convoy else SUPPORT_UNMATCHED
            found.result[number], reason[number], found.because[number] = VOID, why, (orders[meant],)
    for number in field.helping:
        if state[number] == YES:
            reason[number] = CONVOY_AVAILABLE if act[number] == CONVOY else SUPPORT_GIVEN
        elif act[number] == CONVOY:
            found.enter(number, _why_disrupted(field, aftermath, number))
        else:
            found.enter(number, _why_cut(field, aftermath, number))


def _find_moves(field: Battlefield, aftermath: Aftermath, found: Findings) -> None:
    state, target, helped, occupant, attackers = (
        field.state, field.target, field.move_helpers, field.occupant, field.attackers
    )  # fmt: skip
    reason, strengths = found.reason, found.strengths
    for mover in field.movers:
        goal = target[mover]
        if state[mover] != YES:
            strengths[mover] = _measure_move(field, mover, goal)
            found.enter(mover, _why_move_failed(field, aftermath, mover, strengths[mover]))
            continue
        reason[mover] = MOVED
        if mover in helped:
            found.because[mover] = _given(field, helped[mover])
        elif goal not in occupant and len(attackers[goal]) == 1:
            strengths[mover] = UNOPPOSED
            continue
        strengths[mover] = _measure_move(field, mover, goal)


def _measure_move(field: Battlefield, mover: int, target: int) -> Strengths:
    facing = field.facing.get(mover, NOBODY)
    prevent = 0
    for rival in field.attackers[target]:
        if rival != mover:
            prevent = max(prevent, prevent_strength(field, rival, CERTAIN))
    return Strengths(
        attack_strength(field, mover, CERTAIN),
        hold_strength(field, target, CERTAIN),
        defend_strength(field, facing, CERTAIN) if facing != NOBODY else 0,
        prevent,
    )


def _given(field: Battlefield, helpers: Iterable[int]) -> tuple[Order, ...]:
    return tuple([field.orders[helper] for helper in helpers if field.state[helper] == YES])


def _why_move_failed(field: Battlefield, aftermath: Aftermath, mover: int, strengths: Strengths) -> Finding:
    """The first that holds: no convoy, a unit met head on, a winner of the space, the holder that stayed, a rival."""
    if mover in field.convoyed and not has_path(field, mover, CERTAIN):
        return _why_no_convoy(field, mover)
    orders, powers = field.orders, field.powers
    facing = field.facing.get(mover, NOBODY)
    if facing != NOBODY:
        if powers[facing] == powers[mover]:
            return FAILS, OWN_UNIT_IN_WAY, (orders[facing],)
        if strengths.attack <= strengths.defend:
            return FAILS, MET_HEAD_ON, (orders[facing], *_given(field, field.move_helpers.get(facing, NONE)))
    target = field.target[mover]
    if target in aftermath.taken:
        return FAILS, OUTMATCHED, (orders[aftermath.taken[target]],)
    holder = field.occupant.get(target, NOBODY)
    if holder != NOBODY and not (field.act[holder] == MOVE and field.state[holder] == YES):
        if powers[holder] == powers[mover]:
            return FAILS, OWN_UNIT_IN_WAY, (orders[holder],)
        if facing == NOBODY and strengths.attack <= strengths.hold:
            return FAILS, REPELLED, (orders[holder], *_given(field, field.hold_helpers.get(holder, NONE)))
    return FAILS, BOUNCED, _stronger_rivals(field, mover, strengths.attack)


def _why_no_convoy(field: Battlefield, mover: int) -> Finding:
    if mover in field.void:
        return VOID, Reason.NO_CONVOY_ORDERED, ()
    broken = [field.orders[fleet] for fleet in field.convoyers[mover] if field.state[fleet] == NO]
    return FAILS, Reason.CONVOY_DISRUPTED, tuple(broken)


def _stronger_rivals(field: Battlefield, mover: int, attack: int) -> tuple[Order, ...]:
    rivals = field.attackers[field.target[mover]]
    return tuple(
        [
            field.orders[rival]
            for rival in rivals
            if rival != mover and prevent_strength(field, rival, CERTAIN) >= attack
        ]
    )


def _why_cut(field: Battlefield, aftermath: Aftermath, supporter: int) -> Finding:
    cutters = [
        attacker
        for attacker in field.attackers[field.spaces[supporter]]
        if field.powers[attacker] != field.powers[supporter]
        and field.spaces[attacker] != field.aimed[supporter]
        and can_cut(field, attacker)
        and has_path(field, attacker, CERTAIN)
        and not (attacker in field.convoyed and is_protected(field, supporter, attacker, CERTAIN))
    ]
    if cutters:
        return CUT, SUPPORT_CUT, tuple([field.orders[cutter] for cutter in cutters])
    return CUT, Reason.SUPPORT_DISLODGED, (field.orders[aftermath.dislodger[supporter]],)


def _why_disrupted(field: Battlefield, aftermath: Aftermath, fleet: int) -> Finding:
    if fleet in aftermath.stopped:
        attackers = field.attackers.get(field.spaces[fleet], ())
        return DISRUPTED, Reason.CONVOY_PARADOX, tuple(field.orders[number] for number in attackers)
    return DISRUPTED, Reason.CARRIER_DISLODGED, (field.orders[aftermath.dislodger[fleet]],)
