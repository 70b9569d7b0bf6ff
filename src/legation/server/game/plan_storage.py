"""Orders: plan A of a power counts, plan B is kept."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from legation.server.store.tables import orders


def find_plan(connection: Connection, game: str, turn: int, power: str, plan: str = "A") -> Row[Any] | None:
    """One plan of a power."""
    wanted = select(orders).where(
        orders.c.game == game, orders.c.turn == turn, orders.c.power == power, orders.c.plan == plan
    )
    return connection.execute(wanted).one_or_none()


def load_own_plans(connection: Connection, game: str, turn: int, power: str) -> dict[str, Row[Any]]:
    """The plans of a power that it has, ``A`` and ``B``."""
    wanted = select(orders).where(orders.c.game == game, orders.c.turn == turn, orders.c.power == power)
    return {row.plan: row for row in connection.execute(wanted)}


def list_plans(connection: Connection, game: str, turn: int) -> dict[str, Row[Any]]:
    """Plan A of every power that has one."""
    wanted = select(orders).where(orders.c.game == game, orders.c.turn == turn, orders.c.plan == "A")
    return {row.power: row for row in connection.execute(wanted.order_by(orders.c.power))}


def put_plan(
    connection: Connection,
    game: str,
    turn: int,
    power: str,
    plan: str,
    *,
    texts: Sequence[str],
    standing: str,
    version: int,
    by: str,
    now: datetime,
) -> Row[Any]:
    """Write a plan; ``version`` is the new one, 1 where there was none. What was confirmed stays written down."""
    values: dict[str, Any] = {
        "texts": json.dumps(list(texts)),
        "standing": standing,
        "version": version,
        "by": by,
        "saved_at": now,
    }
    if version > 1:
        return change_plan(connection, game, turn, power, plan, **values)
    put = insert(orders).values(game=game, turn=turn, power=power, plan=plan, **values)
    return connection.execute(put.returning(orders)).one()


def change_plan(connection: Connection, game: str, turn: int, power: str, plan: str, **values: object) -> Row[Any]:
    """Change some fields of a plan."""
    wanted = (orders.c.game == game, orders.c.turn == turn, orders.c.power == power, orders.c.plan == plan)
    return connection.execute(update(orders).where(*wanted).values(**values).returning(orders)).one()


def drop_plan(connection: Connection, game: str, turn: int, power: str) -> None:
    """Take the plans of a power for a turn away: another orders for it now."""
    connection.execute(delete(orders).where(orders.c.game == game, orders.c.turn == turn, orders.c.power == power))
