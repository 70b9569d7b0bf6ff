"""The movement phase: from one order for each unit to what became of each."""

from collections.abc import Mapping

from legation.board import Board, DislodgedUnit, Position, SpaceId, Unit
from legation.judge.battlefield import CERTAIN, MOVE, NOBODY, YES, Battlefield
from legation.judge.convoy import can_walk, choose_paths, has_path
from legation.judge.outcomes import Aftermath, make_outcomes
from legation.judge.paradox import resolve_cycles
from legation.judge.retreats import list_retreats
from legation.judge.rulebook import LandFallback, Rulebook
from legation.judge.solver import settle, start
from legation.judge.verdict import Verdict
from legation.orders import Move, OrderBook


def judge_moves(board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> Verdict:
    """Judge a movement phase. Pure: the same input gives the same verdict, in whatever order units and orders stand."""
    field = Battlefield(board, position, book, rulebook)
    stopped = solve(field)
    aftermath = _survey(field, stopped)
    units = _move_units(field, aftermath)
    contested = frozenset(board.order[space] for space in _contested(field, aftermath))
    moved = Position(units, position.owners, (), contested, position.in_disorder, position.memory)
    waiting, destroyed = _dislodge(field, aftermath, moved)
    after = Position(units, position.owners, waiting, contested, position.in_disorder, position.memory)
    outcomes = make_outcomes(field, aftermath, frozenset(unit.space for unit in destroyed))
    verdict = Verdict(outcomes, after, destroyed)
    for module in rulebook.modules:
        verdict = Verdict(outcomes, module.after_moves(board, position, verdict), destroyed)
    return verdict


def solve(field: Battlefield) -> frozenset[int]:
    """Settle every order; the convoys that a paradox stopped are returned."""
    walkers: frozenset[int] = frozenset()
    while True:
        choose_paths(field, walkers)
        stopped = resolve_cycles(field, settle(field, start(field)))
        broken = _broken_but_walkable(field)
        if not broken:
            return stopped
        walkers |= broken


def _broken_but_walkable(field: Battlefield) -> frozenset[int]:
    """Armies whose convoy came out broken and that walk instead, where the rulebook lets them."""
    if field.rulebook.land_fallback is not LandFallback.ALWAYS:
        return frozenset()
    return frozenset(
        mover
        for mover, convoyed in enumerate(field.convoyed)
        if convoyed and can_walk(field, mover) and not has_path(field, mover, CERTAIN)
    )


def _survey(field: Battlefield, stopped: frozenset[int]) -> Aftermath:
    taken: dict[int, int] = {}
    for mover, act in enumerate(field.act):
        if act == MOVE and field.state[mover] == YES:
            taken[field.target[mover]] = mover
    dislodger = [NOBODY] * len(field.units)
    for space, mover in taken.items():
        victim = field.occupant[space]
        if victim != NOBODY and not (field.act[victim] == MOVE and field.state[victim] == YES):
            dislodger[victim] = mover
    return Aftermath(taken, dislodger, stopped)


def _move_units(field: Battlefield, aftermath: Aftermath) -> Mapping[SpaceId, Unit]:
    units: dict[SpaceId, Unit] = {}
    order_of = field.board.order
    for number, unit in enumerate(field.units):
        if field.act[number] == MOVE and field.state[number] == YES:
            order = field.orders[number]
            assert isinstance(order, Move)
            units[order_of[field.target[number]]] = Unit(unit.power, unit.kind, order.target)
        elif aftermath.dislodger[number] == NOBODY:
            units[order_of[field.spaces[number]]] = unit
    return units


def _contested(field: Battlefield, aftermath: Aftermath) -> list[int]:
    """Spaces left empty by a stand-off: a move with an open way failed there, and not just against the unit leaving."""
    contested = []
    for space, movers in field.attackers.items():
        if space in aftermath.taken or _still_held(field, aftermath, space):
            continue
        if any(not _lost_to_leaver(field, mover) and has_path(field, mover, CERTAIN) for mover in movers):
            contested.append(space)
    return contested


def _still_held(field: Battlefield, aftermath: Aftermath, space: int) -> bool:
    occupant = field.occupant[space]
    if occupant == NOBODY or aftermath.dislodger[occupant] != NOBODY:
        return False
    return not (field.act[occupant] == MOVE and field.state[occupant] == YES)


def _lost_to_leaver(field: Battlefield, mover: int) -> bool:
    return field.facing[mover] != NOBODY and field.state[field.facing[mover]] == YES


def _dislodge(
    field: Battlefield, aftermath: Aftermath, moved: Position
) -> tuple[tuple[DislodgedUnit, ...], tuple[Unit, ...]]:
    """Who must retreat and whither; units with nowhere to go, or that do not survive a defeat, are destroyed."""
    waiting, destroyed = [], []
    rulebook = field.rulebook
    for number, mover in enumerate(aftermath.dislodger):
        if mover == NOBODY:
            continue
        unit = field.units[number]
        is_barred = not (field.convoyed[mover] and rulebook.retreat_to_convoy_origin)
        barred = field.board.order[field.spaces[mover]] if is_barred else None
        retreats = list_retreats(field.board, moved, unit, barred, rulebook)
        if retreats and rulebook.traits[unit.kind].survives_dislodgement:
            waiting.append(DislodgedUnit(unit, barred, retreats))
        else:
            destroyed.append(unit)
    return tuple(waiting), tuple(destroyed)
