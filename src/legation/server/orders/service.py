"""Actions on a power's orders for the phase: its sheet, its plans, its receipt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from legation.board import LocationId, PowerId, SpaceId
from legation.errors import LegationError
from legation.game import PhaseKind, Review, list_headings, make_receipt
from legation.orders import (
    Bomb,
    Hold,
    Rejection,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
    read_submissions,
    refuse_unread,
    settle_letter,
)
from legation.render.words import ENGLISH, word_phase, word_rejection
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import Snapshot, load_locked_game, load_record
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import change_seat
from legation.server.game.membership import Act
from legation.server.game.order_lines import OrderLine, describe_orders
from legation.server.game.plans import (
    MOST_LINES,
    amend_plan,
    change_plan,
    check_amount,
    confirm_plan,
    handed_of,
    list_kept,
    list_plans,
    load_own_plans,
    may_change_due,
    put_plan,
    review_plan,
    texts_of,
)
from legation.server.game.records import Author, StandingOrders, StoredPlan
from legation.server.game.seats import load_seats
from legation.server.game.storage import find_last_judged, list_heads
from legation.server.games.game_page import count_waiting
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import list_handed, look_again
from legation.server.orders.options import (
    AdjustmentOptions,
    GameOptions,
    MoveOptions,
    NoOptions,
    PhaseOptions,
    list_adjustment_options,
    list_convoy_targets,
    list_options,
    list_routes,
)
from legation.server.orders.order_sheets import (
    Amended,
    OrderSession,
    Sheet,
    collect_facts,
    describe_facts,
    describe_sheet,
    open_session,
)
from legation.server.orders.reviews import (
    CheckedText,
    check_order_text,
    describe_refused_line,
    read_order_text,
)
from legation.server.solo.service import note_asker

PLANS = ("A", "B")
LONGEST_NOTES = 20_000


@dataclass(frozen=True, slots=True)
class ConvoyTargets:
    """The destinations to which a fleet may carry an army."""

    to: list[LocationId]


@dataclass(frozen=True, slots=True)
class ConvoyRoutes:
    """Routes of an army, each as its seas in order."""

    routes: list[tuple[SpaceId, ...]]


@dataclass(frozen=True, slots=True)
class OrderLeftOut:
    """An order that is not repeated."""

    order: str
    why: str


@dataclass(frozen=True, slots=True)
class RepeatedOrders:
    """Orders of the last movement phase that are still valid, and the others."""

    orders: list[OrderLine]
    left: list[OrderLeftOut]


@dataclass(frozen=True, slots=True)
class Notes:
    """A power's private notes."""

    text: str


def read_options(services: Services, viewer: Viewer, game_id: str, power: str | None = None) -> GameOptions:
    """What the power may order now."""
    with services.store.read() as connection:
        session = open_session(connection, services, game_id, viewer, power)
        game = session.game
        if not game.row.is_in_play:
            return NoOptions(game.row.turn)
        key = ("options", session.power)
        known: PhaseOptions | None = game.snapshot.worked_out.get(key)
        if known is None:
            known = list_options(game.variant, game.rulebook, game.state, session.power)
            game.snapshot.worked_out[key] = known
        if isinstance(known, MoveOptions):
            return replace(known, turn=game.row.turn)
        seats = load_seats(connection, game.id)
        handed = list_handed(game, seats, list_plans(connection, game.id, game.row.turn))
        return replace(known, waiting_for=count_waiting(game, handed), turn=game.row.turn)


def read_builds(services: Services, viewer: Viewer, game_id: str, power: str | None = None) -> AdjustmentOptions:
    """What the power could build, or would have to remove, if it were Winter now."""
    with services.store.read() as connection:
        session = open_session(connection, services, game_id, viewer, power)
        game = session.game
        return list_adjustment_options(game.variant, game.rulebook, game.state.position, session.power)


def read_convoy(
    services: Services, viewer: Viewer, game_id: str, *, fleet: str, army: str, power: str | None = None
) -> ConvoyTargets:
    """The destinations to which one of the power's fleets may carry an army."""
    with services.store.read() as connection:
        session = open_session(connection, services, game_id, viewer, power)
        game, position = session.game, session.game.state.position
        return ConvoyTargets(
            list_convoy_targets(game.variant, game.rulebook, position, session.power, fleet=fleet, army=army)
        )


