"""Finds what would have saved a retreat that failed, if a single order would have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from legation.board import Board, DislodgedUnit, Position, SpaceId
from legation.judge.reasons import Reason, Result
from legation.judge.remedies import Remedy
from legation.judge.retreats import judge_retreats, list_retreat_orders
from legation.judge.rulebook import Rulebook
from legation.judge.verdict import Outcome
from legation.orders import Disband, Retreat, RetreatBook, RetreatOrder, piece_of


def find_retreat_remedies(
    board: Board, position: Position, book: RetreatBook, rulebook: Rulebook, outcome: Outcome
) -> tuple[Remedy, ...]:
    """Single changes after which a retreat would have succeeded; own units first.

    For own units every order is found that would have helped, and for the unit itself every other ferry, or where it
    had no valid order every retreat. For each unit of another power one order is named. An army aboard is saved with
    its ship.
    """
    order = outcome.order
    if outcome.reason is Reason.DISBANDED_WITHOUT_ORDER and outcome.power not in position.in_disorder:
        return tuple(_find_missing(board, position, book, rulebook, outcome))
    if outcome.reason is Reason.WENT_DOWN:
        return tuple(_find_for_passenger(board, position, book, rulebook, outcome))
    if not isinstance(order, Retreat) or outcome.result is Result.SUCCEEDS:
        return ()
    trial = _Trial(board, position, book, rulebook, order)
    waiting = sorted(position.dislodged, key=lambda found: (found.unit.power, found.unit.location))
    own = [found for found in waiting if found.unit.power == outcome.power]
    others = [found for found in waiting if found.unit.power != outcome.power]
    return (
        *(remedy for found in own for remedy in trial.find(found, is_own=True)),
        *(remedy for found in others for remedy in [*trial.find(found, is_own=False)][:1]),
    )


def _find_missing(
    board: Board, position: Position, book: RetreatBook, rulebook: Rulebook, outcome: Outcome
) -> Iterator[Remedy]:
    """The retreats of a unit without an order that would have succeeded."""
    for dislodged in position.dislodged:
        if piece_of(dislodged.unit) != outcome.order.unit:  # type: ignore[union-attr] # a unit disbands
            continue
        for retreat in list_retreat_orders(board, position, dislodged, rulebook):
            trial = _Trial(board, position, book, rulebook, retreat)
            if trial.is_helpful({dislodged.unit.space: retreat}):
                yield Remedy(retreat, retreat, is_own=True)  # there was no order in its place


def _find_for_passenger(
    board: Board, position: Position, book: RetreatBook, rulebook: Rulebook, outcome: Outcome
) -> Iterator[Remedy]:
    """The retreats of its ship that would have saved an army aboard: every one of an own ship, one of a foreign."""
    army = outcome.order.unit  # type: ignore[union-attr] # an army aboard
    ship = next(found for found in position.dislodged if found.cargo and piece_of(found.cargo) == army)
    given, is_own = book.orders[ship.unit.space], ship.unit.power == outcome.power
    if ship.unit.power in position.in_disorder:
        return
    saving = [
        retreat
        for retreat in list_retreat_orders(board, position, ship, rulebook)
        if _Trial(board, position, book, rulebook, retreat).is_helpful({ship.unit.space: retreat})
    ]
    is_idle = ship.unit.space in book.supplied
    for retreat in saving if is_own else saving[:1]:
        yield Remedy(retreat if is_idle else given, retreat, is_own)


@dataclass(frozen=True, slots=True)
class _Trial:
    """One retreat that failed, judged again with one different order at a time."""

    board: Board
    position: Position
    book: RetreatBook
    rulebook: Rulebook
    order: Retreat

    def find(self, dislodged: DislodgedUnit, *, is_own: bool) -> Iterator[Remedy]:
        """The orders of one dislodged unit with which the retreat would have succeeded."""
        given = self.book.orders[dislodged.unit.space]
        for instead in self._list_others(dislodged, given):
            if self.is_helpful({dislodged.unit.space: instead}):
                yield Remedy(given, instead, is_own)

    def _list_others(self, dislodged: DislodgedUnit, given: RetreatOrder) -> Iterator[RetreatOrder]:
        """The unit's other orders; for the unit in question only the same retreat by another ferry."""
        is_asked = piece_of(dislodged.unit) == self.order.unit
        for retreat in list_retreat_orders(self.board, self.position, dislodged, self.rulebook):
            if retreat != given and (not is_asked or retreat.target == self.order.target):
                yield retreat
        if not is_asked and not isinstance(given, Disband):
            yield Disband(piece_of(dislodged.unit))

    def is_helpful(self, changes: Mapping[SpaceId, RetreatOrder]) -> bool:
        """True if the retreat succeeds with these orders in the place of others."""
        book = replace(self.book, orders={**self.book.orders, **changes})
        verdict = judge_retreats(self.board, self.position, book, self.rulebook)
        after = verdict.by_unit().get(self.order.unit)
        return after is not None and after.reason is Reason.RETREATED
