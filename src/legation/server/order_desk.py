"""The order desk: a power's sheet for the phase, its plans, its receipt."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from legation.errors import LegationError
from legation.game import PhaseKind, make_receipt
from legation.orders import Bomb, Hold, SupportHold, SupportMove, Waive, format_order, read_line
from legation.render import tell_rejection
from legation.server.cards import count_waiting
from legation.server.holding import hold_game
from legation.server.judging import list_handed, look_again
from legation.server.letters import check_lines
from legation.server.moments import format_moment
from legation.server.options import list_convoy_targets, list_options, list_routes
from legation.server.plans import read_plan, texts_of
from legation.server.refusals import Refusal
from legation.server.rights import Act, choose_power, open_game
from legation.server.seats import load_seats
from legation.server.services import Services
from legation.server.sheets import Desk, describe_sheet
from legation.server.store.entries import find_last_judged, list_heads
from legation.server.store.events import add_event
from legation.server.store.log import add_log
from legation.server.store.orders import change_plan, list_plans, put_plan
from legation.server.store.seats import change_seat
from legation.server.table import load_record, make_table
from legation.server.titles import title_of
from legation.server.viewers import Viewer

Wire = dict[str, Any]
PLANS = ("A", "B")
STANDING = ("retreats", "builds")
LONGEST_NOTES = 20_000


def _sit_down(connection: Connection, services: Services, game: str, viewer: Viewer, power: str | None) -> Desk:
    """Open a desk to read."""
    row, standing = open_game(connection, game, viewer)
    table = make_table(connection, services, row)
    return Desk(connection, services, table, standing, choose_power(standing, table.variant.powers, power))


def _sit_down_to_write(
    connection: Connection, services: Services, game: str, viewer: Viewer, power: str | None
) -> Desk:
    """Open a desk of a locked game to write."""
    table, standing = hold_game(connection, services, game, viewer)
    return Desk(connection, services, table, standing, choose_power(standing, table.variant.powers, power))


def read_options(services: Services, viewer: Viewer, game: str, power: str | None = None) -> Wire:
    """What the power may order now."""
    with services.store.read() as connection:
        desk = _sit_down(connection, services, game, viewer, power)
        table = desk.table
        if table.row.status not in ("running", "paused"):
            return {"kind": "none", "units": []}
        key = ("options", desk.power)
        known = table.now.worked_out.get(key)
        if known is None:
            known = list_options(table.variant, table.rulebook, table.state, desk.power)
            table.now.worked_out[key] = known
        if table.state.phase.kind is PhaseKind.MOVES:
            return dict(known)
        seats = load_seats(connection, table.id)
        handed = list_handed(table, seats, list_plans(connection, table.id, table.row.turn))
        return {**known, "waiting_for": count_waiting(table, handed)}


def read_convoy(
    services: Services, viewer: Viewer, game: str, *, fleet: str, army: str, power: str | None = None
) -> Wire:
    """Where one of the power's fleets may carry an army."""
    with services.store.read() as connection:
        desk = _sit_down(connection, services, game, viewer, power)
        table, position = desk.table, desk.table.state.position
        return {"to": list_convoy_targets(table.variant, table.rulebook, position, desk.power, fleet=fleet, army=army)}


def read_routes(services: Services, viewer: Viewer, game: str, *, army: str, to: str, power: str | None = None) -> Wire:
    """Convoy routes of an army to a shore."""
    with services.store.read() as connection:
        desk = _sit_down(connection, services, game, viewer, power)
        table, position = desk.table, desk.table.state.position
        return {"routes": list_routes(table.variant, table.rulebook, position, desk.power, army=army, to=to)}


def read_sheet(services: Services, viewer: Viewer, game: str, power: str | None = None) -> Wire:
    """The power's sheet."""
    with services.store.read() as connection:
        return describe_sheet(_sit_down(connection, services, game, viewer, power))


