"""Boards that people upload: showing, replacing and removing them, and asking the host to publish them."""

import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec

from sqlalchemy import Connection

from legation.errors import quote
from legation.server.base.helper_process import (
    HelperClosedError,
    HelperFailedError,
    HelperLateError,
    HelperLostError,
)
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.boards.checking import Checked, Identity, Upload, check_upload
from legation.server.game.board_storage import (
    BoardState,
    StoredBoard,
    add_board,
    add_board_edition,
    change_board,
    count_boards,
    count_games,
    drop_board,
    drop_unused_editions,
    end_waits,
    find_board,
    find_board_edition,
    list_board_editions,
    list_boards,
)
from legation.server.game.editions import make_digest, pack
from legation.server.game.storage import add_edition, find_edition
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Account, Viewer
from legation.server.variants.board_access import BoardReference
from legation.server.variants.board_reports import BoardFinding, ImportNotes, read_report, write_report
from legation.server.variants.catalogue import VariantCard, describe_board, keep_plate

PATIENCE = 120.0
"""Seconds allowed for checking one board."""
Args = ParamSpec("Args")
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board in the list of its owner."""

    id: str
    name: str
    state: BoardState
    number: int
    """The number of its edition."""
    games: int
    changed_at: str
    card: VariantCard


@dataclass(frozen=True, slots=True)
class OwnBoards:
    """The boards that the viewer uploaded."""

    boards: list[BoardCard]
    may_bring: bool
    most: int
    """The number of boards that one account may have."""
    most_kilobytes: int
    """The size of an upload."""


@dataclass(frozen=True, slots=True)
class BoardEdition:
    """A stored edition of a board."""

    number: int
    made_at: str


@dataclass(frozen=True, slots=True)
class BoardPage(BoardCard):
    """A board with the results of its check."""

    owner: str | None
    """Null if it is in the host's folder."""
    is_own: bool
    warnings: list[BoardFinding]
    notes: ImportNotes | None
    trial: str
    editions: list[BoardEdition]


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """The result of an upload or an edit."""

    board: BoardPage | None
    """Null if it was not accepted."""
    errors: list[BoardFinding]
    choices: list[str]
    """Boards to choose from, if the file contains several."""
    is_new: bool
    """True if it made an edition; False if nothing has changed."""


def may_bring(services: Services, viewer: Viewer) -> bool:
    """True if the viewer may upload boards."""
    account, uploads = viewer.account, services.settings.boards.uploads
    if account is None or account.is_guest or uploads == "nobody":
        return False
    return uploads == "everybody" or account.is_admin or account.brings_boards


def need_bringer(services: Services, viewer: Viewer) -> Account:
    """The account of a person who may upload boards; refuses everyone else, and accounts that ask too often."""
    account = viewer.need_account()
    if not may_bring(services, viewer):
        is_closed = services.settings.boards.uploads == "nobody"
        raise HttpRefusal(403, "no_boards", case="nobody" if is_closed else "not_named")
    services.rates.take("board", viewer.work_key, services.clock.now())
    return account


def list_own(services: Services, viewer: Viewer) -> OwnBoards:
    """The boards that the viewer uploaded."""
    account = viewer.need_account()
    settings = services.settings
    with services.store.read() as connection:
        found = [_describe(connection, board) for board in list_boards(connection, owner=account.id)]
    return OwnBoards(
        [card for card in found if card is not None],
        may_bring(services, viewer),
        settings.boards.each,
        settings.board_body_limit // 1000,
    )


def read_board(services: Services, viewer: Viewer, board: str) -> BoardPage:
    """A board, for its owner and for admins."""
    with services.store.read() as connection:
        return describe_board_fully(connection, get_own_board(connection, viewer, board), viewer)


def _get_board(connection: Connection, board: str) -> StoredBoard:
    found = find_board(connection, board)
    assert found is not None
    return found


def get_own_board(connection: Connection, viewer: Viewer, board: str) -> StoredBoard:
    """A board of the viewer, or any for an admin; other people's boards are refused as if they did not exist."""
    account = viewer.need_account()
    found = find_board(connection, board)
    if found is None or found.removed_at is not None or not (found.owner == account.id or account.is_admin):
        raise not_found("variant")
    return found


