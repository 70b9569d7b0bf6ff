"""The movement phase: from one order for each unit to what became of each."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast

from legation.board import Board, DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind
from legation.judge.battlefield import CERTAIN, MOVE, NOBODY, YES, Aftermath, Battlefield
from legation.judge.cargo import carry_on
from legation.judge.convoy import can_walk, choose_paths, has_path
from legation.judge.difficult import find_weak
from legation.judge.outcomes import make_outcomes
from legation.judge.paradox import resolve_cycles
from legation.judge.retreats import list_retreats
from legation.judge.rulebook import AdjacentConvoy, LandFallback, Rulebook
from legation.judge.solver import settle, start
from legation.judge.verdict import Verdict
from legation.orders import Move, OrderBook

ALWAYS: Final = LandFallback.ALWAYS
STRICT: Final = AdjacentConvoy.R1971_STRICT
new_unit = cast("Callable[[tuple[PowerId, UnitKind, LocationId]], Unit]", partial(tuple.__new__, Unit))
"""What ``Unit(...)`` does, without its detour through Python."""


def judge_moves(board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> Verdict:
    """Judge a movement phase. Pure: the same input gives the same verdict, in whatever order units and orders stand."""
    field = Battlefield(board, position, book, rulebook)
    aftermath = _survey(field, solve(field))
    units = _move_units(field, position, aftermath)
    contested = frozenset([board.order[space] for space in _contested(field, aftermath)])
    cargo = carry_on(field, aftermath) if position.cargo or field.boarding else position.cargo
    after = Position(units, position.owners, (), contested, position.in_disorder, position.memory, cargo)
    destroyed: tuple[Unit, ...] = ()
    if aftermath.dislodger:
        waiting, destroyed = _dislodge(field, aftermath, after)
        after = Position(units, position.owners, waiting, contested, position.in_disorder, position.memory, cargo)
    outcomes = make_outcomes(field, aftermath, [unit.space for unit in destroyed])
    verdict = Verdict(outcomes, after, destroyed)
    for module in rulebook.modules:
        verdict = module.revise(board, position, book, verdict)
    for module in rulebook.modules:
        verdict = Verdict(verdict.outcomes, module.after_moves(board, position, verdict), verdict.destroyed)
    return verdict


def solve(field: Battlefield) -> frozenset[int]:
    """Settle every order; those that a paradox stopped are returned."""
    walkers: frozenset[int] = frozenset()
    while True:
        choose_paths(field, walkers)
        if field.board.difficult:
            field.weak = find_weak(field)
        stopped = resolve_cycles(field, settle(field, start(field)))
        broken = _broken_but_walkable(field)
        if not broken:
            return stopped
        walkers |= broken


def _broken_but_walkable(field: Battlefield) -> frozenset[int]:
    """Armies whose convoy came out broken and that walk instead, where the rulebook lets them."""
    if field.rulebook.land_fallback is not ALWAYS or field.rulebook.adjacent_convoy is STRICT:
        return frozenset()
    return frozenset(
        mover
        for mover in field.convoyed
        if mover not in field.landing and can_walk(field, mover) and not has_path(field, mover, CERTAIN)
    )


def _survey(field: Battlefield, stopped: frozenset[int]) -> Aftermath:
    taken: dict[int, int] = {}
    dislodger: dict[int, int] = {}
    state, target, occupant, act = field.state, field.target, field.occupant, field.act
    for mover in field.movers:
        if state[mover] == YES:
            space = target[mover]
            taken[space] = mover
            victim = occupant.get(space, NOBODY)
            if victim != NOBODY and not (act[victim] >= MOVE and state[victim] == YES):
                dislodger[victim] = mover
    return Aftermath(taken, dislodger, stopped)


def _move_units(field: Battlefield, position: Position, aftermath: Aftermath) -> Mapping[SpaceId, Unit]:
    units = dict(position.units)
    names, spaces, ashore = field.board.order, field.spaces, field.ashore
    for number in (*aftermath.taken.values(), *aftermath.dislodger):
        if number < ashore:
            del units[names[spaces[number]]]
    for number in field.boarding:
        if number < ashore and field.state[number] == YES:
            del units[names[spaces[number]]]
    for space, mover in aftermath.taken.items():
        unit, order = field.units[mover], field.orders[mover]
        assert isinstance(order, Move)
        units[names[space]] = new_unit((unit.power, unit.kind, order.target))
    return units


def _contested(field: Battlefield, aftermath: Aftermath) -> set[int]:
    """Spaces left empty by a stand-off: a move with an open way failed there, and not just against the unit leaving."""
    contested: set[int] = set()
    for mover in field.movers:
        space = field.target[mover]
        if (
            field.state[mover] != YES
            and space not in aftermath.taken
            and not _still_held(field, space)
            and not _lost_to_leaver(field, mover)
            and has_path(field, mover, CERTAIN)
        ):
            contested.add(space)
    return contested


def _still_held(field: Battlefield, space: int) -> bool:
    """Whether the unit in a space that nobody took is still there."""
    occupant = field.occupant.get(space, NOBODY)
    return occupant != NOBODY and not (field.act[occupant] >= MOVE and field.state[occupant] == YES)


def _lost_to_leaver(field: Battlefield, mover: int) -> bool:
    return mover in field.facing and field.state[field.facing[mover]] == YES


def _dislodge(
    field: Battlefield, aftermath: Aftermath, moved: Position
) -> tuple[tuple[DislodgedUnit, ...], tuple[Unit, ...]]:
    """Who must retreat and whither; units with nowhere to go, or that do not survive a defeat, are destroyed."""
    waiting: list[DislodgedUnit] = []
    destroyed: list[Unit] = []
    rulebook = field.rulebook
    for number, mover in sorted(aftermath.dislodger.items()):
        unit = field.units[number]
        origin = field.board.order[field.spaces[mover]]
        is_barred = not (mover in field.convoyed and rulebook.retreat_to_convoy_origin)
        retreats = list_retreats(field.board, moved, unit, origin if is_barred else None, rulebook)
        army = field.position.cargo.get(unit.space)
        if retreats and rulebook.traits[unit.kind].survives_dislodgement:
            waiting.append(DislodgedUnit(unit, origin, retreats, army))
        else:
            destroyed += [unit, army] if army else [unit]
    return tuple(waiting), tuple(destroyed)