def save_orders(
    services: Services,
    viewer: Viewer,
    game: str,
    *,
    turn: int,
    plan: str,
    version: int | None,
    orders: Sequence[str],
    standing: Mapping[str, Sequence[str]] | None = None,
    power: str | None = None,
) -> Wire:
    """Write a plan. Lines that cannot be read refuse it all; illegal ones are told and the rest is saved."""
    with services.store.write() as connection:
        desk = _sit_down_to_write(connection, services, game, viewer, power)
        _check_open(desk, turn)
        row = desk.find(plan)
        _check_version(desk, row, version)
        _check_readable(desk, orders)
        reading = read_plan(desk.table, desk.power, orders)
        kept = _clean_standing(desk, standing) if standing is not None else json.loads(row.standing) if row else {}
        put_plan(
            connection, desk.table.id, turn, desk.power, plan,
            texts=reading.read, standing=json.dumps(kept), version=row.version + 1 if row else 1,
            by="player" if desk.is_own else "gm", now=services.clock.now(),
        )  # fmt: skip
        _note_change(desk, viewer, plan)
        refused = [
            {"text": found.text, "reason": found.fault.value, "hint": tell_rejection(found)}
            for found in reading.rejections
        ]
        return {**describe_sheet(desk, written=plan), "refused": refused}


def _check_open(desk: Desk, turn: int) -> None:
    table = desk.table
    if turn != table.row.turn:
        raise _too_late(desk)
    if table.row.status not in ("running", "paused"):
        raise Refusal(409, "not_running", "The game does not run.")
    if table.row.is_locked and desk.is_own:
        raise Refusal(403, "locked", "The game master has locked the orders of this phase.")
    if desk.power not in table.due:
        raise Refusal(409, "not_due", f"{table.variant.powers[desk.power].name} has nothing to order in this phase.")


def _too_late(desk: Desk) -> Refusal:
    judged = [head for head in list_heads(desk.connection, desk.table.id) if head.kind == "judged"]
    last = judged[-1] if judged else None
    extra = {"judged_at": format_moment(last.made_at) if last else None, "phase": last.phase if last else None}
    return Refusal(410, "too_late", "This phase was judged meanwhile. These orders came too late.", "turn", extra=extra)


def _check_version(desk: Desk, row: Row[Any] | None, version: int | None) -> None:
    """A save names the version it was made from; none overwrites whatever is there, as who sees nothing must."""
    if version is not None and not desk.is_blind and version != (row.version if row else 0):
        message = "This plan was changed elsewhere meanwhile."
        raise Refusal(409, "version_conflict", message, "version", extra={"sheet": describe_sheet(desk)})


def _check_readable(desk: Desk, orders: Sequence[str]) -> None:
    lines = check_lines(desk.table, desk.power, orders)
    unread = [line for line in lines if line["state"] == "question"]
    if unread:
        message = f"{len(unread)} of {len(lines)} lines cannot be read. Nothing was saved."
        field = f"orders[{unread[0]['number'] - 1}]"
        raise Refusal(422, "unreadable", message, field, tuple(unread[0]["candidates"]), extra={"lines": lines})


