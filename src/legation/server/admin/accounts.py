"""Accounts as an admin sees them: a searchable list, and the actions on an account."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from legation.render.words import ENGLISH
from legation.server.accounts.password_resets import GOOD_FOR, make_link, send_reset_link
from legation.server.accounts.person_checks import fold
from legation.server.admin.audit import COMMAND_LINE, Actor, Done, clean_reason, write_act
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time, word_time
from legation.server.game.loaded_game import load_game
from legation.server.game.member_storage import list_own_parts
from legation.server.games.account_closing import close_account
from legation.server.identity import account_storage as account_table
from legation.server.identity.account_storage import ACCOUNTS, StoredAccount
from legation.server.identity.bans import FOREVER
from legation.server.identity.session_storage import end_sessions
from legation.server.identity.token_storage import TokenKind, remove_tokens
from legation.server.identity.viewers import make_account
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice
from legation.server.notices.service import notify_masters
from legation.server.store.search import matches
from legation.server.store.tables import accounts, games, members, sessions

PAGE = 50


class AccountState(StrEnum):
    """The present state of an account."""

    ACCOUNT = "account"
    ADMIN = "admin"
    GUEST = "guest"
    BANNED = "banned"
    CLOSED = "closed"


class AddressState(StrEnum):
    """Whether e-mails reach an account."""

    VERIFIED = "verified"
    WAITING = "waiting"
    """An address was given, and the link in its e-mail has not been opened yet."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account in the list of all."""

    id: int
    name: str
    state: AccountState
    email: str | None
    address_state: AddressState
    made_at: str
    seen_at: str | None
    games: int
    """Games in which it currently has a part."""
    sessions: int
    """Browsers in which it is signed in."""
    banned_until: str | None
    """Null if it is not banned, or banned for good."""
    ban_reason: str | None
    brings_boards: bool
    """True if an admin has given it the right to upload boards."""


@dataclass(frozen=True, slots=True)
class AccountList:
    """A page of accounts, newest first."""

    accounts: list[AccountRow]
    next: int | None
    """The start of the next page; null if there is none."""


def list_accounts(
    services: Services,
    words: str = "",
    state: AccountState | None = None,
    before: int | None = None,
    limit: int = PAGE,
) -> AccountList:
    """Accounts whose name or address contains some words, newest first, one page at a time."""
    now = services.clock.now()
    wanted = ACCOUNTS.select().order_by(accounts.c.id.desc()).limit(limit + 1)
    if words.strip():
        folded = fold(words)
        named = (accounts.c.folded_name, accounts.c.email, accounts.c.new_email)
        is_number = accounts.c.id == int(folded) if folded.isascii() and folded.isdigit() and len(folded) < 16 else None
        found = [matches(column, folded) for column in named]
        wanted = wanted.where(or_(*found) if is_number is None else or_(is_number, *found))
    is_banned = and_(accounts.c.banned_until.is_not(None), accounts.c.banned_until > now)
    chosen: dict[AccountState, ColumnElement[bool]] = {
        AccountState.ACCOUNT: ~accounts.c.is_guest & ~accounts.c.is_closed,
        AccountState.ADMIN: accounts.c.is_admin & ~accounts.c.is_closed,
        AccountState.GUEST: accounts.c.is_guest & ~accounts.c.is_closed,
        AccountState.BANNED: is_banned & ~accounts.c.is_closed,
        AccountState.CLOSED: accounts.c.is_closed,
    }
    if state is not None:
        wanted = wanted.where(chosen[state])
    if before is not None:
        wanted = wanted.where(accounts.c.id < before)
    with services.store.read() as connection:
        rows = connection.execute(wanted).all()
        ids = [row.id for row in rows]
        parts, browsers = _count_parts(connection, ids), _count_sessions(connection, ids)
    found_rows = [
        _describe(services, ACCOUNTS.read(row), parts.get(row.id, 0), browsers.get(row.id, 0)) for row in rows[:limit]
    ]
    return AccountList(found_rows, found_rows[-1].id if len(rows) > limit else None)


