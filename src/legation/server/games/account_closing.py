"""Closing an account for good, and the consequences for its games."""

from sqlalchemy import Connection

from legation.server.accounts.service import shut_account
from legation.server.accounts.sessions import need_confirmed
from legation.server.base.services import Services
from legation.server.boards.service import remove_board
from legation.server.game.board_storage import list_boards
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.member_storage import list_members
from legation.server.game.membership import load_membership
from legation.server.game.records import Role
from legation.server.game.storage import list_unended_games, lock_game
from legation.server.games.joining import leave_game
from legation.server.games.masters import lose_master
from legation.server.identity.viewers import Account, Viewer


def close_own_account(services: Services, viewer: Viewer) -> None:
    """Close the viewer's account: it cannot sign in any more, its address is deleted, its name stays in old games."""
    account = viewer.need_account()
    if not account.is_guest:
        need_confirmed(services, viewer)
    close_account(services, account)


def close_account(services: Services, account: Account) -> None:
    """Close an account. Its seats go to standbys; a game that it ran goes to the second game master, if there is one.

    Its boards are removed if no game uses them; published ones stay.

    The account is closed after its games are left: if the host fails in between, its person can close it again. A
    simultaneous request may join another game in the meantime, so the games are checked once more.
    """
    _leave_games(services, account)
    with services.store.write() as connection:
        _leave_boards(connection, services, account)
        shut_account(connection, account.id)
    _leave_games(services, account)


def _leave_games(services: Services, account: Account) -> None:
    """Leave each game in a transaction of its own, so that others need not wait."""
    with services.store.read() as connection:
        games = [row.id for row in list_unended_games(connection, account.id) if not row.is_solo]
    for game_id in games:
        with services.store.write() as connection:
            row = lock_game(connection, game_id)
            if row is not None and not row.is_over:
                _leave(connection, services, decode_game(connection, services, row), account)


def _leave_boards(connection: Connection, services: Services, account: Account) -> None:
    """Remove the boards that the account uploaded, except published ones; games on them go on."""
    for board in list_boards(connection, owner=account.id):
        if not board.is_published:
            remove_board(connection, services, board)


def _leave(connection: Connection, services: Services, game: LoadedGame, account: Account) -> None:
    own = [member for member in list_members(connection, game.id) if member.account == account.id]
    master = next((member for member in own if member.role is Role.GM), None)
    if master is not None:
        lose_master(connection, services, game, master)
    if any(not member.role.is_gm for member in own):
        membership = load_membership(connection, game.row, Viewer(account))
        leave_game(connection, services, game, account, membership)
