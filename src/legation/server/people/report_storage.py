"""People's reports to the host."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, func, insert, select, update

from legation.server.store.tables import accounts, reports
from legation.server.store.values import values_of


class ReportCause(StrEnum):
    """The cause of a report."""

    ABUSE = "abuse"
    """Insults, threats, hate."""
    SPAM = "spam"
    CHEATING = "cheating"
    """Several accounts of one person, or a pact outside the game."""
    OTHER = "other"


class ReportState(StrEnum):
    """Whether an admin has handled a report."""

    OPEN = "open"
    CLOSED = "closed"


class ReportOutcome(StrEnum):
    """The outcome of a report."""

    ACTED = "acted"
    NOTHING = "nothing"
    """Nothing was wrong, or it could not be proved."""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report."""

    id: int
    reporter: int
    reported: int
    game: str | None
    power: str | None
    cause: ReportCause
    text: str
    letter: str | None
    state: ReportState
    outcome: ReportOutcome | None
    answer: str
    made_at: datetime
    closed_at: datetime | None
    reporter_name: str
    reported_name: str


_reporter = accounts.alias("reporter_account")
_reported = accounts.alias("reported_account")
REPORTS = values_of(StoredReport, reports, {"reporter_name": _reporter.c.name, "reported_name": _reported.c.name})
_JOINED = reports.join(_reporter, _reporter.c.id == reports.c.reporter).join(
    _reported, _reported.c.id == reports.c.reported
)


def add_report(connection: Connection, **values: object) -> int:
    """Store a new report; returns its number."""
    done = connection.execute(insert(reports).values(state=ReportState.OPEN, **values).returning(reports.c.id))
    return int(done.scalar_one())


def find_report(connection: Connection, report: int) -> StoredReport | None:
    """The report with a number."""
    return REPORTS.find(connection, REPORTS.select().select_from(_JOINED).where(reports.c.id == report))


def list_reports(
    connection: Connection, state: ReportState, before: int | None = None, *, limit: int
) -> list[StoredReport]:
    """Reports in a state, newest first."""
    wanted = REPORTS.select().select_from(_JOINED).where(reports.c.state == state)
    if before is not None:
        wanted = wanted.where(reports.c.id < before)
    return REPORTS.list(connection, wanted.order_by(reports.c.id.desc()).limit(limit))


def list_own_reports(connection: Connection, reporter: int, *, limit: int) -> list[StoredReport]:
    """The reports by a person, newest first."""
    wanted = REPORTS.select().select_from(_JOINED).where(reports.c.reporter == reporter)
    return REPORTS.list(connection, wanted.order_by(reports.c.id.desc()).limit(limit))


def count_open_reports(connection: Connection, reporter: int, reported: int | None = None) -> int:
    """The number of open reports by a person, about all people or about one."""
    wanted = select(func.count()).where(reports.c.reporter == reporter, reports.c.state == ReportState.OPEN)
    if reported is not None:
        wanted = wanted.where(reports.c.reported == reported)
    return connection.execute(wanted).scalar_one()


def count_reports(connection: Connection, state: ReportState) -> int:
    """The number of reports in a state."""
    return connection.execute(select(func.count()).where(reports.c.state == state)).scalar_one()


def close_report(connection: Connection, report: int, outcome: ReportOutcome, answer: str, now: datetime) -> bool:
    """Close a report and delete the reported letter; True if it was open."""
    values = {"state": ReportState.CLOSED, "outcome": outcome, "answer": answer, "closed_at": now, "letter": None}
    mine = (reports.c.id == report, reports.c.state == ReportState.OPEN)
    return connection.execute(update(reports).where(*mine).values(**values)).rowcount == 1
