"""The pages and actions of the host's admins. None of them shows orders, press or notes of a game."""

from typing import Annotated

from fastapi import Depends, Path, Query
from pydantic import Field, StringConstraints

from legation.server.admin import accounts, audit, boards, games, host, mail, networks, reports, sizes
from legation.server.admin.accounts import AccountList, AccountState
from legation.server.admin.audit import Actor, AdminLog, Done, need_admin
from legation.server.admin.boards import BoardRows
from legation.server.admin.games import GameFilter, GameRows
from legation.server.admin.host import Host
from legation.server.admin.mail import NoticeRows, NoticeState
from legation.server.admin.networks import BannedNetworks
from legation.server.admin.reports import ReportedLetter, ReportRows
from legation.server.admin.sizes import Sizes
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsViewer, InServices
from legation.server.identity.scopes import needs_session
from legation.server.people.report_storage import ReportOutcome, ReportState

router = ApiRouter(prefix="/admin", tag="admin", route_class=ValueRoute)
RowId = Annotated[int, Path(ge=0, lt=2**63)]
Before = Annotated[int | None, Query(ge=0, lt=2**63)]
Words = Annotated[str, Query(max_length=100)]
BoardId = Annotated[str, Path(max_length=60)]
GameId = Annotated[str, Path(max_length=24)]
Reason = Annotated[str, StringConstraints(max_length=1000)]
Days = Annotated[int | None, Field(ge=1, le=3650)]


async def acting_admin(viewer: AsViewer) -> Actor:
    """The admin who sends the request; refuses everyone else."""
    return need_admin(viewer)


AsAdmin = Annotated[Actor, Depends(acting_admin)]


class ReasonBody(RequestBody):
    """The reason, for the log."""

    reason: Reason = ""


class BanBody(RequestBody):
    """The reason, which the banned person is told, and the number of days; without one the ban is permanent."""

    reason: Reason
    days: Days = None


class NetworkBanBody(BanBody):
    """The address or network to ban."""

    network: Annotated[str, StringConstraints(max_length=60)]


class MasterBody(ReasonBody):
    """The name or address of the new game master's account."""

    login: Annotated[str, StringConstraints(max_length=254)]


class BoardRight(ReasonBody):
    """Whether an account may upload boards."""

    allowed: bool


class ClosingBody(ReasonBody):
    """The outcome of a report, and the answer to its reporter."""

    outcome: ReportOutcome
    answer: Annotated[str, StringConstraints(max_length=4000)] = ""


@router.get("/host")
@needs_session
def read_host(services: InServices, _admin: AsAdmin) -> Host:
    """What is waiting, what is late, and who sends too many requests."""
    return host.read_host(services)


@router.get("/sizes")
@needs_session
def read_sizes(services: InServices, _admin: AsAdmin) -> Sizes:
    """The size of each table."""
    return sizes.read_sizes(services)


@router.get("/log")
@needs_session
def read_admin_log(services: InServices, _admin: AsAdmin, before: Before = None) -> AdminLog:
    """What admins did, newest first."""
    return audit.list_acts(services, before)


@router.get("/accounts")
@needs_session
def list_accounts(
    services: InServices,
    _admin: AsAdmin,
    words: Words = "",
    state: AccountState | None = None,
    before: Before = None,
) -> AccountList:
    """Accounts by name, address or state, newest first."""
    return accounts.list_accounts(services, words, state, before)


@router.post("/accounts/{account}/ban")
@needs_session
def ban_account(account: RowId, body: BanBody, services: InServices, admin: AsAdmin) -> Done:
    """Ban an account: it is signed out and cannot sign in."""
    return accounts.ban_account(services, admin, account, reason=body.reason, days=body.days)