def read_routes(
    services: Services, viewer: Viewer, game_id: str, *, army: str, to: str, power: str | None = None
) -> ConvoyRoutes:
    """Convoy routes of an army to a shore."""
    with services.store.read() as connection:
        session = open_session(connection, services, game_id, viewer, power)
        game, position = session.game, session.game.state.position
        return ConvoyRoutes(list_routes(game.variant, game.rulebook, position, session.power, army=army, to=to))


def read_sheet(services: Services, viewer: Viewer, game: str, power: str | None = None) -> Sheet:
    """The power's sheet."""
    with services.store.read() as connection:
        return describe_sheet(open_session(connection, services, game, viewer, power))


@dataclass(frozen=True, slots=True)
class Draft:
    """A power's lines as they are understood in one state, before they are stored."""

    basis: tuple[Snapshot, PowerId, tuple[str, ...] | None]
    """The state in which it was made, the power, and the orders that stay if only some are changed."""
    given: tuple[str, ...]
    """The lines that were sent, each as it is understood by itself."""
    review: Review
    standing: StandingOrders | None
    """None: the standing orders do not change."""
    unread: tuple[Rejection, ...] = ()
    """Lines of standing orders that cannot be read."""


def make_draft(
    session: OrderSession,
    orders: Sequence[str],
    standing: StandingOrders | None,
    base: tuple[str, ...] | None = None,
) -> Draft:
    """Review the lines of a plan. Lines that are understood are kept, the others are reported.

    Orders of ``base`` stay, except for units that get another one.
    """
    game, power = session.game, session.power
    check_amount(orders)
    if standing is not None:
        check_amount([*standing.retreats, *standing.builds], "standing")
    given = tuple(settle_letter(game.variant.board, power, orders, game.snapshot.phase))
    review = review_plan(game, power, given if base is None else amend_plan(game, power, base, given))
    if len(review.lines) > MOST_LINES:
        raise HttpRefusal(413, "too_large", case="plan", field="orders", most=MOST_LINES)
    unread: list[Rejection] = []
    if standing is not None:
        standing = StandingOrders(
            _keep_readable(session, standing.retreats, unread), _keep_readable(session, standing.builds, unread)
        )
    return Draft((game.snapshot, power, base), given, review, standing, tuple(unread))


def _keep_readable(session: OrderSession, texts: Sequence[str], unread: list[Rejection]) -> tuple[str, ...]:
    """Standing orders: whether they are possible is checked when their phase comes, but they must be readable."""
    kept = []
    board = session.game.variant.board
    for line in read_submissions(board, {session.power: settle_letter(board, session.power, texts)}):
        if isinstance(line.order, LegationError):
            unread.append(refuse_unread(line, line.order))
        else:
            kept.append(line.text)
    return tuple(kept)


def save_orders(
    services: Services,
    viewer: Viewer,
    game: str,
    *,
    turn: int,
    plan: str,
    version: int | None,
    orders: Sequence[str],
    amends: bool = False,
    standing: StandingOrders | None = None,
    power: str | None = None,
) -> Sheet:
    """Store a plan. Refused lines stay in it, do not count, and are reported.

    With ``amends`` each line changes the order of its unit, and the others stay. A game master who sees no orders can
    use it too: the response contains only the lines just sent.

    Slow work happens before or after the game is locked. Once it is locked, everything is checked again.
    """
    with services.store.read() as connection:
        session = open_session(connection, services, game, viewer, power)
        facts = collect_facts(session)
        _check_open(session, turn, facts.plans.get(plan), version)
        draft = make_draft(session, orders, standing, texts_of(facts.plans.get(plan)) if amends else None)
    with services.store.write() as connection:
        session = open_session(connection, services, game, viewer, power, locks=True)
        plans = load_own_plans(connection, session.game.id, session.game.row.turn, session.power)
        before = plans.get(plan)
        _check_open(session, turn, before, version)
        base = texts_of(before) if amends else None
        if draft.basis != (session.game.snapshot, session.power, base):
            draft = make_draft(session, orders, standing, base)
        texts = list_kept(session.game, draft.review)
        plans[plan] = put_plan(
            connection, session.game.id, turn, session.power, plan,
            before=before, texts=texts, standing=draft.standing, by=session.author, now=services.clock.now(),
        )  # fmt: skip
        # Pages save with every change; the worker need not hear of one that makes no difference to it.
        kind, handed = session.game.state.phase.kind, handed_of(plans[plan])
        is_news = not session.is_own or may_change_due(session.game.terms, kind, handed_of(before), handed)
        given = review_plan(session.game, session.power, draft.given) if amends else draft.review
        changed = len(given.orders) if amends else None
        _note_change(session, viewer, plan, is_news=is_news, changed=changed)
    if amends and session.is_blind:  # the other orders on the sheet must stay hidden
        plans[plan] = replace(plans[plan], texts=list_kept(session.game, given), standing=StandingOrders())
    refused = [describe_refused_line(found, session.game.rulebook) for found in (*given.rejections, *draft.unread)]
    sheet = describe_facts(session, replace(facts, plans=plans), written=plan)
    return replace(sheet, refused=refused, amended=Amended(len(given.orders), given.due) if amends else None)


