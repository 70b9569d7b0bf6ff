"""A power's plan for a phase: the lines that are stored, and how they are taken."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row

from legation.board import PowerId
from legation.game import PhaseKind, Review, review_lines
from legation.orders import DoubleOrder, format_order, read_submissions
from legation.server.game.deadlines import Handed, State
from legation.server.game.loaded_game import LoadedGame

MOST_REVIEWS = 500


def review_plan(game: LoadedGame, power: PowerId, texts: Sequence[str]) -> Review:
    """Review the stored lines of a power in the present phase; cached with the state."""
    known = game.snapshot.worked_out.get(_key(power, texts))
    if known is None:
        lines = read_submissions(game.variant.board, {power: texts})
        known = review_lines(game.variant.board, game.rulebook, game.state, power, lines)
        keep_review(game, known, texts)
    assert isinstance(known, Review)
    return known


def keep_review(game: LoadedGame, review: Review, texts: Sequence[str]) -> None:
    """Cache a review."""
    if len(game.snapshot.worked_out) > MOST_REVIEWS:
        game.snapshot.worked_out.clear()
    game.snapshot.worked_out[_key(review.power, texts)] = review


def _key(power: PowerId, texts: Sequence[str]) -> tuple[object, ...]:
    return ("review", power, tuple(texts))


def list_kept(review: Review, kind: PhaseKind) -> tuple[str, ...]:
    """The lines to be stored: orders in standard form, and what was refused as it was written.

    Read again they must be taken in the same way. So lines stay where they are, but for orders of which none was
    refused: these come in one sequence however they were written, and so have one receipt. In Winter lines are taken
    from top to bottom, so all of them stay.
    """
    if kind is not PhaseKind.ADJUSTMENTS and not review.rejections:
        return review.texts
    lines = review.lines
    return tuple(format_order(line.order) if line.counts and line.order else line.text for line in lines)


def texts_of(row: Row[Any] | None) -> tuple[str, ...]:
    """The lines of a plan."""
    return tuple(json.loads(row.texts)) if row is not None else ()


def state_of(row: Row[Any] | None) -> State:
    """The state of a plan: saved, or confirmed as long as it is what the receipt covers."""
    if row is None:
        return State.NOTHING
    if row.confirmed_at is not None and row.confirmed == row.texts:
        return State.CONFIRMED
    return State.NOTHING if row.texts == "[]" else State.SAVED


def handed_of(row: Row[Any] | None, *, is_bot: bool = False) -> Handed:
    """What a power has handed in."""
    return Handed(state_of(row), row is not None and (is_bot or row.is_ready))


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """Orders given beforehand for the retreats and the Winter that may come."""

    retreats: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()

    def write(self) -> str:
        """As JSON."""
        return json.dumps({"retreats": list(self.retreats), "builds": list(self.builds)})

    def choose(self, game: LoadedGame, power: PowerId) -> tuple[str, ...]:
        """The orders for the present phase. Of several for one unit, the first possible one counts."""
        texts = {PhaseKind.RETREATS: self.retreats, PhaseKind.ADJUSTMENTS: self.builds}.get(game.state.phase.kind, ())
        rulebook = replace(game.rulebook, double_order=DoubleOrder.FIRST)
        lines = read_submissions(game.variant.board, {power: texts})
        return review_lines(game.variant.board, rulebook, game.state, power, lines).texts


def read_standing(text: str) -> StandingOrders:
    """Orders given beforehand, as they are stored."""
    data: Mapping[str, Sequence[str]] = json.loads(text)
    return StandingOrders(tuple(data.get("retreats", ())), tuple(data.get("builds", ())))
