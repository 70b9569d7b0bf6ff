"""A power's plans for a phase: as they are stored, how their lines are understood, and what the power has sent.

Plan A of a power counts, plan B is only stored.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select, update

from legation.board import PowerId
from legation.game import PhaseKind, Review, amend_lines, review_lines
from legation.orders import DoubleOrder, format_order, read_submissions
from legation.server.base.refusals import HttpRefusal
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.records import Author, StandingOrders, StoredPlan
from legation.server.game.terms import Early, Terms
from legation.server.store.tables import orders, seats
from legation.server.store.values import Prepared, read_texts, values_of

MOST_REVIEWS = 500
MOST_LINES = 400
"""Orders of one plan."""
LONGEST_PLAN = 20_000
"""Characters of one plan: a power with sixty units and long sentences needs a fifth of them."""


def _read_standing(text: str) -> StandingOrders:
    data: Mapping[str, Sequence[str]] = json.loads(text)
    return StandingOrders(tuple(data.get("retreats", ())), tuple(data.get("builds", ())))


PLANS = values_of(
    StoredPlan,
    orders,
    conversions={"texts": read_texts, "confirmed": read_texts, "standing": _read_standing},
)
_OF_TURN = PLANS.select().where(orders.c.game == bindparam("game"), orders.c.turn == bindparam("turn"))
_OF_POWER = _OF_TURN.where(orders.c.power == bindparam("power"))
_OWN_PLANS = Prepared(_OF_POWER, PLANS)
_ONE_PLAN = Prepared(_OF_POWER.where(orders.c.plan == bindparam("plan")), PLANS)
_PLACE: Mapping[str, BindParameter[Any]] = {name: bindparam(f"of_{name}") for name in ("game", "turn", "power", "plan")}
_CONTENT: Mapping[str, BindParameter[Any]] = {
    name: bindparam(f"new_{name}") for name in ("texts", "standing", "version", "by", "saved_at")
}
_ADDED = Prepared(insert(orders).values({**_PLACE, **_CONTENT, "is_ready": False}).returning(orders.c.version))
_CHANGED = Prepared(
    update(orders)
    .where(*(orders.c[name] == parameter for name, parameter in _PLACE.items()))
    .values(dict(_CONTENT))
    .returning(orders.c.version)
)
_NOTES = Prepared(select(seats.c.notes).where(seats.c.game == bindparam("game"), seats.c.power == bindparam("power")))
_PLANS_A = Prepared(_OF_TURN.where(orders.c.plan == "A").order_by(orders.c.power), PLANS)


def find_plan(connection: Connection, game: str, turn: int, power: str, plan: str = "A") -> StoredPlan | None:
    """One plan of a power."""
    return _ONE_PLAN.find(connection, game=game, turn=turn, power=power, plan=plan)


def load_own_plans(connection: Connection, game: str, turn: int, power: str) -> dict[str, StoredPlan]:
    """The existing plans of a power, ``A`` and ``B``."""
    return {plan.plan: plan for plan in _OWN_PLANS.fetch(connection, game=game, turn=turn, power=power)}


def list_plans(connection: Connection, game: str, turn: int) -> dict[PowerId, StoredPlan]:
    """Plan A of every power that has one."""
    return {plan.power: plan for plan in _PLANS_A.fetch(connection, game=game, turn=turn)}


def put_plan(
    connection: Connection,
    game: str,
    turn: int,
    power: PowerId,
    plan: str,
    *,
    before: StoredPlan | None = None,
    texts: Sequence[str],
    standing: StandingOrders | None = None,
    by: Author,
    now: datetime,
) -> StoredPlan:
    """Store a plan, in the place of the one ``before`` if there is one: its receipt stays.

    So do its standing orders, unless others are given.
    """
    if before is None:
        put = StoredPlan(power, plan, 1, tuple(texts), standing or StandingOrders(), by, now)
    else:
        version, kept = before.version + 1, standing or before.standing
        put = replace(before, version=version, texts=tuple(texts), standing=kept, by=by, saved_at=now)
    [_] = (_CHANGED if before else _ADDED).fetch(  # one row: a plan that has gone meanwhile is not replaced
        connection,
        of_game=game,
        of_turn=turn,
        of_power=power,
        of_plan=plan,
        new_texts=json.dumps(put.texts),
        new_standing=json.dumps({"retreats": put.standing.retreats, "builds": put.standing.builds}),
        new_version=put.version,
        new_by=by,
        new_saved_at=now,
    )
    return put


def confirm_plan(
    connection: Connection, game: str, turn: int, power: str, plan: str, *, receipt: str, now: datetime
) -> StoredPlan:
    """Store that a receipt identifies the current lines of a plan."""
    return change_plan(connection, game, turn, power, plan, confirmed_at=now, confirmed=orders.c.texts, receipt=receipt)


def change_plan(connection: Connection, game: str, turn: int, power: str, plan: str, **values: object) -> StoredPlan:
    """Change some fields of a plan."""
    wanted = (orders.c.game == game, orders.c.turn == turn, orders.c.power == power, orders.c.plan == plan)
    changed = update(orders).where(*wanted).values(**values).returning(*PLANS.columns)
    return PLANS.read(connection.execute(changed).one())


def drop_bot_plans(connection: Connection, game: str, turn: int, power: str) -> None:
    """Remove a bot's orders for a power in a turn: from now on a person orders for it, or no one."""
    of_power = (orders.c.game == game, orders.c.turn == turn, orders.c.power == power)
    connection.execute(delete(orders).where(*of_power, orders.c.by == Author.BOT))


