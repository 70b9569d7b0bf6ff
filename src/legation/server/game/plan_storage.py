"""Orders: plan A of a power counts, plan B is only stored."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, update

from legation.board import PowerId
from legation.server.game.records import Author, StandingOrders, StoredPlan
from legation.server.store.prepared import Prepared
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
_OF_TURN = PLANS.select().where(orders.c.game == bindparam("game"), orders.c.turn == bindparam("turn"))
_OF_POWER = _OF_TURN.where(orders.c.power == bindparam("power"))
_OWN_PLANS = Prepared(_OF_POWER)
_ONE_PLAN = Prepared(_OF_POWER.where(orders.c.plan == bindparam("plan")))
_WRITTEN = Prepared(
    update(orders)
    .where(orders.c.game == bindparam("of_game"), orders.c.turn == bindparam("of_turn"))
    .where(orders.c.power == bindparam("of_power"), orders.c.plan == bindparam("of_plan"))
    .values({name: bindparam(f"new_{name}") for name in ("texts", "standing", "version", "by", "saved_at")})
    .returning(*PLANS.columns)
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
    power: str,
    plan: str,
    *,
    texts: Sequence[str],
    standing: StandingOrders = NO_STANDING_ORDERS,
    version: int,
    by: Author,
    now: datetime,
) -> StoredPlan:
    """Store a plan; ``version`` is the new one, 1 if there was none. Confirmed orders stay stored."""
    values: dict[str, Any] = {
        "texts": json.dumps(list(texts)),
        "standing": json.dumps({"retreats": list(standing.retreats), "builds": list(standing.builds)}),
        "version": version,
        "by": by,
        "saved_at": now,
    }
    if version > 1:
        new = {f"new_{name}": value for name, value in values.items()}
        written = _WRITTEN.fetch(connection, of_game=game, of_turn=turn, of_power=power, of_plan=plan, **new)
        return PLANS.read(written[0])
    put = insert(orders).values(game=game, turn=turn, power=power, plan=plan, **values)
    return PLANS.read(connection.execute(put.returning(*PLANS.columns)).one())


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
