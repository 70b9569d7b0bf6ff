"""Reporting a person or a letter to the admins of the host.

Admins never read press. Of a reported letter they see the words that the reporter submits, and only with the reporter's
consent; these are deleted when the report is closed.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.accounts.sessions import refuse_guest
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.base.times import format_time
from legation.server.game.membership import open_game
from legation.server.game.records import Role
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Viewer
from legation.server.notices.service import notify_admins
from legation.server.people import report_storage as store
from legation.server.people.blocks import list_players_of
from legation.server.people.profiles import get_person
from legation.server.people.report_storage import ReportCause, ReportOutcome, ReportState
from legation.server.press.rooms import GM
from legation.server.press.service import get_letter

LONGEST = 2000
MOST_OPEN = 10
"""Open reports that one account may have."""
MOST_OF_ONE = 3
"""How many of them may be about one person."""
SHOWN = 50


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report about a person by name, the player of a power, or a letter."""

    cause: ReportCause
    text: str
    name: str | None = None
    game: str | None = None
    power: str | None = None
    room: int | None = None
    message: int | None = None
    shows_letter: bool = False
    """True if admins may read the letter."""


@dataclass(frozen=True, slots=True)
class OwnReport:
    """A report as its reporter sees it."""

    id: int
    about: str
    """The name of the reported person, or the power in an anonymous game."""
    cause: ReportCause
    text: str
    state: ReportState
    outcome: ReportOutcome | None
    answer: str
    at: str


@dataclass(frozen=True, slots=True)
class OwnReports:
    """The viewer's reports, newest first."""

    reports: list[OwnReport]


@dataclass(frozen=True, slots=True)
class _Accused:
    account: int
    game: str | None = None
    power: str | None = None
    letter: str | None = None


def report(services: Services, viewer: Viewer, new: NewReport, sending: Sending = UNNUMBERED) -> OwnReports:
    """Report a person or a letter, once for each sending; the admins are notified of a new report."""
    account = viewer.need_account()
    refuse_guest(account)
    with services.store.read() as connection:
        is_known = sending.recall(connection, account.id) is not None
    if is_known:
        return list_own_reports(services, viewer)
    services.rates.take("report", f"account {account.id}", services.clock.now())
    text = clean_text(new.text, "text", longest=LONGEST)
    with services.store.write() as connection:
        accused = _read_accused(connection, services, viewer, new)
        if accused.account == account.id:
            raise HttpRefusal(409, "yourself")
        if store.count_open_reports(connection, account.id) >= MOST_OPEN:
            raise HttpRefusal(409, "too_many", case="reports", most=MOST_OPEN)
        if store.count_open_reports(connection, account.id, accused.account) >= MOST_OF_ONE:
            raise HttpRefusal(409, "too_many", case="reports_of_one", most=MOST_OF_ONE)
        number = store.add_report(
            connection,
            reporter=account.id,
            reported=accused.account,
            game=accused.game,
            power=accused.power,
            cause=new.cause,
            text=text,
            letter=accused.letter if new.shows_letter else None,
            answer="",
            made_at=services.clock.now(),
        )
        sending.note(connection, services.clock.now(), account.id, str(number))
        # The e-mail to the admins names neither the topic nor the person: any mailbox may hold it.
        body = f"{ENGLISH.texts['mail.report.waiting']}\n\n{services.settings.public_url}/admin/reports\n"
        subject = ENGLISH.texts["mail.report.waiting_subject"]
        notify_admins(connection, services, subject=subject, body=body, key=f"report:{number}")
    return list_own_reports(services, viewer)


def list_own_reports(services: Services, viewer: Viewer) -> OwnReports:
    """The viewer's reports, and their outcomes."""
    account = viewer.need_account()
    with services.store.read() as connection:
        found = store.list_own_reports(connection, account.id, limit=SHOWN)
    return OwnReports(
        [
            OwnReport(
                id=one.id,
                about=one.power or one.reported_name,
                cause=one.cause,
                text=one.text,
                state=one.state,
                outcome=one.outcome,
                answer=one.answer,
                at=format_time(one.made_at),
            )
            for one in found
        ]
    )


def _read_accused(connection: Connection, services: Services, viewer: Viewer, new: NewReport) -> _Accused:
    if new.game is None:
        if not new.name:
            raise HttpRefusal(422, "empty", field="name")
        return _Accused(get_person(connection, new.name, services.clock.now()).id)
    game, membership = open_game(connection, new.game, viewer)
    if Role.VISITOR in membership.roles:
        raise HttpRefusal(409, "no_part")
    if new.room is not None and new.message is not None:
        letter = get_letter(connection, game, membership, new.room, new.message)
        if letter.account is None:
            raise not_found("person")
        # The writer of grey press stays unknown to the reporter, whose list of reports must not reveal it either.
        power = "grey" if letter.is_grey else None if letter.sender == GM else letter.sender
        return _Accused(letter.account, game.id, power, letter.text)
    if new.power is None:
        raise HttpRefusal(422, "empty", field="power")
    player = list_players_of(connection, game, membership, new.power)[0]
    return _Accused(player.account, game.id, player.power)
