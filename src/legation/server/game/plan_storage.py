"""Orders: plan A of a power counts, plan B is only stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, update

from legation.board import PowerId
from legation.server.game.records import Author, StandingOrders, StoredPlan
from legation.server.store.prepared import Prepared
from legation.server.store.tables import orders
from legation.server.store.values import read_texts, values_of


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
_OWN_PLANS = Prepared(_OF_POWER)
_ONE_PLAN = Prepared(_OF_POWER.where(orders.c.plan == bindparam("plan")))
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
_PLANS_A = Prepared(_OF_TURN.where(orders.c.plan == "A").order_by(orders.c.power))


def find_plan(connection: Connection, game: str, turn: int, power: str, plan: str = "A") -> StoredPlan | None:
    """One plan of a power."""
    return PLANS.find(connection, _ONE_PLAN, game=game, turn=turn, power=power, plan=plan)


def load_own_plans(connection: Connection, game: str, turn: int, power: str) -> dict[str, StoredPlan]:
    """The existing plans of a power, ``A`` and ``B``."""
    return {plan.plan: plan for plan in PLANS.list(connection, _OWN_PLANS, game=game, turn=turn, power=power)}


def list_plans(connection: Connection, game: str, turn: int) -> dict[PowerId, StoredPlan]:
    """Plan A of every power that has one."""
    return {plan.power: plan for plan in PLANS.list(connection, _PLANS_A, game=game, turn=turn)}


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