def _check_open(session: OrderSession, turn: int, before: StoredPlan | None = None, version: int | None = None) -> None:
    """Refuse what cannot be stored now.

    A save names the ``version`` of the plan that it is based on; without one it overwrites, as it must for a game
    master who sees no orders.
    """
    game = session.game
    if turn != game.row.turn:
        raise _too_late(session)
    if not game.is_in_play:
        raise HttpRefusal(409, "not_running", case="game")
    if game.row.is_locked and session.is_own:
        raise HttpRefusal(403, "locked")
    if session.power in game.state.position.in_disorder:
        name = game.variant.powers[session.power].name
        raise HttpRefusal(409, "in_disorder", power=name)
    if version is not None and not session.is_blind and version != (before.version if before else 0):
        raise HttpRefusal(409, "version_conflict", field="version", extra={"sheet": describe_sheet(session)})


def _check_due(session: OrderSession) -> None:
    if session.power not in session.game.due:
        name = session.game.variant.powers[session.power].name
        raise HttpRefusal(409, "not_due", case="orders", power=name)


def _too_late(session: OrderSession) -> HttpRefusal:
    judged = [head for head in list_heads(session.connection, session.game.id) if head.is_judged]
    last = judged[-1] if judged else None
    extra = {"judged_at": format_time(last.made_at) if last else None, "phase": last.phase if last else None}
    return HttpRefusal(410, "too_late", field="turn", extra=extra)


def _note_change(
    session: OrderSession, viewer: Viewer, plan: str = "A", *, is_news: bool = True, changed: int | None = None
) -> None:
    """Notify the power's own pages and the game master only: no event for others, no new version of the game."""
    game, now = session.game, session.services.clock.now()
    for audience in (f"power:{session.power}", "gm") if plan == "A" else (f"power:{session.power}",):
        add_event(session.connection, game.id, audience, "orders", now)
    if plan == "A" and is_news:
        look_again(session.connection, session.services, game)
    if not session.is_own:
        name = game.variant.powers[session.power].name
        phase = word_phase(game.state.phase)
        text = ENGLISH.fill("log.orders_entered", power=name, phase=phase)
        if changed is not None:
            text = ENGLISH.count("log.orders_changed", changed, power=name, phase=phase)
        add_log(session.connection, game.id, now, actor=viewer.need_account().name, act="orders", text=text)


def check_text(services: Services, viewer: Viewer, game_id: str, text: str, power: str | None = None) -> CheckedText:
    """How each line of a text would be understood; nothing is saved."""
    with services.store.read() as connection:
        session = open_session(connection, services, game_id, viewer, power)
        game, power = session.game, session.power
        letter = read_order_text(game.variant, game.state, text, list_headings(game.variant, power), power)
        kept = () if session.is_blind else texts_of(session.find_plan("A"))
        return check_order_text(session.setting, letter, {power: review_plan(game, power, kept).orders})