def _clean_standing(desk: Desk, standing: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Orders given beforehand: whether they fit is seen when their phase comes, but they must be readable."""
    kept: dict[str, list[str]] = {}
    for kind in STANDING:
        kept[kind] = [text.strip() for text in standing.get(kind, ()) if text.strip()]
        for number, text in enumerate(kept[kind]):
            found = read_line(text, desk.table.variant.board.names)
            if isinstance(found, LegationError):
                candidates = getattr(found, "candidates", ())
                raise Refusal(422, "unreadable", f"{found}.", f"standing.{kind}[{number}]", candidates)
    return kept


def _note_change(desk: Desk, viewer: Viewer, plan: str = "A") -> None:
    """Tell the power's own pages and the desk, and nobody else: neither by an event nor by the game's version."""
    table, now = desk.table, desk.services.clock.now()
    add_event(desk.connection, table.id, f"power:{desk.power}", "orders", now)
    if plan == "A":
        add_event(desk.connection, table.id, "gm", "orders", now)
        look_again(desk.connection, desk.services, table)
    if not desk.is_own:
        name = table.variant.powers[desk.power].name
        text = f"Orders were entered for {name} in {title_of(table.state.phase)}."
        add_log(desk.connection, table.id, now, actor=viewer.need_account().name, act="orders", text=text)


def check_text(services: Services, viewer: Viewer, game: str, text: str, power: str | None = None) -> Wire:
    """How a letter in whatever dialect would be read, line by line; nothing is saved."""
    with services.store.read() as connection:
        desk = _sit_down(connection, services, game, viewer, power)
        now = () if desk.is_blind else texts_of(desk.find("A"))
        lines = check_lines(desk.table, desk.power, text, now, heeds_headings=not desk.is_own)
        return {"lines": lines, "read": sum(line["state"] == "read" for line in lines)}


def confirm_orders(services: Services, viewer: Viewer, game: str, *, turn: int, power: str | None = None) -> Wire:
    """Confirm plan A as it is saved: the receipt stands for just these orders."""
    with services.store.write() as connection:
        desk = _sit_down_to_write(connection, services, game, viewer, power)
        _check_open(desk, turn)
        row = desk.find("A") or _save_blank(desk)
        table, texts = desk.table, texts_of(row)
        receipt = make_receipt(table.ground.genesis, table.state.phase, desk.power, texts)
        change_plan(
            connection, table.id, turn, desk.power, "A",
            confirmed_at=services.clock.now(), confirmed=row.texts, receipt=receipt,
        )  # fmt: skip
        _note_change(desk, viewer)
        return describe_sheet(desk)


def _save_blank(desk: Desk) -> Row[Any]:
    """A plan without orders: all units hold, or what the rulebook does without an answer."""
    put_plan(
        desk.connection, desk.table.id, desk.table.row.turn, desk.power, "A",
        texts=(), standing="{}", version=1, by="player" if desk.is_own else "gm", now=desk.services.clock.now(),
    )  # fmt: skip
    row = desk.find("A")
    assert row is not None
    return row


def set_ready(
    services: Services, viewer: Viewer, game: str, *, turn: int, ready: bool, power: str | None = None
) -> Wire:
    """Say that the power waits for nothing more, or that it does again."""
    with services.store.write() as connection:
        desk = _sit_down_to_write(connection, services, game, viewer, power)
        if desk.table.row.kind == "solo" and desk.power not in desk.table.due:
            return describe_sheet(desk)  # a player who is out looks on
        _check_open(desk, turn)
        if desk.find("A") is None:
            _save_blank(desk)
        change_plan(connection, desk.table.id, turn, desk.power, "A", is_ready=ready)
        _note_change(desk, viewer)
        return describe_sheet(desk)


def swap_plans(services: Services, viewer: Viewer, game: str, *, turn: int) -> Wire:
    """Let plans A and B change places."""
    with services.store.write() as connection:
        desk = _sit_down_to_write(connection, services, game, viewer, None)
        _check_open(desk, turn)
        rows = {plan: desk.find(plan) for plan in PLANS}
        if rows["B"] is None:
            raise Refusal(409, "no_plan_b", "There is no plan B.")
        for plan, other in (("A", rows["B"]), ("B", rows["A"])):
            row = rows[plan]
            put_plan(
                connection, desk.table.id, turn, desk.power, plan,
                texts=texts_of(other), standing=other.standing if other else "{}",
                version=row.version + 1 if row else 1, by="player", now=services.clock.now(),
            )  # fmt: skip
        _note_change(desk, viewer)
        return describe_sheet(desk)


def repeat_orders(services: Services, viewer: Viewer, game: str, power: str | None = None) -> Wire:
    """Holds and supports of the last movement phase that still make sense; the rest with the reason. Not saved."""
    with services.store.read() as connection:
        desk = _sit_down(connection, services, game, viewer, power)
        table = desk.table
        head = find_last_judged(connection, table.id)
        if head is None or table.state.phase.kind is not PhaseKind.MOVES:
            return {"orders": [], "left": []}
        record = load_record(connection, table.id, head.number, head.hash)
        given = [found.order for found in record.outcomes if found.power == desk.power]
        wanted = [order for order in given if isinstance(order, Hold | SupportHold | SupportMove)]
        left = [
            {"order": format_order(order), "why": "Only holds and supports are repeated."}
            for order in given
            if order not in wanted and not isinstance(order, Waive | Bomb)
        ]
        reading = read_plan(table, desk.power, [format_order(order) for order in wanted])
        left += [{"order": found.text, "why": tell_rejection(found)} for found in reading.rejections]
        return {"orders": list(reading.read), "left": left}


def write_notes(services: Services, viewer: Viewer, game: str, text: str) -> Wire:
    """The private notes of the power; who takes the seat later finds them."""
    with services.store.write() as connection:
        table, standing = hold_game(connection, services, game, viewer)
        standing.need(Act.ORDERS)
        change_seat(connection, table.id, standing.need_power(), notes=text[:LONGEST_NOTES])
        return {"text": text[:LONGEST_NOTES]}
