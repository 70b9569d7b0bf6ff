"""Letters of orders: taken apart by power, added to earlier ones, and checked before the phase is judged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from legation.board import Position, PowerId, SpaceId
from legation.errors import LegationError, RequestError
from legation.game.phase import PhaseKind
from legation.game.state import GameState
from legation.judge import Reason, Rulebook, count_adjustments, has_adjustments, judge_adjustments
from legation.orders import (
    Bomb,
    Rejection,
    Submission,
    Waive,
    format_order,
    make_order_book,
    make_retreat_book,
    read_line,
    read_submissions,
    split_lines,
)
from legation.variants import Variant

Texts = Mapping[PowerId, tuple[str, ...]]
MAX_LETTER = 200_000
"""Characters of one letter; all orders of a full giant board need some 10,000."""


@dataclass(frozen=True, slots=True)
class LetterCheck:
    """How a power's orders would be taken if the phase were judged now."""

    power: PowerId
    read: tuple[str, ...]
    """The orders that will be followed, in standard form."""
    rejections: tuple[Rejection, ...] = ()
    idle: tuple[str, ...] = ()
    """Units without an order: they hold, or disband where they must retreat."""
    unused: int = 0
    """Builds that are not used, or if negative removals that are left to the rulebook."""


def read_letter(variant: Variant, text: str, power: PowerId | None = None) -> dict[PowerId, tuple[str, ...]]:
    """The lines of a letter by power: under headings, or all of one power; raises for a line that is nobody's."""
    if len(text) > MAX_LETTER:
        raise RequestError("orders", f"{len(text)} characters; at most {MAX_LETTER} are read")
    letters: dict[PowerId, tuple[str, ...]] = {}
    for heading, line in split_lines(text, variant.power_names):
        writer = PowerId(heading) if heading else power
        if writer is None:
            raise RequestError("orders", f"{line[:60]!r} stands under no power's heading")
        if power is not None and writer != power:
            raise RequestError("orders", f"{line[:60]!r} stands under the heading of {writer}, not of {power}")
        letters[writer] = (*letters.get(writer, ()), line)
    return letters


def join_letters(variant: Variant, position: Position, earlier: Sequence[str], later: Sequence[str]) -> tuple[str, ...]:
    """The earlier lines without those for units that the later ones name, and then the later."""
    named = {_unit_of(variant, position, text) for text in later} - {None}
    return (*(text for text in earlier if _unit_of(variant, position, text) not in named), *later)


def _unit_of(variant: Variant, position: Position, text: str) -> SpaceId | None:
    """Whom an order is for; a ship and the army aboard it are two."""
    order = read_line(text, variant.board.names)
    if isinstance(order, LegationError | Waive | Bomb):
        return None
    return position.key_of(order.unit.kind, order.unit.space)


def check_letter(
    variant: Variant, state: GameState, power: PowerId, texts: Sequence[str], rulebook: Rulebook
) -> LetterCheck:
    """What of a power's orders is read, what is refused, and what has no order."""
    board, position = variant.board, state.position
    lines = read_submissions(board, {power: texts})
    match state.phase.kind:
        case PhaseKind.MOVES:
            book = make_order_book(board, position, lines, rulebook.order_rules)
            forces = zip(position.order_keys, [*position.units.values(), *position.cargo.values()], strict=True)
            own = sorted((key, unit) for key, unit in forces if unit.power == power)
            read = tuple(format_order(book.orders[key]) for key, _ in own if key not in book.supplied)
            idle = tuple(str(unit) for key, unit in own if key in book.supplied)
            return LetterCheck(power, read, book.rejections, idle)
        case PhaseKind.RETREATS:
            retreats = make_retreat_book(board, position, lines, rulebook.order_rules)
            units = [found.unit for found in position.dislodged if found.unit.power == power]
            read = tuple(
                format_order(retreats.orders[unit.space]) for unit in units if unit.space not in retreats.supplied
            )
            idle = tuple(str(unit) for unit in units if unit.space in retreats.supplied)
            return LetterCheck(power, read, retreats.rejections, idle)
        case PhaseKind.ADJUSTMENTS:
            return _check_winter(variant, state, power, lines, rulebook)


def _check_winter(
    variant: Variant, state: GameState, power: PowerId, lines: list[Submission], rulebook: Rulebook
) -> LetterCheck:
    result = judge_adjustments(variant.board, state.position, lines, rulebook)
    own = [
        outcome
        for outcome in result.verdict.outcomes
        if outcome.power == power and outcome.reason is not Reason.REMOVED_BY_RULE
    ]
    due = count_adjustments(variant.board, state.position, power, rulebook)
    left = max(0, due - len(own)) if due > 0 else min(0, due + len(own))
    return LetterCheck(power, tuple(format_order(found.order) for found in own), result.rejections, unused=left)


def list_due(variant: Variant, state: GameState, rulebook: Rulebook) -> tuple[PowerId, ...]:
    """The powers that have something to order in this phase; those in civil disorder order nothing."""
    position = state.position
    match state.phase.kind:
        case PhaseKind.MOVES:
            due = {unit.power for unit in (*position.units.values(), *position.cargo.values())}
        case PhaseKind.RETREATS:
            due = {found.unit.power for found in position.dislodged}
        case PhaseKind.ADJUSTMENTS:
            due = {power for power in variant.powers if has_adjustments(variant.board, position, power, rulebook)}
    return tuple(power for power in variant.powers if power in due - position.in_disorder)
