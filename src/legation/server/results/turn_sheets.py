"""The turn sheet of a phase: everything that the viewer may read of it, laid out for print."""

import base64
import hashlib
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from typing import Literal

from sqlalchemy import Connection

from legation.board import PowerId
from legation.render.files import SheetStyle, TurnSheet, read_styles
from legation.render.picture import Shown
from legation.render.words import ENGLISH, PrintedLetter, TurnDetails, report_turn, word_placings, word_proof
from legation.server.accounts.preferences import read_preferences
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import word_time
from legation.server.base.version import VERSION
from legation.server.game.editions import open_edition_folder
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.log_storage import list_log
from legation.server.game.member_storage import list_members
from legation.server.game.membership import Membership
from legation.server.game.placings import rank_places
from legation.server.game.records import EntryHead, Role
from legation.server.game.visibility import VisibleGame, open_visible
from legation.server.identity.viewers import Viewer
from legation.server.press.rooms import ALL, GM
from legation.server.press.sketches import word_letter
from legation.server.press.storage import list_messages, make_room_id
from legation.server.results.drawing import SheetForm, SheetJob, make_sheet
from legation.server.results.pictures import MADE, show_judged
from legation.server.results.reports import load_phase
from legation.server.results.statistics import word_turning_points

Paper = Literal["a4", "letter"]
SheetColours = Literal["light", "black-and-white"]
_STYLES = base64.b64encode(hashlib.sha256(read_styles().encode()).digest()).decode()
POLICY = f"default-src 'none'; img-src data:; style-src 'sha256-{_STYLES}'; frame-ancestors 'none'; base-uri 'none'"
"""The page of a sheet may show the pictures and styles that it contains, and run nothing."""
MOST_LETTERS = 200
"""The number of public letters of one phase that are printed, the last ones."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """The requested form of a turn sheet."""

    phase: str | None = None
    paper: Paper = "a4"
    colours: SheetColours = "light"
    has_theatres: bool = True
    form: SheetForm = "pdf"


@dataclass(frozen=True, slots=True)
class PreparedSheet:
    """A sheet ready to be made: the job, a digest of everything on it, and its file name."""

    job: SheetJob
    digest: str
    name: str


def prepare_sheet(services: Services, viewer: Viewer, game_id: str, options: SheetOptions) -> PreparedSheet:
    """Look up the contents of the sheet of a phase, or of the last one."""
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        if not visible.judged:
            raise HttpRefusal(404, "nothing_judged", field="phase")
        head = visible.get(options.phase) if options.phase else visible.judged[-1]
        events = load_phase(connection, game, visible, head, membership)
        zone = read_preferences(viewer.account.settings).zone if viewer.account else "UTC"
        details = _list_details(connection, game, membership, visible, head, zone=zone)
        situation = show_judged(connection, game, visible, head, shown=Shown.RESULTS)
        folder = str(open_edition_folder(connection, services, game.row.edition))
    report = report_turn(game.variant, game.rulebook, events, details)
    theme = "print" if options.colours == "black-and-white" else "light"
    style = SheetStyle(options.paper, theme, has_plates=options.has_theatres)
    parts = (VERSION, game.row.edition, head.hash, repr(report), repr(style), options.form)
    digest = hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()[:32]
    job = SheetJob(folder, TurnSheet(report, situation, style), options.form)
    return PreparedSheet(job, digest, f"{game.id}-{head.phase}")


def make_prepared_sheet(services: Services, prepared: PreparedSheet) -> bytes:
    """The sheet, made in the studio unless it is cached; PDF is refused on a host without the extra."""
    if prepared.job.form == "pdf" and find_spec("typst") is None:
        raise HttpRefusal(503, "no_print")
    known = MADE.get(prepared.digest)
    if known is not None:
        return known
    return MADE.put(prepared.digest, services.studio.make(make_sheet, prepared.job))


def _list_details(
    connection: Connection,
    game: LoadedGame,
    membership: Membership,
    visible: VisibleGame,
    head: EntryHead,
    *,
    zone: str,
) -> TurnDetails:
    """The host's data about a turn, as far as the viewer may know it."""
    later = [other for other in visible.judged if other.number > head.number]
    is_last = not later and visible.is_current
    players: dict[PowerId, str] = {}
    if membership.sees_names:
        for member in list_members(connection, game.id):
            if member.role is Role.PLAYER and member.power:
                players[member.power] = ", ".join(filter(None, (players.get(member.power), member.name)))
    ending = visible.snapshot.state.ending if is_last else None
    return TurnDetails(
        title=game.row.title,
        players=players,
        judged_at=word_time(head.made_at, zone),
        deadline=word_time(game.row.deadline, zone) if is_last and game.row.deadline else "",
        # Letters and notes are for the people who took part, not for strangers who received the link.
        notes=() if membership.by_link else tuple(_list_notes(connection, game, membership, visible, head, zone=zone)),
        press=() if membership.by_link else tuple(_list_press(connection, game, head, zone)),
        placings=word_placings(game.variant, rank_places(connection, game, visible.snapshot.state)) if ending else "",
        turning_points=word_turning_points(connection, game, visible) if ending else (),
        proof=word_proof(head.number, head.hash),
    )


def _list_press(connection: Connection, game: LoadedGame, head: EntryHead, zone: str) -> list[PrintedLetter]:
    """The public letters of powers that were written in a phase; anyone who may see its results may read them."""
    found = list_messages(connection, make_room_id(game.id, ALL), before=None, limit=MOST_LETTERS, phases=[head.phase])
    return [
        PrintedLetter(
            ENGLISH.texts["turn.grey"] if message.is_grey else game.variant.powers[PowerId(str(message.sender))].name,
            word_time(message.sent_at, zone),
            word_letter(message.text, message.sketch),
        )
        for message in found
        if message.is_grey or (message.sender is not None and message.sender != GM)
    ]


def _list_notes(
    connection: Connection,
    game: LoadedGame,
    membership: Membership,
    visible: VisibleGame,
    head: EntryHead,
    *,
    zone: str,
) -> list[PrintedLetter]:
    """The game master's words while these results were the latest: public letters, and notes on actions.

    Before the first judgement there are no results, so earlier words appear with the first.
    """
    following = next((other for other in visible.judged if other.number > head.number), None)
    is_first = head == visible.judged[0]
    begin = game.row.made_at if is_first else head.made_at
    end = following.made_at if following else None
    phases = [head.phase] if is_first else []
    if following or not membership.delay:
        phases.append(following.phase if following else game.row.phase)
    room = make_room_id(game.id, ALL)
    letters = list_messages(connection, room, before=None, limit=MOST_LETTERS, phases=phases)
    notes = [
        (message.sent_at, word_letter(message.text, message.sketch))
        for message in letters
        if message.sender == GM and not message.is_grey
    ]
    if visible.is_current:
        lines = [line for line in list_log(connection, game.id) if line.note and line.act != "correct"]
        notes += [(line.at, f"{line.text} {line.note}") for line in lines]
    return [PrintedLetter("", word_time(at, zone), text) for at, text in sorted(notes) if _is_between(at, begin, end)]


def _is_between(at: datetime, begin: datetime, end: datetime | None) -> bool:
    return at >= begin and (end is None or at < end)
