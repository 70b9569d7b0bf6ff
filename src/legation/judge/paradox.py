"""Orders that wait for each other: rings of moves, and convoy paradoxes (rulebooks section 3.3).

The orders left over by the solver form cycles. A component of the graph "this order looks at that one" which looks at
nothing unsettled outside itself is judged separately: if exactly one assignment fits, it is the answer; otherwise the
rulebook's backup rule applies to that component alone.
"""

from collections.abc import Iterator

from legation.judge.battlefield import (
    BOARD,
    CERTAIN,
    CONVOY,
    MOVE,
    NO,
    NOBODY,
    NONE,
    SUPPORT,
    UNKNOWN,
    YES,
    Battlefield,
)
from legation.judge.convoy import opposite
from legation.judge.rulebook import ParadoxBackup
from legation.judge.solver import is_settled_as, settle
from legation.judge.strength import NEVER_ANY_EFFECT, yields_to

MAX_GUESSES = 200
"""Far more than any component in tests needs; beyond it the search ends, and an assignment found by then is taken for
the only one.
"""


def resolve_cycles(field: Battlefield, left: list[int]) -> set[int]:
    """Settle everything; returns the orders that a paradox stopped."""
    stopped: set[int] = set()
    while left:
        component = _innermost(field, left)
        answer = _single_answer(field, component)
        # No answer at all is a paradox ("it succeeds if it fails"). Several are a ring ("all move, or none does"), or
        # again a paradox. The rulebook decides both.
        if answer is None:
            answer = _backup(field, component)
            stopped |= {number for number in component if answer.get(number) == NO}
        for number, state in answer.items():
            field.state[number] = state
        # Orders that depend on the component can now be settled in the plain way, and the next component may be
        # another.
        left = settle(field, [number for number in left if field.state[number] == UNKNOWN])
    return stopped


def _looks_at(field: Battlefield, number: int) -> Iterator[int]:
    """The orders whose results an order's result depends on."""
    act = field.act[number]
    if act == MOVE:
        yield from _move_looks_at(field, number)
    elif act == BOARD:
        yield from field.boarding[number]
    else:
        for attacker in field.attackers.get(field.spaces[number], ()):
            yield attacker
            if attacker in field.weak:
                yield from field.move_helpers.get(attacker, NONE)
            if act == SUPPORT:
                yield from field.convoyers.get(attacker, ()) if attacker in field.convoyed else ()


def _move_looks_at(field: Battlefield, mover: int) -> Iterator[int]:
    yield from field.move_helpers.get(mover, NONE)
    target = field.target[mover]
    occupant = field.occupant.get(target, NOBODY)
    if occupant != NOBODY:
        yield occupant
        yield from field.hold_helpers.get(occupant, NONE)
        if field.facing.get(mover) == occupant:
            yield from field.move_helpers.get(occupant, NONE)
    for rival in field.attackers[target]:
        if rival in field.convoyed:
            yield from field.convoyers.get(rival, NONE)
        if rival != mover:
            if yields_to(field, mover, rival):
                yield rival
            yield from field.move_helpers.get(rival, NONE)
            if rival in field.facing:
                yield field.facing[rival]
            elif field.rulebook.dislodged_effect is NEVER_ANY_EFFECT:
                yield rival
                yield opposite(field, rival)


def _innermost(field: Battlefield, left: list[int]) -> list[int]:
    """A strongly connected component that looks at nothing unsettled outside itself."""
    # Everything that an order reaches is closed under "looks at". The smallest such set has no smaller one inside it,
    # so all its orders reach each other: it is a strongly connected component, and nothing unsettled outside can
    # change it. The number breaks ties, so that the answer does not depend on the order of the list.
    open_orders = set(left)
    edges = {number: [seen for seen in _looks_at(field, number) if seen in open_orders] for number in left}
    reach = {number: _reach(edges, number) for number in left}
    smallest = min(left, key=lambda number: (len(reach[number]), number))
    return sorted(reach[smallest])


def _reach(edges: dict[int, list[int]], start: int) -> set[int]:
    """Everything that an order looks at, directly or not. The smallest such set is a component of its own."""
    reached = {start}
    frontier = [start]
    while frontier:
        for seen in edges[frontier.pop()]:
            if seen not in reached:
                reached.add(seen)
                frontier.append(seen)
    return reached


def _single_answer(field: Battlefield, component: list[int]) -> dict[int, int] | None:
    """The only assignment that fits, or None if none or several do."""
    answers = []
    for answer in _answers(field, component):
        answers.append(answer)
        if len(answers) > 1:
            return None
    return answers[0] if answers else None


def _answers(field: Battlefield, component: list[int]) -> Iterator[dict[int, int]]:
    """Assignments that fit, by guessing one order and settling what follows from it."""
    # Trying every assignment of n orders would cost 2 to the n. One guess settles nearly everything else, so a
    # component of any size takes a handful. Each entry of the stack is a set of guesses; if it leaves something open,
    # it is replaced by two that guess one more order.
    guesses = 0
    stack = [{component[0]: state} for state in (YES, NO)]
    while stack:
        guesses += 1
        if guesses > MAX_GUESSES:
            return
        known = stack.pop()
        for number, state in known.items():
            field.state[number] = state
        left = settle(field, [number for number in component if number not in known])
        found = {number: field.state[number] for number in component}
        # What was settled follows from the guesses, so it fits by itself. The guesses may not: each must in turn
        # follow from all the others.
        fits = not left and all(is_settled_as(field, number, CERTAIN) == (found[number] == YES) for number in known)
        # The field is shared by all guesses: restore it before other code reads it.
        for number in component:
            field.state[number] = UNKNOWN
        if fits:
            yield found
        elif left:
            stack.extend({**known, left[0]: state} for state in (YES, NO))


def _backup(field: Battlefield, component: list[int]) -> dict[int, int]:
    """The rulebook's backup rule: a ring of moves goes round; in a paradox convoys fail (with all_hold moves too)."""
    acts = {field.act[number] for number in component}
    if acts == {MOVE}:
        return dict.fromkeys(component, YES)
    if CONVOY not in acts:
        return dict.fromkeys(component, NO)
    # Only the convoys are decided here. The supports and moves of the component stay open and are settled by the
    # solver, since with the convoys gone they no longer wait for themselves.
    failing = {CONVOY, MOVE} if field.rulebook.paradox_backup is ParadoxBackup.ALL_HOLD else {CONVOY}
    return {number: NO for number in component if field.act[number] in failing}
