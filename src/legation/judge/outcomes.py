"""Saying why: from settled states to an outcome for every order."""

from typing import NamedTuple

from legation.board import SpaceId
from legation.judge.battlefield import CERTAIN, CONVOY, MOVE, NO, NOBODY, SUPPORT, YES, Battlefield
from legation.judge.convoy import has_path
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.strength import attack_strength, defend_strength, hold_strength, prevent_strength
from legation.judge.support import is_protected
from legation.judge.verdict import Outcome, Strengths
from legation.orders import Convoy, Hold, Order, SupportHold, SupportMove


class Aftermath(NamedTuple):
    """What the settled orders did to the board."""

    taken: dict[int, int]
    """Of a space that a move entered: that move."""
    dislodger: list[int]
    """Of a unit: the move that dislodged it."""
    stopped: frozenset[int]
    """Convoys that a paradox stopped."""


class Finding(NamedTuple):
    """The result of one order, before what happened to its unit is added."""

    result: Result
    reason: Reason
    because_of: tuple[Order, ...] = ()


GIVEN = Finding(Result.SUCCEEDS, Reason.SUPPORT_GIVEN)
AVAILABLE = Finding(Result.SUCCEEDS, Reason.CONVOY_AVAILABLE)
HELD = Finding(Result.SUCCEEDS, Reason.HELD)


def make_outcomes(field: Battlefield, aftermath: Aftermath, destroyed: frozenset[SpaceId]) -> tuple[Outcome, ...]:
    """One outcome for every unit, in the order of the position."""
    outcomes = []
    for number, unit in enumerate(field.units):
        finding = _find(field, aftermath, number)
        mover = aftermath.dislodger[number]
        fate = Fate.STANDS
        dislodged_by = None
        if mover != NOBODY:
            fate = Fate.DESTROYED if unit.space in destroyed else Fate.DISLODGED
            dislodged_by = field.orders[mover]
        strengths = _measure(field, number)
        outcomes.append(Outcome(unit.power, field.orders[number], *finding, fate, dislodged_by, strengths))
    return tuple(outcomes)


def _measure(field: Battlefield, number: int) -> Strengths:
    if field.act[number] != MOVE:
        return Strengths(hold=hold_strength(field, field.spaces[number], CERTAIN))
    target = field.target[number]
    facing = field.facing[number]
    rivals = [rival for rival in field.attackers[target] if rival != number]
    return Strengths(
        attack_strength(field, number, CERTAIN),
        hold_strength(field, target, CERTAIN),
        defend_strength(field, facing, CERTAIN) if facing != NOBODY else 0,
        max((prevent_strength(field, rival, CERTAIN) for rival in rivals), default=0),
    )


def _find(field: Battlefield, aftermath: Aftermath, number: int) -> Finding:
    act = field.act[number]
    if act == MOVE:
        if field.state[number] == YES:
            return Finding(Result.SUCCEEDS, Reason.MOVED, _helpers(field, field.move_helpers[number]))
        return _why_move_failed(field, aftermath, number)
    if act == SUPPORT:
        return GIVEN if field.state[number] == YES else _why_cut(field, aftermath, number)
    if act == CONVOY:
        return AVAILABLE if field.state[number] == YES else _why_disrupted(field, aftermath, number)
    return _why_idle(field, number)


def _helpers(field: Battlefield, helpers: list[int]) -> tuple[Order, ...]:
    return tuple(field.orders[helper] for helper in helpers if field.state[helper] == YES)


def _why_idle(field: Battlefield, number: int) -> Finding:
    """A unit that just stands: it was told to, or its support or convoy matches nothing."""
    order = field.orders[number]
    if isinstance(order, Hold):
        return HELD
    if isinstance(order, SupportHold | SupportMove):
        other = field.occupant[field.board.index[order.supported.location]]
        return Finding(Result.VOID, Reason.SUPPORT_UNMATCHED, (field.orders[other],))
    assert isinstance(order, Convoy)
    other = field.occupant[field.board.index[order.army.location]]
    return Finding(Result.VOID, Reason.CONVOY_UNMATCHED, (field.orders[other],))