def upload_board(services: Services, viewer: Viewer, upload: Upload, sending: Sending = UNNUMBERED) -> BoardCheck:
    """Check an upload and store it as a new private board, once for each sending."""
    account = need_bringer(services, viewer)
    with services.store.read() as connection:
        known = sending.recall(connection, account.id)
        if known is not None:
            return BoardCheck(
                describe_board_fully(connection, _get_board(connection, known), viewer), [], [], is_new=True
            )
        check_number(connection, services, account)
    checked = check(services, check_upload, upload, new_identity(services))
    return keep_new(services, viewer, account, checked, sending)


def replace_board(services: Services, viewer: Viewer, board: str, upload: Upload) -> BoardCheck:
    """Check an upload and store it as the next edition of a board; running games keep theirs."""
    need_bringer(services, viewer)
    with services.store.read() as connection:
        found = get_uploaded_board(connection, viewer, board)
    checked = check(services, check_upload, upload, Identity(found.id, "", found.number + 1))
    return keep_next(services, viewer, found, checked)


def get_uploaded_board(connection: Connection, viewer: Viewer, board: str) -> StoredBoard:
    """A board that can be changed here; boards in the host's folder are changed there."""
    found = get_own_board(connection, viewer, board)
    if found.folder is not None:
        raise HttpRefusal(409, "in_folder", folder=quote(found.folder))
    return found


def new_identity(services: Services) -> Identity:
    """The identity of a new board."""
    return Identity("", services.randomness.name_id(6).lower(), 1)


def check_number(connection: Connection, services: Services, account: Account) -> None:
    """Refuse another board to an account that has many."""
    most = services.settings.boards.each
    if count_boards(connection, account.id) >= most:
        raise HttpRefusal(409, "too_many", case="boards", most=most)


def check(services: Services, function: Callable[Args, Checked], *args: Args.args, **kwargs: Args.kwargs) -> Checked:
    """The result of a check, in the process for checks; a check that breaks it is reported as an error of the board."""
    try:
        return services.checker.call(PATIENCE, function, *args, **kwargs)
    except HelperLateError:
        return Checked(errors=(BoardFinding("", None, f"checking it took longer than {PATIENCE:.0f} seconds"),))
    except HelperFailedError as error:
        logger.warning("a board could not be checked: %s", error)
        return Checked(errors=(BoardFinding("", None, "it could not be checked: something in it is malformed"),))
    except (HelperLostError, HelperClosedError):
        raise HttpRefusal(503, "busy", headers={"Retry-After": "10"}) from None


def keep_new(
    services: Services, viewer: Viewer, account: Account, checked: Checked, sending: Sending = UNNUMBERED
) -> BoardCheck:
    """Store a checked board, unless it has errors."""
    if checked.report is None:
        return BoardCheck(None, list(checked.errors), list(checked.choices), is_new=False)
    with services.store.write() as connection:
        check_number(connection, services, account)
        add_board(
            connection,
            id=checked.id,
            owner=account.id,
            folder=None,
            name=checked.report.summary.name,
            state=BoardState.PRIVATE,
            number=checked.version - 1,
            fault="",
            made_at=services.clock.now(),
            changed_at=services.clock.now(),
        )
        sending.note(connection, services.clock.now(), account.id, checked.id)
        keep_files(connection, services, _get_board(connection, checked.id), checked)
        page = describe_board_fully(connection, _get_board(connection, checked.id), viewer)
    return BoardCheck(page, [], [], is_new=True)


def keep_next(services: Services, viewer: Viewer, found: StoredBoard, checked: Checked) -> BoardCheck:
    """Store the next edition of a board, unless it has errors or nothing has changed."""
    if checked.report is None:
        return BoardCheck(None, list(checked.errors), list(checked.choices), is_new=False)
    with services.store.write() as connection:
        board = get_own_board(connection, viewer, found.id)
        if board.number != found.number:
            raise HttpRefusal(409, "board_changed")
        current = find_board_edition(connection, board.id, board.number)
        if current is not None and current.source == checked.source:
            return BoardCheck(describe_board_fully(connection, board, viewer), [], [], is_new=False)
        keep_files(connection, services, board, checked)
        page = describe_board_fully(connection, _get_board(connection, board.id), viewer)
    return BoardCheck(page, [], [], is_new=True)


