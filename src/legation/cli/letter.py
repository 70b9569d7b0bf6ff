"""A player's orders for one phase while they are being written: each line is checked as it comes."""

from dataclasses import dataclass

from legation.board import PowerId, SpaceId
from legation.errors import LegationError
from legation.game import GameState, PhaseKind, judge_phase
from legation.judge import Quotas, Rulebook, Verdict, list_adjustments
from legation.orders import Bomb, Build, Disband, Order, Submission, Waive, format_order, read_line, split_lines
from legation.render.words import word_rejection
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a line: what was understood, or why it was refused."""

    is_taken: bool
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that was taken: as written, and the order in full."""

    line: Submission
    order: Order


class Letter:
    """Lines that were accepted so far. What is still open is worked out from the position."""

    def __init__(self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> None:
        self.variant = variant
        self.rulebook = rulebook
        self.state = state
        self.power = power
        self.entries: list[Entry] = []

    @property
    def lines(self) -> list[Submission]:
        """What is handed in."""
        return [entry.line for entry in self.entries]

    def take(self, text: str) -> list[Reply]:
        """Read one line; several orders may stand on it, divided by semicolons."""
        return [
            self._take_one(line) if power in (None, self.power) else Reply(False, f"{line}: you play {self.power}.")
            for power, line in split_lines(text, {name: str(found) for name, found in self.variant.power_names.items()})
        ]

    def _take_one(self, text: str) -> Reply:
        order = read_line(text, self.variant.board.names)
        line = Submission(self.power, text, order)
        place = None if isinstance(order, LegationError) else self._place_of(order)
        kept = [entry for entry in self.entries if place is None or self._place_of(entry.order) != place]
        lines = [*(entry.line for entry in kept), line]
        verdict, rejections = judge_phase(self.variant.board, self.state, lines, self.rulebook)
        refused = [rejection for rejection in rejections if rejection.text == text and rejection.power == self.power]
        if refused or isinstance(order, LegationError):
            return Reply(False, word_rejection(refused[0]) if refused else str(order))
        found = self._in_full(verdict, order)
        replaced = len(kept) < len(self.entries)
        self.entries = [*kept, Entry(line, found)]
        return Reply(True, f"{format_order(found)}{' (instead of the earlier order)' if replaced else ''}")

    def _in_full(self, verdict: Verdict, order: Order) -> Order:
        """The order as the judge took it, with the kind and the coast that the player may have left out."""
        if isinstance(order, Waive | Bomb):
            return order
        for outcome in verdict.outcomes:
            found = outcome.order
            if (
                outcome.power == self.power
                and not isinstance(found, Waive | Bomb)
                and found.unit.space == order.unit.space
                and order.unit.kind in (None, found.unit.kind)
            ):
                return found
        return order

    def _place_of(self, order: Order) -> SpaceId | None:
        """The unit or site that an order is for; a waived build or a bomb has none of its own."""
        if isinstance(order, Waive | Bomb):
            return None
        if self.state.phase.kind is not PhaseKind.MOVES:
            return order.unit.space
        return self.state.position.key_of(order.unit.kind, order.unit.space)

    def undo(self) -> str | None:
        """Take the last line back; its text, if there was one."""
        return self.entries.pop().line.text if self.entries else None

    def fill(self, orders: list[Order]) -> list[str]:
        """Add orders for what has none yet; those that were taken."""
        ordered = {self._place_of(entry.order) for entry in self.entries}
        added = []
        for order in orders:
            place = self._place_of(order)
            if (place is None or place not in ordered) and self._take_one(format_order(order)).is_taken:
                added.append(format_order(order))
        return added

    def still_open(self) -> list[str]:
        """What is waiting for an order: units, units to retreat, or the number of builds or removals."""
        position = self.state.position
        ordered = {self._place_of(entry.order) for entry in self.entries}
        match self.state.phase.kind:
            case PhaseKind.MOVES:
                forces = position.forces_of(self.power)
                return [str(unit) for unit in forces if position.key_of(unit.kind, unit.space) not in ordered]
            case PhaseKind.RETREATS:
                waiting = [found.unit for found in position.dislodged if found.unit.power == self.power]
                return [str(unit) for unit in waiting if unit.space not in ordered]
            case PhaseKind.ADJUSTMENTS:
                return self._open_in_winter()

    def _open_in_winter(self) -> list[str]:
        """Removals that are due, or builds for which there is a place."""
        quotas = self.quotas()
        removals = max(quotas.removals.values())
        if removals:
            return [f"{removals} removal{'s' if removals > 1 else ''}"]
        options = list_adjustments(self.variant.board, self.state.position, self.power, self.rulebook)
        taken = {entry.order.unit.space for entry in self.entries if isinstance(entry.order, Build)}
        sites = {order.unit.space for order in options if isinstance(order, Build)} - taken
        builds = min(sum(quotas.builds.values()), len(sites))
        return [f"{builds} build{'s' if builds > 1 else ''}"] if builds > 0 else []

    def quotas(self) -> Quotas:
        """What is left to build or remove after the lines written so far."""
        quotas = Quotas(self.variant.board, self.state.position, self.power, self.rulebook)
        for entry in self.entries:
            match entry.order:
                case Build(unit) if unit.kind:
                    quotas.build(unit.kind)
                case Disband(unit) if unit.kind:
                    quotas.remove(unit.kind)
                case Waive():
                    quotas.waive()
                case _:
                    pass
        return quotas
