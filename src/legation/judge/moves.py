"""The movement phase: from one order for each unit to the outcome of each."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from legation.board import Board, DislodgedUnit, Position, SpaceId, Unit, UnitKey, aboard
from legation.judge.battlefield import CERTAIN, MOVE, NOBODY, UNKNOWN, YES, Battlefield
from legation.judge.carriage import move_with_ships
from legation.judge.convoy import can_walk, choose_paths, has_path
from legation.judge.difficult import list_weak
from legation.judge.glance import judge_at_a_glance
from legation.judge.outcomes import explain_orders, make_outcomes
from legation.judge.paradox import resolve_cycles
from legation.judge.retreats import list_retreats
from legation.judge.rulebook import AdjacentConvoy, LandFallback, Rulebook
from legation.judge.solver import settle
from legation.judge.verdict import Verdict
from legation.orders import OrderBook

ALWAYS: Final = LandFallback.ALWAYS
NOWHERE: Final[frozenset[SpaceId]] = frozenset()
new_position = cast("Callable[[type[Position], tuple[object, ...]], Position]", tuple.__new__)
new_dislodged = cast("Callable[[type[DislodgedUnit], tuple[object, ...]], DislodgedUnit]", tuple.__new__)
"""The effect of ``Position(...)`` and ``DislodgedUnit(...)``, without their detour through Python."""
STRICT: Final = AdjacentConvoy.R1971_STRICT


def judge_moves(board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> Verdict:
    """Judge a movement phase. Pure: the verdict does not depend on the order in which units and orders are listed."""
    field = Battlefield(board, position, book, rulebook)
    solve(field)
    units = _move_units(field, position)
    contested = frozenset([board.order[space] for space in field.contested]) if field.contested else NOWHERE
    after = new_position(Position, (units, position.owners, (), contested, position.in_disorder, position.memory))
    destroyed: tuple[Unit, ...] = ()
    if field.dislodger:
        if rulebook.modules:
            carriers, driven_out = _list_carriers(field), [field.units[number] for number in field.dislodger]
            for module in rulebook.modules:
                after = module.note_moves(board, after, carriers, driven_out)
        waiting, destroyed = _dislodge(field, after)
        if waiting:
            after = new_position(
                Position, (units, position.owners, waiting, contested, position.in_disorder, after.memory)
            )
    outcomes = make_outcomes(field, [unit.space for unit in destroyed] if destroyed else ())
    verdict = Verdict(outcomes, after, destroyed)
    for module in rulebook.modules:
        verdict = module.revise(board, position, book, verdict, rulebook)
    for module in rulebook.modules:
        verdict = module.after_moves(board, position, verdict)
    return verdict


def _list_carriers(field: Battlefield) -> frozenset[SpaceId]:
    """The seas whose fleets carried an army to its target: every fleet on one of its routes that was not dislodged."""
    names, carried = field.board.order, [mover for mover in field.convoyed if field.state[mover] == YES]
    return frozenset(
        names[field.spaces[fleet]]
        for mover in carried
        if mover not in field.landing
        for fleet in field.convoyers[mover]
        if field.state[fleet] == YES and field.route_fleets[mover] >> field.spaces[fleet] & 1
    )


def solve(field: Battlefield) -> None:
    """Settle every order, and record why it succeeded or failed."""
    walkers: frozenset[int] = frozenset()
    while True:
        choose_paths(field, walkers)
        if field.board.difficult:
            field.weak = list_weak(field)
        left = judge_at_a_glance(field)
        if left:
            pending = [number for number in left if field.state[number] == UNKNOWN]
            field.stopped = resolve_cycles(field, settle(field, pending))
        broken = _broken_but_walkable(field)
        if not broken:
            break
        walkers |= broken
        field.reset()
    if left:
        movers = [number for number in left if field.act[number] == MOVE]
        _survey(field, movers)
        explain_orders(field, left)


def _broken_but_walkable(field: Battlefield) -> frozenset[int]:
    """Armies whose convoy turned out broken and that walk instead, where the rulebook lets them."""
    if not field.convoyed or field.rulebook.land_fallback is not ALWAYS or field.rulebook.adjacent_convoy is STRICT:
        return frozenset()
    return frozenset(
        mover
        for mover in field.convoyed
        if mover not in field.landing and can_walk(field, mover) and not has_path(field, mover, CERTAIN)
    )


def _survey(field: Battlefield, movers: list[int]) -> None:
    """Record the effects of these moves on the board."""
    field.taken = {field.target[mover]: mover for mover in movers if field.state[mover] == YES}
    for space, mover in field.taken.items():
        if _still_held(field, space):
            field.dislodger[field.occupant[space]] = mover
    for mover in movers:
        if _is_stand_off(field, mover):
            field.contested.add(field.target[mover])


def _move_units(field: Battlefield, position: Position) -> Mapping[UnitKey, Unit]:
    names, spaces, target, state = field.board.order, field.spaces, field.target, field.state
    if field.carrier or field.boarding:
        return move_with_ships(field, [mover for mover in field.movers if state[mover] == YES])
    units = dict(position.units)
    moved: dict[UnitKey, Unit] = {}
    for mover, unit in field.arrivals.items():
        if state[mover] == YES:
            del units[names[spaces[mover]]]
            moved[names[target[mover]]] = unit
    for number in field.dislodger:
        del units[names[spaces[number]]]
    units.update(moved)
    return units


def _is_stand_off(field: Battlefield, mover: int) -> bool:
    """True if a move with an open way failed at a space left empty, and not only against the unit leaving it."""
    space = field.target[mover]
    return (
        field.state[mover] != YES
        and space not in field.taken
        and not _still_held(field, space)
        and not _lost_to_leaver(field, mover)
        and has_path(field, mover, CERTAIN)
    )


def _still_held(field: Battlefield, space: int) -> bool:
    """True if the unit in a space did not leave it by its own move."""
    occupant = field.occupant.get(space, NOBODY)
    return occupant != NOBODY and not (field.act[occupant] >= MOVE and field.state[occupant] == YES)


def _lost_to_leaver(field: Battlefield, mover: int) -> bool:
    return mover in field.facing and field.state[field.facing[mover]] == YES


def _dislodge(field: Battlefield, moved: Position) -> tuple[tuple[DislodgedUnit, ...], tuple[Unit, ...]]:
    """The units that must retreat, and where to. Those that cannot, or do not survive defeat, are destroyed."""
    waiting: list[DislodgedUnit] = []
    destroyed: list[Unit] = []
    board, rulebook, names = field.board, field.rulebook, field.board.order
    for number, mover in sorted(field.dislodger.items()) if len(field.dislodger) > 1 else field.dislodger.items():
        unit = field.units[number]
        origin = names[field.spaces[mover]]
        is_barred = not (mover in field.convoyed and rulebook.retreat_to_convoy_origin)
        retreats = list_retreats(board, moved, unit, origin if is_barred else None, rulebook)
        army = field.position.units.get(aboard(unit.space)) if field.carrier else None
        if retreats and rulebook.traits[unit.kind].survives_dislodgement:
            waiting.append(new_dislodged(DislodgedUnit, (unit, origin, retreats, army)))
        else:
            destroyed += [unit, army] if army else [unit]
    return tuple(waiting), tuple(destroyed)
