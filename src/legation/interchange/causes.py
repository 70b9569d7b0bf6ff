"""Finds out why another program judged a phase differently.

A cause is proved, not guessed: the phase is judged again with one switch changed, or without one order, and must give
the other program's result. Two bugs of other programs are recognised by their effects.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from legation.board import SpaceId, space_of
from legation.game import GameState, PhaseKind, PhaseRecord, advance
from legation.interchange.compare import Difference, Differing
from legation.interchange.model import Origin
from legation.judge import SWITCHES, Result, Rulebook
from legation.orders import Move, read_submissions
from legation.variants import Variant

Agrees = Callable[[GameState], bool]
MOST_LINES = 150
"""The greatest number of orders to leave out one by one; a larger phase takes too long."""


@dataclass(frozen=True, slots=True)
class Causes:
    """One phase that another program judged differently."""

    variant: Variant
    rulebook: Rulebook
    record: PhaseRecord
    origin: Origin

    def find(self, found: Sequence[Difference], theirs: GameState, agrees: Agrees) -> str:
        """The cause of all differences of the phase; empty if none is known."""
        return (
            self._find_switch(agrees)
            or self._find_open_retreats(found, theirs)
            or self._find_free_removals(found, theirs)
            or self._find_order(agrees)
        )

    def _find_switch(self, agrees: Agrees) -> str:
        lines = read_submissions(self.variant.board, self.record.texts)
        for name, value in _list_readings(self.rulebook):
            other = replace(self.rulebook, **{name: value})  # type: ignore[arg-type] # of its switch's own type
            if agrees(advance(self.variant, self.record.before, lines, other).after):
                return f"they judge by {name} = {value}"
        return ""

    def _find_open_retreats(self, found: Sequence[Difference], theirs: GameState) -> str:
        """Recognise a bug: after a convoyed dislodgement one program lists all neighbours as retreats."""
        if self.origin is not Origin.DIPLOMACY or not theirs.position.dislodged:
            return ""
        # If they wait for such a retreat in Fall and we do not, centres have changed hands here but not yet there.
        waits = theirs.phase.is_fall and theirs.position.owners == self.record.before.position.owners
        rest = [one for one in found if not (waits and one.kind is Differing.OWNER)]
        places = {SpaceId(one.space) for one in rest if one.kind is not Differing.PHASE}
        is_about_retreats = all(
            one.kind in (Differing.RETREATS, Differing.PHASE) or (one.kind is Differing.DISLODGED and not one.ours)
            for one in rest
        )
        if is_about_retreats and places and places <= self._list_landings():
            return "they list every neighbour as a retreat of a unit dislodged by a convoyed army, occupied ones too"
        return ""

    def _list_landings(self) -> set[SpaceId]:
        """The spaces in which convoyed armies landed."""
        return {
            space_of(outcome.order.target)
            for outcome in self.record.outcomes
            if isinstance(outcome.order, Move)
            and outcome.result is Result.SUCCEEDS
            and (outcome.order.via_convoy or not self._is_step(outcome.order))
        }

    def _is_step(self, order: Move) -> bool:
        kind = order.unit.kind
        sails = kind is not None and self.rulebook.traits[kind].sails
        return order.target in self.variant.board.moves(order.unit.location, sails=sails)

    def _find_free_removals(self, found: Sequence[Difference], theirs: GameState) -> str:
        """Recognise removals without an order: the programs choose different units, but the same number."""
        if self.record.phase.kind is not PhaseKind.ADJUSTMENTS or any(one.kind is not Differing.UNIT for one in found):
            return ""
        counts = [
            Counter(unit.power for unit in state.position.units.values()) for state in (self.record.after, theirs)
        ]
        before = set(self.record.before.position.units.values())
        places = [SpaceId(one.space) for one in found]
        kept = [theirs.position.units.get(place) or self.record.after.position.units.get(place) for place in places]
        if counts[0] == counts[1] and all(unit in before for unit in kept):
            return "removals that nobody ordered: they choose other units"
        return ""

    def _find_order(self, agrees: Agrees) -> str:
        texts = self.record.texts
        if sum(map(len, texts.values())) > MOST_LINES:
            return ""
        for power, lines in texts.items():
            for line in lines:
                fewer = {**texts, power: tuple(other for other in lines if other != line)}
                again = read_submissions(self.variant.board, fewer)
                if agrees(advance(self.variant, self.record.before, again, self.rulebook).after):
                    return f"as if {power} had not ordered {line}"
        return ""


def _list_readings(rulebook: Rulebook) -> Iterator[tuple[str, object]]:
    """Every switch with every other value that it can have."""
    for name, kind in SWITCHES.items():
        now = getattr(rulebook, name)
        values: list[object] = list(kind) if issubclass(kind, StrEnum) else [True, False]
        yield from ((name, value) for value in values if value != now)
