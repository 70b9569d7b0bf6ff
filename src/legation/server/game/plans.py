"""A power's plan for a phase: the stored lines, and how they are understood."""

from collections.abc import Sequence
from dataclasses import replace

from legation.board import PowerId
from legation.game import PhaseKind, Review, amend_lines, review_lines
from legation.orders import DoubleOrder, format_order, read_submissions
from legation.server.base.refusals import HttpRefusal
from legation.server.game.deadlines import Handed, State
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.records import StandingOrders, StoredPlan

MOST_REVIEWS = 500
MOST_LINES = 400
"""Orders of one plan."""
LONGEST_PLAN = 20_000
"""Characters of one plan: a power with sixty units and long sentences needs a fifth of them."""


def check_amount(texts: Sequence[str], field: str = "orders") -> None:
    """Refuse more than any power needs before any line is read: unreadable lines take longest to read."""
    if sum(len(text) for text in texts) > LONGEST_PLAN:
        raise HttpRefusal(413, "too_large", case="plan_characters", field=field, most=LONGEST_PLAN)
    if sum(1 for text in texts for part in text.split(";") if part.strip()) > MOST_LINES:
        raise HttpRefusal(413, "too_large", case="plan", field=field, most=MOST_LINES)


def review_plan(game: LoadedGame, power: PowerId, texts: Sequence[str]) -> Review:
    """Review the stored lines of a power in the current phase; cached with the state."""
    known = game.snapshot.reviews.get((power, tuple(texts)))
    if known is None:
        lines = read_submissions(game.variant.board, {power: texts})
        known = review_lines(game.variant.board, game.rulebook, game.state, power, lines)
        keep_review(game, known, texts)
    return known


def keep_review(game: LoadedGame, review: Review, texts: Sequence[str]) -> None:
    """Cache a review."""
    reviews = game.snapshot.reviews
    if len(reviews) > MOST_REVIEWS:
        reviews.clear()
    reviews[review.power, tuple(texts)] = review


def list_kept(review: Review, kind: PhaseKind) -> tuple[str, ...]:
    """The lines to be stored: orders in standard form, and refused lines as they were written.

    When read again, they must be understood in the same way. So lines keep their order, except for orders of which none
    was refused: these are sorted, however they were written, and so have one receipt. In Winter lines are read from top
    to bottom, so all of them keep their order.
    """
    if kind is not PhaseKind.ADJUSTMENTS and not review.rejections:
        return review.texts
    lines = review.lines
    return tuple(format_order(line.order) if line.counts and line.order else line.text for line in lines)


def amend_plan(game: LoadedGame, power: PowerId, base: Sequence[str], orders: Sequence[str]) -> tuple[str, ...]:
    """The lines of a plan with some orders changed. A refused line changes nothing."""
    changed = [line.text for line in review_plan(game, power, orders).lines if line.counts]
    return amend_lines(game.variant, game.rulebook, game.state, power, base=base, lines=changed)


def texts_of(plan: StoredPlan | None) -> tuple[str, ...]:
    """The lines of a plan; none if there is no plan."""
    return plan.texts if plan is not None else ()


def state_of(plan: StoredPlan | None) -> State:
    """The state of a plan: saved, or confirmed as long as its receipt still covers it."""
    if plan is None:
        return State.NOTHING
    if plan.confirmed_at is not None and plan.confirmed == plan.texts:
        return State.CONFIRMED
    return State.SAVED if plan.texts else State.NOTHING


def handed_of(plan: StoredPlan | None, *, is_bot: bool = False) -> Handed:
    """What a power has sent."""
    return Handed(state_of(plan), plan is not None and (is_bot or plan.is_ready))


def choose_standing(game: LoadedGame, power: PowerId, standing: StandingOrders) -> tuple[str, ...]:
    """The standing orders for the current phase. For each unit, the first possible one counts."""
    kind = game.state.phase.kind
    texts = {PhaseKind.RETREATS: standing.retreats, PhaseKind.ADJUSTMENTS: standing.builds}.get(kind, ())
    rulebook = replace(game.rulebook, double_order=DoubleOrder.FIRST)
    lines = read_submissions(game.variant.board, {power: texts})
    return review_lines(game.variant.board, rulebook, game.state, power, lines).texts
