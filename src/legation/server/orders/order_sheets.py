"""A power's order sheet: the people who may write on it, its plans, its receipt, and its missing orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import Review
from legation.orders import format_order
from legation.render.words import word_caution
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.deadlines import compute_due_at
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.membership import Membership, choose_power, open_game
from legation.server.game.order_lines import OrderLine, ResultLine, describe_orders, load_lines
from legation.server.game.plans import State, find_plan, handed_of, load_own_plans, read_notes, review_plan
from legation.server.game.records import Author, StandingOrders, StoredPlan
from legation.server.game.seats import SeatKind, load_seats
from legation.server.game.storage import find_last_judged
from legation.server.http.routes import EVERY_FIELD
from legation.server.identity.viewers import Viewer
from legation.server.orders.reviews import RefusedLine, Setting, describe_refused_line


@dataclass(frozen=True, slots=True)
class OrderSession:
    """One request about the orders of one power."""

    connection: Connection
    services: Services
    game: LoadedGame
    membership: Membership
    power: PowerId
    is_own: bool
    """True if a player writes for its own power."""
    author: Author
    """The writer's role."""
    is_blind: bool
    """True if a game master writes for a power without seeing its orders."""

    @property
    def setting(self) -> Setting:
        """The rules and the state by which lines are reviewed."""
        return Setting(self.game.variant, self.game.rulebook, self.game.state)

    def find_plan(self, plan: str) -> StoredPlan | None:
        """One of the power's plans for this turn."""
        return find_plan(self.connection, self.game.id, self.game.row.turn, self.power, plan)


def open_session(
    connection: Connection,
    services: Services,
    game_id: str,
    viewer: Viewer,
    wanted: str | None,
    *,
    locks: bool = False,
) -> OrderSession:
    """A session; ``wanted`` is the power that a game master names.

    A session for writing ``locks`` the game until its transaction ends.
    """
    row, membership = open_game(connection, game_id, viewer, locks=locks)
    game = decode_game(connection, services, row)
    power = choose_power(membership, game.variant.seats, wanted)
    is_own = power == membership.power
    is_blind = not is_own and not membership.sees_orders and not _is_masters_own(connection, game, power)
    author = Author.PLAYER if is_own else Author.GM
    return OrderSession(connection, services, game, membership, power, is_own, author, is_blind=is_blind)


def _is_masters_own(connection: Connection, game: LoadedGame, power: PowerId) -> bool:
    """True if only the game master orders for a power: it has no player, and the terms leave such powers to the master.

    The master may not read orders of a player who has left.
    """
    if not game.terms.is_run_by_master:
        return False
    plan = find_plan(connection, game.id, game.row.turn, power)
    is_players = plan is not None and plan.by is Author.PLAYER
    return load_seats(connection, game.id)[power].kind is SeatKind.EMPTY and not is_players


@dataclass(frozen=True, slots=True)
class OrderWarning:
    """Why an order has no effect in the current position."""

    order: str
    text: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a power for the phase, and how its lines are understood."""

    version: int
    saved_at: str | None
    by: Author | None
    orders: list[OrderLine]
    refused: list[RefusedLine]
    """Lines that do not count; they stay in the plan and are published with the reason."""
    standing: StandingOrders
    warnings: list[OrderWarning]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The confirmed orders."""

    code: str
    at: str | None
    orders: list[str]


@dataclass(frozen=True, slots=True)
class ChangedOrder:
    """A unit whose order differs from the confirmed one."""

    unit: str
    order: str | None
    was: str | None


@dataclass(frozen=True, slots=True)
class LateOrders:
    """The deadline that has passed, and until when orders are still accepted."""

    deadline: str | None
    until: str | None


@dataclass(frozen=True, slots=True)
class Amended:
    """How many units' orders a save has changed, and how many orders there are to give."""

    changed: int
    of: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A power's order sheet."""

    __pydantic_config__ = EVERY_FIELD

    turn: int
    phase: str
    title: str
    power: PowerId
    is_due: bool
    plan_a: Plan
    plan_b: Plan | None
    receipt: Receipt | None
    changed: list[ChangedOrder]
    missing: list[str]
    """Units without an order."""
    total: int
    unused: int
    """Builds that are still open, or if negative removals that are left to the rulebook."""
    is_locked: bool
    ready: bool
    state: State
    late: LateOrders | None
    last_turn: list[ResultLine]
    """The power's orders of the last judged phase with their results."""
    notes: str
    hidden: bool
    """True if the plans are hidden from the viewer, a game master who sees no orders."""
    refused: list[RefusedLine] = field(default_factory=list)
    """Lines of the latest save that do not count."""
    amended: Amended | None = None
    """For a save that changed some orders and kept the others."""
    judging: bool = False
    """In a game against bots: only they are awaited, and the phase is judged as soon as they have ordered."""


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """The facts for a sheet, read in one transaction."""

    plans: Mapping[str, StoredPlan]
    last_turn: list[ResultLine]
    """The power's orders of the last movement phase with their results."""
    notes: str


