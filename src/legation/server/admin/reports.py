"""Reports as an admin sees them: who reported whom and why, and the outcome.

An admin reads no press. The letter that a report is about can be opened if its reporter has allowed that, and the log
records it. A report from a game in which the admin has a part is left to another admin as long as the game lasts:
otherwise an admin who plays would learn who plays which power, and what others write.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.admin.audit import Actor, Done, clean_reason, write_act
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.base.times import format_time
from legation.server.game.membership import list_roles
from legation.server.game.storage import find_game
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.people import report_storage as store
from legation.server.people.emails import send_person_email
from legation.server.people.report_storage import ReportCause, ReportOutcome, ReportState, StoredReport
from legation.server.people.reports import LONGEST

PAGE = 50


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report in the list."""

    id: int
    at: str
    cause: ReportCause
    state: ReportState
    outcome: ReportOutcome | None
    is_withheld: bool
    """True if the admin has a part in the game and learns nothing more; the next fields are then null."""
    reporter: str | None
    reported: str | None
    reported_account: int | None
    game: str | None
    text: str | None
    has_letter: bool
    """True if the reporter lets admins read the letter."""
    answer: str


@dataclass(frozen=True, slots=True)
class ReportRows:
    """A page of reports, newest first."""

    reports: list[ReportRow]
    next: int | None
    """The start of the next page; null if there is none."""
    open: int
    """The number of open reports."""


@dataclass(frozen=True, slots=True)
class ReportedLetter:
    """The words of a reported letter."""

    text: str


def list_reports(
    services: Services, actor: Actor, state: ReportState, before: int | None = None, limit: int = PAGE
) -> ReportRows:
    """A page of reports, newest first."""
    with services.store.read() as connection:
        found = store.list_reports(connection, state, before, limit=limit + 1)
        rows = [_describe(connection, actor, report) for report in found[:limit]]
        waiting = store.count_reports(connection, ReportState.OPEN)
    return ReportRows(rows, rows[-1].id if len(found) > limit else None, waiting)


def open_letter(services: Services, actor: Actor, report: int) -> ReportedLetter:
    """Read the reported letter; the log records it."""
    with services.store.write() as connection:
        found = _get_report(connection, actor, report)
        if found.letter is None:
            raise not_found("letter")
        text = ENGLISH.fill("admin.opened_letter", number=found.id)
        write_act(connection, services, actor, "open-letter", target=f"report {found.id}", text=text, reason="")
        return ReportedLetter(found.letter)


def close_report(
    services: Services, actor: Actor, report: int, *, outcome: ReportOutcome, answer: str, reason: str = ""
) -> Done:
    """Close a report: its reporter is told the outcome, and the letter is forgotten."""
    words = clean_text(answer, "answer", longest=LONGEST, may_be_empty=True)
    with services.store.write() as connection:
        found = _get_report(connection, actor, report)
        if not store.close_report(connection, found.id, outcome, words, services.clock.now()):
            raise not_found("report")
        key = "mail.report.acted" if outcome is ReportOutcome.ACTED else "mail.report.nothing"
        send_person_email(
            connection,
            services,
            found.reporter,
            NoticeKind.REPORT,
            subject=ENGLISH.texts["mail.report.subject"],
            text="\n\n".join(part for part in (ENGLISH.texts[key], words) if part),
            page="/account",
            key=f"report:{found.id}:closed",
        )
        text = ENGLISH.fill("admin.closed_report", number=found.id, name=found.reported_name, outcome=outcome.value)
        return write_act(
            connection, services, actor, "close-report", target=f"report {found.id}", text=text,
            reason=clean_reason(reason),
        )  # fmt: skip


def _get_report(connection: Connection, actor: Actor, report: int) -> StoredReport:
    found = store.find_report(connection, report)
    if found is None or found.state is not ReportState.OPEN:
        raise not_found("report")
    if _is_withheld(connection, actor, found):
        raise HttpRefusal(409, "is_withheld")
    return found


def _is_withheld(connection: Connection, actor: Actor, report: StoredReport) -> bool:
    if actor.account is None:
        return False
    if actor.account == report.reported:
        return True
    game = find_game(connection, report.game) if report.game else None
    return game is not None and not game.is_over and bool(list_roles(connection, game.id, actor.account))


def _describe(connection: Connection, actor: Actor, report: StoredReport) -> ReportRow:
    is_withheld = _is_withheld(connection, actor, report)
    return ReportRow(
        id=report.id,
        at=format_time(report.made_at),
        cause=report.cause,
        state=report.state,
        outcome=report.outcome,
        is_withheld=is_withheld,
        reporter=None if is_withheld else report.reporter_name,
        reported=None if is_withheld else report.reported_name,
        reported_account=None if is_withheld else report.reported,
        game=None if is_withheld else report.game,
        text=None if is_withheld else report.text,
        has_letter=report.letter is not None and not is_withheld,
        answer="" if is_withheld else report.answer,
    )
