"""Settles what is certain, pass after pass. Must agree with ``judge.solver`` and ``judge.support``.

States and strengths are spans (``field``): the least value in the low byte, the greatest above it. States compare as
``NO < UNKNOWN < YES``, so the state of "all of these" is the minimum, that of "any of these" the maximum, and that of
"not this" is ``deny``. One pass over such spans answers both questions that the judge asks one after the other, whether
an order may succeed and whether it must.
"""

from legation.batch import switches as rule
from legation.batch.compiling import ZERO, Codes, Shorts, kernel, known, part
from legation.batch.field import (
    ACT,
    AIMED,
    ASSIST,
    ATTACKER,
    CERTAIN,
    CONVOY_ACT,
    CONVOYED,
    CONVOYER,
    FACING,
    HELPER,
    HELPING,
    LEAST,
    LEND_ACT,
    MOST,
    MOVE_ACT,
    MOVERS,
    NEXT,
    NO,
    ON_ROUTE,
    PENDING,
    POSSIBLE,
    POWER,
    RIVAL,
    RULES,
    SAIL_ACT,
    STATE,
    TARGET,
    UNKNOWN,
    WALKS,
    WAY,
    WEAK,
    YES,
)
from legation.batch.lanes import append, is_within, lane, lanes, meet
from legation.batch.layout import face, mark_weak
from legation.batch.paths import can_avoid, renew_ways
from legation.batch.strength import (
    attack_strength,
    defend_strength,
    deny,
    get_space,
    hold_strength,
    leaving,
    may_step,
    prevent_strength,
)
from legation.batch.tables import Tables


@part
def _settle_move(field: Shorts, mover: int) -> int:
    """MOVE: the attack beats the unit met head on or the holder, and every other move to the space."""
    attack = attack_strength(field, mover)
    most, least = attack >> MOST, attack & LEAST
    if field[mover, WEAK] and not least:
        return _settle_weak(field, mover, most)
    facing = field[mover, FACING]
    target = known(field[mover, TARGET])
    against = defend_strength(field, facing) if facing >= 0 else hold_strength(field, target)
    # Possible: the most it can be beats the least of the other side; certain: its least beats their most.
    is_possible, is_certain = most > against & LEAST, least > against >> MOST
    rival = field[target, ATTACKER]
    while is_possible and rival >= 0:
        if rival != mover:
            against = prevent_strength(field, rival)
            is_possible &= most > against & LEAST
            is_certain &= least > against >> MOST
        rival = field[rival, RIVAL]
    return (YES if is_certain else UNKNOWN) if is_possible else NO


@kernel
def _settle_weak(field: Shorts, mover: int, most: int) -> int:
    """The same for a move over a difficult border that may have no strength at all."""
    step = may_step(field, mover)
    if not most:
        return step
    facing = field[mover, FACING]
    target = known(field[mover, TARGET])
    against = defend_strength(field, facing) if facing >= 0 else hold_strength(field, target)
    is_possible = most > against & LEAST
    rival = field[target, ATTACKER]
    while is_possible and rival >= 0:
        is_possible = rival == mover or most > prevent_strength(field, rival) & LEAST
        rival = field[rival, RIVAL]
    return (YES if step == YES else UNKNOWN) if is_possible else NO


@part
def _settle_convoy(field: Shorts, unit: int) -> int:
    """CONVOY: no move into the fleet's space succeeds."""
    state = NO
    attacker = field[unit, ATTACKER]
    while attacker >= 0:
        state = max(state, ZERO + field[attacker, STATE])
        attacker = field[attacker, RIVAL]
    return deny(state)


@kernel
def _may_cut(field: Shorts, supporter: int, attacker: int) -> int:
    """Whether a convoyed army may cut this support, considering its origin and the rulebook's paradox rule."""
    if get_space(field, attacker) == field[supporter, AIMED]:
        return min(ZERO + field[attacker, STATE], _lets_cut(field, supporter, attacker))
    return _lets_cut(field, supporter, attacker)


@kernel
def _lets_cut(field: Shorts, supporter: int, attacker: int) -> int:
    """Whether the rulebook's paradox rule lets a convoyed army cut this support (rulebooks section 3.4)."""
    paradox_rule = field[RULES, rule.PARADOX_RULE]
    fleet = field[supporter, AIMED]
    if paradox_rule == rule.NO_PARADOX_RULE or field[fleet, POWER] < 0 or field[fleet, ACT] != CONVOY_ACT:
        return YES
    if paradox_rule == rule.R1982:
        return NO
    if field[supporter, ACT] != ASSIST or not field[fleet, ON_ROUTE]:
        return YES
    convoyer = field[attacker, CONVOYER]
    while convoyer >= 0 and convoyer != fleet:
        convoyer = field[convoyer, NEXT]
    if convoyer != fleet:
        return YES
    if paradox_rule == rule.R1971 or not can_avoid(field, attacker, fleet, POSSIBLE):
        return NO
    return YES if can_avoid(field, attacker, fleet, CERTAIN) else UNKNOWN


@kernel
def _settle_weak_way(field: Shorts, attacker: int) -> int:
    """Whether a move over a difficult border has any strength."""
    attack = attack_strength(field, attacker)
    return YES if attack & LEAST else UNKNOWN if attack else NO


