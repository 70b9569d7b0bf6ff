"""The board that comes with an exported game: the same one on this host, or a new one of the importing account."""

from collections.abc import Mapping

from legation.errors import DataError
from legation.game import read_board_files
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.boards.checking import Identity, check_files
from legation.server.boards.service import check, keep_new, need_bringer, new_identity
from legation.server.boards.unpacking import MOST_BYTES
from legation.server.game.board_storage import list_boards_with_digest
from legation.server.game.editions import BOARD_FILES, load_edition, make_digest
from legation.server.identity.viewers import Viewer
from legation.server.variants.board_access import may_host
from legation.variants import Variant, parse_toml


def take_in_board(services: Services, viewer: Viewer, data: bytes) -> Variant | None:
    """The variant that comes with a file; None if there is none. Refuses an invalid one."""
    try:
        found = read_board_files(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None
    if found is None:
        return None
    files = {name: text.encode() for name, text in found.items() if name in BOARD_FILES}
    if sum(len(content) for content in files.values()) > MOST_BYTES:
        raise HttpRefusal(413, "too_large", case="board", most=MOST_BYTES // 1_000_000)
    return _find_here(services, viewer, make_digest(files)) or _keep(services, viewer, files)


def _find_here(services: Services, viewer: Viewer, digest: str) -> Variant | None:
    """The same edition of a board on which the viewer may begin games."""
    with services.store.read() as connection:
        for board in list_boards_with_digest(connection, digest):
            if may_host(board, viewer):
                return load_edition(connection, services, digest)
    return None


def _keep(services: Services, viewer: Viewer, files: Mapping[str, bytes]) -> Variant:
    """A new private board with only the version that the game names."""
    account = need_bringer(services, viewer)
    identity = new_identity(services)
    checked = check(services, check_files, files, Identity("", identity.code, _read_version(files)))
    if checked.report is None:
        wrong = checked.errors[0]
        raise HttpRefusal(422, "bad_board", field="board", file=wrong.file, problem=wrong.text)
    keep_new(services, viewer, account, checked)
    with services.store.read() as connection:
        return load_edition(connection, services, make_digest(checked.files))


def _read_version(files: Mapping[str, bytes]) -> int:
    try:
        found = parse_toml(files["variant.toml"].decode("utf-8-sig"), "variant.toml").get("version")
    except (KeyError, ValueError, RecursionError, DataError):
        return 1
    return found if isinstance(found, int) and 0 < found < 100_000 else 1