def _why_move_failed(field: Battlefield, aftermath: Aftermath, mover: int) -> Finding:
    if not field.valid[mover]:
        return Finding(Result.VOID, Reason.NO_CONVOY_ORDERED)
    if not has_path(field, mover, CERTAIN):
        broken = (fleet for fleet in field.convoyers[mover] if field.state[fleet] == NO)
        return Finding(Result.FAILS, Reason.CONVOY_DISRUPTED, tuple(field.orders[fleet] for fleet in broken))
    return _why_beaten_back(field, aftermath, mover)


def _why_beaten_back(field: Battlefield, aftermath: Aftermath, mover: int) -> Finding:
    """The first that holds: a unit met head on, a winner of the space, the holder that stayed, an equal rival."""
    attack = attack_strength(field, mover, CERTAIN)
    finding = _why_met_head_on(field, mover, attack)
    if finding:
        return finding
    target = field.target[mover]
    winner = aftermath.taken.get(target, NOBODY)
    if winner != NOBODY:
        return Finding(Result.FAILS, Reason.OUTMATCHED, (field.orders[winner],))
    occupant = field.occupant[target]
    if occupant != NOBODY and not (field.act[occupant] == MOVE and field.state[occupant] == YES):
        if field.powers[occupant] == field.powers[mover]:
            return Finding(Result.FAILS, Reason.OWN_UNIT_IN_WAY, (field.orders[occupant],))
        if field.facing[mover] == NOBODY and attack <= hold_strength(field, target, CERTAIN):
            helpers = _helpers(field, field.hold_helpers[occupant])
            return Finding(Result.FAILS, Reason.REPELLED, (field.orders[occupant], *helpers))
    return Finding(Result.FAILS, Reason.BOUNCED, _stronger_rivals(field, mover, attack))


def _why_met_head_on(field: Battlefield, mover: int, attack: int) -> Finding | None:
    facing = field.facing[mover]
    if facing == NOBODY:
        return None
    if field.powers[facing] == field.powers[mover]:
        return Finding(Result.FAILS, Reason.OWN_UNIT_IN_WAY, (field.orders[facing],))
    if attack > defend_strength(field, facing, CERTAIN):
        return None
    helpers = _helpers(field, field.move_helpers[facing])
    return Finding(Result.FAILS, Reason.MET_HEAD_ON, (field.orders[facing], *helpers))


def _stronger_rivals(field: Battlefield, mover: int, attack: int) -> tuple[Order, ...]:
    return tuple(
        field.orders[rival]
        for rival in field.attackers[field.target[mover]]
        if rival != mover and prevent_strength(field, rival, CERTAIN) >= attack
    )


def _why_cut(field: Battlefield, aftermath: Aftermath, supporter: int) -> Finding:
    cutters = [
        attacker
        for attacker in field.attackers[field.spaces[supporter]]
        if field.powers[attacker] != field.powers[supporter]
        and field.spaces[attacker] != field.aimed[supporter]
        and has_path(field, attacker, CERTAIN)
        and not (field.convoyed[attacker] and is_protected(field, supporter, attacker, CERTAIN))
    ]
    if cutters:
        return Finding(Result.CUT, Reason.SUPPORT_CUT, tuple(field.orders[cutter] for cutter in cutters))
    return Finding(Result.CUT, Reason.SUPPORT_DISLODGED, (field.orders[aftermath.dislodger[supporter]],))


def _why_disrupted(field: Battlefield, aftermath: Aftermath, fleet: int) -> Finding:
    if fleet in aftermath.stopped:
        attackers = field.attackers.get(field.spaces[fleet], ())
        return Finding(Result.DISRUPTED, Reason.CONVOY_PARADOX, tuple(field.orders[number] for number in attackers))
    return Finding(Result.DISRUPTED, Reason.CARRIER_DISLODGED, (field.orders[aftermath.dislodger[fleet]],))