@part
def _settle_support(field: Shorts, supporter: int) -> int:
    """SUPPORT: no attack cuts it and nothing dislodges the supporter."""
    cut = NO
    attacker = field[supporter, ATTACKER]
    while attacker >= 0:
        if field[attacker, POWER] != field[supporter, POWER]:
            state = ZERO + field[attacker, STATE]
            if attacker != field[supporter, AIMED]:
                way = _settle_weak_way(field, attacker) if field[attacker, WEAK] else ZERO + field[attacker, WAY]
                state = max(state, way)
            if field[attacker, CONVOYED] > WALKS:
                state = min(state, _may_cut(field, supporter, attacker))
            cut = max(cut, state)
        attacker = field[attacker, RIVAL]
    return deny(cut)


@kernel
def _settle_sailing(field: Shorts, mover: int) -> int:
    """The MOVE of a transport fleet: into a free space that no combat unit and no other transport fleet moves to.

    It has no support, so it beats no unit; and it gives way to a combat unit that succeeds, however strong.
    """
    target = known(field[mover, TARGET])
    state = leaving(field, mover, target)
    rival = field[target, ATTACKER]
    while rival >= 0:
        state = min(state, _stay_out(field, rival), deny(field[rival, STATE]))
        rival = field[rival, RIVAL]
    rival = field[target + field[RULES, rule.DECKS], ATTACKER]
    while rival >= 0:
        if rival != mover:
            state = min(state, _stay_out(field, rival))
        rival = field[rival, RIVAL]
    return state


@part
def _stay_out(field: Shorts, rival: int) -> int:
    """Whether a move keeps no other unit out of its target."""
    prevent = prevent_strength(field, rival)
    return NO if prevent & LEAST else UNKNOWN if prevent >> MOST else YES


@kernel
def _settle_boarding(field: Shorts, army: int) -> int:
    """EMBARK: neither the ship that takes the army nor the one it comes from is dislodged (Colonial Variant, 7, 8)."""
    state = ZERO + field[field[army, CONVOYER], STATE]
    ship = get_space(field, army)
    return state if ship == army else min(state, ZERO + field[ship, STATE])


@kernel
def settle_order(field: Shorts, number: int) -> int:
    """The state of an order, as far as it follows from the states of the others."""
    act = field[number, ACT]
    if act == MOVE_ACT:
        return _settle_move(field, number)
    if act == CONVOY_ACT or act == LEND_ACT:
        return _settle_convoy(field, number)
    if act < CONVOY_ACT:
        return _settle_support(field, number)
    return _settle_sailing(field, number) if act == SAIL_ACT else _settle_boarding(field, number)


@part
def start(
    tables: Tables, field: Shorts, lists: Shorts, orders: Codes, places: Shorts, movers: int, helping: int
) -> int:
    """Settle the simple cases; returns the number of orders in ``PENDING``, which need more work.

    A lone move to an empty space succeeds; one without help fails against a unit that does not move, against one that
    it meets head on, and against one that goes to the same space on foot and meets no unit. No order is skipped with an
    ``if``: the processor cannot predict whether it is pending, and a wrong guess costs more than a store.
    """
    mark_weak(tables, field, lists, orders, places, movers)
    pending = ZERO
    for first in range(0, helping, lanes()):
        place = first + lane()
        number, is_open = ZERO, False
        if is_within(place, helping):
            number = known(lists[HELPING, place])
            is_open = field[number, ATTACKER] >= 0
            field[number, STATE] = UNKNOWN if is_open else YES
        pending = append(lists, PENDING, pending, number, is_open)
    is_plain = (tables.switches[rule.DISLODGED_EFFECT] | tables.switches[rule.DIFFICULT]) == 0
    for first in range(0, movers, lanes()):
        place = first + lane()
        mover, is_open = ZERO, False
        if is_within(place, movers):
            mover = known(lists[MOVERS, place])
            goal = known(field[mover, TARGET])
            facing = face(tables, field, orders, places, mover, goal)
            field[mover, FACING] = facing
            rival = field[goal, ATTACKER] if field[goal, ATTACKER] != mover else field[mover, RIVAL]
            # A rival on foot that meets no unit keeps others out with 1 at least: an unaided move cannot beat that.
            is_barred = (rival >= 0) & (field[goal, TARGET] != rival) & (field[rival, CONVOYED] <= WALKS)
            is_free = field[goal, POWER] < 0
            is_held = (not is_free) & (field[goal, ACT] < MOVE_ACT)
            is_alone = is_free & (rival < 0) & (field[mover, CONVOYED] <= WALKS)
            is_repelled = (field[mover, HELPER] < 0) & (is_held | (is_plain & (is_barred | (facing >= 0))))
            guess = YES if is_alone else NO if is_repelled else UNKNOWN
            state = guess if field[mover, STATE] == UNKNOWN else ZERO + field[mover, STATE]
            field[mover, STATE] = state
            is_open = state == UNKNOWN
        pending = append(lists, PENDING, pending, mover, is_open)
    meet()
    return pending


@kernel
def settle(field: Shorts, lists: Shorts, pending: int) -> int:
    """Settle every order whose result no longer depends on the others; returns how many remain in ``PENDING``.

    Lanes may or may not see what others settle in the same pass: whatever follows from less also follows from more, so
    the end is the same.
    """
    renew_ways(field, lists)
    while pending:
        left = ZERO
        for first in range(0, pending, lanes()):
            place = first + lane()
            number, is_open = ZERO, False
            if is_within(place, pending):
                number = known(lists[PENDING, place])
                state = settle_order(field, number)
                field[number, STATE] = state
                is_open = state == UNKNOWN
            left = append(lists, PENDING, left, number, is_open)
        meet()
        if left == pending:
            break
        pending = left
        renew_ways(field, lists)
    return pending
