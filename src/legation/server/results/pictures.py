"""Pictures of a phase, with the viewer's rights: what the viewer may not read is not drawn either."""

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import Connection

from legation.board import PowerId, SpaceId
from legation.errors import LegationError, UnknownNameError
from legation.orders import Order, format_order
from legation.render.files import Look, list_plates, slug
from legation.render.picture import Shown, Situation, list_last_held, show_phase, show_position
from legation.server.base.byte_cache import ByteCache
from legation.server.base.refusals import HttpRefusal, forbidden
from legation.server.base.services import Services
from legation.server.base.version import VERSION
from legation.server.game.editions import open_edition_folder
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.membership import Membership
from legation.server.game.plans import list_plans, review_plan, texts_of
from legation.server.game.records import EntryHead
from legation.server.game.timeline import load_timeline
from legation.server.game.visibility import VisibleGame, open_visible
from legation.server.identity.viewers import Account, Viewer
from legation.server.mail.outbox_storage import WaitingNotice
from legation.server.results.drawing import PictureForm, PictureJob, make_picture, open_board

Colours = Literal["light", "dark", "black-and-white"]
THEMES: Mapping[Colours, str] = {"light": "light", "dark": "dark", "black-and-white": "print"}
SMALLEST, LARGEST, USUAL_WIDTH = 240, 2400, 1600
"""Pixels across a picture."""
LETTER_WIDTH = 1400
MADE = ByteCache(48_000_000)
"""The latest pictures, by their contents."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """The requested picture."""

    phase: str | None = None
    shown: Shown | None = None
    """By default results, or the position if nothing is judged."""
    power: str | None = None
    """Only the orders of a power and those that concern it."""
    theatre: str | None = None
    colours: Colours = "light"
    width: int = USUAL_WIDTH
    has_legend: bool = True
    form: PictureForm = "svg"


@dataclass(frozen=True, slots=True)
class PreparedPicture:
    """A picture ready to be drawn: the job, and a digest of everything that it depends on."""

    job: PictureJob
    digest: str


def prepare_picture(services: Services, viewer: Viewer, game_id: str, options: PictureOptions) -> PreparedPicture:
    """Look up the contents of a picture. This is fast: nothing is drawn."""
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        situation, source = _choose_situation(connection, game, membership, visible, options)
        folder = str(open_edition_folder(connection, services, game.row.edition))
    look = Look(
        theme=THEMES[options.colours],
        plate=find_plate(folder, options.theatre),
        width=options.width,
        has_legend=options.has_legend,
    )
    parts = (VERSION, game.row.edition, source, repr(look), options.form)
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
    return PreparedPicture(PictureJob(folder, situation, look, options.form), digest)


def draw_prepared(services: Services, prepared: PreparedPicture) -> bytes:
    """The picture, drawn in the studio unless it is cached."""
    known = MADE.get(prepared.digest)
    if known is not None:
        return known
    return MADE.put(prepared.digest, services.studio.make(make_picture, prepared.job))


def find_plate(folder: str, theatre: str | None) -> str | None:
    """The plate of a theatre, by its name or its id."""
    if not theatre:
        return None
    atlas = open_board(folder)
    plates = list_plates(atlas.board, atlas.shapes)
    wanted = slug(theatre)
    if wanted not in plates:
        raise UnknownNameError("theatre", theatre, tuple(plates))
    return wanted


def _choose_situation(
    connection: Connection, game: LoadedGame, membership: Membership, visible: VisibleGame, options: PictureOptions
) -> tuple[Situation, str]:
    """The situation to show, and a text that changes whenever it does."""
    power = game.variant.parse_power(options.power) if options.power else None
    shown = options.shown or (Shown.RESULTS if visible.judged else Shown.POSITION)
    if options.phase is None and shown is Shown.RESULTS and not visible.judged:
        raise HttpRefusal(404, "nothing_judged", field="phase")
    is_now = options.phase is None or not any(head.phase == options.phase.upper() for head in visible.judged)
    if shown is not Shown.RESULTS and is_now and options.phase in (None, str(visible.snapshot.state.phase)):
        orders = (
            _list_orders(connection, game, membership, power) if shown is Shown.ORDERS and visible.is_current else ()
        )
        return _show_now(connection, game, visible, orders)
    head = visible.get(options.phase) if options.phase else visible.judged[-1]
    situation = show_judged(connection, game, visible, head, shown=shown, power=power)
    return situation, f"{head.hash} {shown} {power}"


def show_judged(
    connection: Connection,
    game: LoadedGame,
    visible: VisibleGame,
    head: EntryHead,
    *,
    shown: Shown,
    power: PowerId | None = None,
) -> Situation:
    """A judged phase in the form for drawing."""
    record = load_record(connection, game.id, head.number, head.hash)
    held = _list_held(connection, game, visible, head.number)
    return show_phase(game.variant.board, game.rulebook, record, shown, power=power, held=held)


def _list_held(
    connection: Connection, game: LoadedGame, visible: VisibleGame, until: int | None
) -> dict[SpaceId, PowerId]:
    """The last occupant of each space before an entry, or up to now."""
    timeline = load_timeline(connection, game, visible.heads)
    units = game.rules.setup.start.position.units.values()
    start = {str(unit.space): str(unit.power) for unit in units if not unit.is_aboard}
    return {SpaceId(space): PowerId(power) for space, power in timeline.influence(start, until).items()}


def _show_now(
    connection: Connection, game: LoadedGame, visible: VisibleGame, orders: tuple[tuple[PowerId, Order], ...]
) -> tuple[Situation, str]:
    """The current position, with the orders that the viewer may see before they are judged."""
    board, state = game.variant.board, visible.snapshot.state
    held = list_last_held(board, [state.position], _list_held(connection, game, visible, None))
    situation = replace(show_position(board, game.rulebook, state), last_held=held, orders=orders)
    last = visible.heads[-1].hash if visible.heads else game.rules.genesis
    return situation, f"{last} now {[(power, format_order(order)) for power, order in orders]}"


def _list_orders(
    connection: Connection, game: LoadedGame, membership: Membership, wanted: PowerId | None
) -> tuple[tuple[PowerId, Order], ...]:
    """Unjudged orders: the viewer's own or, for a game master who may read orders, all."""
    readable = set(game.due) if membership.sees_orders else {membership.power} & set(game.due)
    if wanted is not None and wanted != membership.power and not membership.sees_orders:
        raise forbidden("unjudged_orders")
    plans = list_plans(connection, game.id, game.row.turn)
    return tuple(
        (power, order)
        for power in game.due
        if power in readable and wanted in (None, power)
        for order in review_plan(game, power, texts_of(plans.get(power))).orders
    )


def draw_for_letter(services: Services, notice: WaitingNotice) -> bytes | None:
    """The results that an e-mail reports, as its reader may see them now; None if they cannot be drawn."""
    if notice.account is None or notice.game is None:
        return None
    reader = Viewer(Account(notice.account, "", None, is_guest=False, is_admin=False, settings="{}"))
    options = PictureOptions(notice.picture, Shown.RESULTS, width=LETTER_WIDTH, form="png")
    try:
        return draw_prepared(services, prepare_picture(services, reader, notice.game, options))
    except (LegationError, RuntimeError) as problem:  # the e-mail is sent without it: its text has the link
        logger.warning("a picture for notice %s was not drawn: %s", notice.id, type(problem).__name__)
        return None
