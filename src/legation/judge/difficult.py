"""Difficult borders (DATC 2.4, section 10): a move over one has only the strength that others lend it."""

from legation.judge.battlefield import MOVE, NOBODY, Battlefield
from legation.judge.convoy import has_path
from legation.judge.strength import opposed
from legation.orders import Move


def list_weak(field: Battlefield) -> frozenset[int]:
    """The moves that cross a difficult border; a convoy goes round it."""
    difficult = field.board.difficult
    return frozenset(
        mover for mover in field.movers if mover not in field.convoyed and _step(field, mover) in difficult
    )


def _step(field: Battlefield, mover: int) -> tuple[object, object]:
    order = field.orders[mover]
    assert isinstance(order, Move)
    return field.units[mover].location, order.target


def may_step(field: Battlefield, mover: int, level: int) -> bool:
    """True if a move without any strength succeeds: into an empty space that no other unit moves to."""
    target = field.target[mover]
    occupant = field.occupant.get(target, NOBODY)
    if occupant != NOBODY and not (
        field.act[occupant] >= MOVE and field.state[occupant] >= level and field.facing.get(mover) != occupant
    ):
        return False
    against = opposed(level)
    return not any(rival != mover and _comes(field, rival, against) for rival in field.attackers[target])


def _comes(field: Battlefield, rival: int, level: int) -> bool:
    """True if another move reaches the space, unless beaten head on by the unit that leaves it."""
    facing = field.facing.get(rival, NOBODY)
    if facing != NOBODY and field.state[facing] >= opposed(level):
        return False
    return has_path(field, rival, level)
