"""The order desk: a power's sheet for the phase, its plans, its receipt."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row

from legation.game import PhaseKind, make_receipt
from legation.orders import Bomb, Hold, SupportHold, SupportMove, Waive, format_order
from legation.render.words import word_rejection
from legation.server.cards import count_waiting
from legation.server.drafts import Draft, Standing, make_draft
from legation.server.holding import hold_game
from legation.server.judging import list_handed, look_again
from legation.server.letters import check_lines
from legation.server.moments import format_moment
from legation.server.options import list_convoy_targets, list_options, list_routes
from legation.server.plans import handed_of, read_plan, texts_of
from legation.server.refusals import Refusal
from legation.server.rights import Act, choose_power, open_game
from legation.server.seats import load_seats
from legation.server.services import Services
from legation.server.sheets import Desk, collect_papers, describe_papers, describe_sheet
from legation.server.store.entries import find_last_judged, list_heads
from legation.server.store.events import add_events
from legation.server.store.log import add_log
from legation.server.store.orders import change_plan, find_own_plans, list_plans, put_plan
from legation.server.store.seats import change_seat
from legation.server.table import load_record, make_table
from legation.server.titles import title_of
from legation.server.viewers import Viewer

Wire = dict[str, Any]
PLANS = ("A", "B")
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
    standing: Standing | None = None,
    power: str | None = None,
) -> Wire:
    """Write a plan. Lines that cannot be read refuse it all; illegal ones are told and the rest is saved.

    All that takes time is done before the game is locked or afterwards. What was asked before is asked again then.
    """
    with services.store.read() as connection:
        desk = _sit_down(connection, services, game, viewer, power)
        papers = collect_papers(desk)
        _check_save(desk, papers.plans.get(plan), turn, version)
        draft = make_draft(desk, orders, standing)
    with services.store.write() as connection:
        desk = _sit_down_to_write(connection, services, game, viewer, power)
        plans = find_own_plans(connection, desk.table.id, desk.table.row.turn, desk.power)
        before = plans.get(plan)
        _check_save(desk, before, turn, version)
        draft = draft if draft.fits(desk) else make_draft(desk, orders, standing)
        plans[plan] = _write_draft(desk, plan, before, draft)
        # Pages save with every change; when the phase is due depends on what counts as handed in.
        is_news = before is None or handed_of(before) != handed_of(plans[plan])
        _note_change(desk, viewer, plan, is_news=is_news)
    refused = [
        {"text": found.text, "reason": found.fault.value, "hint": word_rejection(found)}
        for found in draft.reading.rejections
    ]
    return {**describe_papers(desk, replace(papers, plans=plans), written=plan), "refused": refused}


def _write_draft(desk: Desk, plan: str, before: Row[Any] | None, draft: Draft) -> Row[Any]:
    kept = json.dumps(draft.standing) if draft.standing is not None else before.standing if before else "{}"
    return put_plan(
        desk.connection, desk.table.id, desk.table.row.turn, desk.power, plan,
        texts=draft.reading.read, standing=kept, version=before.version + 1 if before else 1,
        by="player" if desk.is_own else "gm", now=desk.services.clock.now(),
    )  # fmt: skip


def _check_save(desk: Desk, row: Row[Any] | None, turn: int, version: int | None) -> None:
    """Refuse orders that cannot be written now."""
    _check_open(desk, turn)
    _check_version(desk, row, version)


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


def _note_change(desk: Desk, viewer: Viewer, plan: str = "A", *, is_news: bool = True) -> None:
    """Tell the power's own pages and the desk, and nobody else: neither by an event nor by the game's version."""
    table, now = desk.table, desk.services.clock.now()
    audiences = [f"power:{desk.power}", *(["gm"] if plan == "A" else [])]
    add_events(desk.connection, table.id, audiences, "orders", now)
    if plan == "A" and is_news:
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
        papers = collect_papers(desk)
    return describe_papers(desk, papers)


def _save_blank(desk: Desk) -> Row[Any]:
    """A plan without orders: all units hold, or what the rulebook does without an answer."""
    return put_plan(
        desk.connection, desk.table.id, desk.table.row.turn, desk.power, "A",
        texts=(), standing="{}", version=1, by="player" if desk.is_own else "gm", now=desk.services.clock.now(),
    )  # fmt: skip


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
        papers = collect_papers(desk)
    return describe_papers(desk, papers)


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
        papers = collect_papers(desk)
    return describe_papers(desk, papers)


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
        left += [{"order": found.text, "why": word_rejection(found)} for found in reading.rejections]
        return {"orders": list(reading.read), "left": left}


def write_notes(services: Services, viewer: Viewer, game: str, text: str) -> Wire:
    """The private notes of the power; who takes the seat later finds them."""
    with services.store.write() as connection:
        table, standing = hold_game(connection, services, game, viewer)
        standing.need(Act.ORDERS)
        change_seat(connection, table.id, standing.need_power(), notes=text[:LONGEST_NOTES])
        return {"text": text[:LONGEST_NOTES]}
