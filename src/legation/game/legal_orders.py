"""Every order that a power may give, in any phase."""

from collections.abc import Iterator

from legation.board import Board, DislodgedUnit, Position, PowerId, Terrain
from legation.game.phase import PhaseKind
from legation.game.state import GameState
from legation.judge import Rulebook, list_adjustments
from legation.orders import (
    Bomb,
    Disband,
    Move,
    Order,
    OrderRules,
    Rejection,
    Retreat,
    list_orders,
    make_retreat_book,
    piece_of,
    write_submissions,
)


def list_legal_orders(board: Board, rulebook: Rulebook, state: GameState, power: PowerId) -> Iterator[Order]:
    """The legal orders of a power in the current phase: of its units, also those aboard ships, and of its bombs."""
    if power in state.position.in_disorder:
        return
    match state.phase.kind:
        case PhaseKind.MOVES:
            yield from _list_moves(board, rulebook, state.position, power)
        case PhaseKind.RETREATS:
            for found in state.position.dislodged:
                if found.unit.power == power:
                    yield from _list_retreats(board, rulebook.order_rules, state.position, found)
        case PhaseKind.ADJUSTMENTS:
            yield from list_adjustments(board, state.position, power, rulebook)


def _list_moves(board: Board, rulebook: Rulebook, position: Position, power: PowerId) -> Iterator[Order]:
    bombs = {
        site: count
        for module in rulebook.modules
        for site, count in sorted(module.launch_sites(board, position, power).items())
    }
    for order in list_orders(board, position, power, rulebook.order_rules):
        yield order
        if bombs and isinstance(order, Move):
            for count in range(1, bombs.get(order.unit.space, 0) + 1):
                yield Move(order.unit, order.target, order.via_convoy, order.path, count)
    for site in bombs:
        for space in board.spaces.values():
            if space.terrain is not Terrain.IMPASSABLE:
                yield Bomb(site, space.id)


def _list_retreats(board: Board, rules: OrderRules, position: Position, found: DislodgedUnit) -> Iterator[Order]:
    """Each way out, with each sea that may be named where a rule lets units be ferried, and disbanding."""
    piece = piece_of(found.unit)
    seas = sorted({unit.space for unit in position.units.values()}) if rules.retreat_checks else []
    wanted = [Retreat(piece, target, via) for target in found.retreats for via in (None, *seas)]
    taken: dict[Order, None] = {}
    for line in write_submissions({found.unit.power: wanted}):
        answer = make_retreat_book(board, position, [line], rules).answers[0]
        if not isinstance(answer, Rejection):
            taken[answer] = None
    yield from taken
    yield Disband(piece)