def read_notes(connection: Connection, game: str, power: str) -> str:
    """The private notes of a power."""
    found = _NOTES.fetch(connection, game=game, power=power)
    return str(found[0][0] or "") if found else ""


def check_amount(texts: Sequence[str], field: str = "orders") -> None:
    """Refuse more than any power needs before any line is read: unreadable lines take longest to read."""
    if sum(len(text) for text in texts) > LONGEST_PLAN:
        raise HttpRefusal(413, "too_large", case="plan_characters", field=field, most=LONGEST_PLAN)
    if sum(1 for text in texts for part in text.split(";") if part.strip()) > MOST_LINES:
        raise HttpRefusal(413, "too_large", case="plan", field=field, most=MOST_LINES)


def review_plan(game: LoadedGame, power: PowerId, texts: Sequence[str]) -> Review:
    """Review the stored lines of a power in the current phase; cached with the state."""
    reviews, key = game.snapshot.reviews, (power, tuple(texts))
    known = reviews.get(key)
    if known is None:
        lines = read_submissions(game.variant.board, {power: texts})
        known = review_lines(game.variant.board, game.rulebook, game.state, power, lines)
        if len(reviews) > MOST_REVIEWS:
            reviews.clear()
        reviews[key] = known
    return known


def list_kept(game: LoadedGame, review: Review) -> tuple[str, ...]:
    """The lines to be stored: orders in standard form, and refused lines as they were written.

    When read again, they are understood in the same way, so this is also their review. So lines keep their order,
    except for orders of which none was refused: these are sorted, however they were written, and so have one receipt.
    In Winter lines are read from top to bottom, so all of them keep their order.
    """
    texts = review.texts
    if review.rejections or game.state.phase.kind is PhaseKind.ADJUSTMENTS:
        texts = tuple(format_order(line.order) if line.counts and line.order else line.text for line in review.lines)
    game.snapshot.reviews[review.power, texts] = review
    return texts


def amend_plan(game: LoadedGame, power: PowerId, base: Sequence[str], orders: Sequence[str]) -> tuple[str, ...]:
    """The lines of a plan with some orders changed. A refused line changes nothing."""
    changed = [line.text for line in review_plan(game, power, orders).lines if line.counts]
    return amend_lines(game.variant, game.rulebook, game.state, power, base=base, lines=changed)


def choose_standing(game: LoadedGame, power: PowerId, standing: StandingOrders) -> tuple[str, ...]:
    """The standing orders for the current phase. For each unit, the first possible one counts."""
    kind = game.state.phase.kind
    texts = {PhaseKind.RETREATS: standing.retreats, PhaseKind.ADJUSTMENTS: standing.builds}.get(kind, ())
    rulebook = replace(game.rulebook, double_order=DoubleOrder.FIRST)
    lines = read_submissions(game.variant.board, {power: texts})
    return review_lines(game.variant.board, rulebook, game.state, power, lines).texts


class State(StrEnum):
    """The state of a power's orders."""

    NOTHING = "nothing"
    SAVED = "saved"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class Handed:
    """What a power has sent for a phase: orders saved in plan A count, with or without a receipt."""

    state: State = State.NOTHING
    is_ready: bool = False
    """The power said that it waits for nothing more; a bot that has chosen is always ready."""

    @property
    def is_in(self) -> bool:
        """True if the power has answered; being ready is an answer too, and then all its units hold."""
        return self.state is not State.NOTHING or self.is_ready

    def is_done(self, kind: PhaseKind) -> bool:
        """True if the power is finished: it is ready or, outside movement phases, has confirmed its orders."""
        return self.is_ready or (kind is not PhaseKind.MOVES and self.state is State.CONFIRMED)


def may_go_on(terms: Terms, kind: PhaseKind, due: Collection[PowerId], handed: Mapping[PowerId, Handed]) -> bool:
    """True if a phase can be judged before its deadline: all are ready and the terms allow it, or no power is due."""
    if not due:
        return True
    nothing = Handed()
    return terms.early is Early.ALL_READY and all(handed.get(power, nothing).is_done(kind) for power in due)


def may_change_due(terms: Terms, kind: PhaseKind, before: Handed, after: Handed) -> bool:
    """True if what a power sends may change when the phase is judged.

    It must agree with ``may_go_on`` and ``compute_due_at``: if it is False, both give the same answer as before.
    """
    if before.is_done(kind) != after.is_done(kind):
        return True
    return (terms.clock.grace_minutes > 0 or terms.missing.waits) and before != after


def texts_of(plan: StoredPlan | None) -> tuple[str, ...]:
    """The lines of a plan; none if there is no plan."""
    return plan.texts if plan is not None else ()


def handed_of(plan: StoredPlan | None, *, is_bot: bool = False) -> Handed:
    """What a power has sent. Its orders are confirmed as long as the receipt still covers them."""
    if plan is None:
        return Handed()
    state = State.SAVED if plan.texts else State.NOTHING
    if plan.confirmed_at is not None and plan.confirmed == plan.texts:
        state = State.CONFIRMED
    return Handed(state, is_bot or plan.is_ready)
