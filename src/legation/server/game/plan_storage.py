"""Orders: plan A of a power counts, plan B is kept."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, update

from legation.board import PowerId
from legation.server.game.records import Author, StandingOrders, StoredPlan
from legation.server.store.tables import orders
from legation.server.store.values import read_texts, values_of


def _read_standing(text: str) -> StandingOrders:
    data: Mapping[str, Sequence[str]] = json.loads(text)
    return StandingOrders(tuple(data.get("retreats", ())), tuple(data.get("builds", ())))


NO_STANDING_ORDERS = StandingOrders()
PLANS = values_of(
    StoredPlan,
    orders,
    conversions={"texts": read_texts, "confirmed": read_texts, "standing": _read_standing},
)
_OWN_PLANS = PLANS.select().where(
    orders.c.game == bindparam("game"), orders.c.turn == bindparam("turn"), orders.c.power == bindparam("power")
)
_PLANS_A = (
    PLANS.select()
    .where(orders.c.game == bindparam("game"), orders.c.turn == bindparam("turn"), orders.c.plan == "A")
    .order_by(orders.c.power)
)


def find_plan(connection: Connection, game: str, turn: int, power: str, plan: str = "A") -> StoredPlan | None:
    """One plan of a power."""
    wanted = PLANS.select().where(
        orders.c.game == game, orders.c.turn == turn, orders.c.power == power, orders.c.plan == plan
    )
    return PLANS.find(connection, wanted)


def load_own_plans(connection: Connection, game: str, turn: int, power: str) -> dict[str, StoredPlan]:
    """The plans of a power that it has, ``A`` and ``B``."""
    return {plan.plan: plan for plan in PLANS.list(connection, _OWN_PLANS, game=game, turn=turn, power=power)}


def list_plans(connection: Connection, game: str, turn: int) -> dict[PowerId, StoredPlan]:
    """Plan A of every power that has one."""
    return {plan.power: plan for plan in PLANS.list(connection, _PLANS_A, game=game, turn=turn)}


def put_plan(
    connection: Connection,
    game: str,
    turn: int,
    power: str,
    plan: str,
    *,
    texts: Sequence[str],
    standing: StandingOrders = NO_STANDING_ORDERS,
    version: int,
    by: Author,
    now: datetime,
) -> StoredPlan:
    """Write a plan; ``version`` is the new one, 1 where there was none. What was confirmed stays written down."""
    values: dict[str, Any] = {
        "texts": json.dumps(list(texts)),
        "standing": json.dumps({"retreats": list(standing.retreats), "builds": list(standing.builds)}),
        "version": version,
        "by": by,
        "saved_at": now,
    }
    if version > 1:
        return change_plan(connection, game, turn, power, plan, **values)
    put = insert(orders).values(game=game, turn=turn, power=power, plan=plan, **values)
    return PLANS.read(connection.execute(put.returning(*PLANS.columns)).one())


def confirm_plan(
    connection: Connection, game: str, turn: int, power: str, plan: str, *, receipt: str, now: datetime
) -> StoredPlan:
    """Write down that the lines of a plan as they are now are what a receipt stands for."""
    return change_plan(connection, game, turn, power, plan, confirmed_at=now, confirmed=orders.c.texts, receipt=receipt)


def change_plan(connection: Connection, game: str, turn: int, power: str, plan: str, **values: object) -> StoredPlan:
    """Change some fields of a plan."""
    wanted = (orders.c.game == game, orders.c.turn == turn, orders.c.power == power, orders.c.plan == plan)
    changed = update(orders).where(*wanted).values(**values).returning(*PLANS.columns)
    return PLANS.read(connection.execute(changed).one())


def drop_bot_plans(connection: Connection, game: str, turn: int, power: str) -> None:
    """Take away what a bot ordered for a power in a turn: a person orders for it now, or nobody."""
    of_power = (orders.c.game == game, orders.c.turn == turn, orders.c.power == power)
    connection.execute(delete(orders).where(*of_power, orders.c.by == Author.BOT))
