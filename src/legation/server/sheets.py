"""A power's sheet for the phase now: its plans, its receipt, what is missing."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from legation.board import PowerId
from legation.server.deadlines import find_due_at, is_late
from legation.server.moments import format_moment
from legation.server.order_lines import Line, describe_orders
from legation.server.plans import Reading, find_orders, read_plan, state_of, texts_of
from legation.server.results import load_lines
from legation.server.rights import Standing
from legation.server.services import Services
from legation.server.store.entries import find_last_judged
from legation.server.store.orders import find_own_plans, find_plan
from legation.server.store.seats import list_seats
from legation.server.table import Table, load_record
from legation.server.titles import title_of

Wire = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk at which somebody sits: which game, which power."""

    connection: Connection
    services: Services
    table: Table
    standing: Standing
    power: PowerId

    @property
    def is_own(self) -> bool:
        """Whether a player writes for its own power."""
        return self.power == self.standing.power

    @property
    def is_blind(self) -> bool:
        """Whether a game master writes for a power without seeing what it has written."""
        return not self.is_own and not self.standing.sees_orders

    def find(self, plan: str) -> Row[Any] | None:
        """One of the power's plans for this turn."""
        return find_plan(self.connection, self.table.id, self.table.row.turn, self.power, plan)


@dataclass(frozen=True, slots=True)
class Papers:
    """What a sheet is made of, read in one transaction."""

    plans: Mapping[str, Row[Any]]
    last_turn: Sequence[Line]
    """The power's orders of the last movement phase with their results."""
    notes: str


def collect_papers(desk: Desk) -> Papers:
    """Read what a sheet is made of."""
    plans = find_own_plans(desk.connection, desk.table.id, desk.table.row.turn, desk.power)
    return Papers(plans, _list_last_turn(desk), _find_notes(desk))


def describe_sheet(desk: Desk) -> Wire:
    """A sheet on the wire."""
    return describe_papers(desk, collect_papers(desk))


def describe_papers(desk: Desk, papers: Papers, *, written: str = "") -> Wire:
    """A sheet on the wire; for a game master who may not see orders it is blank but for the plan just written.

    Asks the database nothing, so that it can be done when the transaction is over.
    """
    table, row = desk.table, desk.table.row
    plan_a, plan_b = (None if desk.is_blind and plan != written else papers.plans.get(plan) for plan in ("A", "B"))
    reading = read_plan(table, desk.power, texts_of(plan_a))
    due_at = find_due_at(row.deadline, table.terms.clock, all_in=False)
    now = desk.services.clock.now()
    late = {"deadline": format_moment(row.deadline), "until": format_moment(due_at)}
    return {
        "turn": row.turn,
        "phase": str(table.state.phase),
        "title": title_of(table.state.phase),
        "power": desk.power,
        "is_due": desk.power in table.due,
        "plan_a": _describe_plan(desk, plan_a, reading),
        "plan_b": _describe_plan(desk, plan_b) if plan_b else None,
        # The receipt tells of orders that were there before, which are none of a blind game master's business.
        "receipt": None if desk.is_blind else _describe_receipt(plan_a),
        "changed": [] if desk.is_blind else _list_changed(plan_a),
        "missing": list(reading.idle) if desk.power in table.due else [],
        "total": reading.total if desk.power in table.due else 0,
        "is_locked": row.is_locked,
        "ready": bool(plan_a and plan_a.is_ready),
        "state": state_of(plan_a),
        "late": late if is_late(row.deadline, now) and row.status == "running" else None,
        "last_turn": papers.last_turn,
        "notes": papers.notes,
        "hidden": desk.is_blind,
    }


def _describe_plan(desk: Desk, row: Row[Any] | None, reading: Reading | None = None) -> Wire:
    table, texts = desk.table, texts_of(row)
    reading = reading or read_plan(table, desk.power, texts)
    orders = [(desk.power, order) for order in find_orders(table, texts)]
    # What a player gave beforehand is kept when a game master enters orders, but not shown to one who sees none.
    standing = json.loads(row.standing) if row and not desk.is_blind else {}
    return {
        "version": row.version if row else 0,
        "saved_at": format_moment(row.saved_at) if row else None,
        "by": row.by if row else None,
        "orders": describe_orders(table.variant.board, orders, state="set"),
        "standing": {"retreats": standing.get("retreats", []), "builds": standing.get("builds", [])},
        "warnings": [{"order": order, "text": text} for order, text in reading.warnings],
    }


def _describe_receipt(row: Row[Any] | None) -> Wire | None:
    if row is None or row.receipt is None:
        return None
    return {"code": row.receipt, "at": format_moment(row.confirmed_at), "orders": json.loads(row.confirmed)}


def _list_changed(row: Row[Any] | None) -> list[Wire]:
    """What is otherwise now than the receipt says, unit by unit."""
    if row is None or row.confirmed is None or row.confirmed == row.texts:
        return []
    was = {_unit_of(text): text for text in json.loads(row.confirmed)}
    now = {_unit_of(text): text for text in texts_of(row)}
    return [
        {"order": now.get(unit), "was": was.get(unit)}
        for unit in dict.fromkeys((*now, *was))
        if now.get(unit) != was.get(unit)
    ]


def _unit_of(text: str) -> str:
    """``A PAR`` of ``A PAR - BUR``: a stored line is in standard form."""
    return " ".join(text.split(" ")[:2])


def _list_last_turn(desk: Desk) -> list[Line]:
    table = desk.table
    head = find_last_judged(desk.connection, table.id)
    if head is None:
        return []
    record = load_record(desk.connection, table.id, head.number, head.hash)
    return [line for line in load_lines(table, head, record) if line["power"] == desk.power]


def _find_notes(desk: Desk) -> str:
    if not desk.is_own:
        return ""
    return next(
        (str(seat.notes) for seat in list_seats(desk.connection, desk.table.id) if seat.power == desk.power), ""
    )