def _count_parts(connection: Connection, ids: list[int]) -> dict[int, int]:
    wanted = (
        select(members.c.account, func.count(members.c.game.distinct()))
        .join(games, games.c.id == members.c.game)
        .where(members.c.account.in_(ids), members.c.left_at.is_(None), games.c.status != "ended")
        .group_by(members.c.account)
    )
    return {row[0]: row[1] for row in connection.execute(wanted)}


def _count_sessions(connection: Connection, ids: list[int]) -> dict[int, int]:
    wanted = select(sessions.c.account, func.count()).where(sessions.c.account.in_(ids)).group_by(sessions.c.account)
    return {row[0]: row[1] for row in connection.execute(wanted)}


def _describe(services: Services, row: StoredAccount, parts: int, browsers: int) -> AccountRow:
    now = services.clock.now()
    is_banned = row.is_banned(now)
    has_end = is_banned and row.banned_until is not None and row.banned_until < FOREVER
    address = AddressState.VERIFIED if row.email else AddressState.WAITING if row.new_email else AddressState.NONE
    return AccountRow(
        id=row.id,
        name=row.name,
        state=_state_of(row, is_banned=is_banned),
        email=row.email or row.new_email,
        address_state=address,
        made_at=format_time(row.made_at),
        seen_at=format_time(row.seen_at),
        games=parts,
        sessions=browsers,
        banned_until=format_time(row.banned_until) if has_end else None,
        ban_reason=row.ban_reason if is_banned else None,
        brings_boards=row.brings_boards,
    )


def _state_of(row: StoredAccount, *, is_banned: bool) -> AccountState:
    if row.is_closed:
        return AccountState.CLOSED
    if is_banned:
        return AccountState.BANNED
    if row.is_admin:
        return AccountState.ADMIN
    return AccountState.GUEST if row.is_guest else AccountState.ACCOUNT


def get_account_id(services: Services, login: str) -> int:
    """The id of the open account with a name or an address."""
    with services.store.read() as connection:
        row = account_table.find_by_login(connection, fold(login))
    if row is None:
        raise HttpRefusal(404, "not_found", case="account", login=repr(login))
    return row.id


def ban_account(services: Services, actor: Actor, account: int, *, reason: str, days: int | None) -> Done:
    """Ban an account for some days, or for good: it is signed out, cannot sign in, and its tokens are useless."""
    why, now = clean_reason(reason, may_be_empty=False), services.clock.now()
    until = FOREVER if days is None else now + timedelta(days=days)
    with services.store.write() as connection:
        row = _get_other(connection, actor, account)
        account_table.change_account(connection, row.id, banned_until=until, ban_reason=why)
        end_sessions(connection, row.id)
        remove_tokens(connection, row.id, TokenKind.RESET)
        if days is None:
            text = ENGLISH.fill("admin.banned_for_good", name=row.name)
        else:
            text = ENGLISH.fill("admin.banned", name=row.name, time=word_time(until))
        _tell(connection, services, row, "mail.banned.subject", f"{text} {why}")
        _tell_masters(connection, services, row.id, "banned" if days is None else "banned_until", until)
        return write_act(connection, services, actor, "ban", target=_name(row), text=text, reason=why)


def unban_account(services: Services, actor: Actor, account: int, *, reason: str = "") -> Done:
    """End the ban of an account."""
    with services.store.write() as connection:
        row = _get_account(connection, account)
        if not row.is_banned(services.clock.now()):
            raise HttpRefusal(409, "no_change", case="not_banned")
        account_table.change_account(connection, row.id, banned_until=None, ban_reason=None)
        text = ENGLISH.fill("admin.unbanned", name=row.name)
        _tell(connection, services, row, "mail.banned.over", text)
        _tell_masters(connection, services, row.id, "unbanned")
        return write_act(
            connection, services, actor, "unban", target=_name(row), text=text, reason=clean_reason(reason)
        )


def sign_out_everywhere(services: Services, actor: Actor, account: int, *, reason: str = "") -> Done:
    """End all sessions of an account, and its tokens for scripts."""
    with services.store.write() as connection:
        row = _get_account(connection, account)
        end_sessions(connection, row.id)
        remove_tokens(connection, row.id)
        text = ENGLISH.fill("admin.signed_out", name=row.name)
        return write_act(
            connection, services, actor, "sign-out", target=_name(row), text=text, reason=clean_reason(reason)
        )