@router.post("/accounts/{account}/unban")
@needs_session
def unban_account(account: RowId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """End the ban of an account."""
    return accounts.unban_account(services, admin, account, reason=body.reason)


@router.post("/accounts/{account}/sign-out")
@needs_session
def sign_out_account(account: RowId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """End all sessions and tokens of an account."""
    return accounts.sign_out_everywhere(services, admin, account, reason=body.reason)


@router.post("/accounts/{account}/reset")
@needs_session
def send_reset(account: RowId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """Send an account a link for a new password."""
    return accounts.send_reset(services, admin, account, reason=body.reason)


@router.post("/accounts/{account}/close")
@needs_session
def close_account_of(account: RowId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """Close an account for good."""
    return accounts.close(services, admin, account, reason=body.reason)


@router.post("/accounts/{account}/boards")
@needs_session
def allow_boards(account: RowId, body: BoardRight, services: InServices, admin: AsAdmin) -> Done:
    """Allow an account to upload boards, or revoke that."""
    return boards.allow_boards(services, admin, account, allowed=body.allowed, reason=body.reason)


@router.get("/boards")
@needs_session
def list_all_boards(services: InServices, _admin: AsAdmin) -> BoardRows:
    """Uploaded boards, boards in the host's folder, and problems with the latter."""
    return boards.list_all_boards(services)


@router.post("/boards/{board}/publish")
@needs_session
def publish_board(board: BoardId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """Let everyone start games on a board."""
    return boards.publish_board(services, admin, board, is_published=True, reason=body.reason)


@router.post("/boards/{board}/unpublish")
@needs_session
def unpublish_board(board: BoardId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """Let only its owner start games on a board."""
    return boards.publish_board(services, admin, board, is_published=False, reason=body.reason)


@router.post("/boards/{board}/remove")
@needs_session
def remove_board_of(board: BoardId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """Remove a board; games on it continue."""
    return boards.remove(services, admin, board, reason=body.reason)


@router.get("/games")
@needs_session
def list_all_games(
    services: InServices,
    _admin: AsAdmin,
    words: Words = "",
    which: GameFilter = GameFilter.ALL,
    after: Annotated[str, Query(max_length=24)] = "",
) -> GameRows:
    """Games by title, variant or state, newest first: their state, not their contents."""
    return games.list_games(services, words, which, after)


@router.post("/games/{game}/pause")
@needs_session
def pause_game(game: GameId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """Stop the clock of a game."""
    return games.pause_game(services, admin, game, reason=body.reason)


@router.post("/games/{game}/resume")
@needs_session
def resume_game(game: GameId, body: ReasonBody, services: InServices, admin: AsAdmin) -> Done:
    """Restart the clock of a game."""
    return games.resume_game(services, admin, game, reason=body.reason)


@router.post("/games/{game}/master")
@needs_session
def appoint_master(game: GameId, body: MasterBody, services: InServices, admin: AsAdmin) -> Done:
    """Make an account the master of a game that has none."""
    account = accounts.get_account_id(services, body.login)
    return games.appoint_master(services, admin, game, account, reason=body.reason)


@router.get("/networks")
@needs_session
def list_banned_networks(services: InServices, _admin: AsAdmin) -> BannedNetworks:
    """The banned networks."""
    return networks.list_networks(services)


@router.post("/networks", status_code=201)
@needs_session
def ban_network(body: NetworkBanBody, services: InServices, admin: AsAdmin) -> Done:
    """Ban an address or a network for people without an account."""
    return networks.ban_network(services, admin, body.network, reason=body.reason, days=body.days)


@router.delete("/networks/{ban}")
@needs_session
def unban_network(ban: RowId, services: InServices, admin: AsAdmin) -> Done:
    """Lift the ban of a network."""
    return networks.unban_network(services, admin, ban)


@router.get("/letters")
@needs_session
def list_letters(
    services: InServices, _admin: AsAdmin, state: NoticeState = NoticeState.FAILING, before: Before = None
) -> NoticeRows:
    """Undelivered e-mails and webhooks."""
    return mail.list_letters(services, state, before)


@router.post("/letters/retry")
@needs_session
def retry_letters(services: InServices, admin: AsAdmin) -> Done:
    """Send all failed e-mails and webhooks again at once."""
    return mail.retry_all(services, admin)


@router.post("/letters/{letter}/retry")
@needs_session
def retry_letter(letter: RowId, services: InServices, admin: AsAdmin) -> Done:
    """Send a failed e-mail again at once."""
    return mail.retry_letter(services, admin, letter)


@router.delete("/letters/{letter}")
@needs_session
def drop_letter(letter: RowId, services: InServices, admin: AsAdmin) -> Done:
    """Delete an undelivered e-mail."""
    return mail.drop_letter(services, admin, letter)


@router.get("/reports")
@needs_session
def list_reports(
    services: InServices, admin: AsAdmin, state: ReportState = ReportState.OPEN, before: Before = None
) -> ReportRows:
    """Reports, newest first."""
    return reports.list_reports(services, admin, state, before)


@router.post("/reports/{report}/letter")
@needs_session
def open_reported_letter(report: RowId, services: InServices, admin: AsAdmin) -> ReportedLetter:
    """Read a reported letter, if its reporter allows it; the log records this."""
    return reports.open_letter(services, admin, report)


@router.post("/reports/{report}/close")
@needs_session
def close_report(report: RowId, body: ClosingBody, services: InServices, admin: AsAdmin) -> Done:
    """Close a report and notify its reporter of the outcome."""
    return reports.close_report(services, admin, report, outcome=body.outcome, answer=body.answer, reason=body.reason)
