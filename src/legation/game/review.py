"""How the lines of a power are taken: the one answer that the library, the commands and the server give."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from legation.board import Board, Position, PowerId, SpaceId, Unit, UnitKey, space_of
from legation.errors import LegationError
from legation.game.phase import PhaseKind
from legation.game.state import GameState
from legation.judge import Rulebook, Winter
from legation.orders import (
    Answer,
    Bomb,
    Build,
    Convoy,
    Embark,
    Hold,
    Move,
    MovementOrder,
    Order,
    Piece,
    Rejection,
    Scene,
    Submission,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
    make_retreat_book,
    piece_of,
    take_orders,
)


class NoEffect(StrEnum):
    """Why a legal order does nothing, given the power's other orders; what other powers do is not known."""

    HELP_DOES_NOT_FIT = "help_does_not_fit"
    """The unit that is to be supported, convoyed or taken aboard has another order."""
    OWN_UNIT_STAYS = "own_unit_stays"
    """A unit of the same power stays where the unit is to go."""
    NO_FLEET_CARRIES = "no_fleet_carries"
    """The army needs a convoy, and no fleet of the power is ordered to carry it."""


@dataclass(frozen=True, slots=True)
class Caution:
    """An order that will be followed and has no effect as things stand."""

    code: NoEffect
    order: MovementOrder
    other: MovementOrder | None = None
    """The order of the power's other unit that makes it so; a unit without an order holds."""


@dataclass(frozen=True, slots=True)
class ReviewedLine:
    """One line of a letter and how it is taken."""

    number: int
    """Counted from one."""
    text: str
    """As it was written."""
    start: int
    """Where it begins in the letter."""
    order: Order | None
    """As it was understood, in full where it will be followed; none where it cannot be read."""
    rejection: Rejection | None = None
    """Why it does not count."""
    replaces: Order | None = None
    """The earlier order of the same unit, where that was another one."""
    caution: Caution | None = None

    @property
    def counts(self) -> bool:
        """Whether the order will be followed."""
        return self.rejection is None


@dataclass(frozen=True, slots=True)
class Review:
    """How all lines of a power are taken in one phase."""

    power: PowerId
    lines: tuple[ReviewedLine, ...]
    orders: tuple[Order, ...] = ()
    """What will be followed: one order for each unit, then bombs; in Winter as they were written."""
    idle: tuple[Unit, ...] = ()
    """Units without an order: they hold, or disband where they must retreat."""
    due: int = 0
    """How many orders there are to give."""
    unused: int = 0
    """Builds that are still open, or if negative removals that are left to the rulebook."""
    texts: tuple[str, ...] = ()
    """The orders that will be followed, in standard form."""

    @property
    def refused(self) -> tuple[ReviewedLine, ...]:
        """The lines that do not count."""
        return tuple(line for line in self.lines if line.rejection is not None)

    @property
    def rejections(self) -> tuple[Rejection, ...]:
        """Why some lines do not count."""
        return tuple(line.rejection for line in self.lines if line.rejection is not None)

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """The orders that have no effect as things stand; each once."""
        return tuple(dict.fromkeys(line.caution for line in self.lines if line.caution is not None))


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a phase makes of a power's lines."""

    answers: Sequence[Answer]
    orders: tuple[Order, ...]
    idle: tuple[Unit, ...]
    due: int
    unused: int = 0
    cautions: Mapping[Order, Caution] | None = None


def review_lines(
    board: Board,
    rulebook: Rulebook,
    state: GameState,
    power: PowerId,
    lines: Sequence[Submission],
    *,
    earlier: Sequence[Order] = (),
    starts: Sequence[int] = (),
) -> Review:
    """How the lines of a power would be taken if the phase were judged now.

    ``earlier`` are the orders that these lines would replace, and ``starts`` tells where each begins in its letter.
    """
    match state.phase.kind:
        case PhaseKind.MOVES:
            taken = _take_moves(board, rulebook, state.position, power, lines)
        case PhaseKind.RETREATS:
            taken = _take_retreats(board, rulebook, state.position, power, lines)
        case PhaseKind.ADJUSTMENTS:
            taken = _take_adjustments(board, rulebook, state.position, power, lines)
    before = {_place_of(order): order for order in earlier if not isinstance(order, Waive | Bomb)}
    reviewed = []
    for index, (line, answer) in enumerate(zip(lines, taken.answers, strict=True)):
        start = starts[index] if starts else 0
        if isinstance(answer, Rejection):
            reviewed.append(ReviewedLine(index + 1, line.text, start, answer.order, answer))
            continue
        old = before.get(_place_of(answer)) if before else None
        caution = taken.cautions.get(answer) if taken.cautions else None
        reviewed.append(
            ReviewedLine(index + 1, line.text, start, answer, None, old if old != answer else None, caution)
        )
    texts = tuple([format_order(order) for order in taken.orders])
    return Review(power, tuple(reviewed), taken.orders, taken.idle, taken.due, taken.unused, texts)


def _place_of(order: Order) -> Piece | SpaceId | None:
    """Whom an order is for: a unit, or a building site. Bombs and waived builds replace nothing."""
    if isinstance(order, Waive | Bomb):
        return None
    return order.unit.space if isinstance(order, Build) else order.unit