def send_reset(services: Services, actor: Actor, account: int, *, reason: str = "") -> Done:
    """Send the account's own address a link for a new password. The admin does not see the link."""
    with services.store.write() as connection:
        row = _get_account(connection, account)
        if row.email is None:
            raise HttpRefusal(409, "no_address")
        send_reset_link(connection, services, row, row.email)
        text = ENGLISH.fill("admin.reset_sent", name=row.name)
        return write_act(
            connection, services, actor, "reset", target=_name(row), text=text, reason=clean_reason(reason)
        )


def make_reset_link(services: Services, login: str) -> str:
    """Make a link for choosing a new password, printed on the command line of the host."""
    account = get_account_id(services, login)
    with services.store.write() as connection:
        row = _get_account(connection, account)
        link = make_link(connection, services, row.id, services.clock.now() + GOOD_FOR)
        text = ENGLISH.fill("admin.reset_printed", name=row.name)
        write_act(connection, services, COMMAND_LINE, "reset", target=_name(row), text=text, reason="")
    return link


def set_admin(services: Services, actor: Actor, account: int, *, is_admin: bool, reason: str = "") -> Done:
    """Make an account an admin of the host, or end that; an e-mail to its address reports the change."""
    with services.store.write() as connection:
        row = _get_account(connection, account)
        if row.is_guest:
            raise HttpRefusal(409, "claim_first", case="change")
        if row.is_admin == is_admin:
            raise HttpRefusal(409, "no_change", case="is_admin" if is_admin else "is_no_admin")
        account_table.change_account(connection, row.id, is_admin=is_admin)
        address = row.email or row.new_email or ENGLISH.texts["admin.no_address"]
        words = {"name": row.name, "address": address, "day": f"{row.made_at:%Y-%m-%d}"}
        text = ENGLISH.fill("admin.appointed_admin" if is_admin else "admin.dismissed_admin", **words)
        act = "appoint-admin" if is_admin else "dismiss-admin"
        return write_act(connection, services, actor, act, target=_name(row), text=text, reason=clean_reason(reason))


def close(services: Services, actor: Actor, account: int, *, reason: str = "") -> Done:
    """Close an account for good; its seats go to standbys, and a game that it ran goes to the second game master."""
    with services.store.write() as connection:
        row = _get_other(connection, actor, account)
        text = ENGLISH.fill("admin.closed", name=row.name)
        done = write_act(
            connection, services, actor, "close", target=_name(row), text=text, reason=clean_reason(reason)
        )
    close_account(services, make_account(row))
    return done


def _get_account(connection: Connection, account: int) -> StoredAccount:
    row = account_table.find_account(connection, account)
    if row is None or row.is_closed:
        raise HttpRefusal(404, "not_found", case="account", login=str(account))
    return row


def _get_other(connection: Connection, actor: Actor, account: int) -> StoredAccount:
    """An account that an admin may shut out: not an admin's account, which only the command line may shut out."""
    row = _get_account(connection, account)
    if row.is_admin and actor is not COMMAND_LINE:
        raise HttpRefusal(409, "is_admin")
    return row


def _name(row: StoredAccount) -> str:
    return f"account {row.id} ({row.name})"


def _tell_masters(
    connection: Connection, services: Services, account: int, case: str, until: datetime | None = None
) -> None:
    """Tell the masters of an account's games. They learn the power it plays; the player's name may be secret."""
    for part in list_own_parts(connection, account):
        if part.power is None:
            continue
        game = load_game(connection, services, part.game)
        words = {"power": game.variant.powers[part.power].name}
        if until is not None and until != FOREVER:
            words["time"] = word_time(until, game.terms.clock.zone)
        notify_masters(connection, services, game, ENGLISH.fill(f"mail.master.{case}", **words), besides=account)


def _tell(connection: Connection, services: Services, row: StoredAccount, subject: str, text: str) -> None:
    if row.email is not None:
        add_notice(
            connection,
            channel=Channel.MAIL,
            kind=NoticeKind.BAN,
            subject=ENGLISH.texts[subject],
            body=f"{text}\n\n{services.settings.public_url}\n",
            now=services.clock.now(),
            account=row.id,
        )
