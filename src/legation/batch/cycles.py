"""Orders that wait for each other: rings of moves, and convoy paradoxes. Must agree with ``judge.paradox``."""

from legation.batch import switches as rule
from legation.batch.codes import NOBODY
from legation.batch.compiling import ZERO, Shorts, kernel
from legation.batch.field import (
    ACT,
    ANSWER,
    ATTACKER,
    BOARD_ACT,
    COMPONENT,
    CONVOY_ACT,
    CONVOYED,
    CONVOYER,
    FACING,
    HELPER,
    KEPT,
    LEND_ACT,
    MAX_GUESSES,
    MOVE_ACT,
    NEXT,
    NO,
    NOTES,
    PENDING,
    POWER,
    RIVAL,
    RULES,
    SAIL_ACT,
    SEEN,
    STACK,
    STAND,
    STATE,
    STOPPED,
    TARGET,
    UNKNOWN,
    WALKS,
    WEAK,
    YES,
)
from legation.batch.solver import settle, settle_order
from legation.batch.strength import get_space, opposite


@kernel
def resolve_cycles(field: Shorts, lists: Shorts, guesses: Shorts, pending: int) -> None:
    """Settle everything that is left in ``PENDING``."""
    while pending:
        size = _take_innermost(field, lists, pending)
        # Trying guesses uses ``PENDING`` for the component alone, so the rest of the phase is kept aside.
        for place in range(pending):
            lists[KEPT, place] = lists[PENDING, place]
        if not _take_single_answer(field, lists, guesses, size):
            _back_up(field, lists, size)
        left = ZERO
        for place in range(pending):
            number = lists[KEPT, place]
            if field[number, STATE] == UNKNOWN:
                lists[PENDING, left] = number
                left += 1
        pending = settle(field, lists, left)


@kernel
def _look(field: Shorts, lists: Shorts, number: int, top: int) -> int:
    """Push an order on the stack if it is unsettled and not seen yet."""
    # Settled orders cannot change any more, so nothing waits for them; a unit that stands has nothing to settle.
    if number < 0 or field[number, POWER] < 0 or field[number, ACT] == STAND or field[number, STATE] != UNKNOWN:
        return top
    if lists[SEEN, number]:
        return top
    lists[SEEN, number] = 1
    field[top, STACK] = number
    return top + 1


@kernel
def _look_along(field: Shorts, lists: Shorts, first: int, top: int) -> int:
    """The same for a chain of helpers or convoyers."""
    while first >= 0:
        top = _look(field, lists, first, top)
        first = field[first, NEXT]
    return top


@kernel
def _look_from_move(field: Shorts, lists: Shorts, mover: int, top: int) -> int:
    top = _look_along(field, lists, field[mover, HELPER], top)
    target = field[mover, TARGET]
    if field[target, POWER] >= 0:
        top = _look(field, lists, target, top)
        # Supports of a unit that itself moves count only if it is met head on: it gets no help in holding.
        if field[target, ACT] < MOVE_ACT or field[mover, FACING] == target:
            top = _look_along(field, lists, field[target, HELPER], top)
    top = _look_from_rivals(field, lists, mover, field[target, ATTACKER], top)
    if field[RULES, rule.DECKS]:
        top = _look_from_rivals(field, lists, mover, field[target + field[RULES, rule.DECKS], ATTACKER], top)
    return top


@kernel
def _look_from_rivals(field: Shorts, lists: Shorts, mover: int, rival: int, top: int) -> int:
    """The same for a chain of moves to the target."""
    while rival >= 0:
        if field[rival, CONVOYED] > WALKS:
            top = _look_along(field, lists, field[rival, CONVOYER], top)
        if rival != mover:
            # A transport fleet gives way to a combat unit that succeeds.
            if field[mover, ACT] == SAIL_ACT and field[rival, ACT] == MOVE_ACT:
                top = _look(field, lists, rival, top)
            top = _look_along(field, lists, field[rival, HELPER], top)
            # A rival beaten head on prevents nothing, so the unit that beats it matters here too.
            if field[rival, FACING] >= 0:
                top = _look(field, lists, field[rival, FACING], top)
            elif field[RULES, rule.DISLODGED_EFFECT]:
                top = _look(field, lists, rival, top)
                top = _look(field, lists, opposite(field, rival), top)
        rival = field[rival, RIVAL]
    return top


@kernel
def _look_from_helper(field: Shorts, lists: Shorts, number: int, top: int) -> int:
    attacker = field[number, ATTACKER]
    while attacker >= 0:
        top = _look(field, lists, attacker, top)
        if field[attacker, WEAK]:
            top = _look_along(field, lists, field[attacker, HELPER], top)
        if field[number, ACT] < CONVOY_ACT and field[attacker, CONVOYED] > WALKS:
            top = _look_along(field, lists, field[attacker, CONVOYER], top)
        attacker = field[attacker, RIVAL]
    return top