def keep_files(connection: Connection, services: Services, board: StoredBoard, checked: Checked) -> None:
    """Store the next edition of a board, with which new games begin; remove earlier ones that no game uses."""
    assert checked.report is not None
    number, digest, now = board.number + 1, make_digest(checked.files), services.clock.now()
    add_edition(connection, digest, board.id, pack(checked.files), now)
    add_board_edition(
        connection,
        board=board.id,
        number=number,
        digest=digest,
        source=checked.source,
        report=write_report(checked.report),
        made_at=now,
    )
    change_board(connection, board.id, number=number, name=checked.report.summary.name, fault="", changed_at=now)
    drop_unused_editions(connection, board.id, kept=number)
    for name, picture in checked.plates.items():
        keep_plate(services.settings.data / "plates" / f"{digest}-{name}", picture)


def delete_board(services: Services, viewer: Viewer, board: str) -> None:
    """Remove a board. Games that use it go on, and keep its edition."""
    with services.store.write() as connection:
        remove_board(connection, services, get_uploaded_board(connection, viewer, board))


def remove_board(connection: Connection, services: Services, board: StoredBoard) -> None:
    """Remove a board: completely if no game uses it, otherwise only from the lists."""
    end_waits(connection, board.id, services.clock.now())
    digests = {edition.digest for edition in list_board_editions(connection, board.id)}
    drop_unused_editions(connection, board.id, kept=-1)
    left = {edition.digest for edition in list_board_editions(connection, board.id)}
    if left:
        change_board(connection, board.id, removed_at=services.clock.now(), state=BoardState.PRIVATE)
    else:
        drop_board(connection, board.id)
    for digest in digests - left:
        _forget_files(services, digest)


def _forget_files(services: Services, digest: str) -> None:
    """Delete the unpacked files and pictures of an edition; they are only copies."""
    data = services.settings.data
    shutil.rmtree(data / "editions" / digest, ignore_errors=True)
    for picture in (data / "plates").glob(f"{digest}-*"):
        picture.unlink(missing_ok=True)


def ask_to_publish(services: Services, viewer: Viewer, board: str, *, wanted: bool) -> BoardPage:
    """Ask the host to publish a board, or withdraw the request; a published board becomes private again."""
    with services.store.write() as connection:
        found = get_uploaded_board(connection, viewer, board)
        state = found.state
        if not wanted:
            state = BoardState.PRIVATE
            end_waits(connection, found.id, services.clock.now())
        elif not found.is_published:
            state = BoardState.ASKED
        change_board(connection, found.id, state=state)
        return describe_board_fully(connection, _get_board(connection, found.id), viewer)


def pack_board_files(services: Services, viewer: Viewer, board: str) -> tuple[str, bytes]:
    """The files of a board's edition as a zip, with a name for it."""
    with services.store.read() as connection:
        found = get_own_board(connection, viewer, board)
        edition = find_board_edition(connection, found.id, found.number)
        files = find_edition(connection, edition.digest) if edition else None
    if files is None:
        raise not_found("edition")
    return f"{found.id}-{found.number}.zip", files


def _describe(connection: Connection, board: StoredBoard) -> BoardCard | None:
    edition = find_board_edition(connection, board.id, board.number)
    if edition is None:
        return None
    return BoardCard(
        id=board.id,
        name=board.name,
        state=board.state,
        number=board.number,
        games=count_games(connection, board.id),
        changed_at=format_time(board.changed_at),
        card=describe_board(BoardReference(board, edition)),
    )


def describe_board_fully(connection: Connection, board: StoredBoard, viewer: Viewer) -> BoardPage:
    """A board with the results of its check."""
    card, edition = _describe(connection, board), find_board_edition(connection, board.id, board.number)
    if card is None or edition is None:
        raise not_found("edition")
    report = read_report(edition.report)
    return BoardPage(
        id=card.id,
        name=card.name,
        state=card.state,
        number=card.number,
        games=card.games,
        changed_at=card.changed_at,
        card=card.card,
        owner=board.owner_name,
        is_own=board.owner is not None and board.owner == viewer.account_id,
        warnings=report.warnings,
        notes=report.notes,
        trial=report.trial,
        editions=[
            BoardEdition(one.number, format_time(one.made_at)) for one in list_board_editions(connection, board.id)
        ],
    )