def confirm_orders(services: Services, viewer: Viewer, game_id: str, *, turn: int, power: str | None = None) -> Sheet:
    """Confirm plan A as it is saved: the receipt identifies exactly these orders."""
    with services.store.write() as connection:
        session = open_session(connection, services, game_id, viewer, power, locks=True)
        _check_open(session, turn)
        _check_due(session)
        plan = session.find_plan("A") or _save_blank(session)
        game = session.game
        receipt = make_receipt(game.rules.genesis, game.state.phase, session.power, plan.texts)
        confirm_plan(connection, game.id, turn, session.power, "A", receipt=receipt, now=services.clock.now())
        if game.row.is_solo:  # there no one else is awaited
            change_plan(connection, game.id, turn, session.power, "A", is_ready=True)
        _note_change(session, viewer)
        facts = collect_facts(session)
    _hurry(session, viewer)
    return describe_facts(session, facts)


def _hurry(session: OrderSession, viewer: Viewer) -> None:
    """After the transaction: wake the worker, which may have something to judge now."""
    if session.game.row.is_solo:
        note_asker(session.services, viewer, session.game.id)
    session.services.bell.ring()


def _save_blank(session: OrderSession) -> StoredPlan:
    """A plan without orders: all units hold, or the rulebook's default applies."""
    return put_plan(
        session.connection, session.game.id, session.game.row.turn, session.power, "A",
        texts=(), by=session.author, now=session.services.clock.now(),
    )  # fmt: skip


def set_ready(
    services: Services, viewer: Viewer, game: str, *, turn: int, ready: bool, power: str | None = None
) -> Sheet:
    """Say that the power waits for nothing more, or that it waits again."""
    with services.store.write() as connection:
        session = open_session(connection, services, game, viewer, power, locks=True)
        if session.game.row.is_solo and session.power not in session.game.due:
            return describe_sheet(session)  # a player who is out is a spectator
        _check_open(session, turn)
        _check_due(session)
        if session.find_plan("A") is None:
            _save_blank(session)
        change_plan(connection, session.game.id, turn, session.power, "A", is_ready=ready)
        _note_change(session, viewer)
        facts = collect_facts(session)
    _hurry(session, viewer)
    return describe_facts(session, facts)


def swap_plans(services: Services, viewer: Viewer, game: str, *, turn: int) -> Sheet:
    """Swap plans A and B."""
    with services.store.write() as connection:
        session = open_session(connection, services, game, viewer, None, locks=True)
        _check_open(session, turn)
        rows = {plan: session.find_plan(plan) for plan in PLANS}
        if rows["B"] is None:
            raise HttpRefusal(409, "no_plan_b")
        for plan, other in (("A", rows["B"]), ("B", rows["A"])):
            put_plan(
                connection, session.game.id, turn, session.power, plan,
                before=rows[plan], texts=texts_of(other), standing=other.standing if other else StandingOrders(),
                by=Author.PLAYER, now=services.clock.now(),
            )  # fmt: skip
        _note_change(session, viewer)
        facts = collect_facts(session)
    return describe_facts(session, facts)


def repeat_orders(services: Services, viewer: Viewer, game_id: str, power: str | None = None) -> RepeatedOrders:
    """Holds and supports of the last movement phase that are still valid; the rest with the reason. Not saved."""
    with services.store.read() as connection:
        session = open_session(connection, services, game_id, viewer, power)
        game = session.game
        head = find_last_judged(connection, game.id)
        if head is None or game.state.phase.kind is not PhaseKind.MOVES:
            return RepeatedOrders([], [])
        record = load_record(connection, game.id, head.number, head.hash)
        given = [found.order for found in record.outcomes if found.power == session.power]
        wanted = [order for order in given if isinstance(order, Hold | SupportHold | SupportMove)]
        left = [
            OrderLeftOut(format_order(order), "Only holds and supports are repeated.")
            for order in given
            if order not in wanted and not isinstance(order, Waive | Bomb)
        ]
        review = review_plan(game, session.power, [format_order(order) for order in wanted])
        left += [OrderLeftOut(found.text, word_rejection(found)) for found in review.rejections]
        lines = [(session.power, order) for order in review.orders]
        return RepeatedOrders(describe_orders(game.variant.board, lines), left)


def write_notes(services: Services, viewer: Viewer, game_id: str, text: str) -> Notes:
    """The private notes of the power; the next player of the seat will see them."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.ORDERS)
        change_seat(connection, game.id, membership.need_power(), notes=text[:LONGEST_NOTES])
        return Notes(text[:LONGEST_NOTES])
