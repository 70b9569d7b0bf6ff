"""A game as a user of the library holds it: orders go in, phases are judged, results are asked for."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Self

from legation.board import PowerId, fold
from legation.errors import LegationError, RequestError, UnknownNameError
from legation.game.advance import advance, start_state
from legation.game.explain import Explanation, explain_outcome
from legation.game.state import GameState, PhaseRecord
from legation.judge import Outcome, Rulebook, make_rulebook
from legation.orders import Bomb, Order, Submission, Waive, format_order, read_line, read_submissions
from legation.variants import Variant, load_rulebook, open_variant


class Game:
    """One game through time. Every state is kept; judging again gives the same records."""

    def __init__(self, variant: Variant, rulebook: Rulebook, state: GameState) -> None:
        self.variant = variant
        self.rulebook = rulebook
        self.state = state
        self.records: list[PhaseRecord] = []
        self._orders: dict[PowerId, list[Submission]] = {}

    @classmethod
    def new(cls, variant: str = "standard", rules: str | None = None, **options: object) -> Self:
        """A game at its first Spring, by the variant's rulebook or another, with single switches changed."""
        loaded = open_variant(variant)
        base = loaded.rulebook if rules is None else load_rulebook(rules)
        return cls(loaded, make_rulebook(options, base), start_state(loaded))

    @property
    def phase(self) -> str:
        """The phase now, such as ``S1901M``."""
        return str(self.state.phase)

    @property
    def units(self) -> dict[PowerId, list[str]]:
        """The units of every power, as text."""
        position = self.state.position
        return {power: [str(unit) for unit in position.units_of(power)] for power in self.variant.powers}

    @property
    def centres(self) -> dict[PowerId, list[str]]:
        """The centres of every power."""
        position = self.state.position
        return {power: [str(space) for space in position.centres_of(power)] for power in self.variant.powers}

    def set_orders(self, power: str, texts: Sequence[str]) -> None:
        """Hand in a power's orders for this phase; a later call replaces them."""
        name = self.variant.find_power(power)
        self._orders[name] = read_submissions(self.variant.board, {name: texts})

    def enter(self, submissions: Iterable[Submission]) -> None:
        """Hand in orders that were read already; each power named has its earlier ones replaced."""
        lines = list(submissions)
        for power in {line.power for line in lines}:
            self._orders[power] = [line for line in lines if line.power == power]

    def advance(self) -> PhaseRecord:
        """Judge the phase with the orders handed in."""
        if self.state.ending:
            raise RequestError("phase", "the game is over")
        lines = [line for power in sorted(self._orders) for line in self._orders[power]]
        record = advance(self.variant, self.state, lines, self.rulebook)
        self.records.append(record)
        self.state = record.after
        self._orders = {}
        return record

    def find_outcome(self, text: str, phase: str | None = None) -> tuple[PhaseRecord, Outcome]:
        """The latest (or a given phase's) outcome of an order, found by the order or just its unit."""
        judged = [record for record in reversed(self.records) if phase in (None, str(record.phase))]
        for record in judged:
            for outcome in record.outcomes:
                if _is_meant(self.variant, outcome.order, text):
                    return record, outcome
        known = [format_order(outcome.order) for record in judged[:1] for outcome in record.outcomes]
        raise UnknownNameError("order", text, tuple(difflib.get_close_matches(text.upper(), known, cutoff=0.3)))

    def find_rejection(self, text: str, phase: str | None = None) -> Explanation | None:
        """An order of the latest (or a given) phase that was refused, if this text names one."""
        judged = [record for record in reversed(self.records) if phase in (None, str(record.phase))]
        for record in judged[:1]:
            for rejection in record.rejections:
                if fold(text) == fold(rejection.text):
                    return Explanation(self.variant.board, record, (), refused=rejection)
        return None

    def trace(self, text: str, phase: str | None = None) -> Explanation:
        """The chain of outcomes behind an order's, and what one change would have altered it."""
        refused = self.find_rejection(text, phase)
        if refused:
            return refused
        record, outcome = self.find_outcome(text, phase)
        return explain_outcome(self.variant.board, record, outcome, self.rulebook)


def _is_meant(variant: Variant, order: Order, text: str) -> bool:
    """Whether a text names this order, or its unit; letters for army and fleet may be left out."""
    if not isinstance(order, Waive | Bomb) and fold(text) in (fold(str(order.unit)), fold(order.unit.location)):
        return True
    found = read_line(text, variant.board.names)
    return not isinstance(found, LegationError) and _without_kinds(found) == _without_kinds(order)


def _without_kinds(order: Order) -> list[str]:
    return [word for word in format_order(order).split() if word not in ("A", "F", "TF", "VIA")]
