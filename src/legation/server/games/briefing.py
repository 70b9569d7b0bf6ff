"""The briefing for a player who takes over a power: its position, its history, and the last player's notes."""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId, SpaceId
from legation.judge import count_centres
from legation.orders import read_submissions
from legation.render.words import word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import LoadedGame, decode_game, load_record
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.order_lines import OrderLine, ResultLine, describe_lines, load_lines
from legation.server.game.plans import find_plan, read_notes
from legation.server.game.records import EntryHead, Role
from legation.server.game.seats import SeatKind, load_seats
from legation.server.game.visibility import VisibleGame, load_visible
from legation.server.identity.viewers import Viewer

MOST_PHASES = 12
"""How many phases the history covers: before that the centres tell enough."""


@dataclass(frozen=True, slots=True)
class PowerPosition:
    """The current position of a power."""

    phase: str
    title: str
    centres: list[str]
    count: int
    """Centres as they count towards victory."""
    to_win: int | None
    units: list[str]
    is_due: bool


@dataclass(frozen=True, slots=True)
class PastPhase:
    """A judged phase from the point of view of one power."""

    phase: str
    title: str
    orders: list[ResultLine]
    won: list[SpaceId]
    lost: list[SpaceId]
    centres: int


@dataclass(frozen=True, slots=True)
class Inheritance:
    """The last player's legacy: notes, and the orders planned for this phase."""

    notes: str
    plans: dict[str, list[OrderLine]]


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a player who takes over a power must know."""

    power: PowerId
    name: str
    position: PowerPosition
    deadline: str | None
    history: list[PastPhase]
    left: Inheritance | None
    """Only for the power's own players."""
    press_kept: bool


def read_briefing(services: Services, viewer: Viewer, game_id: str, power: str | None) -> Briefing:
    """The briefing on the viewer's own power, or for a standby on a power that is offered."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        game = decode_game(connection, services, row)
        wanted = game.variant.parse_power(power) if power else membership.need_power()
        _check(connection, game, membership, wanted)
        visible = load_visible(connection, game, membership)
        return Briefing(
            power=wanted,
            name=game.variant.powers[wanted].name,
            position=_describe_position(game, visible, wanted),
            deadline=None if membership.delay else format_time(row.deadline),
            history=_list_history(connection, game, visible, wanted),
            left=_describe_inheritance(connection, game, wanted) if membership.power == wanted else None,
            press_kept=True,
        )


def _check(connection: Connection, game: LoadedGame, membership: Membership, power: PowerId) -> None:
    """Allow a player the briefing on the own power, a standby that on a free one, a game master that on any."""
    membership.need(Act.BRIEFING)
    if power == membership.power or membership.is_gm:
        return
    seat = load_seats(connection, game.id)[power]
    if Role.STANDBY not in membership.roles or not (seat.is_offered or seat.kind is SeatKind.EMPTY):
        name = game.variant.powers[power].name
        raise HttpRefusal(403, "forbidden", case="other_power", power=name)


def _describe_position(game: LoadedGame, visible: VisibleGame, power: PowerId) -> PowerPosition:
    state = visible.snapshot.state
    position = state.position
    return PowerPosition(
        phase=str(state.shown_phase),
        title=word_phase(state.shown_phase),
        centres=[str(space) for space in position.centres_of(power)],
        count=count_centres(game.variant.board, position, power, game.rulebook),
        to_win=game.variant.winning_count,
        units=[str(unit) for unit in position.units_of(power)],
        is_due=power in visible.snapshot.due and game.row.is_in_play,
    )


def _list_history(connection: Connection, game: LoadedGame, visible: VisibleGame, power: PowerId) -> list[PastPhase]:
    """The last phases of a power, newest first."""
    return [_describe_phase(connection, game, head, power) for head in reversed(visible.judged[-MOST_PHASES:])]


def _describe_phase(connection: Connection, game: LoadedGame, head: EntryHead, power: PowerId) -> PastPhase:
    record = load_record(connection, game.id, head.number, head.hash)
    before, after = record.before.position.owners, record.after.position.owners
    return PastPhase(
        phase=str(record.phase),
        title=word_phase(record.phase),
        orders=[line for line in load_lines(connection, game, head) if line.power == power],
        won=sorted(space for space, owner in after.items() if owner == power and before.get(space) != power),
        lost=sorted(space for space, owner in before.items() if owner == power and after.get(space) != power),
        centres=count_centres(game.variant.board, record.after.position, power, game.rulebook),
    )


def _describe_inheritance(connection: Connection, game: LoadedGame, power: PowerId) -> Inheritance:
    """What the last player left. Only the power's own players can read it."""
    notes = read_notes(connection, game.id, power)
    plans: dict[str, list[OrderLine]] = {}
    board = game.variant.board
    for plan in ("A", "B"):
        row = find_plan(connection, game.id, game.row.turn, power, plan)
        if row is not None:
            plans[plan] = describe_lines(board, read_submissions(board, {power: row.texts})).get(power, [])
    return Inheritance(notes, plans)