def collect_facts(session: OrderSession) -> SheetFacts:
    """Read the facts for a sheet."""
    connection, game, power = session.connection, session.game, session.power
    plans = load_own_plans(connection, game.id, game.row.turn, power)
    notes = read_notes(connection, game.id, power) if session.is_own else ""
    judged = find_last_judged(connection, game.id)
    results = load_lines(connection, game, judged) if judged else []
    return SheetFacts(plans, [line for line in results if line.power == power], notes)


def describe_sheet(session: OrderSession) -> Sheet:
    """Describe a sheet."""
    return describe_facts(session, collect_facts(session))


def describe_facts(session: OrderSession, facts: SheetFacts, *, written: str = "") -> Sheet:
    """Describe a sheet. A game master who may not see orders gets a blank one, except for the plan just written.

    Needs no database, so it can run after the transaction.
    """
    game, row = session.game, session.game.row
    plan_a, plan_b = (None if session.is_blind and plan != written else facts.plans.get(plan) for plan in ("A", "B"))
    review = review_plan(game, session.power, plan_a.texts if plan_a else ())
    other = review_plan(game, session.power, plan_b.texts) if plan_b else review
    is_ready = plan_a is not None and plan_a.is_ready
    is_due = session.power in game.due
    is_past = row.deadline is not None and session.services.clock.now() > row.deadline and row.is_running
    # The receipt would reveal earlier orders, which a game master without access to orders must not see.
    receipt = None if session.is_blind or plan_a is None or plan_a.receipt is None else _describe_receipt(plan_a)
    return Sheet(
        turn=row.turn,
        phase=game.snapshot.phase,
        title=game.snapshot.title,
        power=session.power,
        is_due=is_due,
        plan_a=_describe_plan(session, plan_a, review),
        plan_b=_describe_plan(session, plan_b, other) if plan_b else None,
        receipt=receipt,
        changed=_list_changed(plan_a) if receipt and plan_a else [],
        missing=[str(unit) for unit in review.idle] if is_due else [],
        total=review.due if is_due else 0,
        unused=review.unused if is_due else 0,
        is_locked=row.is_locked,
        ready=is_ready,
        state=handed_of(plan_a).state,
        late=_describe_late(session) if is_past else None,
        last_turn=facts.last_turn,
        notes=facts.notes,
        hidden=session.is_blind,
        judging=is_ready and row.is_solo and row.is_running,
    )


def _describe_late(session: OrderSession) -> LateOrders:
    """Until when orders are accepted after the deadline."""
    deadline = session.game.row.deadline
    due_at = compute_due_at(deadline, session.game.terms, all_in_at=None)
    return LateOrders(format_time(deadline), format_time(due_at))


def _describe_plan(session: OrderSession, row: StoredPlan | None, review: Review) -> Plan:
    orders = [(session.power, order) for order in review.orders]
    return Plan(
        version=row.version if row else 0,
        saved_at=format_time(row.saved_at) if row else None,
        by=row.by if row else None,
        orders=describe_orders(session.game.variant.board, orders),
        refused=[describe_refused_line(found, session.game.rulebook) for found in review.rejections],
        # A player's standing orders stay when a game master enters orders, but are hidden from one who sees no orders.
        standing=row.standing if row and not session.is_blind else StandingOrders(),
        warnings=[OrderWarning(format_order(found.order), word_caution(found)) for found in review.cautions],
    )


def _describe_receipt(row: StoredPlan) -> Receipt:
    return Receipt(row.receipt or "", format_time(row.confirmed_at), list(row.confirmed or ()))


def _list_changed(row: StoredPlan) -> list[ChangedOrder]:
    """The changes since the receipt, unit by unit."""
    if row.confirmed is None or row.confirmed == row.texts:
        return []
    was, now = _group_by_unit(row.confirmed), _group_by_unit(row.texts)
    return [
        ChangedOrder(unit, now.get(unit), was.get(unit))
        for unit in dict.fromkeys((*now, *was))
        if now.get(unit) != was.get(unit)
    ]


def _group_by_unit(texts: Sequence[str]) -> dict[str, str]:
    """``A PAR - BUR`` under ``A PAR``: a stored order is in standard form. Refused lines may name a unit again."""
    found: dict[str, str] = {}
    for text in texts:
        unit = " ".join(text.split(" ")[:2])
        found[unit] = f"{found[unit]}; {text}" if unit in found else text
    return found