@kernel
def _reach(field: Shorts, lists: Shorts, number: int) -> int:
    """Mark in ``SEEN`` everything that an order looks at, directly or not; returns their number."""
    lists[SEEN, :] = 0
    top = _look(field, lists, number, ZERO)
    count = ZERO
    while top:
        top -= 1
        here = field[top, STACK]
        count += 1
        if field[here, ACT] == MOVE_ACT or field[here, ACT] == SAIL_ACT:
            top = _look_from_move(field, lists, here, top)
        elif field[here, ACT] == BOARD_ACT:
            top = _look(field, lists, field[here, CONVOYER], top)
            top = _look(field, lists, get_space(field, here), top)
        else:
            top = _look_from_helper(field, lists, here, top)
    return count


@kernel
def _take_innermost(field: Shorts, lists: Shorts, pending: int) -> int:
    """Put a component that looks at nothing unsettled outside itself into ``COMPONENT``; returns its size."""
    # The smallest set that is closed under "looks at" has no smaller one inside it, so its orders all reach each other:
    # it is a strongly connected component. Ties go to the lowest number, as in the judge.
    smallest, least = NOBODY, field.shape[0]
    for place in range(pending):
        number = lists[PENDING, place]
        count = _reach(field, lists, number)
        if count < least or (count == least and number < smallest):
            smallest, least = number, count
    _reach(field, lists, smallest)
    size = ZERO
    for space in range(field.shape[0] - 1):
        if lists[SEEN, space]:
            lists[COMPONENT, size] = space
            size += 1
    return size


@kernel
def _take_single_answer(field: Shorts, lists: Shorts, guesses: Shorts, size: int) -> bool:
    """Set the only assignment that fits; ``False``, and nothing set, where none or several do."""
    # ``guesses`` is a stack. A row is a set of guesses: the count, then an order and its state in turn. One guess
    # settles nearly everything else, so a component of any size takes few guesses.
    answers = 0
    top = ZERO + 2
    for place, state in enumerate((YES, NO)):
        guesses[place, 0] = 1
        guesses[place, 1] = lists[COMPONENT, 0]
        guesses[place, 2] = state
    tried = 0
    while top and answers < 2:
        tried += 1
        if tried > MAX_GUESSES:
            break
        top -= 1
        left = _try_guess(field, lists, guesses, top, size)
        if left == 0 and _fits(field, lists, guesses, top):
            answers += 1
            for place in range(size):
                lists[ANSWER, place] = field[lists[COMPONENT, place], STATE]
        elif left and _has_room(guesses, top):
            top = _split(guesses, top, lists[PENDING, 0])
        elif left:
            field[RULES, NOTES] = 1
        # The next guess begins with nothing settled.
        for place in range(size):
            field[lists[COMPONENT, place], STATE] = UNKNOWN
    if answers == 1:
        for place in range(size):
            field[lists[COMPONENT, place], STATE] = lists[ANSWER, place]
    return answers == 1


@kernel
def _try_guess(field: Shorts, lists: Shorts, guesses: Shorts, top: int, size: int) -> int:
    """Assume the states of some orders of the component and see what follows; returns how many stay open."""
    for place in range(guesses[top, 0]):
        field[guesses[top, 2 * place + 1], STATE] = guesses[top, 2 * place + 2]
    left = ZERO
    for place in range(size):
        number = lists[COMPONENT, place]
        if field[number, STATE] == UNKNOWN:
            lists[PENDING, left] = number
            left += 1
    return settle(field, lists, left)


@kernel
def _fits(field: Shorts, lists: Shorts, guesses: Shorts, top: int) -> bool:
    """True if the guesses follow from their consequences; the rest was settled from them, and fits by itself."""
    for place in range(guesses[top, 0]):
        number = guesses[top, 2 * place + 1]
        if (settle_order(field, number) == YES) != (field[number, STATE] == YES):
            return False
    return True


@kernel
def _has_room(guesses: Shorts, top: int) -> bool:
    """True if there is room to split a guess; on the processor there always is."""
    return top + 1 < guesses.shape[0] and 2 * guesses[top, 0] + 2 < guesses.shape[1]


@kernel
def _split(guesses: Shorts, top: int, number: int) -> int:
    """Replace a guess with two that also guess one more order."""
    count = guesses[top, 0]
    for place in range(2 * count + 1):
        guesses[top + 1, place] = guesses[top, place]
    for place, state in enumerate((YES, NO)):
        guesses[top + place, 0] = count + 1
        guesses[top + place, 2 * count + 1] = number
        guesses[top + place, 2 * count + 2] = state
    return top + 2


@kernel
def _back_up(field: Shorts, lists: Shorts, size: int) -> None:
    """Apply the backup rule: a ring of moves goes round; in a paradox convoys fail (with all_hold moves too)."""
    has_convoy = False
    is_ring = True
    for place in range(size):
        act = field[lists[COMPONENT, place], ACT]
        has_convoy = has_convoy or act == CONVOY_ACT or act == LEND_ACT
        is_ring = is_ring and (act == MOVE_ACT or act == SAIL_ACT)
    for place in range(size):
        number = lists[COMPONENT, place]
        act = field[number, ACT]
        carries, moves = act == CONVOY_ACT or act == LEND_ACT, act == MOVE_ACT or act == SAIL_ACT
        if is_ring:
            field[number, STATE] = YES
        elif not has_convoy or carries or (moves and field[RULES, rule.PARADOX_BACKUP]):
            field[number, STATE] = NO
            if carries:
                field[number, CONVOYED] = STOPPED
