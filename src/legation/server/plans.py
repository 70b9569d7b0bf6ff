"""A power's plan for a phase: its lines read, checked, and looked at for what would have no effect."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from legation.board import PowerId, space_of
from legation.errors import LegationError
from legation.game import GameState, PhaseKind, check_letter
from legation.judge import Rulebook, count_adjustments
from legation.orders import (
    Convoy,
    Embark,
    Hold,
    Move,
    MovementOrder,
    Order,
    OrderBook,
    Piece,
    Rejection,
    Scene,
    SupportHold,
    SupportMove,
    format_order,
    make_order_book,
    read_line,
    read_submissions,
)
from legation.server.deadlines import Handed, State
from legation.server.table import Table
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class Reading:
    """How some lines are taken."""

    read: tuple[str, ...]
    """Orders that will be followed, in standard form."""
    rejections: tuple[Rejection, ...] = ()
    idle: tuple[str, ...] = ()
    """Units without an order."""
    total: int = 0
    """How many orders there are to give."""
    warnings: tuple[tuple[str, str], ...] = ()
    """Orders without effect as things stand, each with a sentence."""


def read_plan(table: Table, power: PowerId, texts: Sequence[str]) -> Reading:
    """How the lines of a power would be taken in the phase now; remembered with the state."""
    key = ("reading", power, tuple(texts))
    known = table.now.worked_out.get(key)
    if known is None:
        if len(table.now.worked_out) > 500:
            table.now.worked_out.clear()
        known = table.now.worked_out[key] = read_lines(table.variant, table.rulebook, table.state, power, texts)
    assert isinstance(known, Reading)
    return known


def read_lines(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, texts: Sequence[str]) -> Reading:
    """How the lines of a power would be taken."""
    if state.phase.kind is PhaseKind.MOVES:
        return _read_moves(variant, rulebook, state, power, texts)
    check = check_letter(variant, state, power, texts, rulebook)
    if state.phase.kind is PhaseKind.RETREATS:
        total = sum(found.unit.power == power for found in state.position.dislodged)
        return Reading(check.read, check.rejections, check.idle, total)
    total = abs(count_adjustments(variant.board, state.position, power, rulebook))
    return Reading(check.read, check.rejections, (), total)


def _read_moves(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, texts: Sequence[str]
) -> Reading:
    position = state.position
    lines = read_submissions(variant.board, {power: texts})
    book = make_order_book(variant.board, position, lines, rulebook.order_rules)
    forces = zip(position.order_keys, [*position.units.values(), *position.cargo.values()], strict=True)
    own = sorted((key, unit) for key, unit in forces if unit.power == power)
    read = [format_order(book.orders[key]) for key, _ in own if key not in book.supplied]
    read += [format_order(launch.order) for launch in book.launches]
    idle = tuple(str(unit) for key, unit in own if key in book.supplied)
    warnings = tuple(_list_warnings(Scene(variant.board, position, rulebook.order_rules), book, power))
    return Reading(tuple(read), book.rejections, idle, len(own), warnings)


def _list_warnings(scene: Scene, book: OrderBook, power: PowerId) -> Iterator[tuple[str, str]]:
    """Own orders that cannot do anything with the other own orders as they are; what others do is not known."""
    orders = [order for order in book.orders.values() if _power_of(scene, order.unit) == power]
    carried = {(order.army.space, space_of(order.target)) for order in orders if isinstance(order, Convoy)}
    for order in orders:
        helped = _find_helped(order)
        if helped is not None and _power_of(scene, helped) == power:
            given = book.orders[scene.position.key_of(helped.kind, helped.space)]
            if not _suits(order, given):
                yield format_order(order), f"No effect as things stand: {_tell_order(given)}."
        elif isinstance(order, Move):
            text = _warn_of_move(
                scene, book, power, order, is_carried=(order.unit.space, space_of(order.target)) in carried
            )
            if text:
                yield format_order(order), f"No effect as things stand: {text}."


def _power_of(scene: Scene, piece: Piece) -> PowerId | None:
    unit = scene.find(piece)
    return unit.power if unit else None


def _find_helped(order: MovementOrder) -> Piece | None:
    match order:
        case SupportHold(supported=piece) | SupportMove(supported=piece) | Convoy(army=piece) | Embark(army=piece):
            return piece
        case _:
            return None


def _suits(order: MovementOrder, given: MovementOrder) -> bool:
    """Whether help fits the order of the unit that it is for."""
    goal = space_of(given.target) if isinstance(given, Move) else None
    match order:
        case SupportMove(target=target) | Convoy(target=target):
            return goal == space_of(target)
        case Embark(unit=ship):
            return goal == ship.space
        case _:
            return goal is None


def _warn_of_move(scene: Scene, book: OrderBook, power: PowerId, order: Move, *, is_carried: bool) -> str:
    """Why a move cannot come off, whatever others do."""
    space = space_of(order.target)
    unit, there = scene.find(order.unit), scene.units.get(space)
    if there is not None and there.power == power and not isinstance(book.orders[space], Move | Embark):
        return f"your own {there} stays there"
    if unit is None or is_carried or scene.can_enter(unit, space) or scene.is_aboard(unit):
        return ""
    own = int(scene.board.mask(fleet.space for fleet in scene.position.units_of(power)))
    needs_own = scene.can_be_convoyed(unit, space) and not scene.can_be_convoyed(unit, space, without=own)
    return "no fleet of yours has the order to carry it" if needs_own else ""


def _tell_order(order: MovementOrder) -> str:
    if isinstance(order, Hold):
        return f"{order.unit} holds"
    return f"{order.unit} has the order {format_order(order)}"


def find_order(table: Table, text: str) -> Order | None:
    """The order that a stored line stands for."""
    order = read_line(text, table.variant.board.names)
    return None if isinstance(order, LegationError) else order


def find_orders(table: Table, texts: Iterable[str]) -> list[Order]:
    """The orders that stored lines stand for."""
    return [order for text in texts if (order := find_order(table, text)) is not None]


def texts_of(row: Row[Any] | None) -> tuple[str, ...]:
    """The lines of a plan."""
    return tuple(json.loads(row.texts)) if row is not None else ()


def state_of(row: Row[Any] | None) -> State:
    """What counts as in: saved orders do; confirmed are they while they are what the receipt stands for."""
    if row is None:
        return State.NOTHING
    if row.confirmed_at is not None and row.confirmed == row.texts:
        return State.CONFIRMED
    return State.SAVED if texts_of(row) else State.NOTHING


def handed_of(row: Row[Any] | None, *, is_bot: bool = False) -> Handed:
    """What a power has handed in."""
    return Handed(state_of(row), row is not None and (is_bot or row.is_ready))


def use_standing(table: Table, power: PowerId, standing: dict[str, list[str]]) -> tuple[str, ...]:
    """Of orders given beforehand those that fit the phase now; what no longer fits is left out."""
    kind = {PhaseKind.RETREATS: "retreats", PhaseKind.ADJUSTMENTS: "builds"}.get(table.state.phase.kind)
    return read_plan(table, power, standing.get(kind, [])).read if kind else ()