def _take_moves(
    board: Board, rulebook: Rulebook, position: Position, power: PowerId, lines: Sequence[Submission]
) -> _Taken:
    scene = Scene(board, position, rulebook.order_rules)
    answers = take_orders(scene, lines)[0].answers
    own = position.units_of(power)
    given: dict[Piece, MovementOrder] = {}
    bombs: list[Order] = []
    for answer in answers:
        if isinstance(answer, Bomb):
            bombs.append(answer)
        elif not isinstance(answer, Rejection):
            given[answer.unit] = answer
    pieces = {piece_of(unit): unit for unit in own}
    orders = [given[piece] for piece in pieces if piece in given]
    idle = tuple(unit for piece, unit in pieces.items() if piece not in given)
    cautions: dict[Order, Caution] = {found.order: found for found in _list_cautions(scene, power, pieces, given)}
    return _Taken(answers, (*orders, *bombs), idle, len(own), cautions=cautions)


def _take_retreats(
    board: Board, rulebook: Rulebook, position: Position, power: PowerId, lines: Sequence[Submission]
) -> _Taken:
    answers = make_retreat_book(board, position, lines, rulebook.order_rules).answers
    own = [found.unit for found in position.dislodged if found.unit.power == power]
    given = {answer.unit: answer for answer in answers if not isinstance(answer, Rejection | Bomb)}
    orders = tuple(given[piece] for unit in own if (piece := piece_of(unit)) in given)
    idle = tuple(unit for unit in own if piece_of(unit) not in given)
    return _Taken(answers, orders, idle, len(own))


def _take_adjustments(
    board: Board, rulebook: Rulebook, position: Position, power: PowerId, lines: Sequence[Submission]
) -> _Taken:
    winter = Winter(board, position, power, rulebook)
    due = winter.open_builds or winter.open_removals
    for line in lines:
        winter.take(line)
    orders = tuple(answer for answer in winter.answers if not isinstance(answer, Rejection))
    return _Taken(winter.answers, orders, (), due, winter.open_builds or -winter.open_removals)


def _list_cautions(
    scene: Scene, power: PowerId, own: Mapping[Piece, Unit], given: Mapping[Piece, MovementOrder]
) -> Iterator[Caution]:
    """Own orders that cannot do anything with the other own orders as they are."""
    carried = {(order.army.space, space_of(order.target)) for order in given.values() if isinstance(order, Convoy)}
    for order in given.values():
        helped = _find_helped(order)
        if helped is not None:
            unit = scene.find(helped)
            if unit is not None and unit.power == power:
                other = _order_of(given, unit)
                if not _suits(order, other):
                    yield Caution(NoEffect.HELP_DOES_NOT_FIT, order, other)
        elif isinstance(order, Move):
            space = space_of(order.target)
            there = scene.units.get(space)
            if there is not None and there.power == power:
                other = _order_of(given, there)
                if not isinstance(other, Move | Embark):
                    yield Caution(NoEffect.OWN_UNIT_STAYS, order, other)
                    continue
            if (order.unit.space, space) not in carried and _needs_own_fleet(scene, power, own[order.unit], space):
                yield Caution(NoEffect.NO_FLEET_CARRIES, order)


def _order_of(given: Mapping[Piece, MovementOrder], unit: Unit) -> MovementOrder:
    """The order of an own unit; without one it holds."""
    piece = piece_of(unit)
    return given.get(piece) or Hold(piece)


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


def _needs_own_fleet(scene: Scene, power: PowerId, unit: Unit, space: SpaceId) -> bool:
    """Whether only a convoy that uses the power's own fleets could bring the army there."""
    if scene.can_enter(unit, space) or unit.is_aboard:
        return False
    own = int(scene.board.mask(fleet.space for fleet in scene.position.units_of(power)))
    return scene.can_be_convoyed(unit, space) and not scene.can_be_convoyed(unit, space, without=own)


def join_lines(state: GameState, earlier: Sequence[Submission], later: Sequence[Submission]) -> list[Submission]:
    """The earlier lines without those for units that the later ones name, and then the later."""
    named = {key for line in later if (key := _unit_key(state, line)) is not None}
    return [*(line for line in earlier if _unit_key(state, line) not in named), *later]


def _unit_key(state: GameState, line: Submission) -> UnitKey | None:
    """The unit or building site that a line is for; a ship and the army aboard it are two."""
    if not line.meanings:
        return _key_of_order(state, line.power, line.order)
    keys = {_key_of_order(state, line.power, meaning.order) for meaning in line.meanings}
    return keys.pop() if len(keys) == 1 else None


def _key_of_order(state: GameState, power: PowerId, order: Order | LegationError) -> UnitKey | None:
    if isinstance(order, LegationError | Waive | Bomb):
        return None
    if state.phase.kind is not PhaseKind.RETREATS and not isinstance(order, Build):
        unit = state.position.find_unit(order.unit.kind, order.unit.space, power)
        return unit.key if unit else order.unit.space
    return order.unit.space
