"""Letters of orders: divided by power, with the powers that have orders to send and those that sent none."""

from collections.abc import Mapping, Sequence

from legation.board import Position, PowerId
from legation.errors import LegationError, MalformedOrderError, RequestError
from legation.game.phase import PhaseKind
from legation.game.state import GameState, PhaseRecord
from legation.judge import Rulebook, has_adjustments
from legation.orders import (
    Bomb,
    Build,
    Disband,
    Misreading,
    Order,
    Retreat,
    Submission,
    Waive,
    read_submission,
    split_lines,
)
from legation.variants import Variant

Texts = Mapping[PowerId, tuple[str, ...]]
NO_ORDERS = frozenset({
    Misreading.CANCELLED, Misreading.CONDITION, Misreading.DATED, Misreading.NO_ORDER, Misreading.QUOTED,
    Misreading.STRUCK_OUT,
})  # fmt: skip
"""Why a line is no order, whoever may have written it."""
MAX_LETTER = 200_000
"""The most characters of one letter; all orders of a full giant board need some 10,000."""


def read_letter(
    variant: Variant, text: str, power: PowerId | None = None, *, state: GameState | None = None
) -> dict[PowerId, tuple[str, ...]]:
    """The lines of a letter by power: under headings, or all of one power; raises for a line of no power.

    With a state, a line without a heading belongs to the power whose unit it names (``Writers``), and orders under the
    date of another phase are none.
    """
    if len(text) > MAX_LETTER:
        raise RequestError("orders", f"{len(text)} characters; at most {MAX_LETTER} are read")
    phase = str(state.phase) if state is not None else ""
    lines = list(split_lines(text, variant.board.names, list_headings(variant, power), phase))
    writers: list[PowerId | None] = [PowerId(line.power) if line.power else power for line in lines]
    if state is not None and None in writers:
        read = [read_submission(PowerId(line.power or ""), line.text, variant.board.names) for line in lines]
        writers = find_writers(state.position, read)
    letters: dict[PowerId, tuple[str, ...]] = {}
    for writer, line in zip(writers, lines, strict=True):
        if writer is None:
            raise RequestError("orders", f"{line.text[:60]!r} is not under a power's heading")
        letters[writer] = (*letters.get(writer, ()), line.text)
    return letters


def list_headings(variant: Variant, power: PowerId | None = None) -> Mapping[str, PowerId]:
    """The headings of orders in a letter: the names of all powers, or in a letter of one power only its own.

    There a line with another power's name is refused, like anything else that is not an order.
    """
    if power is None:
        return variant.power_names
    return {name: found for name, found in variant.power_names.items() if found == power}


def find_writers(position: Position, lines: Sequence[Submission]) -> list[PowerId | None]:
    """The power of each line of a letter: that of its heading, or else the one whose unit it names (``Writers``).

    A greeting or a quoted line, which is no order of anybody, goes with the first line that is somebody's.
    """
    writers = Writers(position)
    found = [line.power or writers.find(line) for line in lines]
    first = next((power for power in found if power), None)
    for number, line in enumerate(lines):
        if found[number] or not _is_no_order(line.order):
            break
        found[number] = first
    return found


def _is_no_order(order: Order | LegationError) -> bool:
    return isinstance(order, MalformedOrderError) and order.code in NO_ORDERS


class Writers:
    """Finds the power of a letter's lines without a heading: the power whose unit they name.

    After such a line, one that names no unit, because it cannot be read or waives a build, belongs to the same power.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.last: PowerId | None = None

    def find(self, line: Submission) -> PowerId | None:
        """The power of the next line; None if it names a unit that does not exist, or is the first and names none."""
        power = _find_writer(self.position, line.order)
        if power is None and line.meanings:
            meant = {_find_writer(self.position, meaning.order) for meaning in line.meanings} - {None}
            power = meant.pop() if len(meant) == 1 else None
        elif power is None and isinstance(line.order, LegationError | Waive):
            power = self.last
        self.last = power
        return power


def _find_writer(position: Position, order: Order | LegationError) -> PowerId | None:
    """The power of an order: the owner of the unit, or of the building site, that it names; None if that is open."""
    if isinstance(order, LegationError | Waive):
        return None
    if isinstance(order, Bomb):
        there = position.units.get(order.origin)
        return there.power if there else position.owners.get(order.origin)
    if isinstance(order, Build):
        return position.owners.get(order.unit.space)
    waiting = {found.unit.space: found.unit for found in position.dislodged}
    if isinstance(order, Retreat | Disband) and order.unit.space in waiting:
        return waiting[order.unit.space].power
    unit = position.find_unit(order.unit.kind, order.unit.space)
    return unit.power if unit else None


def list_due(variant: Variant, state: GameState, rulebook: Rulebook) -> tuple[PowerId, ...]:
    """The powers that have something to order in this phase; those in civil disorder order nothing."""
    position = state.position
    match state.phase.kind:
        case PhaseKind.MOVES:
            due = {unit.power for unit in position.units.values()}
            others = [power for power in variant.powers if power not in due]
            due |= {power for power in others if _has_bombs(variant, state, rulebook, power)}
        case PhaseKind.RETREATS:
            due = {found.unit.power for found in position.dislodged}
        case PhaseKind.ADJUSTMENTS:
            due = {power for power in variant.powers if has_adjustments(variant.board, position, power, rulebook)}
    return tuple(power for power in variant.powers if power in due - position.in_disorder)


def _has_bombs(variant: Variant, state: GameState, rulebook: Rulebook, power: PowerId) -> bool:
    """True if a power can launch something; it needs no unit for that."""
    return any(module.launch_sites(variant.board, state.position, power) for module in rulebook.modules)


def list_silent(variant: Variant, record: PhaseRecord, rulebook: Rulebook) -> tuple[PowerId, ...]:
    """The powers that had something to order in a judged phase and sent no line, not even one that was refused."""
    return tuple(power for power in list_due(variant, record.before, rulebook) if power not in record.texts)
